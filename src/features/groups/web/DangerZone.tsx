import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { groupsApi } from '../contract.gen.ts'
import type { Group } from '../contract.ts'
import { formatMembers } from './labels.ts'
import { invalidateGroups } from './queries.ts'

/** Actions that cannot be undone. */
export function DangerZone({ group }: { group: Group }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const remove = useLockedMutation({
    mutationFn: () => call(groupsApi.remove, { params: { id: group.id } }),
    onSuccess: async () => {
      toast.success('Group deleted successfully')
      await navigate('/groups', { replace: true })
      client.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(group.id) })
      void invalidateGroups(client)
    },
    onError: (error) => toast.failure(error, 'Failed to delete group'),
  })
  return (
    <section aria-labelledby="danger" className="card border-danger! px-4.5 py-5">
      <h2 id="danger" className="text-card text-danger">
        Delete this group
      </h2>
      <p className="mt-1 text-soft">
        This deletes all posts, events and chat for {formatMembers(group.members_count)}. You can’t undo this.
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setIsDialogOpen(true)}>
        Delete group
      </Button>
      {isDialogOpen && (
        <ConfirmDialog
          onClose={() => setIsDialogOpen(false)}
          title="Delete group"
          question={`Delete “${group.name}” for everyone? You can’t undo this.`}
          confirmLabel="Delete group"
          onConfirm={() => remove.mutate()}
          isPending={remove.isPending}
        />
      )}
    </section>
  )
}
