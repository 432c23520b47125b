import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes, type RouteObject } from 'react-router'

/** What the module of a page may export: begins to load its data before it is rendered. */
export type PageModule = { readonly prepare?: (client: QueryClient) => Promise<void> }

/** What `prefetchOnIntent` finds at a route. */
export type PageHandle = { readonly load: () => Promise<PageModule> }

/** Loads and returns the code of the page at a path. A failure is reported when the page is shown. */
export async function preloadPage(pages: RouteObject[], path: string): Promise<PageModule[]> {
  const handles = matchRoutes(pages, path)?.map(({ route }) => route.handle as PageHandle | undefined) ?? []
  const loads = await Promise.allSettled(handles.map((handle) => handle?.load()))
  return loads.flatMap((load) => (load.status === 'fulfilled' && load.value ? [load.value] : []))
}

/** Loads the code of a page as soon as the user is about to follow a link to it: on hover, touch or focus. */
export function prefetchOnIntent(pages: RouteObject[]): void {
  const fetchPage = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin === location.origin) void preloadPage(pages, link.pathname)
  }
  for (const intent of ['pointerover', 'touchstart', 'focusin']) addEventListener(intent, fetchPage, { passive: true })
}
