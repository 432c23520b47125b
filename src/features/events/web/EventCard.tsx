import { MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { plural } from '../../../shared/plural.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Picture } from '../../media/web/Picture.tsx'
import type { Event } from '../contract.ts'
import { DateTile } from './DateTile.tsx'
import { EventMenu } from './EventMenu.tsx'
import { RsvpButton } from './RsvpButton.tsx'
import { formatTimeRange, useZone } from './school-time.ts'

/** One event of a list: time, title, place and attendance. */
export function EventCard({ event, to }: { event: Event; to: string }) {
  const zone = useZone()
  const isOver = event.end_date * 1000 < Date.now()
  return (
    <article aria-label={event.title} className={`card px-4.5 pt-4 pb-2.5 ${isOver ? 'text-soft' : ''}`}>
      <div className="flex items-start gap-4">
        <DateTile seconds={event.start_date} />
        <div className="min-w-0 flex-1">
          <h3 className="text-card leading-snug">
            <Link to={to} preventScrollReset className="line-clamp-2 hover:underline">
              {event.title}
            </Link>
          </h3>
          <p className="mt-0.5 text-soft">{formatTimeRange(event, zone)}</p>
          <p className="mt-0.5 flex items-center gap-1.5 text-soft">
            <Icon icon={MapPin} size={16} className="shrink-0" />
            <span className="truncate">{event.location}</span>
          </p>
        </div>
        {event.image && (
          <div className="hidden h-19 w-25 shrink-0 overflow-hidden rounded-control bg-sunken phone:block sm:h-21 sm:w-31">
            <Picture media={event.image} alt="" sizes="124px" />
          </div>
        )}
      </div>
      <div className="mt-1.5 flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate text-small text-soft tabular-nums">
          {formatGoing(event)} · hosted by {event.organizer.name}
        </p>
        <RsvpButton event={event} />
        <EventMenu event={event} />
      </div>
    </article>
  )
}

/** '12 going', '12 going · 28 seats left', '40 going · full'. */
export const formatGoing = ({ attendees_count, max_attendees }: Event): string => {
  const going = `${attendees_count.toLocaleString('en')} going`
  if (max_attendees === null) return going
  const seats = max_attendees - attendees_count
  return seats > 0 ? `${going} · ${plural(seats, 'seat')} left` : `${going} · full`
}
