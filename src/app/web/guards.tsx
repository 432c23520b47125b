import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isOpenToBlocked, useAuth } from '../../features/session/web/auth.tsx'
import { lazyPart } from '../../shared/web/lazy-part.tsx'
import { FirstPaint } from './layout/FirstPaint.tsx'
import { ShellSkeleton } from './layout/ShellSkeleton.tsx'

const BlockedFrame = lazyPart(() => import('./BlockedFrame.tsx'))

/** Redirects to the sign-in page unless the user is signed in. Blocked users open only their decisions. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, isBlocked } = useAuth()
  const { pathname } = useLocation()
  if (status === 'loading') return <ShellSkeleton />
  if (isBlocked) return isOpenToBlocked(pathname) ? <BlockedFrame /> : <Navigate to="/blocked" replace />
  return status === 'signed-in' ? children : <Navigate to="/login" replace />
}

/** Redirects signed-in users away from the sign-in page. */
export function RequireNoSession() {
  const { status, isBlocked } = useAuth()
  if (status === 'loading') return <FirstPaint />
  if (isBlocked) return <Navigate to="/blocked" replace />
  return status === 'signed-out' ? <Outlet /> : <Navigate to="/dashboard" replace />
}
