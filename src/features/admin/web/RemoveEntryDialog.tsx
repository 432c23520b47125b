import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { blocklistApi } from '../../media/blocklist-contract.gen.ts'
import { type BlockedImage, blocklist } from '../../media/blocklist-contract.ts'

type Props = { entry: BlockedImage; onClose: () => void }

/** Asks for the removal of a blocked picture, or confirms the request of another administrator. */
export default function RemoveEntryDialog({ entry, onClose }: Props) {
  const client = useQueryClient()
  const isSecond = entry.removal_asked_by !== null
  const { form, field, failure, isPending } = useContractForm({
    name: `blocked picture ${entry.id}`,
    initial: () => ({ reason: '' }),
    schema: blocklist.remove.body,
    toBody: ({ reason }) => ({ reason }),
    send: (body, idempotencyKey) => call(blocklistApi.remove, { params: { id: entry.id }, body, idempotencyKey }),
    onSuccess({ removed }) {
      toast.success(removed ? 'Removed from the list' : 'Another administrator has to confirm this', 4000)
      return invalidate(client, blocklistApi)
    },
    onDone: onClose,
  })
  const title = isSecond ? 'Confirm removal' : 'Request removal'
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description="The picture can then be uploaded again."
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
      form={form}
      submitLabel={title}
      variant={isSecond ? 'danger' : 'primary'}
      isPending={isPending}
      pendingLabel="Working..."
    >
      {isSecond && (
        <p className="mb-4 wrap-anywhere">
          {entry.removal_asked_by_name} wrote: “{entry.removal_reason}”
        </p>
      )}
      <Field label="Reason" starred multiline hint="It stays in the audit log." {...field('reason')} />
    </FormDialog>
  )
}
