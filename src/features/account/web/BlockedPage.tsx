import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../../shared/web/api.ts'
import { findBlocked, isUnauthorized, unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { site } from '../../../shared/web/site.ts'
import { formatFullDate } from '../../../shared/web/time.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { GateIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { SiteFooter } from '../../../shared/web/ui/SiteFooter.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { fetchMe, useAuth } from '../../session/web/auth.tsx'
import { accountApi } from '../contract.gen.ts'

const BlockedTools = lazyPart(() => import('./BlockedTools.tsx'))

type Standing = {
  readonly reason: 'banned' | 'suspended' | 'deleted' | 'none' | 'error'
  readonly message?: string
  readonly until?: number | null
}

const headings: Record<Standing['reason'], string> = {
  banned: 'Account Banned',
  suspended: 'Account Suspended',
  deleted: 'Account Deleted',
  none: 'Account Active',
  error: 'Status Check Failed',
}

/** The account status page. GET /api/me determines its content. */
export default function BlockedPage() {
  const { logout } = useAuth()
  const standing = useStanding()
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-10 text-center">
      <GateIllustration className="mx-auto mb-6 w-40 text-soft" />
      {standing ? <Body standing={standing} /> : <Skeleton className="mx-auto h-24 w-64" />}
      <div className="mt-6 grid gap-3">
        {standing && <Actions standing={standing} />}
        <Button onClick={logout}>Logout</Button>
      </div>
      <p className="mt-8 text-small text-soft">
        If you believe this is an error, contact <SupportLink>{site.supportEmail}</SupportLink>.
      </p>
      <SiteFooter className="mt-2" />
    </main>
  )
}

function Body({ standing: { reason, message, until } }: { standing: Standing }) {
  return (
    <div role="status">
      <h1 className="text-hero">{headings[reason]}</h1>
      {reason === 'none' && <p className="mt-2 text-soft">Your account is active. You can return to the main site.</p>}
      {reason === 'error' && (
        <p className="mt-2 text-soft">Unable to verify account status. Please try refreshing the page.</p>
      )}
      {reason === 'deleted' && until && (
        <p className="mt-2 text-soft">
          You deleted this account. You can restore it until {formatFullDate(until)}. After that, it’s deleted for good.
        </p>
      )}
      {message && reason !== 'deleted' && <p className="mt-2 text-soft">{message}</p>}
      {reason === 'suspended' && until && <p className="mt-2 font-medium">Suspension ends: {formatFullDate(until)}</p>}
    </div>
  )
}

function Actions({ standing: { reason } }: { standing: Standing }) {
  if (reason === 'none') {
    return (
      <Link to="/dashboard" reloadDocument className={buttonClassName('primary')}>
        Go to Dashboard
      </Link>
    )
  }
  if (reason === 'deleted') return <Restore />
  if (reason === 'error') {
    return (
      <Button variant="primary" onClick={() => location.reload()}>
        Refresh Page
      </Button>
    )
  }
  return (
    <>
      <Link to="/decisions" className={buttonClassName('primary')}>
        Appeal this decision
      </Link>
      <p className="text-soft">Need help? Contact support</p>
      <a href={`mailto:${site.supportEmail}`} className={buttonClassName('secondary')}>
        Contact Support
      </a>
      <Suspense>
        <BlockedTools />
      </Suspense>
    </>
  )
}

/** Withdraws the deletion and opens the app. */
function Restore() {
  const restore = useMutation({
    mutationFn: () => call(accountApi.restore, { quiet: true }),
    onSuccess: () => location.assign('/dashboard'),
  })
  return (
    <>
      {restore.isError && (
        <p role="alert" className="font-medium text-danger">
          {userMessage(restore.error, unknownFailure, { statuses: 'all' })}
        </p>
      )}
      <Button
        variant="primary"
        pendingLabel={(restore.isPending || restore.isSuccess) && 'Restoring...'}
        onClick={() => restore.mutate()}
      >
        Restore my account
      </Button>
    </>
  )
}

const SupportLink = ({ children }: { children: ReactNode }) => (
  <a href={`mailto:${site.supportEmail}`} className="font-semibold text-brand hover:underline">
    {children}
  </a>
)

/** Undefined while loading. A signed-out client is redirected to the sign-in page. */
function useStanding(): Standing | undefined {
  const [standing, setStanding] = useState<Standing>()
  const navigate = useNavigate()
  useEffect(() => {
    fetchMe().then(
      () => setStanding({ reason: 'none' }),
      (error: unknown) => {
        if (isUnauthorized(error)) return navigate('/login', { replace: true })
        const blocked = findBlocked(error)
        if (!blocked) return setStanding({ reason: 'error' })
        const { blockReason, message, suspendedUntil, restoreUntil } = blocked
        return setStanding({ reason: blockReason, message, until: restoreUntil ?? suspendedUntil })
      },
    )
  }, [navigate])
  return standing
}
