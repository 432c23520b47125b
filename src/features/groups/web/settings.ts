import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestInput } from '../../../shared/contract.ts'
import { call } from '../../../shared/web/api.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { groupsApi } from '../contract.gen.ts'
import type { groups } from '../contract.ts'
import { invalidateGroups } from './queries.ts'

/** Updates a group. Field errors of the server are in the thrown error. */
export function useSave(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RequestInput<typeof groups.update>['body']) => call(groupsApi.update, { params: { id }, body }),
    onSuccess: () => {
      toast.success('Group settings updated successfully')
      return invalidateGroups(client)
    },
    onError: (error) => toast.failure(error, 'Failed to update group settings'),
  })
}
