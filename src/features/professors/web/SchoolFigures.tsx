import { counted, shown } from './labels.ts'
import { useStats } from './queries.ts'

/** Totals of the school. */
export function SchoolFigures() {
  const { data, isError } = useStats()
  const stats = data?.data
  if (isError) return <p className="px-4 pb-3 text-small text-soft desk:px-0">Failed to fetch stats</p>
  const figures: readonly (readonly [label: string, value: string, note?: string | undefined])[] = [
    ['Professors', stats?.total_professors.toLocaleString() ?? ''],
    ['Departments', stats?.total_departments.toLocaleString() ?? ''],
    ['Ratings', stats?.total_ratings.toLocaleString() ?? ''],
    ['Average', stats ? shown(stats.average_rating) : '', stats && `from ${counted(stats.total_ratings)}`],
  ]
  return (
    <dl
      aria-busy={!stats}
      className="mx-4 mb-4 grid grid-cols-2 gap-2 rounded-card bg-sunken px-3 py-3 phone:grid-cols-4 desk:mx-0"
    >
      {figures.map(([label, value, title]) => (
        <div key={label} title={title} className="flex min-w-0 flex-col-reverse text-center">
          <dt className="truncate text-tiny text-soft desk:text-small">{label}</dt>
          <dd className="min-h-[1.3em] font-display text-card font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
