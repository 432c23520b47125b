import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { setOfflineSince } from './connection.ts'
import { isKeptOffline } from './offline-choice.ts'
import { findKeptUser, type KeptState, readKept } from './offline-store.ts'
import { applyTheme } from './theme.ts'
import { claimStorage, clearStorage, isExpired } from './user-storage.ts'

/**
 * Shows what this device keeps, because the server cannot be reached: fills the query cache and returns the user.
 * Undefined if nothing is kept. What is older than the limit is deleted instead.
 */
export async function startOffline<User>(client: QueryClient): Promise<User | undefined> {
  const userId = await findKeptUser()
  if (userId === undefined) return
  if (isExpired(userId)) {
    clearStorage()
    return
  }
  claimStorage(userId)
  const state = isKeptOffline() ? await restoreKept(client, userId) : undefined
  if (!state) return
  applyTheme()
  onlineManager.setOnline(false)
  setOfflineSince(state.confirmed_at)
  return state.me as User
}

/**
 * Fills the query cache with what it does not hold. It stays there as long as the page. However new it is, it counts as stale: what is
 * kept lacks sealed items, so the page loads it again as soon as it can.
 */
export async function restoreKept(client: QueryClient, userId: string): Promise<KeptState | undefined> {
  const { state, replies } = await readKept(userId)
  if (!state) return
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...queries, gcTime: Infinity } })
  for (const { queryKey, data } of replies)
    if (client.getQueryData(queryKey) === undefined)
      client.setQueryData(queryKey, removeVanished(data), { updatedAt: 0 })
  return state
}

/** Messages that have disappeared meanwhile disappear here too. */
function removeVanished<Data>(data: Data): Data {
  const now = Date.now() / 1000
  const isGone = (value: unknown) => ((value as { vanishes_at?: number | null } | null)?.vanishes_at ?? Infinity) <= now
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((item) => !isGone(item)).map(visit)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item)]))
  }
  return visit(data) as Data
}
