import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { moderationApi } from '../contract.gen.ts'
import type { Notice } from '../contract.ts'

/** Moderation decisions that the viewer has not seen yet. Loaded on start and after live events. */
export function useNotices(): { notices: readonly Notice[]; understood: () => void } {
  const client = useQueryClient()
  const list = useQuery({
    queryKey: queryKeyFor(moderationApi.notices),
    queryFn: ({ signal }) =>
      call(moderationApi.notices, { signal, later: true }).catch((error: unknown) => {
        if (!signal.aborted) console.error('Failed to load notifications', error)
        throw error
      }),
  })
  useLiveEvent('notice', () => void list.refetch())
  const notices = list.data?.notifications ?? []
  const understood = () => {
    const notificationIds = notices.map(({ id }) => id)
    client.setQueryData(queryKeyFor(moderationApi.notices), { success: true, data: [], notifications: [] })
    // A notice that could not be marked is shown again, which is less harmful than one that is never read.
    void call(moderationApi.markShown, {
      body: { notificationIds },
    }).catch(() => {})
  }
  return { notices, understood }
}
