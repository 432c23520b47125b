import { counted, shown } from './labels.ts'
import { useStats } from './queries.ts'

/** Totals of the school, in one line. */
export function SchoolFigures() {
  const { data, isError } = useStats()
  const stats = data?.data
  const text = stats
    ? [
        counted(stats.total_professors, 'professor'),
        counted(stats.total_departments, 'department'),
        `${shown(stats.average_rating)} on average from ${counted(stats.total_ratings)}`,
      ].join(' · ')
    : isError && 'Failed to fetch stats'
  return (
    <p aria-busy={!text} className="min-h-[1.5em] px-4 py-3 text-center text-small text-soft tabular-nums desk:px-0">
      {text}
    </p>
  )
}
