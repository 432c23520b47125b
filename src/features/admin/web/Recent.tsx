import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { reasonLabel, titled } from '../../moderation/web/labels.ts'
import { statusTones } from '../../moderation/web/ReportRow.tsx'
import { formatAge } from './age.ts'
import type { Overview } from './overview.ts'

/** The latest reports and moderation actions. */
export function Recent({ overview }: { overview: Overview }) {
  return (
    <div className="mt-4 grid grid-cols-1 gap-4 desk:grid-cols-2">
      <section className="card px-4.5 py-4">
        <h2 className="text-card">Recent Reports</h2>
        {!overview.isPending && overview.reports.length === 0 && <p className="mt-1 text-soft">No reports yet</p>}
        <ul className="mt-1">
          {overview.reports.map(({ id, reason, reporter_name, created_at, status }) => (
            <li key={id} className="flex items-center gap-3 border-b border-line py-2.5 last:border-0">
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{reasonLabel(reason)}</span>
                <span className="block text-small text-soft">
                  {reporter_name ?? 'Unknown'} · {formatAge(created_at)}
                </span>
              </span>
              <Badge tone={statusTones[status]}>{titled(status)}</Badge>
            </li>
          ))}
        </ul>
      </section>
      <section className="card px-4.5 py-4">
        <h2 className="text-card">Recent Activity</h2>
        {!overview.isPending && overview.activities.length === 0 && <p className="mt-1 text-soft">No activity yet</p>}
        <ul className="mt-1">
          {overview.activities.map(({ id, user, action, timestamp }) => (
            <li key={id} className="flex items-center gap-3 border-b border-line py-2.5 last:border-0">
              <Avatar person={{ id: user.name, ...user }} size={32} />
              <span className="min-w-0 flex-1">
                <span className="font-medium">{user.name}</span> <span className="text-soft">{action}</span>
                <span className="block text-small text-faint">{formatAge(timestamp)}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
