import { Fragment } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { NewItems } from '../../../shared/web/ui/NewItems.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { SponsoredItem } from '../../ads/web/SponsoredItem.tsx'
import { LazySuggestedPeople } from '../../people/web/LazySuggestedPeople.tsx'
import type { Event } from '../contract.ts'
import { EventCard } from './EventCard.tsx'
import { byDay, dayTitle } from './month.ts'
import { toEventList, useEventList, useMonthEvents } from './queries.ts'
import { useZone } from './school-time.ts'
import { toSections } from './sections.ts'
import type { EventsView } from './url-state.ts'

type Props = {
  view: EventsView
  /** Beside the first title. */
  note?: string | undefined
  onCreate: () => void
}

/** The events of the day chosen in the calendar, or all events. */
export const EventList = (props: Props) =>
  props.view.day ? <DayList {...props} day={props.view.day} /> : <WholeList {...props} />

function DayList({ view, day, onCreate }: Props & { day: string }) {
  const zone = useZone()
  const month = useMonthEvents(view.month, view)
  const events = byDay(month.data?.data ?? [], [day], zone).get(day) ?? []
  return (
    <>
      <div className="flex items-center justify-between gap-2 px-4 py-1 desk:px-0">
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
      <Cards view={view} events={events.map((event, index) => ({ event, index }))} />
    </>
  )
}

function WholeList({ view, note, onCreate }: Props) {
  const narrow = { filter: view.filter, search: view.search }
  const list = useEventList(narrow)
  return (
    <>
      <NewItems list={toEventList(narrow)} noun="new event" problem="Failed to load events" />
      {list.isPending && <Skeletons />}
      {list.isError && (
        <ErrorState text="Failed to load events" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && list.events.length === 0 && <NoEvents view={view} onCreate={onCreate} />}
      <Sections view={view} events={list.events} note={note} />
      <LoadMore label="Load More Events" list={list} />
    </>
  )
}

/** Two columns where there is room. A promoted card takes a whole row; what follows it fills the row before. */
const grid =
  'grid grid-flow-row-dense sm:max-desk:px-4 sm:grid-cols-2 sm:gap-4 desk:grid-cols-1 wide:grid-cols-2 [&>*]:min-w-0'

type CardsProps = { view: EventsView; events: readonly { readonly event: Event; readonly index: number }[] }

const Cards = ({ view, events, label = 'Events' }: CardsProps & { label?: string }) => (
  <ul aria-label={label} className={grid}>
    {events.map(({ event, index }) => (
      <Fragment key={event.id}>
        <li>
          <EventCard event={event} to={view.linkTo({ event: event.id })} />
        </li>
        <SponsoredItem index={index} className="col-span-full" />
      </Fragment>
    ))}
  </ul>
)

function Sections({ view, events, note }: Pick<Props, 'view' | 'note'> & { events: readonly Event[] }) {
  const zone = useZone()
  return toSections(events, zone).map(({ title, events: entries }, index) => (
    <section key={title} aria-label={title} className="mb-2 desk:mb-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 pt-2.5 pb-2 desk:px-0 desk:pt-2">
        <h2 className="text-card">{title}</h2>
        {index === 0 && note && <p className="text-small text-soft">{note}</p>}
      </div>
      <Cards view={view} events={entries} label={`Events: ${title}`} />
    </section>
  ))
}

const Skeletons = () => (
  <div role="status" aria-label="Loading events" className={`${grid} pt-12 desk:pt-10`}>
    {[1, 2, 3, 4].map((index) => (
      <div key={index} className="card overflow-hidden">
        <Skeleton className="aspect-video w-full rounded-none" />
        <div className="space-y-2 px-4 py-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-5/6" />
          <Skeleton className="h-9 w-1/2" />
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
      suggestions={<LazySuggestedPeople />}
    />
  )
}
