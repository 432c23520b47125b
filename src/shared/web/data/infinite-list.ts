import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { Reply, Route } from '../../contract.ts'
import { type CallInput, type CallOptions, call, queryKeyFor } from '../api.ts'
import type { RouteRef } from './route-refs.ts'

export type Item = { readonly id: string }

/** A list in pages: by cursor, where items are added at the top, else by page number or offset. */
export type Page<I extends Item = Item> = {
  readonly data: readonly I[]
  readonly pagination?: { readonly cursor: string | null } | { readonly page: number; readonly hasMore: boolean }
  readonly has_more?: boolean
}
type ItemOf<P> = P extends { readonly data: readonly (infer I extends Item)[] } ? I : never

/** Where a page begins; empty for the first one. */
export type Position = { readonly cursor?: string; readonly page?: number; readonly offset?: number }

type Options = {
  enabled?: boolean
  /** Shows the list of the previous input until the new one has arrived. */
  keepPrevious?: boolean
  staleTimeMs?: number
}

/** A route whose reply is a list in pages. */
type ListRef<R extends Route> = Reply<R> extends Page ? RouteRef<R> : never

/** How a list in pages is cached and loaded. */
export type PagedQuery<P> = {
  readonly queryKey: QueryKey
  load(position: Position, signal: AbortSignal): Promise<P>
}

/** A list in pages. `items` has those of all loaded pages; the rest is the result of useInfiniteQuery. */
export const useInfiniteList = <R extends Route>(
  route: RouteRef<R> & ListRef<R>,
  input: CallInput<R> = {} as CallInput<R>,
  options: Options = {},
) => usePages(toPages(route, input), options)

/** The list of a route, for callers that choose among several. */
export const toPages = <R extends Route>(
  route: RouteRef<R> & ListRef<R>,
  input: CallInput<R>,
): PagedQuery<Extract<Reply<R>, Page>> => ({
  queryKey: queryKeyFor(route, input),
  load: (position, signal) => {
    const query = { ...(input as { query?: object }).query, ...position }
    return call(route, { ...input, query, signal } as unknown as CallOptions<R>) as Promise<Extract<Reply<R>, Page>>
  },
})

const toOptions = <P extends Page>({ queryKey, load }: PagedQuery<P>) => ({
  queryKey,
  queryFn: ({ pageParam, signal }: { pageParam: Position; signal: AbortSignal }) => load(pageParam, signal),
  initialPageParam: {} as Position,
  getNextPageParam: findNextPosition,
})

/** Loads the first page of a list before a component shows it. A failure is reported when one does. */
export const prefetchPages = <P extends Page>(client: QueryClient, list: PagedQuery<P>): Promise<void> =>
  client.prefetchInfiniteQuery(toOptions(list))

export function usePages<P extends Page>(
  paged: PagedQuery<P>,
  { enabled = true, keepPrevious = false, staleTimeMs }: Options = {},
) {
  const list = useInfiniteQuery({
    ...toOptions(paged),
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(staleTimeMs === undefined ? {} : { staleTime: staleTimeMs }),
  })
  return { ...list, items: listItems<ItemOf<P>>(list.data as InfiniteData<Page<ItemOf<P>>> | undefined) }
}

function findNextPosition({ pagination, has_more }: Page, pages: readonly Page[]): Position | undefined {
  if (pagination && 'cursor' in pagination)
    return pagination.cursor === null ? undefined : { cursor: pagination.cursor }
  if (pagination) return pagination.hasMore ? { page: pagination.page + 1 } : undefined
  return has_more ? { offset: pages.reduce((sum, { data }) => sum + data.length, 0) } : undefined
}

/** The items of all pages, without duplicates: an item moves to the next page when newer ones are added. */
export function listItems<I extends Item>(list: { readonly pages: readonly Page<I>[] } | undefined): I[] {
  const items = list?.pages.flatMap(({ data }) => data) ?? []
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
