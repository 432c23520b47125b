import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { isConflict } from '../../../shared/web/data/errors.ts'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { patchCached } from '../../../shared/web/data/patch-cached.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { conversationsApi } from '../../messages/conversation-contract.gen.ts'
import { groupNewsTabs, groupsApi } from '../contract.gen.ts'
import type { Group, GroupActivity, GroupCategory, GroupType } from '../contract.ts'

const pageSize = 50

/** The latest post or message of each of the viewer's groups, by the id of the group. */
export function useGroupActivity(): ReadonlyMap<string, GroupActivity> {
  const client = useQueryClient()
  const { data } = useQuery(query(groupsApi.activity))
  useLiveEvent('message.created', () => void invalidate(client, groupsApi.activity))
  return useMemo(() => new Map(data?.data.map((activity) => [activity.group_id, activity])), [data])
}

/** The groups that the viewer is a member of, by name, in pages. */
export function useMyGroups(search: string) {
  const query = { limit: pageSize, ...(search ? { search } : {}) }
  const { items, ...list } = useInfiniteList(groupsApi.mine, { query })
  return { ...list, groups: items, total: list.data?.pages[0]?.pagination.total }
}

/** The school's other groups, the largest first, in pages. */
export function useSuggested(
  narrow: { search: string; category: GroupCategory | ''; type: GroupType | '' },
  { enabled = true } = {},
) {
  const query = {
    limit: pageSize,
    suggested: 'true' as const,
    ...(narrow.search ? { search: narrow.search } : {}),
    ...(narrow.category ? { category: narrow.category } : {}),
    ...(narrow.type ? { type: narrow.type } : {}),
  }
  const { items, ...list } = useInfiniteList(groupsApi.list, { query }, { enabled })
  return { ...list, groups: items }
}

export const useInvitations = () => useQuery(query(groupsApi.invitations))

export const useGroup = (id: string) => useQuery(query(groupsApi.show, { params: { id } }))

/** Reloads all cached groups after a group or its members changed. */
export const invalidateGroups = (client: QueryClient) => invalidate(client, { below: groupsApi.list })

/** Joins, or requests to join. */
export function useJoin({ id }: Pick<Group, 'id'>) {
  const client = useQueryClient()
  return useLockedMutation({
    mutationFn: (message: string) => call(groupsApi.join, { params: { id }, body: message ? { message } : {} }),
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Successfully joined group!')
      void invalidateGroups(client)
    },
    onError: (error) => {
      toast.failure(error, 'Failed to join group', { statuses: [409] })
      if (isConflict(error)) void invalidateGroups(client)
    },
  })
}

/** Tells the server that a list with news was opened, and shows no number for it until something new is added. */
export function useSeen({ id, news }: Group, shown: string) {
  const client = useQueryClient()
  const tab = groupNewsTabs.find((name) => name === shown)
  const isNew = tab !== undefined && Boolean(news?.[tab])
  useEffect(() => {
    if (!tab || !isNew) return
    patchCached(client, [groupsApi.show], id, (group) => ({
      ...group,
      ...(group.news ? { news: { ...group.news, [tab]: 0 } } : {}),
    }))
    void call(groupsApi.seen, { params: { id }, body: { tab } }).catch(() => {}) // counted again next time
  }, [client, id, tab, isNew])
}

export function useMute({ id }: Pick<Group, 'id'>) {
  const client = useQueryClient()
  return useLockedMutation({
    mutationFn: (muted: boolean) => call(groupsApi.mute, { params: { id }, body: { muted } }),
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Group muted')
      void invalidateGroups(client)
      void invalidate(client, { below: conversationsApi.list })
    },
    onError: (error) => toast.failure(error, 'Couldn’t update notifications. Try again.'),
  })
}

export function useLeave({ id }: Pick<Group, 'id'>, onDone?: () => void) {
  const client = useQueryClient()
  return useLockedMutation({
    mutationFn: () => call(groupsApi.leave, { params: { id } }),
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Successfully left group')
      onDone?.()
      void invalidateGroups(client)
    },
    onError: (error) => toast.failure(error, 'Failed to leave group'),
  })
}
