import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { matchesTarget, type QueryTarget } from '../api.ts'
import { patchCached } from './patch-cached.ts'
import type { RouteRef } from './route-refs.ts'

/**
 * Removes a deleted item from the cached replies of `lists`, and loads the queries of `targets` again, except those of
 * the item itself: its page may still be open.
 */
export function removeCached(
  client: QueryClient,
  id: string,
  { lists, targets }: { readonly lists: readonly RouteRef[]; readonly targets: readonly QueryTarget[] },
): void {
  patchCached(client, lists, id, () => undefined)
  const isMeant = (queryKey: QueryKey) => targets.some((target) => matchesTarget(queryKey, target))
  const isOfItem = (queryKey: QueryKey) => (queryKey[1] as { id?: string } | undefined)?.id === id
  void client.invalidateQueries({ predicate: ({ queryKey }) => isMeant(queryKey) && !isOfItem(queryKey) })
  void client.invalidateQueries({ predicate: ({ queryKey }) => isOfItem(queryKey), refetchType: 'none' })
}
