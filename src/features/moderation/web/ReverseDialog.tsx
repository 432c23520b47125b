import { useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { moderationApi } from '../contract.gen.ts'
import { type Action, moderation } from '../contract.ts'
import { formatDate, titled } from './labels.ts'

/** Reverses a moderation action with a reason. */
export function ReverseDialog({ action, onClose }: { action: Action; onClose: () => void }) {
  const client = useQueryClient()
  const label = titled(action.action_type)
  const { form, field, failure, isPending } = useContractForm({
    name: `reverse ${action.id}`,
    initial: () => ({ reason: '' }),
    schema: moderation.reverse.body,
    toBody: ({ reason }) => ({ moderationId: action.id, reason }),
    send: (body) => call(moderationApi.reverse, { body }),
    onSuccess: () => {
      toast.success(`${label} action reversed successfully!`, 4000)
      void invalidateAdmin(client)
    },
    onError: () => void invalidateAdmin(client),
    onDone: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Reverse ${label} Action`}
      problem={failure && userMessage(failure, 'Failed to reverse action', { statuses: 'all' })}
      form={form}
      submitLabel="Reverse Action"
      isPending={isPending}
      pendingLabel="Reversing..."
    >
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-soft">User</dt>
        <dd className="font-medium">{action.target_user_name}</dd>
        <dt className="text-soft">Original reason</dt>
        <dd dir="auto" className="whitespace-pre-wrap">
          {action.reason}
        </dd>
        <dt className="text-soft">Date</dt>
        <dd>{formatDate(action.created_at, { padded: true })}</dd>
      </dl>
      <Field label="Reason for Reversal" starred multiline {...field('reason')} />
    </FormDialog>
  )
}
