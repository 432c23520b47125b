import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import type { Event, events } from '../contract.ts'

const month = new Intl.DateTimeFormat(undefined, { month: 'short' })
const time = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** The next five events of the school, for the side rail. A failure looks like none: the rail is no place for alarm. */
export function UpcomingEvents() {
  const list = useQuery(query<typeof events.upcoming>('GET /events/upcoming', { query: { limit: 5 } }))
  const upcoming = list.data?.data ?? []
  return (
    <section className="card px-4.5 py-4">
      <h2 className="text-body">Upcoming Events</h2>
      {list.isPending && <Skeleton className="mt-3 h-12" />}
      {!list.isPending && upcoming.length === 0 && <p className="mt-1 text-soft">No upcoming events</p>}
      <ul>
        {upcoming.map((event) => (
          <Upcoming key={event.id} event={event} />
        ))}
      </ul>
    </section>
  )
}

function Upcoming({ event }: { event: Event }) {
  const start = new Date(event.start_date * 1000)
  return (
    <li className="mt-3 flex items-center gap-3.5">
      <span className="flex size-13 shrink-0 flex-col items-center justify-center rounded-control bg-gold-soft">
        <span className="text-tiny font-medium text-soft uppercase">{month.format(start)}</span>
        <span className="font-display text-card leading-none font-bold">{start.getDate()}</span>
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold">{event.title}</span>
        <span className="block text-small text-soft">
          {time.format(start)} · {event.attendees_count} going
        </span>
      </span>
    </li>
  )
}
