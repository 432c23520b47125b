import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../shared/web/api.ts'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { eventsApi } from '../contract.gen.ts'
import type { Event } from '../contract.ts'
import { DateTile } from './DateTile.tsx'
import { useZone, weekdayAndTime } from './school-time.ts'

/** The next five events of the school for the side rail. A failure looks like an empty list: the rail shows no errors. */
export function UpcomingEvents() {
  const list = useQuery(query(eventsApi.upcoming, { query: { limit: 5 } }))
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
  const zone = useZone()
  return (
    <li className="mt-3">
      <Link to={`/events?event=${event.id}`} className="group flex items-center gap-3.5">
        <DateTile seconds={event.start_date} />
        <span className="min-w-0">
          <span dir="auto" className="block truncate font-semibold group-hover:underline">
            {event.title}
          </span>
          <span className="block truncate text-small text-soft">
            {weekdayAndTime(event.start_date, zone)} · {event.attendees_count} going
          </span>
        </span>
      </Link>
    </li>
  )
}
