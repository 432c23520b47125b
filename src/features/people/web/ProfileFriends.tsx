import { Link } from 'react-router'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import type { Profile } from '../contract.ts'
import { describeUser } from './PersonRow.tsx'
import { usePeople } from './queries.ts'

/** The friends of a user that the viewer can see, or an empty state. */
export function ProfileFriends({ person }: { person: Profile }) {
  const list = usePeople(person.is_me ? 'friends' : { friendsOf: person.id }, { q: '', letter: '' })
  if (list.isPending) {
    return (
      <div
        role="status"
        aria-label="Loading friends"
        className="grid gap-3 px-4 sm:grid-cols-2 wide:grid-cols-3 desk:px-0"
      >
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
      </div>
    )
  }
  if (list.isError && list.rows.length === 0)
    return <ErrorState text="Failed to load data" error={list.error} onRetry={() => void list.refetch()} />
  if (list.rows.length === 0)
    return <EmptyState illustration={<LawnIllustration />} title="Friends list coming soon..." />
  return (
    <>
      <ul aria-label="Friends" className="grid grid-cols-1 sm:grid-cols-2 desk:gap-3 wide:grid-cols-3">
        {list.rows.map((friend) => (
          <li key={friend.id} className="card">
            <Link
              to={`/profile/${friend.id}`}
              className="flex items-center gap-3 rounded-card px-4 py-3 transition-colors hover:bg-sunken"
            >
              <Avatar person={friend} size={40} />
              <span className="min-w-0">
                <span className="block truncate font-semibold">{friend.name}</span>
                <span className="block truncate text-small text-soft">{describeUser(friend)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="flex justify-center py-5">
          <Button pendingLabel={list.isFetchingNextPage && 'Loading...'} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
