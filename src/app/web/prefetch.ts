import { matchRoutes, type RouteObject } from 'react-router'

/** Loads the code of a page as soon as the user is about to follow a link to it: on hover, touch or focus. */
export function prefetchOnIntent(pages: RouteObject[]): void {
  const fetchPage = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== location.origin) return
    for (const { route } of matchRoutes(pages, link.pathname) ?? [])
      if (typeof route.lazy === 'function') void route.lazy().catch(() => {}) // following the link reports the error
  }
  for (const intent of ['pointerover', 'touchstart', 'focusin']) addEventListener(intent, fetchPage, { passive: true })
}
