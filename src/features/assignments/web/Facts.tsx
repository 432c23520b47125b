import { CalendarClock, CircleCheck, Flag } from 'lucide'
import { formatFullDate } from '../../../shared/web/time.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Assignment } from '../contract.ts'
import { formatDue, priorities, priorityLooks } from './labels.ts'

/** Status, subject, course, priority, due date and tags of a question. */
export function Facts({ assignment }: { assignment: Assignment }) {
  const { subject, course, priority, due_date, tags, solved } = assignment
  return (
    <ul aria-label="About this question" className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small">
      {solved && (
        <li className="inline-flex items-center gap-1 font-semibold text-brand">
          <Icon icon={CircleCheck} size={16} strokeWidth={2.25} /> Solved
        </li>
      )}
      <li className="rounded-full bg-brand-soft px-2.5 py-0.5 font-medium text-brand">{subject}</li>
      {course && <li className="wrap-anywhere text-soft">{course}</li>}
      <li className={`inline-flex items-center gap-1 font-medium ${priorityLooks[priority]}`}>
        <Icon icon={Flag} size={14} strokeWidth={2} />
        {priorities.find(([value]) => value === priority)?.[1]} priority
      </li>
      {due_date !== null && (
        <li className="inline-flex items-center gap-1 text-soft" title={formatFullDate(due_date)}>
          <Icon icon={CalendarClock} size={14} strokeWidth={2} />
          {formatDue(due_date)}
        </li>
      )}
      {tags.map((tag) => (
        <li key={tag} className="wrap-anywhere text-faint">
          #{tag}
        </li>
      ))}
    </ul>
  )
}
