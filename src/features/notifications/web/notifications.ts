import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { useLiveEvent, usePollingInterval, useStreamGap } from '../../../shared/web/live.ts'
import { notificationsApi } from '../contract.gen.ts'

/**
 * The unread count, reloaded on live events, and every five minutes for sealed notifications, which no stream
 * announces.
 */
export function useUnreadNotifications(): number {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { data } = useQuery({
    ...query(notificationsApi.count, { later: true }),
    refetchInterval: usePollingInterval(15_000) || 300_000,
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  // Debounced, so that a burst causes one request.
  useLiveEvent('notification.created', () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void invalidate(client, notificationsApi), 300)
  })
  useStreamGap(() => void invalidate(client, notificationsApi))
  return data?.data.unread ?? 0
}

/** The viewer's notifications, latest first, in pages. */
export function useNotifications() {
  const { items, ...list } = useInfiniteList(notificationsApi.list)
  return { ...list, notifications: items }
}

/** Marks one notification, or all of them, as read. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id ? call(notificationsApi.read, { params: { id } }) : call(notificationsApi.readAll),
    onSettled: () => void invalidate(client, notificationsApi),
  })
}
