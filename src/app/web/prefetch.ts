import { matchRoutes, type RouteObject } from 'react-router'

/**
 * Fetches the code of a page as soon as somebody is about to follow a link to it: points at it, touches it or stands on
 * it.
 */
export function prefetchOnIntent(pages: RouteObject[]): void {
  const fetchPage = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== location.origin) return
    for (const { route } of matchRoutes(pages, link.pathname) ?? [])
      if (typeof route.lazy === 'function') void route.lazy().catch(() => {}) // following the link tells what is wrong
  }
  for (const intent of ['pointerover', 'touchstart', 'focusin']) addEventListener(intent, fetchPage, { passive: true })
}
