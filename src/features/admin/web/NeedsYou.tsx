import { formatRelativeTime } from '../../../shared/web/time.ts'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import type { Stats } from '../contract.ts'
import type { AdminTab } from './url-state.ts'

type Props = { stats: Stats | undefined; isPending: boolean; onOpen: (tab: AdminTab) => void }

/** The work that waits. Each figure opens its tab. */
export function NeedsYou({ stats, isPending, onOpen }: Props) {
  const oldest = stats?.oldestPendingAt
  const figures = [
    ['pending', String(stats?.pendingReports ?? 0), 'reports'],
    ['oldest', oldest ? formatRelativeTime(oldest) : 'None', 'reports'],
    ...(stats?.waitingConfessions
      ? ([['confessions to read', String(stats.waitingConfessions), 'confessions']] as const)
      : []),
    ['reversed in 30 days', String(stats?.recentReversals ?? 0), 'moderation'],
  ] as const satisfies readonly (readonly [string, string, AdminTab])[]
  return (
    <section aria-labelledby="needs-you" className="card mb-3 px-4.5 py-3">
      <h2 id="needs-you" className="text-card">
        Needs you
      </h2>
      <ul className={`-mx-2 mt-1 grid ${figures.length > 3 ? 'grid-cols-2 sm:grid-cols-4' : 'grid-cols-3'}`}>
        {figures.map(([name, value, tab]) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onOpen(tab)}
              className="flex size-full min-h-11 flex-col rounded-control px-2 py-1 text-left hover:bg-sunken"
            >
              {isPending ? (
                <Skeleton className="h-[1lh] w-12 text-[1.25rem]" />
              ) : (
                <span className="block font-display text-[1.25rem] font-semibold tabular-nums">{value}</span>
              )}{' '}
              <span className="block text-small text-soft">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
