import { type QueryClient, useQuery } from '@tanstack/react-query'
import { invalidate, query } from '../../../shared/web/api.ts'
import { usePollingInterval } from '../../../shared/web/live.ts'
import { conversationsApi } from '../conversation-contract.gen.ts'

const unread = query(conversationsApi.list, { query: { unread: 'true', limit: 1 }, later: true })

/** The number of unread messages in all conversations that are not muted. */
export function useUnread(): number {
  const { data } = useQuery({ ...unread, refetchInterval: usePollingInterval(15_000) })
  return data?.unread_count ?? 0
}

/** Reloads the number of unread messages. */
export const invalidateUnread = (client: QueryClient): Promise<void> => invalidate(client, unread.queryKey)
