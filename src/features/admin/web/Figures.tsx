import { useQuery } from '@tanstack/react-query'
import { plural } from '../../../shared/plural.ts'
import { query } from '../../../shared/web/api.ts'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { adminApi } from '../contract.gen.ts'
import type { Stats } from '../contract.ts'
import { Sparkline } from './Sparkline.tsx'

/** The first figures have a line. */
const linedFigures = 4

type Props = { stats: Stats | undefined; isPending: boolean; school: string }

/** The figures of the overview, 0 after a failure, with lines of the last 30 days where the analytics have them. */
export function Figures({ stats, isPending, school }: Props) {
  const month = useQuery(query(adminApi.analytics, { query: { period: 'month', school_id: school || undefined } }))
  const count = (name: keyof Stats) => stats?.[name] ?? 0
  const number = (name: keyof Stats) => count(name).toLocaleString('en')
  const share = count('totalUsers') === 0 ? 0 : Math.round((count('activeUsers') / count('totalUsers')) * 100)
  const figures = [
    ['Total Users', number('totalUsers'), `${number('newUsersToday')} new today`, month.data?.new_users],
    ['Active Users', number('activeUsers'), `${share}% of total`, month.data?.active_users],
    ['Reports pending', number('pendingReports'), `${number('totalReports')} total`, month.data?.reports],
    [
      'Content Items',
      number('contentItems'),
      `${number('postsCount')} posts, ${number('commentsCount')} comments`,
      month.data?.posts.map((posts, day) => posts + (month.data.comments[day] ?? 0)),
    ],
    ['Warnings Issued', number('warningsIssued')],
    ['Suspended Users', number('suspendedUsers')],
    ['Banned Users', number('bannedUsers')],
    ['Push Devices', number('pushDevices'), `of ${plural(count('pushUsers'), 'user')}`],
  ] as const
  return (
    <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden border-y border-line bg-line sm:grid-cols-4 desk:rounded-card desk:border">
      {figures.map(([name, value, note, line], index) => (
        <div key={name} className="bg-surface px-4.5 py-4">
          <dt className="text-small text-soft">{name}</dt>
          <dd className="mt-0.5">
            {isPending ? (
              <Skeleton className="h-[1lh] w-16 text-title" />
            ) : (
              <span className="font-display text-title font-semibold tabular-nums">{value}</span>
            )}
            {note && (
              <span className="block text-small text-faint">
                {isPending ? <Skeleton className="h-[1lh] w-24" /> : note}
              </span>
            )}
            {index < linedFigures &&
              (line ? <Sparkline values={line} /> : month.isPending && <span className="mt-1.5 block h-6" />)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
