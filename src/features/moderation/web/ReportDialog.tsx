import { useState } from 'react'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { TextArea } from '../../../shared/web/ui/TextArea.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { moderationLimits } from '../contract.ts'
import { type Report, ReportInput } from '../report-contract.ts'
import { cut, reasonLabels } from './labels.ts'

type ReportBody = { reason: string; description: string; urgent?: NonNullable<ReportInput['urgent']> }

type Props = {
  /** Label of the content type: 'post'. */
  what: string
  id: string
  /** Text of the item. The title shows its beginning. */
  text?: string
  /** Characters of the text in the title. */
  preview?: number
  /** Sends the report. The response may contain a message for the reporter. */
  report: (body: ReportBody) => Promise<{ message?: string | undefined }>
  /** Replaces the server's message. */
  success?: string
  failure?: string
  onClose: () => void
}

const reasons = (Object.entries(reasonLabels) as [Report['reason'], string][]).map(([value, label]) => ({
  value,
  label,
}))

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

const questions = {
  danger: 'Is someone in danger right now?',
  intimate: 'Is this an intimate picture of you, or of a person who did not agree?',
}
/** The reasons that lead to a question, which decides how soon a moderator looks. */
const asked: Readonly<Partial<Record<Report['reason'], keyof typeof questions>>> = {
  violence: 'danger',
  other: 'danger',
  inappropriate: 'intimate',
  personal_info: 'intimate',
  harassment: 'intimate',
}
type Reason = Report['reason'] | ''
const findQuestion = (reason: Reason) => {
  const about = reason && asked[reason]
  return about ? questions[about] : undefined
}
const toUrgent = (reason: Reason, answer: 'yes' | 'no' | ''): ReportInput['urgent'] => {
  if (answer === 'yes') return reason ? asked[reason] : undefined
  return answer === 'no' && reason === 'personal_info' ? 'personal' : undefined
}

/** Reports an item of any type with one of nine reasons and optional details. */
export default function ReportDialog({ what, id, text, preview = 50, report, success, failure, onClose }: Props) {
  const [help, setHelp] = useState<string>()
  const { form, values, change, isPending } = useContractForm({
    name: `report ${what} ${id}`,
    initial: () => ({ reason: '' as Report['reason'] | '', details: '', answer: '' as 'yes' | 'no' | '' }),
    schema: ReportInput,
    fieldNames: { description: 'details' },
    toBody: ({ reason, details, answer }) => {
      const urgent = toUrgent(reason, answer)
      return { reason, description: details, ...(urgent ? { urgent } : {}) }
    },
    send: ({ reason, description, urgent }) =>
      report({ reason, description: description ?? '', ...(urgent ? { urgent } : {}) }),
    onSuccess({ message }) {
      if (urgent !== 'danger')
        toast.success(success ?? message ?? 'Thanks for reporting. A moderator will take a look.')
    },
    onDone({ message }) {
      if (urgent === 'danger' && message) setHelp(message)
      else onClose()
    },
    onError: (error) => {
      const isRepeated = error.message.includes('already reported')
      const statuses = isRepeated ? 'all' : []
      toast.failure(error, failure ?? 'Failed to submit report. Please try again.', { statuses })
      if (isRepeated) onClose()
    },
  })
  const length = [...values.details.trim()].length
  const isLong = length > moderationLimits.details
  const question = findQuestion(values.reason)
  const urgent = toUrgent(values.reason, values.answer)
  const fits = values.reason !== '' && !isLong

  if (help)
    return (
      <Dialog open onClose={onClose} title="Report sent" actions={<Button onClick={onClose}>Close</Button>}>
        <p role="status" className="text-body font-medium">
          {help}
        </p>
      </Dialog>
    )
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
          onChange={(reason) => change({ reason, answer: '' })}
          disabled={isPending}
          className="grid gap-x-4 sm:grid-cols-2"
        />
        {question && (
          <div className="mt-4">
            <RadioList
              label={question}
              options={answers}
              value={values.answer || undefined}
              onChange={(answer) => change({ answer })}
              disabled={isPending}
              className="flex gap-6"
            />
          </div>
        )}
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
