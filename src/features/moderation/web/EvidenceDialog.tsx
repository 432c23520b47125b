import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { evidenceApi } from '../evidence-contract.gen.ts'
import { type Evidence, evidence } from '../evidence-contract.ts'

type Props = { item: Evidence; onClose: () => void }

/** Asks to open evidence, or opens it for both when another administrator asked. */
export default function EvidenceDialog({ item, onClose }: Props) {
  const client = useQueryClient()
  const isSecond = item.can.approve
  const { form, field, failure, isPending } = useContractForm({
    name: `evidence ${item.id}`,
    initial: () => ({ reason: '' }),
    schema: evidence.open.body,
    toBody: ({ reason }) => ({ reason }),
    send: (body, idempotencyKey) => call(evidenceApi.open, { params: { id: item.id }, body, idempotencyKey }),
    onSuccess({ data }) {
      toast.success(data.is_waiting ? 'Another administrator has to confirm this' : 'Open for 60 minutes', 4000)
      return invalidate(client, evidenceApi)
    },
    onError: () => void invalidate(client, evidenceApi),
    onDone: onClose,
  })
  const title = isSecond ? 'Open for both' : 'Request to open'
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={
        isSecond
          ? 'The two of you, and no one else, can look for 60 minutes. Each look is in the audit log.'
          : 'Another administrator has to confirm it within 24 hours. Then the two of you can look for 60 minutes.'
      }
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
      form={form}
      submitLabel={title}
      variant="primary"
      isPending={isPending}
      pendingLabel="Working..."
    >
      {isSecond && item.opening && (
        <p dir="auto" className="mb-4 wrap-anywhere">
          {item.opening.requested_by_name} wrote: “{item.opening.reason}”
        </p>
      )}
      <Field label="Reason" starred multiline hint="It stays in the audit log." {...field('reason')} />
    </FormDialog>
  )
}
