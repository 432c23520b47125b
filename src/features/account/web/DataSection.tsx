import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide'
import { call, invalidate, query, queryKeyFor, urlFor } from '../../../shared/web/api.ts'
import { unknownFailure } from '../../../shared/web/data/errors.ts'
import { formatFullDate } from '../../../shared/web/time.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { valueParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { sessionApi } from '../../session/contract.gen.ts'
import { accountApi } from '../contract.gen.ts'
import type { DataCopy } from '../contract.ts'
import { Section } from './Section.tsx'

const preparingIntervalMs = 1500
/** A confirmation is valid for five minutes. Polling detects in time that it has expired. */
const readyIntervalMs = 20_000
const megabyte = 1024 ** 2
/** Errors of a confirmation, by the URL parameter of the redirect. */
const problems: Readonly<Record<string, string>> = {
  confirm_cancelled: 'You cancelled the sign-in. Nothing has changed.',
  confirm_other: 'You signed in with a different account. Sign in with the one you use here.',
  confirm_failed: 'We couldn’t confirm it’s you. Try again.',
}

const params = { error: valueParam('view') }

const routes = {
  status: accountApi.exportStatus,
  request: accountApi.requestExport,
  download: accountApi.downloadExport,
}
/** The same for blocked users: they differ in their paths only. */
const blockedRoutes = {
  status: accountApi.exportStatusBlocked,
  request: accountApi.requestExportBlocked,
  download: accountApi.downloadExportBlocked,
} as unknown as typeof routes

/** Requests and downloads a copy of the viewer's data. */
export function DataSection({ isBlocked = false }: { isBlocked?: boolean }) {
  const api = isBlocked ? blockedRoutes : routes
  const client = useQueryClient()
  const { error } = useUrlState(params)
  const copy = useQuery({
    ...query(api.status),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const { status, is_confirmed } = state.data?.data ?? {}
      return status === 'preparing' ? preparingIntervalMs : is_confirmed && readyIntervalMs
    },
  })
  const ask = useMutation({
    mutationFn: () => call(api.request),
    onSuccess: (answer) => client.setQueryData(queryKeyFor(api.status), answer),
    onError: (error) => {
      void invalidate(client, { below: api.download }) // the confirmation may have expired, or another device may have requested a copy
      toast.failure(error, unknownFailure, { statuses: 'all' })
    },
  })
  const data = copy.data?.data
  const problem = data && !data.is_confirmed ? problems[error] : undefined
  return (
    <Section
      title="Your data"
      text="A zip file with everything we have: your profile, posts, comments (including anonymous ones), friends and photos."
    >
      {copy.isPending && <Skeleton className="h-11 w-48" />}
      {problem && (
        <p role="alert" className="mb-2 text-danger">
          {problem}
        </p>
      )}
      {data && <Step api={api} data={data} isAsking={ask.isPending} onAsk={() => ask.mutate()} />}
      <p role="status" className="mt-2 text-small text-soft">
        {data && adviceOn(data)}
      </p>
    </Section>
  )
}

/** The next step of the export. */
function Step({
  api,
  data,
  isAsking,
  onAsk,
}: {
  api: typeof routes
  data: DataCopy
  isAsking: boolean
  onAsk: () => void
}) {
  const client = useQueryClient()
  const { status, bytes, next_at, is_confirmed, can_open } = data
  if (status === 'preparing' || isAsking) return <Button pendingLabel="Preparing..." />
  if (status === 'none' ? next_at !== null : !can_open) return null
  if (!is_confirmed)
    return (
      <a href={urlFor(sessionApi.confirm)} className={buttonClassName('secondary')}>
        <Icon icon={ShieldCheck} size={18} />
        Confirm it’s you
      </a>
    )
  if (status === 'none')
    return (
      <Button onClick={onAsk}>
        <Icon icon={Download} size={18} />
        Download my data
      </Button>
    )
  return (
    <a
      href={urlFor(api.download)}
      download="my-data.zip"
      className={buttonClassName('secondary')}
      // The server deletes the copy after the download. Reloads the state afterwards.
      onClick={() => setTimeout(() => void invalidate(client, { below: api.download }), 3000)}
    >
      <Icon icon={Download} size={18} />
      Download my-data.zip{bytes ? ` (${formatSize(bytes)})` : ''}
    </a>
  )
}

function adviceOn({ status, expires_at, next_at, is_confirmed, can_open }: DataCopy): string {
  if (status === 'preparing') return 'This can take a minute. You can leave this page and come back.'
  if (status === 'none' && next_at !== null)
    return `You can download your data once a day. You can request it again from ${formatFullDate(next_at)}.`
  if (status === 'ready' && !can_open)
    return 'Your download is ready. To protect your data, you can only save it in the browser you requested it from.'
  if (!is_confirmed)
    return 'To protect your data, sign in again first. You’ll come back here and have five minutes to continue.'
  if (status === 'ready')
    return `Your download is ready. You can save it once, until ${expires_at ? formatFullDate(expires_at) : 'tomorrow'}. After that, request it again.`
  return 'Thanks. You can request your data in this browser for the next five minutes.'
}

const formatSize = (bytes: number) =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / megabyte).toFixed(1)} MB`
