import { toOptions } from '../../../shared/web/options.ts'
import type { AssignmentFilter, AssignmentSort, Priority } from '../contract.ts'

export const filters = toOptions<AssignmentFilter>({
  all: 'All Questions',
  unsolved: 'Unsolved',
  solved: 'Solved',
  'my-questions': 'My Questions',
  'my-answers': 'My Answers',
})
export const sorts = toOptions<AssignmentSort>({
  newest: 'Newest',
  oldest: 'Oldest',
  'most-answers': 'Most answers',
  'due-soon': 'Due soon',
})
export const priorities = toOptions<Priority>({
  low: 'Low',
  medium: 'Medium',
  high: 'High',
})

/** Colour of a priority's icon. */
export const priorityLooks: Readonly<Record<Priority, string>> = {
  low: 'text-brand',
  medium: 'text-orange',
  high: 'text-danger',
}

/** What may have happened to a question that does not exist. */
export const goneText = 'It may have been deleted, or it belongs to another school.'

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const sameYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const otherYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

/**
 * Formats a due time (seconds since 1970) by the days of the viewer's time zone: 'Due today', 'Due tomorrow', 'Was due
 * 4 Nov'.
 */
export function formatDue(seconds: number, now = new Date()): string {
  const due = new Date(seconds * 1000)
  const date = (due.getFullYear() === now.getFullYear() ? sameYear : otherYear).format(due)
  if (due < now) return `Was due ${date}`
  const toDayNumber = (date: Date) => Math.round(new Date(date).setHours(0, 0, 0, 0) / 86_400_000)
  const days = toDayNumber(due) - toDayNumber(now)
  if (days === 0) return 'Due today'
  if (days === 1) return 'Due tomorrow'
  return `Due ${date}`
}
