import type { Case } from '../case-contract.ts'
import { caseActionLabels } from './labels.ts'
import { SealedActionFields } from './SealedActionFields.tsx'
import { StatementForm } from './StatementForm.tsx'
import type { Defer } from './use-action.ts'
import { useSealedAction } from './use-sealed-action.ts'

type Props = { item: Case; type: 'warn' | 'mute'; onCancel: () => void; defer: Defer }

/** The statement for the author of a sealed item, in place. What was typed stays when the type changes. */
export default function SealedActionForm({ item, type, onCancel, defer }: Props) {
  const action = useSealedAction(item.report, type, { item, defer })
  return (
    <StatementForm action={action} type={type} submitLabel={`${caseActionLabels[type]} author`} onCancel={onCancel}>
      <SealedActionFields report={item.report} type={type} action={action} />
    </StatementForm>
  )
}
