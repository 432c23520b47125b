import { type KeyboardEvent, useEffect } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { WithPreview } from '../../../shared/web/ui/WithPreview.tsx'
import type { Report } from '../report-contract.ts'
import { caseActionLabels } from './labels.ts'
import { SealedActionFields } from './SealedActionFields.tsx'
import { StatementPreview } from './StatementPreview.tsx'
import { useSealedAction } from './use-sealed-action.ts'

type Props = { report: Report; type: 'warn' | 'mute'; onCancel: () => void; onSent: () => void }

/** The statement for the author of a sealed item, in place. What was typed stays when the type changes. */
export default function SealedActionForm({ report, type, onCancel, onSent }: Props) {
  const action = useSealedAction(report, type, { onSent })
  const { form, statement, submit, isPending, problem } = action
  // biome-ignore lint/correctness/useExhaustiveDependencies: another type was chosen
  useEffect(() => {
    form.ref.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [type])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isPending) submit()
  }
  return (
    <div className="pt-3">
      {problem && <Banner text={problem} />}
      <WithPreview preview={<StatementPreview {...statement} />}>
        <form {...form} onKeyDown={press}>
          <SealedActionFields report={report} type={type} action={action} />
        </form>
      </WithPreview>
      <div className="mt-3 flex justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Working...'}>
          {caseActionLabels[type]} author
        </Button>
      </div>
    </div>
  )
}
