import { useQuery } from '@tanstack/react-query'
import { ChartLine, Download, Flag, type LucideIcon, Users } from 'lucide-react'
import { query } from '../../../shared/web/api.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { reports } from '../../moderation/contract.ts'
import { statusTones } from '../../moderation/web/ReportRow.tsx'
import { exportReports } from '../../moderation/web/reports.ts'
import { reasonOf, titled } from '../../moderation/web/words.ts'
import type { admin, Stats } from '../contract.ts'
import { ageOf } from './age.ts'
import { FirstDay } from './FirstDay.tsx'

const mostRecent = 5

/** The lists of the overview; a failure leaves them empty. */
export function useOverview(school: string) {
  const school_id = school || undefined
  const recent = useQuery(query<typeof reports.list>('GET /admin/reports', { query: { limit: mostRecent, school_id } }))
  const activity = useQuery(query<typeof admin.recentActivity>('GET /admin/recent-activity', { query: { school_id } }))
  return {
    reports: recent.data?.data.reports ?? [],
    activities: activity.data?.data.slice(0, mostRecent) ?? [],
    isPending: recent.isPending || activity.isPending,
    hasFailed: recent.isError && activity.isError,
  }
}

type Props = {
  stats: Stats | undefined
  overview: ReturnType<typeof useOverview>
  onOpen: (tab: string) => void
  school: string
  /** Whether the whole site is this person's. */
  isSite: boolean
}

/** What there is to do, the numbers, and what happened last. */
export function OverviewTab({ stats, overview, onOpen, school, isSite }: Props) {
  const count = (name: keyof Stats) => stats?.[name] ?? 0
  const number = (name: keyof Stats) => count(name).toLocaleString('en')
  const share = count('totalUsers') === 0 ? 0 : Math.round((count('activeUsers') / count('totalUsers')) * 100)
  const save = () =>
    exportReports({ status: '', search: '', school_id: school }).catch(() => toast.error('Failed to export reports'))
  const figures = [
    ['Total Users', number('totalUsers'), `${number('newUsersToday')} new today`],
    ['Active Users', number('activeUsers'), `${share}% of total`],
    ['Reports pending', number('pendingReports'), `of ${number('totalReports')} in total`],
    ['Content Items', number('contentItems'), `${number('postsCount')} posts, ${number('commentsCount')} comments`],
    ['Warnings Issued', number('warningsIssued')],
    ['Suspended Users', number('suspendedUsers')],
    ['Banned Users', number('bannedUsers')],
  ] as const
  return (
    <section aria-label="Overview" className="pt-5 pb-6">
      {isSite && <FirstDay onOpen={onOpen} />}
      <ul className="grid grid-cols-2 gap-3 px-4 desk:grid-cols-4 desk:px-0">
        <Quick
          icon={Flag}
          label="Review Reports"
          note={`${number('pendingReports')} pending`}
          onClick={() => onOpen('reports')}
        />
        <Quick
          icon={Users}
          label="Manage Users"
          note={`${number('totalUsers')} in total`}
          onClick={() => onOpen('users')}
        />
        <Quick icon={Download} label="Export Data" note="Reports as CSV" onClick={save} />
        <Quick
          icon={ChartLine}
          label="View Analytics"
          note="Posts, comments, people"
          onClick={() => onOpen('analytics')}
        />
      </ul>
      <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden border-y border-line bg-line sm:grid-cols-4 desk:rounded-card desk:border">
        {figures.map(([name, value, note]) => (
          <div key={name} className="bg-surface px-4.5 py-4 last:col-span-2 sm:last:col-span-2">
            <dt className="text-small text-soft">{name}</dt>
            <dd className="mt-0.5">
              <span className="font-display text-title font-semibold tabular-nums">{value}</span>
              {note && <span className="block text-small text-faint">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 grid grid-cols-1 gap-4 desk:grid-cols-2">
        <section className="card px-4.5 py-4">
          <h2 className="text-card">Recent Reports</h2>
          {!overview.isPending && overview.reports.length === 0 && <p className="mt-1 text-soft">No reports so far</p>}
          <ul className="mt-1">
            {overview.reports.map(({ id, reason, reporter_name, created_at, status }) => (
              <li key={id} className="flex items-center gap-3 border-b border-line py-2.5 last:border-0">
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{reasonOf(reason)}</span>
                  <span className="block text-small text-soft">
                    {reporter_name ?? 'Unknown'} · {ageOf(created_at)}
                  </span>
                </span>
                <Badge tone={statusTones[status]}>{titled(status)}</Badge>
              </li>
            ))}
          </ul>
        </section>
        <section className="card px-4.5 py-4">
          <h2 className="text-card">Recent Activity</h2>
          {!overview.isPending && overview.activities.length === 0 && <p className="mt-1 text-soft">Quiet so far</p>}
          <ul className="mt-1">
            {overview.activities.map(({ id, user, action, timestamp }) => (
              <li key={id} className="flex items-center gap-3 border-b border-line py-2.5 last:border-0">
                <Avatar person={{ id: user.name, ...user }} size={32} />
                <span className="min-w-0 flex-1">
                  <span className="font-medium">{user.name}</span> <span className="text-soft">{action}</span>
                  <span className="block text-small text-faint">{ageOf(timestamp)}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </section>
  )
}

function Quick({
  icon: Icon,
  label,
  note,
  onClick,
}: {
  icon: LucideIcon
  label: string
  note: string
  onClick: () => void
}) {
  return (
    <li className="contents">
      <button
        type="button"
        onClick={onClick}
        className="flex min-h-11 flex-col items-start gap-2 rounded-card border border-line bg-surface px-4 py-3.5 text-left transition-colors duration-150 hover:bg-sunken"
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden className="text-brand" />
        <span>
          <span className="block font-semibold">{label}</span>
          <span className="block text-small text-soft tabular-nums">{note}</span>
        </span>
      </button>
    </li>
  )
}
