import { type ReactNode, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { AuthProvider } from '../../features/session/web/auth.tsx'
import { site } from '../../shared/web/site.ts'
import { PortraitLock } from './layout/PortraitLock.tsx'
import { ScrollPositions } from './ScrollPositions.tsx'
import { pageTitle } from './titles.ts'

/** Surrounds every page, signed in or not. */
export function Root({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // Before the effects of pages, which may set a title of their own: a chat names the other user.
  useLayoutEffect(() => {
    const title = pageTitle(pathname)
    document.title = title ? `${title} | ${site.productName}` : site.productName
  }, [pathname])
  return (
    <AuthProvider>
      {children}
      <PortraitLock />
      <ScrollPositions />
    </AuthProvider>
  )
}
