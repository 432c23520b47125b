import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, query } from '../../../shared/web/api.ts'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { groupsApi } from '../contract.gen.ts'
import type { GroupMember, GroupRole } from '../contract.ts'
import { invalidateGroups } from './queries.ts'

/** The first 20 members of a group, for the tab. */
export const useMembers = (id: string) => useQuery(query(groupsApi.members, { params: { id }, query: { limit: 20 } }))

/** All members of a group by name, 200 per page. */
export function useAllMembers(id: string, search: string) {
  const query = { limit: 200, ...(search ? { search } : {}) }
  const { items, ...list } = useInfiniteList(groupsApi.members, { params: { id }, query })
  return { ...list, members: items }
}

/** Promotes a member to group admin, or demotes an admin. */
export function useRoleChange(group: string, { user_id: uid }: GroupMember) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (role: GroupRole) =>
      call(groupsApi.changeRole, {
        params: { id: group, uid },
        body: { role },
      }),
    onSuccess: (_, role) => {
      toast.success(`Member role updated to ${role}`)
      void invalidateGroups(client)
    },
    onError: (error) => toast.failure(error, 'Failed to update member role', { statuses: [400] }),
  })
}

/** Removes a member from the group. */
export function useRemoval(group: string, { user_id: uid }: GroupMember, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(groupsApi.removeMember, { params: { id: group, uid } }),
    onSuccess: () => {
      toast.success('Member removed successfully')
      onDone()
      void invalidateGroups(client)
    },
    onError: (error) => toast.failure(error, 'Failed to remove member', { statuses: [400] }),
  })
}
