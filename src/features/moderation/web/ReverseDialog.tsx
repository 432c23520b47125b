import { useQueryClient } from '@tanstack/react-query'
import { ApiError, call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { moderationApi } from '../contract.gen.ts'
import type { Action } from '../contract.ts'
import { formatDate, titled } from './labels.ts'

const missing = 'Please provide a reason for reversing this action'

/** Reverses a moderation action with a reason. */
export function ReverseDialog({ action, onClose }: { action: Action; onClose: () => void }) {
  const client = useQueryClient()
  const [reason, write] = useDraft(`reverse ${action.id}`)
  const label = titled(action.action_type)
  const reverse = useLockedMutation({
    mutationFn: async () => {
      if (!reason.trim()) throw new Error(missing)
      return call(moderationApi.reverse, {
        body: { moderationId: action.id, reason },
      })
    },
    onSuccess: () => {
      write('')
      toast.success(`${label} action reversed successfully!`, 4000)
      onClose()
    },
    onSettled: () => invalidateAdmin(client),
  })
  const problem = reverse.error
    ? reverse.error instanceof ApiError && !reverse.error.serverMessage
      ? 'Failed to reverse action'
      : reverse.error.message
    : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Reverse ${label} Action`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pendingLabel={reverse.isPending && 'Reversing...'} onClick={() => reverse.mutate()}>
            Reverse Action
          </Button>
        </>
      }
    >
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-soft">User</dt>
        <dd className="font-medium">{action.target_user_name}</dd>
        <dt className="text-soft">Original reason</dt>
        <dd className="whitespace-pre-wrap">{action.reason}</dd>
        <dt className="text-soft">Date</dt>
        <dd>{formatDate(action.created_at, { padded: true })}</dd>
      </dl>
      <Field
        label="Reason for Reversal"
        multiline
        required
        value={reason}
        onChange={write}
        maxLength={2000}
        error={problem}
      />
    </Dialog>
  )
}
