import { ChartLine, Download, Flag, Users } from 'lucide'
import { type Drawing, Icon } from '../../../shared/web/ui/Icon.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { exportReports } from '../../moderation/web/reports.ts'
import type { Stats } from '../contract.ts'
import { Figures } from './Figures.tsx'
import { FirstDay } from './FirstDay.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import type { Overview } from './overview.ts'
import { Recent } from './Recent.tsx'
import type { AdminTab } from './url-state.ts'

type Props = {
  stats: Stats | undefined
  isPending: boolean
  overview: Overview
  onOpen: (tab: AdminTab) => void
  school: string
  /** Whether the viewer is a site administrator. */
  isSite: boolean
}

/** Pending work, figures and recent activity. */
export function OverviewTab({ stats, isPending, overview, onOpen, school, isSite }: Props) {
  const number = (name: keyof Stats) => (stats?.[name] ?? 0).toLocaleString('en')
  const save = () =>
    exportReports({ status: '', search: '', school_id: school }).catch(() => toast.error('Failed to export reports'))
  return (
    <section aria-label="Overview" className="pt-3 pb-6 desk:pt-4">
      {isSite && <FirstDay onOpen={onOpen} />}
      <NeedsYou stats={stats} isPending={isPending} onOpen={onOpen} />
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3 px-4 desk:grid-cols-4 desk:px-0">
        <Quick
          icon={Flag}
          label="Review Reports"
          note={isPending ? undefined : `${number('pendingReports')} pending`}
          onClick={() => onOpen('reports')}
        />
        <Quick
          icon={Users}
          label="Manage Users"
          note={isPending ? undefined : `${number('totalUsers')} total`}
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
      <Figures stats={stats} isPending={isPending} school={school} />
      <Recent overview={overview} />
    </section>
  )
}

type QuickProps = {
  icon: Drawing
  label: string
  /** Absent while it is loaded. */
  note: string | undefined
  onClick: () => void
}

function Quick({ icon, label, note, onClick }: QuickProps) {
  return (
    <li className="contents">
      <button
        type="button"
        onClick={onClick}
        className="flex min-h-11 flex-col items-start gap-2 rounded-card border border-line bg-surface px-4 py-3.5 text-left transition-colors hover:bg-sunken"
      >
        <Icon icon={icon} className="text-brand" />
        <span>
          <span className="block font-semibold">{label}</span>
          <span className="block text-small text-soft tabular-nums">
            {note ?? <Skeleton className="h-[1lh] w-20" />}
          </span>
        </span>
      </button>
    </li>
  )
}
