import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import type { moderation, Notice } from '../contract.ts'

const path = 'GET /api/moderation/notifications'

/** Moderation decisions that the viewer has not seen yet. Loaded on start and after live events. */
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
    // A notice that could not be marked is shown again, which is less harmful than one that is never read.
    void call<typeof moderation.markShown>('POST /api/moderation/notifications/mark-shown', {
      body: { notificationIds },
    }).catch(() => {})
  }
  return { notices, understood }
}
