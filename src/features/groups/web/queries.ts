import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, invalidate, query, queryKeyFor } from '../../../shared/web/api.ts'
import { listItems } from '../../../shared/web/list-items.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { maxReadRetries } from '../../../shared/web/read-retries.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Group, GroupCategory, GroupType, groups } from '../contract.ts'

const pageSize = 50

/** The groups that the viewer is a member of, by name, in pages. */
export function useMyGroups(search: string) {
  const narrow = search ? { search } : {}
  const list = useInfiniteQuery({
    queryKey: queryKeyFor('GET /api/groups/my-groups', { query: narrow }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof groups.mine>('GET /api/groups/my-groups', {
        query: { ...narrow, page: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  })
  const pages = list.data?.pages ?? []
  return { ...list, groups: listItems(pages), total: pages[0]?.pagination.total }
}

/** The school's other groups, the largest first, in pages. */
export function useSuggested(narrow: { search: string; category: GroupCategory | ''; type: GroupType | '' }) {
  const asked = {
    suggested: 'true' as const,
    ...(narrow.search ? { search: narrow.search } : {}),
    ...(narrow.category ? { category: narrow.category } : {}),
    ...(narrow.type ? { type: narrow.type } : {}),
  }
  const list = useInfiniteQuery({
    queryKey: queryKeyFor('GET /api/groups', { query: asked }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof groups.list>('GET /api/groups', { query: { ...asked, page: pageParam, limit: pageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  })
  return { ...list, groups: listItems(list.data?.pages) }
}

export const useInvitations = () => useQuery(query<typeof groups.invitations>('GET /api/groups/invitations'))

/** One group. 403 and 404 are final, so they are not retried. */
export const useGroup = (id: string) =>
  useQuery({
    ...query<typeof groups.show>('GET /api/groups/:id', { params: { id } }),
    retry: (count, error) =>
      count < maxReadRetries(1) && !(error instanceof ApiError && [403, 404].includes(error.status)),
  })

/** Reloads all cached groups after a group or its members changed. */
export const invalidateGroups = (client: QueryClient) => invalidate(client, '/api/groups')

/** Joins, or requests to join. */
export function useJoin({ id }: Pick<Group, 'id'>) {
  const client = useQueryClient()
  return useLockedMutation({
    mutationFn: (message: string) =>
      call<typeof groups.join>('POST /api/groups/:id/join', { params: { id }, body: message ? { message } : {} }),
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Successfully joined group!')
      void invalidateGroups(client)
    },
    onError: (error) => {
      const isKnown = error instanceof ApiError && error.status === 409
      toast.error(isKnown ? error.message : 'Failed to join group')
      if (isKnown) void invalidateGroups(client)
    },
  })
}

export function useMute({ id }: Pick<Group, 'id'>) {
  const client = useQueryClient()
  return useLockedMutation({
    mutationFn: (muted: boolean) =>
      call<typeof groups.mute>('PUT /api/groups/:id/mute', { params: { id }, body: { muted } }),
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Group muted')
      void invalidateGroups(client)
      void invalidate(client, '/conversations')
    },
    onError: () => toast.error('Couldn’t update notifications. Try again.'),
  })
}

export function useLeave({ id }: Pick<Group, 'id'>, onDone?: () => void) {
  const client = useQueryClient()
  return useLockedMutation({
    mutationFn: () => call<typeof groups.leave>('POST /api/groups/:id/leave', { params: { id } }),
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Successfully left group')
      onDone?.()
      void invalidateGroups(client)
    },
    onError: () => toast.error('Failed to leave group'),
  })
}
