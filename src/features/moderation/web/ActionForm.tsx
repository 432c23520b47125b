import { type KeyboardEvent, useEffect } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { WithPreview } from '../../../shared/web/ui/WithPreview.tsx'
import type { Case } from '../case-contract.ts'
import { CaseFormFoot } from './CaseFormFoot.tsx'
import { type ActionType, actionLabels } from './labels.ts'
import { StatementFields } from './StatementFields.tsx'
import { StatementPreview } from './StatementPreview.tsx'
import { actionNotice, type Defer, durations, noUserText, sealedActionText, useAction } from './use-action.ts'

type Props = { item: Case; type: ActionType; onCancel: () => void; defer: Defer }

/** The reason of a warning, suspension or ban, in place. What was typed stays when the type changes. */
export default function ActionForm({ item, type, onCancel, defer }: Props) {
  const { report } = item
  const { form, field, choice, values, statement, submit, isPending, isSealed, canSend, hint, problem } = useAction(
    report,
    type,
    { item, defer },
  )
  const label = actionLabels[type]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another type was chosen
  useEffect(() => {
    form.ref.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [type])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && canSend && !isPending) submit()
  }
  return (
    <div className="pt-3">
      {problem && <Banner text={problem} />}
      {report.reported_user_id === null && (
        <p role="alert" className="mb-3 font-medium text-danger">
          {noUserText}
        </p>
      )}
      <WithPreview preview={<StatementPreview {...statement} />}>
        <form {...form} onKeyDown={press}>
          {isSealed && <p className="mb-3 rounded-control border border-danger px-3 py-2">{sealedActionText}</p>}
          <div className="gap-4 sm:flex">
            <Field label="Reason" starred multiline hint={hint} className="flex-1" {...field('reason')} />
            {type === 'suspend' && (
              <Select label="Suspension Duration" options={durations} className="max-sm:mt-3" {...choice('duration')} />
            )}
          </div>
          <StatementFields
            school={report.school_id}
            report={report}
            rule={choice('rule')}
            facts={field('facts')}
            reason={values.reason}
            priority={item.priority}
            until={statement.end}
          />
          <p className="mt-2 text-small text-soft">{actionNotice(type)}</p>
        </form>
      </WithPreview>
      <CaseFormFoot onCancel={onCancel}>
        <Button
          variant={type === 'ban' ? 'danger' : 'primary'}
          type="submit"
          form={form.id}
          disabled={!canSend}
          pendingLabel={isPending && 'Working...'}
        >
          {label} user
        </Button>
      </CaseFormFoot>
    </div>
  )
}
