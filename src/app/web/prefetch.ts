import { matchRoutes, type RouteObject } from 'react-router'
import type { PageHandle } from './pages.tsx'

/** Loads the code of the page at a path. A failure is reported when the page is shown. */
export async function preloadPage(pages: RouteObject[], path: string): Promise<void> {
  const handles = matchRoutes(pages, path)?.map(({ route }) => route.handle as PageHandle | undefined) ?? []
  await Promise.allSettled(handles.map((handle) => handle?.load()))
}

/** Loads the code of a page as soon as the user is about to follow a link to it: on hover, touch or focus. */
export function prefetchOnIntent(pages: RouteObject[]): void {
  const fetchPage = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin === location.origin) void preloadPage(pages, link.pathname)
  }
  for (const intent of ['pointerover', 'touchstart', 'focusin']) addEventListener(intent, fetchPage, { passive: true })
}
