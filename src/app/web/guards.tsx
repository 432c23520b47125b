import type { ReactNode } from 'react'
import { Navigate, Outlet } from 'react-router'
import { useAuth } from '../../features/session/web/auth.tsx'
import { FirstPaint } from './layout/FirstPaint.tsx'
import { ShellSkeleton } from './layout/ShellSkeleton.tsx'

/** Lets signed-in people through and sends everybody else to the sign-in page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, isBlocked } = useAuth()
  if (status === 'loading') return <ShellSkeleton />
  if (isBlocked) return <Navigate to="/blocked" replace />
  return status === 'signed-in' ? children : <Navigate to="/login" replace />
}

/** The sign-in page is for those who are not. */
export function RequireNoSession() {
  const { status, isBlocked } = useAuth()
  if (status === 'loading') return <FirstPaint />
  if (isBlocked) return <Navigate to="/blocked" replace />
  return status === 'signed-out' ? <Outlet /> : <Navigate to="/dashboard" replace />
}
