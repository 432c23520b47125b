import { scrollableRef } from '../../../shared/web/scrollable.ts'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import type { Report } from '../report-contract.ts'
import { caseActionLabels } from './labels.ts'
import { SealedActionFields } from './SealedActionFields.tsx'
import { StatementPreview } from './StatementPreview.tsx'
import { useSealedAction } from './use-sealed-action.ts'

type Props = { report: Report; type: 'warn' | 'mute'; onClose: () => void }

/** Warns the author of a sealed item, or mutes their anonymous writing, from the table of reports. */
export default function SealedActionDialog({ report, type, onClose }: Props) {
  const action = useSealedAction(report, type, { onDone: onClose })
  const { form, statement, isPending, problem } = action
  const label = `${caseActionLabels[type]} author`
  return (
    <FormDialog
      onClose={onClose}
      title={label}
      problem={problem}
      form={form}
      submitLabel={label}
      isPending={isPending}
      pendingLabel="Working..."
      preview={<StatementPreview {...statement} />}
    >
      <blockquote
        dir="auto"
        ref={scrollableRef}
        className="mb-3 max-h-32 overflow-y-auto rounded-control bg-sunken px-4 py-2.5 whitespace-pre-wrap wrap-anywhere text-soft"
      >
        {[report.title, report.content].filter(Boolean).join('\n') || 'No text'}
      </blockquote>
      <SealedActionFields report={report} type={type} action={action} />
    </FormDialog>
  )
}
