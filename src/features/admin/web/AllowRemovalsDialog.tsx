import { call } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { contentApi, removalsPerDay } from '../../moderation/content-contract.gen.ts'
import type { Person } from '../contract.ts'

/** Allows another moderator one more batch of bulk removals today. */
export default function AllowRemovalsDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const allow = useLockedMutation({
    mutationFn: () => call(contentApi.allowRemovals, { params: { id: person.id } }),
    onSuccess: () => {
      toast.success(`${removalsPerDay} more removals allowed today`, 4000)
      onClose()
    },
  })
  const title = `Allow ${removalsPerDay} more removals`
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => allow.mutate(undefined)}
            pendingLabel={allow.isPending && 'Working...'}
          >
            Allow
          </Button>
        </>
      }
    >
      <p className="text-soft">
        {person.name} can remove up to {removalsPerDay} items per day. Look at what they remove in the moderation
        history first. This allows {removalsPerDay} more until the end of the day, and stays in the audit log.
      </p>
      {allow.isError && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {userMessage(allow.error, unknownFailure, { statuses: 'all' })}
        </p>
      )}
    </Dialog>
  )
}
