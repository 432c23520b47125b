import { useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { contentApi } from '../content-contract.gen.ts'
import type { ContentItem } from '../content-contract.ts'

type Props = { items: readonly ContentItem[]; onDeleted: () => void; onClose: () => void }

/** Confirms and deletes one or several items. */
export function DeleteContent({ items, onDeleted, onClose }: Props) {
  const client = useQueryClient()
  const count = items.length
  const remove = useLockedMutation({
    mutationFn: async () => {
      const [item] = items
      if (items.length > 1) {
        const contentIds = items.map(({ id }) => id)
        await call(contentApi.removeMany, { body: { contentIds } })
      } else if (item) {
        const ask = { params: { id: item.id }, query: { type: item.type }, body: {} }
        await call(contentApi.remove, ask)
      }
    },
    onSuccess: onDeleted,
    onSettled: () => invalidateAdmin(client),
  })
  return (
    <ConfirmDialog
      title={count > 1 ? `Delete ${count} items` : 'Delete item'}
      question="Are you sure? This also deletes any comments and likes. You can’t undo this."
      confirmLabel={count > 1 ? `Delete ${count} items` : 'Delete item'}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
      isPending={remove.isPending}
      error={
        remove.isError
          ? userMessage(remove.error, count > 1 ? 'Failed to bulk delete content' : 'Failed to delete content', {
              statuses: [429],
            })
          : undefined
      }
    />
  )
}
