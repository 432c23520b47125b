import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { moderationApi } from '../contract.gen.ts'
import type { Activity } from '../contract.ts'
import { formatDate, titled } from './labels.ts'

const dots: Readonly<Record<Activity['severity'], string>> = {
  high: 'bg-danger',
  medium: 'bg-orange',
  low: 'bg-brand',
}

/** The latest ten entries of a user's moderation history. */
export function ActivityHistory({ userId }: { userId: string }) {
  const ask = { params: { id: userId } }
  const list = useQuery(query(moderationApi.activities, ask))
  const entries = list.data?.data ?? []
  return (
    <section className="mt-5">
      <h3 className="text-card">User Activity History</h3>
      {list.isPending && <Skeleton className="mt-2 h-16" />}
      {!list.isPending && entries.length === 0 && <p className="mt-1 text-soft">No previous activity found</p>}
      <ul className="mt-2 space-y-2">
        {entries.map(({ id, action_type, details, severity, created_at }) => (
          <li key={`${id}${action_type}`} className="flex flex-wrap items-baseline gap-x-3">
            <span title={`Severity: ${severity}`} className={`size-2.5 shrink-0 rounded-full ${dots[severity]}`}>
              <span className="sr-only">{severity}</span>
            </span>
            <span className="font-medium whitespace-nowrap">{titled(action_type)}</span>
            <span className="min-w-0 flex-1 text-soft max-sm:order-last max-sm:basis-full max-sm:pl-5.5">
              {details}
            </span>
            <span className="ml-auto text-small whitespace-nowrap text-faint tabular-nums">
              {formatDate(created_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
