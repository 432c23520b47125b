import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { AuthProvider } from '../../features/session/web/auth.tsx'
import { site } from '../../shared/web/site.ts'
import { PortraitLock } from './layout/PortraitLock.tsx'
import { pageTitle } from './titles.ts'

/** Surrounds every page, signed in or not. */
export function Root() {
  const { pathname } = useLocation()
  useEffect(() => {
    const title = pageTitle(pathname)
    document.title = title ? `${title} | ${site.productName}` : site.productName
  }, [pathname])
  return (
    <AuthProvider>
      <Outlet />
      <PortraitLock />
      <ScrollRestoration />
    </AuthProvider>
  )
}
