import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '../../../shared/contract.ts'
import { call } from '../../../shared/web/api.ts'
import { usePollingInterval } from '../../../shared/web/live.ts'
import { messagesApi } from '../contract.gen.ts'
import type { messages } from '../contract.ts'
import { type Pages, pagesKey } from './conversation-cache.ts'
import { copySendTime, withSendTime } from './recent-events.ts'

/**
 * While no event stream is available, reads the latest page of a conversation every few seconds: one request, however many
 * pages are loaded. Earlier pages are corrected when the stream is back.
 */
export function useLatestMessages(id: string): void {
  const client = useQueryClient()
  const interval = usePollingInterval()
  useQuery({
    queryKey: ['latest messages', id],
    queryFn: async ({ signal }) => {
      mergeLatest(client, id, await withSendTime(() => call(messagesApi.list, { params: { id }, signal })))
      return null
    },
    enabled: interval !== false,
    refetchInterval: interval,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Puts the latest page into every cache that ends with the latest message, or reloads one that is too far behind. */
export function mergeLatest(client: QueryClient, id: string, latest: Reply<typeof messages.list>): void {
  const [first] = latest.data
  for (const [queryKey, held] of client.getQueriesData<Pages>({ queryKey: pagesKey(id) })) {
    const [page, ...earlier] = held?.pages ?? []
    if (!held || !page || page.pagination.hasNewer) continue
    const known = latest.pagination.hasMore && first ? page.data.filter(({ seq }) => seq < first.seq) : []
    const isBehind = latest.pagination.hasMore && known.length === page.data.length && page.data.length > 0
    if (isBehind) void client.invalidateQueries({ queryKey, exact: true })
    else {
      const { hasMore } = known.length > 0 ? page.pagination : latest.pagination
      const data = [...known, ...latest.data]
      client.setQueryData<Pages>(queryKey, {
        ...held,
        pages: [copySendTime(latest, { ...page, data, pagination: { ...page.pagination, hasMore } }), ...earlier],
      })
    }
  }
}
