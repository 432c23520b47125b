import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { TextArea } from '../../../shared/web/ui/TextArea.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { moderationLimits } from '../contract.ts'
import { type Report, ReportInput } from '../report-contract.ts'
import { cut, reasonLabels } from './labels.ts'

type Props = {
  /** Label of the content type: 'post'. */
  what: string
  id: string
  /** Text of the item. The title shows its beginning. */
  text?: string
  /** Characters of the text in the title. */
  preview?: number
  /** Sends the report. The response may contain a message for the reporter. */
  report: (body: { reason: string; description: string }) => Promise<{ message?: string | undefined }>
  /** Replaces the server's message. */
  success?: string
  failure?: string
  onClose: () => void
}

const reasons = (Object.entries(reasonLabels) as [Report['reason'], string][]).map(([value, label]) => ({
  value,
  label,
}))

/** Reports an item of any type with one of nine reasons and optional details. */
export default function ReportDialog({ what, id, text, preview = 50, report, success, failure, onClose }: Props) {
  const { form, values, change, isPending } = useContractForm({
    name: `report ${what} ${id}`,
    initial: () => ({ reason: '' as Report['reason'] | '', details: '' }),
    schema: ReportInput,
    fieldNames: { description: 'details' },
    toBody: ({ reason, details }) => ({ reason, description: details }),
    send: ({ reason, description }) => report({ reason, description: description ?? '' }),
    onSuccess: ({ message }) =>
      void toast.success(success ?? message ?? 'Thanks for reporting. A moderator will take a look.'),
    onDone: onClose,
    onError: (error) => {
      const isRepeated = error.message.includes('already reported')
      const statuses = isRepeated ? 'all' : []
      toast.failure(error, failure ?? 'Failed to submit report. Please try again.', { statuses })
      if (isRepeated) onClose()
    },
  })
  const length = [...values.details.trim()].length
  const isLong = length > moderationLimits.details
  const fits = values.reason !== '' && !isLong

  return (
    <Dialog
      open
      onClose={onClose}
      title={text ? `Report ${what}: “${cut(text, preview)}”` : `Report ${what}`}
      description="Only your school’s moderators will know you reported this."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            type="submit"
            form={form.id}
            disabled={!fits}
            pendingLabel={isPending && 'Reporting...'}
          >
            Report {what}
          </Button>
        </>
      }
    >
      <form {...form}>
        <RadioList
          label="Why are you reporting this?"
          options={reasons}
          value={values.reason || undefined}
          onChange={(reason) => change({ reason })}
          disabled={isPending}
          className="grid gap-x-4 sm:grid-cols-2"
        />
        <TextArea
          label="Details (optional)"
          value={values.details}
          onChange={(details) => change({ details })}
          readOnly={isPending}
          counter={{ max: moderationLimits.details }}
          className="mt-3"
        />
      </form>
    </Dialog>
  )
}
