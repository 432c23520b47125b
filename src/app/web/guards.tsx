import type { ReactNode } from 'react'
import { Navigate, Outlet } from 'react-router'
import { useAuth } from '../../features/session/web/auth.tsx'
import { FirstPaint } from './layout/FirstPaint.tsx'
import { ShellSkeleton } from './layout/ShellSkeleton.tsx'

/** Redirects to the sign-in page unless the user is signed in. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, isBlocked } = useAuth()
  if (status === 'loading') return <ShellSkeleton />
  if (isBlocked) return <Navigate to="/blocked" replace />
  return status === 'signed-in' ? children : <Navigate to="/login" replace />
}

/** Redirects signed-in users away from the sign-in page. */
export function RequireNoSession() {
  const { status, isBlocked } = useAuth()
  if (status === 'loading') return <FirstPaint />
  if (isBlocked) return <Navigate to="/blocked" replace />
  return status === 'signed-out' ? <Outlet /> : <Navigate to="/dashboard" replace />
}
