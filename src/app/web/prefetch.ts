import { matchRoutes, type RouteObject } from 'react-router'
import type { PageHandle } from './pages.tsx'

/** Loads the code of the page at a path. Following a link to it reports a failure. */
export function preloadPage(pages: RouteObject[], path: string): void {
  for (const { route } of matchRoutes(pages, path) ?? []) (route.handle as PageHandle | undefined)?.preload()
}

/** Loads the code of a page as soon as the user is about to follow a link to it: on hover, touch or focus. */
export function prefetchOnIntent(pages: RouteObject[]): void {
  const fetchPage = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== location.origin) return
    for (const { route } of matchRoutes(pages, link.pathname) ?? []) (route.handle as PageHandle | undefined)?.preload() // following the link reports a failure
  }
  for (const intent of ['pointerover', 'touchstart', 'focusin']) addEventListener(intent, fetchPage, { passive: true })
}
