import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { listItems } from '../../../shared/web/list-items.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import type { events } from '../contract.ts'

/** The attendees, in the order in which they signed up. */
export function Attendees({ id, count }: { id: string; count: number }) {
  const list = useInfiniteQuery({
    queryKey: queryKeyFor('GET /api/events/:id/attendees', { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof events.attendees>('GET /api/events/:id/attendees', {
        params: { id },
        query: { page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
    enabled: count > 0,
  })
  const people = listItems(list.data?.pages)
  return (
    <section className="mt-6">
      <h3 className="text-card">Going</h3>
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
