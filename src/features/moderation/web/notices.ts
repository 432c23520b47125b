import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import type { moderation, Notice } from '../contract.ts'

const path = 'GET /api/moderation/notifications'

/** What moderators decided about the viewer and they have not seen yet; asked for at the start, and when there is news. */
export function useNotices(): { notices: readonly Notice[]; understood: () => void } {
  const client = useQueryClient()
  const list = useQuery({
    queryKey: queryKeyFor(path),
    queryFn: ({ signal }) =>
      call<typeof moderation.notices>(path, { signal, later: true }).catch((error: unknown) => {
        if (!signal.aborted) console.error('Failed to load notifications', error)
        throw error
      }),
  })
  useLiveEvent('notice', () => void list.refetch())
  const notices = list.data?.notifications ?? []
  const understood = () => {
    const notificationIds = notices.map(({ id }) => id)
    client.setQueryData(queryKeyFor(path), { success: true, data: [], notifications: [] })
    // One that could not be marked is shown again, which does less harm than one that was never read.
    void call<typeof moderation.markShown>('POST /api/moderation/notifications/mark-shown', {
      body: { notificationIds },
    }).catch(() => {})
  }
  return { notices, understood }
}
