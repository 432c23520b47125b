import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { call, keyOf, query, refresh } from '../../../shared/web/api.ts'
import { inFull } from '../../../shared/web/time.ts'
import { Button, buttonLook } from '../../../shared/web/ui/Button.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { people } from '../../people/contract.ts'
import { Section } from './Section.tsx'

const statusPath = 'GET /api/users/me/export/status'
/** Milliseconds between two looks at a copy that is being made. */
const lookAgain = 1500
const megabyte = 1024 ** 2

/** A copy of everything that is kept of one. */
export function DataSection() {
  const client = useQueryClient()
  const copy = useQuery({
    ...query<typeof people.dataStatus>(statusPath),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.data.status === 'preparing' && lookAgain,
  })
  const ask = useMutation({
    mutationFn: () => call<typeof people.askForData>('POST /api/users/me/export'),
    onSuccess: (answer) => client.setQueryData(keyOf(statusPath), answer),
    onError: () => void toast.error('Failed to prepare your data. Please try again.'),
  })
  const { status, bytes, expires_at } = copy.data?.data ?? {}
  return (
    <Section
      title="Your data"
      text="A zip file with everything that is kept of you: profile, posts, comments, also what you wrote anonymously, friends and pictures."
    >
      {copy.isPending && <Skeleton className="h-11 w-48" />}
      {status !== undefined && status !== 'ready' && (
        <Button busy={(ask.isPending || status === 'preparing') && 'Preparing...'} onClick={() => ask.mutate()}>
          <Download size={18} strokeWidth={1.75} aria-hidden />
          Download my data
        </Button>
      )}
      {status === 'ready' && (
        <a
          href="/api/users/me/export"
          download="my-data.zip"
          className={buttonLook('secondary')}
          // The copy is gone once it is fetched; the page learns that a moment later.
          onClick={() => setTimeout(() => void refresh(client, '/api/users/me/export'), 3000)}
        >
          <Download size={18} strokeWidth={1.75} aria-hidden />
          Save my-data.zip{bytes ? ` (${sizeOf(bytes)})` : ''}
        </a>
      )}
      <p role="status" className="mt-2 text-small text-soft">
        {status === 'preparing' && 'This takes a moment. You can leave this page meanwhile.'}
        {status === 'ready' &&
          `Ready. It can be saved once, until ${expires_at ? inFull(expires_at) : 'tomorrow'}; then just ask again.`}
      </p>
    </Section>
  )
}

const sizeOf = (bytes: number) =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / megabyte).toFixed(1)} MB`
