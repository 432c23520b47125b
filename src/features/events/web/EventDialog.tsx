import { CalendarDays, MapPin, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { DetailDialog } from '../../../shared/web/ui/DetailDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Picture } from '../../media/web/Picture.tsx'
import { aspectRatio } from '../../media/web/pictures.ts'
import type { Event } from '../contract.ts'
import { Attendees } from './Attendees.tsx'
import { formatGoing } from './EventCard.tsx'
import { EventMenu } from './EventMenu.tsx'
import { useEvent } from './queries.ts'
import { RsvpButton } from './RsvpButton.tsx'
import { formatTimeRange, useZone, zoneName } from './school-time.ts'

/** All details of one event, over the page that opened it. */
export default function EventDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isPending, error, refetch } = useEvent(id)
  const event = data?.data
  return (
    <DetailDialog
      onClose={onClose}
      what="Event"
      title={event?.title}
      item={event}
      isPending={isPending}
      error={error}
      onRetry={() => void refetch()}
      goneText="It may have been deleted, or it belongs to another school."
      failureText="We couldn’t load this event."
      actions={(event) => (
        <>
          <EventMenu event={event} onGone={onClose} />
          <RsvpButton event={event} />
        </>
      )}
    >
      {(event) => <Details event={event} />}
    </DetailDialog>
  )
}

function Details({ event }: { event: Event }) {
  const zone = useZone()
  const { organizer, image } = event
  return (
    <>
      {image && (
        <div
          className="mb-4 max-h-96 w-full shrink-0 overflow-hidden rounded-control bg-sunken"
          style={{ aspectRatio: aspectRatio(image) }}
        >
          <Picture media={image} alt={`Photo for ${event.title}`} sizes="(width < 40rem) 100vw, 632px" />
        </div>
      )}
      <ul className="space-y-2">
        <Fact icon={<Icon icon={CalendarDays} />}>
          {formatTimeRange(event, zone)} <span className="text-soft">({zoneName(zone)})</span>
        </Fact>
        <Fact icon={<Icon icon={MapPin} />}>{event.location}</Fact>
        <Fact icon={<Icon icon={Users} />}>{formatGoing(event)}</Fact>
      </ul>
      <RichText text={event.description} className="mt-4 text-body" />
      {event.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-2">
          {event.tags.map((tag) => (
            <li key={tag} className="max-w-full truncate rounded-full bg-sunken px-3 py-1 text-small text-soft">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-5 flex items-center gap-3">
        <Avatar person={organizer} />
        <span className="min-w-0">
          <span className="block text-small text-faint">Hosted by</span>
          <Link to={`/profile/${organizer.id}`} className="block truncate font-semibold hover:underline">
            {organizer.name}
          </Link>
        </span>
      </p>
      <Attendees id={event.id} count={event.attendees_count} />
    </>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-3">
    <span aria-hidden className="shrink-0 text-soft">
      {icon}
    </span>
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </li>
)
