import { Link } from 'react-router'
import { PeopleRow } from '../../../shared/web/ui/PeopleRow.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { Event } from '../contract.ts'
import { EventCover } from './EventCover.tsx'
import { EventMenu } from './EventMenu.tsx'
import { formatCancelled, formatSeats, formatWaitlist, formatWhoIsGoing } from './going.ts'
import { RsvpButton } from './RsvpButton.tsx'
import { formatShortTime, useZone } from './school-time.ts'
import { formatNth } from './series-label.ts'

/** One event of a list: photo, title, time and place, who is going. The link of the title covers the card. */
export function EventCard({ event, to }: { event: Event; to: string }) {
  const zone = useZone()
  const me = useMe()
  const isOver = event.end_date * 1000 < Date.now()
  const seats = isOver ? '' : formatSeats(event)
  const place = isOver ? '' : formatWaitlist(event, zone)
  const faces = [...(event.user_rsvp === 'attending' ? [me] : []), ...event.attendees_preview]
  return (
    <article
      aria-label={event.title}
      className={`card group relative flex h-full flex-col overflow-hidden sm:max-desk:rounded-card sm:max-desk:border sm:max-desk:border-line ${isOver ? 'text-soft' : ''}`}
    >
      <div className="order-1 aspect-video overflow-hidden bg-sunken">
        <EventCover event={event} sizes="(width < 40rem) 100vw, 310px" />
      </div>
      <div className="order-2 flex flex-1 flex-col px-4 pt-3 pb-2">
        <h3 className="text-[1.125rem] leading-snug">
          <Link
            to={to}
            dir="auto"
            preventScrollReset
            className="line-clamp-2 wrap-anywhere -outline-offset-2 group-hover:underline after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
          >
            {event.title}
          </Link>
        </h3>
        <p className="mt-0.5 wrap-anywhere text-soft">
          {formatShortTime(event, zone)} · {event.location}
        </p>
        {event.series && <p className="mt-0.5 text-small text-soft">{formatNth(event)}</p>}
        {event.cancel_reason !== null && (
          <p className="mt-1 line-clamp-2 text-small font-medium text-danger wrap-anywhere">
            {formatCancelled(event.cancel_reason)}
          </p>
        )}
        {place && <p className="mt-1 text-small font-medium text-brand">{place}</p>}
        <div className="mt-auto flex flex-wrap items-center justify-end gap-x-1 pt-1.5">
          <div className={`min-w-0 flex-1 ${faces.length > 0 ? 'basis-44' : 'basis-20'}`}>
            <PeopleRow
              people={faces}
              text={seats ? `${formatWhoIsGoing(event)} · ${seats}` : formatWhoIsGoing(event)}
            />
          </div>
          <span className="relative z-1 flex items-center">
            <RsvpButton event={event} />
            <EventMenu event={event} />
          </span>
        </div>
      </div>
    </article>
  )
}
