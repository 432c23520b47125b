import { type ReactNode, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isOpenToBlocked, useAuth } from '../../features/session/web/auth.tsx'
import { lazyPart } from '../../shared/web/lazy-part.tsx'
import { FirstPaint } from './layout/FirstPaint.tsx'
import { ShellSkeleton } from './layout/ShellSkeleton.tsx'

const BlockedFrame = lazyPart(() => import('./BlockedFrame.tsx'))

/**
 * Redirects to the sign-in page unless the user is signed in; it then opens the requested page, unless a session ended
 * on it: the next user may be another one. Blocked users open only their decisions.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, isBlocked } = useAuth()
  const { pathname, search } = useLocation()
  const wasSignedIn = useRef(false)
  if (status === 'loading') return <ShellSkeleton />
  if (isBlocked) return isOpenToBlocked(pathname) ? <BlockedFrame /> : <Navigate to="/blocked" replace />
  if (status === 'signed-in') {
    wasSignedIn.current = true
    return children
  }
  return <Navigate to="/login" replace state={wasSignedIn.current ? null : { requested: pathname + search }} />
}

/** Redirects signed-in users away from the sign-in page. */
export function RequireNoSession() {
  const { status, isBlocked } = useAuth()
  if (status === 'loading') return <FirstPaint />
  if (isBlocked) return <Navigate to="/blocked" replace />
  return status === 'signed-out' ? <Outlet /> : <Navigate to="/dashboard" replace />
}
