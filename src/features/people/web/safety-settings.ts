import { useQueryClient } from '@tanstack/react-query'
import { call, query } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { fetchMe, useAuth } from '../../session/web/auth.tsx'
import { safetyApi } from '../safety-contract.gen.ts'
import type { SafetyInput, SafetySettings } from '../safety-contract.ts'

export const safetySettings = query(safetyApi.settings)

/** Function that stores new settings in the page: in the list of settings, and in the user, which lists read. */
export function useStoreSafety() {
  const client = useQueryClient()
  const { hold } = useAuth()
  return (reply: { data: SafetySettings }) => {
    client.setQueryData(safetySettings.queryKey, reply as never)
    fetchMe().then(hold, () => {}) // the next page load has them anyway
  }
}

/** Updates settings; a failure shows a toast and changes nothing. */
export function useUpdateSafety() {
  const store = useStoreSafety()
  return useLockedMutation({
    mutationFn: (body: SafetyInput) => call(safetyApi.update, { body }),
    onSuccess: store,
    onError: (problem) => toast.failure(problem, 'Failed to save your choice'),
  })
}
