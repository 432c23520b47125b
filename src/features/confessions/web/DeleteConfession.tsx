import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { confessionsApi } from '../contract.gen.ts'
import { removeConfession } from './queries.ts'

/** Confirms and deletes. After a failure the dialog stays open without a toast. */
export function DeleteConfession({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useLockedMutation({
    mutationFn: () => call(confessionsApi.remove, { params: { id } }),
    onSuccess: () => {
      removeConfession(client, id)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete confession"
      question="Are you sure you want to delete this confession? This action cannot be undone."
      confirmLabel="Delete confession"
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
    />
  )
}
