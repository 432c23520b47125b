import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useCreateDialog } from '../../../shared/web/url-state.ts'
import type { Group } from '../../groups/contract.ts'
import { groupEventsApi } from '../contract.gen.ts'
import { EventCard } from './EventCard.tsx'
import { invalidateEvents } from './queries.ts'
import { useGroupEventsView } from './url-state.ts'
import { useLiveSeats } from './waitlist.ts'

const EventForm = lazyPart(() => import('./EventForm.tsx'))
const EventDialog = lazyPart(() => import('./EventDialog.tsx'))

/** Upcoming and past events of the group. */
export default function EventsTab({ group }: { group: Group }) {
  const client = useQueryClient()
  const { items: events, ...list } = useInfiniteList(groupEventsApi.list, { params: { gid: group.id } })
  const view = useGroupEventsView()
  useLiveSeats()
  const [isPlanning, setIsPlanning] = useCreateDialog()
  return (
    <>
      {group.can.post && (
        <div className="flex justify-end px-4 pb-3 desk:px-0">
          <Button onClick={() => setIsPlanning(true)}>Create Event</Button>
        </div>
      )}
      {list.isPending && <Skeleton className="mx-4 h-28 desk:mx-0" />}
      {list.isError && (
        <ErrorState text="Failed to load events" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && events.length === 0 && (
        <EmptyState illustration={<LawnIllustration />} title="No events yet" text="Group events show up here." />
      )}
      <h2 className="sr-only">Events</h2>
      <ul aria-label="Events" className="desk:space-y-4">
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} to={view.linkTo({ event: event.id })} />
          </li>
        ))}
      </ul>
      <LoadMore label="Load More Events" list={list} />
      <Suspense>
        {isPlanning && (
          <EventForm
            place={group.id}
            make={(body, idempotencyKey) =>
              call(groupEventsApi.create, {
                params: { gid: group.id },
                body,
                idempotencyKey,
              })
            }
            onClose={() => setIsPlanning(false)}
            onMade={() => void invalidateEvents(client)}
          />
        )}
        {view.event && (
          <EventDialog key={view.event} id={view.event} onClose={() => view.change({ event: undefined })} />
        )}
      </Suspense>
    </>
  )
}
