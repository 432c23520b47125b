import { Skeleton } from '../../../shared/web/ui/states.tsx'
import type { Stats } from '../contract.ts'

/** The figures of the overview, 0 after a failure. */
export function Figures({ stats, isPending }: { stats: Stats | undefined; isPending: boolean }) {
  const count = (name: keyof Stats) => stats?.[name] ?? 0
  const number = (name: keyof Stats) => count(name).toLocaleString('en')
  const share = count('totalUsers') === 0 ? 0 : Math.round((count('activeUsers') / count('totalUsers')) * 100)
  const figures = [
    ['Total Users', number('totalUsers'), `${number('newUsersToday')} new today`],
    ['Active Users', number('activeUsers'), `${share}% of total`],
    ['Reports pending', number('pendingReports'), `${number('totalReports')} total`],
    ['Content Items', number('contentItems'), `${number('postsCount')} posts, ${number('commentsCount')} comments`],
    ['Warnings Issued', number('warningsIssued')],
    ['Suspended Users', number('suspendedUsers')],
    ['Banned Users', number('bannedUsers')],
  ] as const
  return (
    <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden border-y border-line bg-line sm:grid-cols-4 desk:rounded-card desk:border">
      {figures.map(([name, value, note]) => (
        <div key={name} className="bg-surface px-4.5 py-4 last:col-span-2 sm:last:col-span-2">
          <dt className="text-small text-soft">{name}</dt>
          <dd className="mt-0.5">
            {isPending ? (
              <Skeleton className="my-1 h-7 w-16" />
            ) : (
              <span className="font-display text-title font-semibold tabular-nums">{value}</span>
            )}
            {note && (
              <span className="block text-small text-faint">
                {isPending ? <Skeleton className="my-0.5 h-4 w-24" /> : note}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
