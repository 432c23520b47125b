import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import type { Group } from '../contract.ts'
import { GroupMark } from './GroupMark.tsx'
import { formatMembers } from './labels.ts'
import type { useMyGroups } from './queries.ts'

type Props = { list: ReturnType<typeof useMyGroups>; search: string; onCreate: () => void }

/** A compact list of the viewer's groups. */
export function YourGroups({ list, search, onCreate }: Props) {
  useErrorToast(list.error, 'Failed to load groups')
  if (list.isPending)
    return (
      <div role="status" aria-label="Loading your groups" className="card space-y-3 p-4.5">
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-11" />
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
      <ul aria-label="Your groups" className="card grid grid-cols-1 gap-x-2 p-2 sm:grid-cols-2">
        {list.groups.map((group) => (
          <li key={group.id} className="min-w-0">
            <GroupLink group={group} />
          </li>
        ))}
      </ul>
      <LoadMore label="Load More Groups" list={list} />
    </>
  )
}

function GroupLink({ group }: { group: Group }) {
  return (
    <Link
      to={`/groups/${group.id}`}
      className="flex min-h-14 items-center gap-3 rounded-control px-2.5 py-2 transition-colors duration-150 hover:bg-sunken"
    >
      <GroupMark group={group} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{group.name}</span>
        <span className="flex items-center gap-1.5 text-small text-soft">
          {group.type === 'private' && <Icon icon={Lock} size={13} aria-label="Private" />}
          {formatMembers(group.members_count)}
          {group.user_role === 'admin' && ' · Admin'}
        </span>
      </span>
      {group.requests_count > 0 && (
        <span className="rounded-full bg-brick px-2 py-0.5 text-tiny font-semibold text-surface tabular-nums">
          <span className="sr-only">Join requests: </span>
          {group.requests_count}
        </span>
      )}
    </Link>
  )
}
