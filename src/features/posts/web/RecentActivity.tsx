import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { postsApi } from '../contract.gen.ts'

/** Recent activity of the school, for the side rail of the feed. */
export function RecentActivity() {
  const list = useQuery(query(postsApi.activity, { query: { limit: 5 } }))
  const activities = list.data?.data ?? []
  return (
    <section className="card px-4.5 py-4">
      <h2 className="text-body">Recent activity</h2>
      {list.isPending && <Skeleton className="mt-3 h-40" />}
      {!list.isPending && activities.length === 0 && <p className="mt-1 text-soft">Nothing new yet</p>}
      <ul>
        {activities.map(({ id, user, action, timestamp }) => (
          <li key={id} className="mt-3 flex items-center gap-3">
            <Avatar person={user} size={32} />
            <p className="min-w-0 flex-1 text-small leading-snug text-soft">
              <span className="font-semibold text-ink">{user.name}</span> {action}
              <span className="whitespace-nowrap text-faint">
                {' '}
                · <Time at={timestamp} />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
