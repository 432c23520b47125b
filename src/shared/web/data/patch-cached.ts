import type { QueryClient } from '@tanstack/react-query'
import type { Reply } from '../../contract.ts'
import { matchesTarget } from '../api.ts'
import type { RouteOf, RouteRef } from './route-refs.ts'

type CachedReply = { readonly data?: unknown; readonly pages?: readonly { readonly data: unknown }[] }
type Cached = { readonly id: string }

/** The items of a route's reply: those of its list, or the only one. */
type ItemOf<Ref extends RouteRef> =
  Reply<RouteOf<Ref>> extends { readonly data: infer Data } ? (Data extends readonly (infer I)[] ? I : Data) : never

/**
 * Updates one item in the cached replies of these routes, alone or in lists, without requesting anything. `undefined`
 * removes it from lists, and reloads a reply that holds only the item.
 */
export function patchCached<const Refs extends readonly RouteRef[]>(
  client: QueryClient,
  routes: Refs,
  id: string,
  change: (item: ItemOf<Refs[number]>) => ItemOf<Refs[number]> | undefined,
): void {
  const changeItems = (items: readonly Cached[]) =>
    items.some((item) => item.id === id)
      ? items.flatMap((item) => (item.id === id ? ((change(item as never) as Cached | undefined) ?? []) : [item]))
      : items
  const changeData = (data: unknown) => {
    if (Array.isArray(data)) return changeItems(data)
    return (data as Cached | undefined)?.id === id ? change(data as never) : data
  }
  const found = client.getQueriesData<CachedReply>({
    predicate: ({ queryKey }) => routes.some((route) => matchesTarget(queryKey, route)),
  })
  for (const [queryKey, reply] of found) {
    if (!reply) continue
    if (reply.pages) {
      const pages = reply.pages.map((page) => ({ ...page, data: changeData(page.data) }))
      client.setQueryData<CachedReply>(queryKey, { ...reply, pages })
      continue
    }
    const data = changeData(reply.data)
    if (data === undefined) void client.invalidateQueries({ queryKey, exact: true })
    else client.setQueryData<CachedReply>(queryKey, { ...reply, data })
  }
}
