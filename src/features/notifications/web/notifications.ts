import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, invalidate, query, queryKeyFor } from '../../../shared/web/api.ts'
import { listItems } from '../../../shared/web/list-items.ts'
import { useLiveEvent, usePollingInterval, useStreamGap } from '../../../shared/web/live.ts'
import type { notifications } from '../contract.ts'

const path = '/api/notifications'

/**
 * The unread count, reloaded on live events, and every five minutes for sealed notifications, which no stream
 * announces.
 */
export function useUnreadNotifications(): number {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { data } = useQuery({
    ...query<typeof notifications.count>('GET /api/notifications/count', { later: true }),
    refetchInterval: usePollingInterval(15_000) || 300_000,
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  // Debounced, so that a burst causes one request.
  useLiveEvent('notification.created', () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void invalidate(client, path), 300)
  })
  useStreamGap(() => void invalidate(client, path))
  return data?.data.unread ?? 0
}

/** The viewer's notifications, latest first, in pages. */
export function useNotifications() {
  const list = useInfiniteQuery({
    queryKey: queryKeyFor(`GET ${path}`),
    queryFn: ({ pageParam, signal }) =>
      call<typeof notifications.list>('GET /api/notifications', {
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.cursor ?? undefined,
  })
  return { ...list, notifications: listItems(list.data?.pages) }
}

/** Marks one notification, or all of them, as read. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id
        ? call<typeof notifications.read>('POST /api/notifications/:id/read', { params: { id } })
        : call<typeof notifications.readAll>('POST /api/notifications/read'),
    onSettled: () => void invalidate(client, path),
  })
}
