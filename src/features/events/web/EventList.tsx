import { Fragment } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { SponsoredItem } from '../../ads/web/SponsoredItem.tsx'
import type { Event } from '../contract.ts'
import { EventCard } from './EventCard.tsx'
import { byDay, dayTitle } from './month.ts'
import { useEventList, useMonthEvents } from './queries.ts'
import { useZone } from './school-time.ts'
import type { EventsView } from './url-state.ts'

type Props = { view: EventsView; onCreate: () => void }

/** The events of the day chosen in the calendar, or all events. */
export const EventList = (props: Props) =>
  props.view.day ? <DayList {...props} day={props.view.day} /> : <WholeList {...props} />

function DayList({ view, day, onCreate }: Props & { day: string }) {
  const zone = useZone()
  const month = useMonthEvents(view.month, view)
  const events = byDay(month.data?.data ?? [], [day], zone).get(day) ?? []
  return (
    <>
      <div className="flex items-center justify-between gap-2 px-4 pb-2 desk:px-0">
        <h2 className="text-card">{dayTitle(day)}</h2>
        <Button variant="ghost" onClick={() => view.change({ day: undefined })}>
          Show all events
        </Button>
      </div>
      {month.isPending && <Skeletons />}
      {month.isError && (
        <ErrorState text="Failed to load events" error={month.error} onRetry={() => void month.refetch()} />
      )}
      {month.isSuccess && events.length === 0 && (
        <EmptyState
          illustration={<LawnIllustration />}
          title="Nothing on this day"
          text="Nothing is planned for this day yet. Host something?"
          action={<Button onClick={onCreate}>Create Event</Button>}
        />
      )}
      <Cards view={view} events={events} />
    </>
  )
}

function WholeList({ view, onCreate }: Props) {
  const list = useEventList({ filter: view.filter, search: view.search })
  return (
    <>
      {list.isPending && <Skeletons />}
      {list.isError && (
        <ErrorState text="Failed to load events" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && list.events.length === 0 && <NoEvents view={view} onCreate={onCreate} />}
      <Cards view={view} events={list.events} />
      <LoadMore label="Load More Events" list={list} />
    </>
  )
}

function Cards({ view, events }: { view: EventsView; events: readonly Event[] }) {
  const firstOver = events.findIndex(({ end_date }) => end_date * 1000 < Date.now())
  return (
    <ul aria-label="Events" className="desk:space-y-4">
      {events.map((event, index) => (
        <Fragment key={event.id}>
          {index === firstOver && index > 0 && (
            <li className="px-4 pt-5 pb-2 desk:px-0">
              <h2 className="text-card">Past events</h2>
            </li>
          )}
          <li>
            <EventCard event={event} to={view.linkTo({ event: event.id })} />
          </li>
          <SponsoredItem index={index} />
        </Fragment>
      ))}
    </ul>
  )
}

const Skeletons = () => (
  <div role="status" aria-label="Loading events" className="desk:space-y-4">
    {[1, 2, 3].map((index) => (
      <div key={index} className="card flex gap-4 px-4.5 py-4">
        <Skeleton className="size-13" />
        <div className="flex-1 space-y-2">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      </div>
    ))}
  </div>
)

function NoEvents({ view, onCreate }: Props) {
  if (view.isNarrowed) {
    return (
      <EmptyState
        illustration={<LawnIllustration />}
        title="No events found"
        text="Try another search or filter."
        action={<Button onClick={view.reset}>Show all events</Button>}
      />
    )
  }
  return (
    <EmptyState
      illustration={<LawnIllustration />}
      title="No events yet"
      text="A picnic, a game, a study night. Host the first one."
      action={
        <Button variant="primary" onClick={onCreate}>
          Create Event
        </Button>
      }
    />
  )
}
