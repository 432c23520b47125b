import { Time } from '../../../shared/web/ui/Time.tsx'
import type { Case } from '../case-contract.ts'
import { formatDeadline, priorityLabels } from './labels.ts'

/** The priority of a case, if it is not the usual one, and how long it may wait: red when the deadline was missed. */
export function CaseDeadline({ item, className = '' }: { item: Case; className?: string }) {
  const { priority, due_at, is_late, state } = item
  return (
    <span className={`flex flex-wrap items-baseline gap-x-1.5 text-small tabular-nums ${className}`}>
      {priority !== 'normal' && <span className="font-semibold text-danger">{priorityLabels[priority]}</span>}
      {state === 'open' && (
        <Time at={due_at} format={formatDeadline} className={is_late ? 'font-semibold text-danger' : 'text-soft'} />
      )}
    </span>
  )
}
