import { Lock } from 'lucide'
import { Link } from 'react-router'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import type { Group, GroupActivity } from '../contract.ts'
import { GroupMark } from './GroupMark.tsx'
import { formatMembers } from './labels.ts'
import { useGroupActivity, type useMyGroups } from './queries.ts'

type Props = {
  list: ReturnType<typeof useMyGroups>
  /** Whether something above the list is still loading. */
  isWaiting: boolean
  search: string
  onCreate: () => void
}

/** The viewer's groups with what happened last, the newest activity first. */
export function YourGroups({ list, isWaiting, search, onCreate }: Props) {
  const activity = useGroupActivity()
  const latest = (group: Group) => activity.get(group.id)?.created_at ?? 0
  const groups = list.groups.toSorted((one, other) => latest(other) - latest(one)) // by name where nothing happened
  useErrorToast(list.error, 'Failed to load groups')
  if (list.isPending || isWaiting)
    return (
      <div role="status" aria-label="Loading your groups" className="card divide-y divide-line">
        {[1, 2, 3, 4, 5].map((key) => (
          <div key={key} className="flex min-h-18 items-center gap-3 px-4">
            <Skeleton className="size-13" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3.5 w-3/4" />
            </div>
          </div>
        ))}
      </div>
    )
  if (list.isError)
    return <ErrorState text="Failed to load groups" error={list.error} onRetry={() => void list.refetch()} />
  if (list.groups.length === 0)
    return search ? (
      <p className="card px-4.5 py-6 text-soft">None of your groups match this search.</p>
    ) : (
      <EmptyState
        illustration={<LawnIllustration />}
        title="You haven’t joined a group yet"
        text="Join one below, or start your own. Two people and a reason is enough."
        action={<Button onClick={onCreate}>Create a group</Button>}
      />
    )
  return (
    <>
      <ul aria-label="Your groups" className="card divide-y divide-line overflow-hidden">
        {groups.map((group) => (
          <li key={group.id}>
            <GroupLink group={group} activity={activity.get(group.id)} />
          </li>
        ))}
      </ul>
      <LoadMore label="Load More Groups" list={list} />
    </>
  )
}

function GroupLink({ group, activity }: { group: Group; activity: GroupActivity | undefined }) {
  const unread = activity?.unread ?? 0
  return (
    <Link
      to={`/groups/${group.id}`}
      className="flex min-h-18 items-center gap-3 px-4 py-2 -outline-offset-2 transition-colors hover:bg-sunken"
    >
      <span className="shrink-0 *:*:size-13">
        <GroupMark group={group} size={64} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-1.5">
          <span className="truncate font-semibold">{group.name}</span>
          {group.type === 'private' && (
            <Icon icon={Lock} size={13} aria-label="Private" className="shrink-0 text-soft" />
          )}
          {unread > 0 && <span className="sr-only">, {unread} new</span>}
          {activity && (
            <Time at={activity.created_at} className="ml-auto shrink-0 text-small text-faint tabular-nums" />
          )}
        </span>
        <span className="flex items-center gap-2">
          <span className={`min-w-0 flex-1 truncate text-small ${unread > 0 ? 'font-medium text-ink' : 'text-soft'}`}>
            {activity ? `${activity.author_name}: ${activity.text}` : formatMembers(group.members_count)}
          </span>
          {group.user_role === 'admin' && <span className="text-tiny text-faint">Admin</span>}
          {group.requests_count > 0 && (
            <span className="rounded-full bg-gold-soft px-2 py-0.5 text-tiny font-semibold text-orange tabular-nums">
              <span className="sr-only">Join requests: </span>
              {group.requests_count}
            </span>
          )}
          {unread > 0 && (
            <span
              aria-hidden
              className="rounded-full bg-brick px-1.5 text-tiny font-semibold text-on-brick tabular-nums"
            >
              {unread}
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}
