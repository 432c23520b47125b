import { Link } from 'react-router'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { eventsApi } from '../contract.gen.ts'

/** The attendees: friends first, then in the order in which they signed up. */
export function Attendees({ id, count }: { id: string; count: number }) {
  const { items: people, ...list } = useInfiniteList(eventsApi.attendees, { params: { id } }, { enabled: count > 0 })
  return (
    <section className="mt-6">
      <h3 className="text-card">Who’s going</h3>
      {count === 0 && <p className="mt-1 text-soft">No one yet. Be the first to go.</p>}
      {count > 0 && list.isPending && <Skeleton className="mt-2 h-11" />}
      {list.isError && (
        <ErrorState text="We couldn’t load who’s going." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {count > 0 && (
        <ul aria-label="Going" className="mt-2 grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          {people.map((person) => (
            <li key={person.id}>
              <Link
                to={`/profile/${person.id}`}
                className="flex min-h-13 items-center gap-3 rounded-control hover:underline"
              >
                <Avatar person={person} size={36} />
                <span className="truncate font-medium">{person.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button pendingLabel={list.isFetchingNextPage && 'Loading...'} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}
