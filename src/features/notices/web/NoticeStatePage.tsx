import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { isNotFound, unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { site } from '../../../shared/web/site.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Logo } from '../../../shared/web/ui/Logo.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { noticesApi } from '../contract.gen.ts'
import { stateTexts } from './labels.ts'

/** Target of the link in the mail: confirms a notice, and shows its state. A mail program that opens links confirms nothing. */
export default function NoticeStatePage() {
  const { token = '' } = useParams()
  const notice = useQuery({ ...query(noticesApi.show, { params: { token } }), retry: false })
  const state = notice.data?.data.state
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-10">
      <p className="mb-6 flex items-center gap-3 font-display text-card font-bold">
        <Logo size={28} />
        {site.productName}
      </p>
      {notice.isPending && <Skeleton className="h-32" />}
      {notice.isError && (isNotFound(notice.error) ? <Expired /> : <Failed notice={notice} />)}
      {state === 'unconfirmed' && <Confirm token={token} />}
      {state && state !== 'unconfirmed' && (
        <div role="status">
          <h1 className="text-title">Your notice</h1>
          <p className="mt-3">
            Your receipt number is <strong className="font-semibold">{notice.data?.data.receipt}</strong>.
          </p>
          <p className="mt-3 rounded-control bg-brand-soft px-4 py-3 font-medium">{stateTexts[state]}</p>
          <p className="mt-3 text-soft">
            Keep the link from our email: this page shows the state whenever you open it.
          </p>
        </div>
      )}
    </main>
  )
}

function Confirm({ token }: { token: string }) {
  const client = useQueryClient()
  const confirm = useLockedMutation({
    mutationFn: () => call(noticesApi.confirm, { params: { token } }),
    onSuccess: () => invalidate(client, noticesApi.show),
  })
  return (
    <>
      <h1 className="text-title">Confirm your notice</h1>
      <p className="mt-2 text-soft">With this you confirm that you sent it. Moderators see it from then on.</p>
      {confirm.error && (
        <p role="alert" className="mt-3 text-danger">
          {userMessage(confirm.error, unknownFailure, { statuses: 'all' })}
        </p>
      )}
      <Button
        variant="primary"
        className="mt-6"
        pendingLabel={confirm.isPending && 'Confirming...'}
        onClick={() => confirm.mutate()}
      >
        Confirm notice
      </Button>
    </>
  )
}

const Expired = () => (
  <>
    <h1 className="text-title">This link has expired</h1>
    <p className="mt-2 text-soft">A notice has to be confirmed within 24 hours. You can send it again.</p>
    <Link to="/notice" className={`mt-6 ${buttonClassName('primary')}`}>
      New notice
    </Link>
  </>
)

const Failed = ({ notice }: { notice: { error: Error | null; refetch: () => Promise<unknown> } }) => (
  <ErrorState text="We couldn’t load your notice." error={notice.error} onRetry={() => void notice.refetch()} />
)
