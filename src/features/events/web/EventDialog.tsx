import { CalendarDays, CalendarPlus, MapPin, MessageCircle, Users } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePostSubscription } from '../../../shared/web/live.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { DetailDialog } from '../../../shared/web/ui/DetailDialog.tsx'
import { DialogTitle } from '../../../shared/web/ui/Dialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { Event } from '../contract.ts'
import { Attendees } from './Attendees.tsx'
import { CheckInButtons } from './CheckInButtons.tsx'
import { EventCover } from './EventCover.tsx'
import { EventDetails } from './EventDetails.tsx'
import { EventMenu, useEventActions } from './EventMenu.tsx'
import { formatCancelled, formatGoing, formatWaitlist, needsLine } from './going.ts'
import { NoShowRule } from './NoShowRule.tsx'
import { useEvent } from './queries.ts'
import { Reminders } from './Reminders.tsx'
import { RsvpButton } from './RsvpButton.tsx'
import { SelfCheckIn } from './SelfCheckIn.tsx'
import { SeriesAnswer } from './SeriesAnswer.tsx'
import { foreignZoneName, formatLongTime, useZone } from './school-time.ts'
import { usePosterCode } from './url-state.ts'

/** All details of one event: a page on a phone, a dialog on a desktop. */
export default function EventDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isPending, error, refetch } = useEvent(id)
  const event = data?.data
  usePostSubscription(id)
  return (
    <DetailDialog
      page
      onClose={onClose}
      what="Event"
      title={event?.title}
      item={event}
      isPending={isPending}
      error={error}
      onRetry={() => void refetch()}
      goneText="It may have been deleted, or it belongs to another school."
      failureText="We couldn’t load this event."
      skeleton={<Pending />}
      actions={(event) => <Foot event={event} />}
    >
      {(event) => <Details event={event} onGone={onClose} />}
    </DetailDialog>
  )
}

/** The answer first in importance, at the right; then the calendar; rare actions in the menu. */
function Foot({ event }: { event: Event }) {
  const { addToCalendar } = useEventActions(event)
  return (
    <>
      <span className="mr-auto -ml-3 flex items-center">
        <EventMenu event={event} isShort className="" />
      </span>
      <Button onClick={addToCalendar} className="min-h-13 px-3!">
        <Icon icon={CalendarPlus} size={18} />
        {/* Beside the longer buttons of a full event, the icon has to do on a phone. */}
        <span className={needsLine(event) ? 'max-desk:sr-only' : undefined}>Add to calendar</span>
      </Button>
      <RsvpButton event={event} className="min-h-13 min-w-26 max-desk:flex-1" />
    </>
  )
}

const columns = 'grid gap-x-6 gap-y-4 desk:grid-cols-2 desk:items-start'
const frame = '-mx-5 aspect-video overflow-hidden bg-sunken desk:sticky desk:top-0 desk:mx-0 desk:rounded-[14px]'

const Pending = () => (
  <div role="status" aria-label="Loading event" className={columns}>
    <div className={frame}>
      <Skeleton className="size-full rounded-none" />
    </div>
    <div className="space-y-3">
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="h-20" />
      <Skeleton className="h-24" />
    </div>
  </div>
)

function Details({ event, onGone }: { event: Event; onGone: () => void }) {
  const zone = useZone()
  const poster = usePosterCode()
  const zoneHint = foreignZoneName(zone, event.start_date)
  const isReminded =
    event.user_rsvp === 'attending' && event.status === 'planned' && event.start_date * 1000 > Date.now()
  const place = event.end_date * 1000 < Date.now() ? '' : formatWaitlist(event, zone)
  return (
    <div className={columns}>
      <div className={frame}>
        <EventCover event={event} alt={`Photo for ${event.title}`} sizes="(width < 64rem) 100vw, 450px" />
      </div>
      <div className="min-w-0">
        <DialogTitle>{event.title}</DialogTitle>
        <ul className="mt-3 space-y-2">
          <Fact icon={<Icon icon={CalendarDays} />}>
            {formatLongTime(event, zone)} {zoneHint && <span className="text-soft">({zoneHint})</span>}
          </Fact>
          <Fact icon={<Icon icon={MapPin} />}>{event.location}</Fact>
          <Fact icon={<Icon icon={Users} />}>{formatGoing(event)}</Fact>
        </ul>
        {event.series && <SeriesAnswer event={event} />}
        {event.cancel_reason !== null && (
          <p className="mt-3 rounded-control bg-gold-soft px-3.5 py-2.5 font-medium wrap-anywhere">
            {formatCancelled(event.cancel_reason)}
          </p>
        )}
        <p role="status" className={place ? 'mt-3 rounded-control bg-brand-soft px-3.5 py-2.5 font-medium' : ''}>
          {place}
        </p>
        <NoShowRule event={event} />
        {poster && <SelfCheckIn event={event} code={poster} />}
        <CheckInButtons event={event} />
        <Host event={event} onGone={onGone} />
        <EventDetails event={event} />
        <RichText text={event.description} className="mt-4 text-body" whole />
        {isReminded && <Reminders event={event} />}
        <Attendees event={event} />
        {event.tags.length > 0 && (
          <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-2">
            {event.tags.map((tag) => (
              <li key={tag} className="max-w-full truncate rounded-full bg-sunken px-3 py-1 text-small text-soft">
                {tag}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Host({ event, onGone }: { event: Event; onGone: () => void }) {
  const me = useMe()
  const { edit, cancel, remove, dialogs } = useEventActions(event, onGone)
  const { organizer } = event
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <Avatar person={organizer} />
      <p className="min-w-0 flex-1 basis-32">
        <span className="block text-small text-faint">Hosted by</span>
        <Link
          to={`/profile/${organizer.id}`}
          className="-my-2 flex min-h-11 items-center font-semibold wrap-anywhere hover:underline"
        >
          {organizer.name}
        </Link>
      </p>
      {organizer.id !== me.id && (
        <Link to={`/messages/${organizer.id}`} className={buttonClassName('secondary')}>
          <Icon icon={MessageCircle} size={18} />
          Message
        </Link>
      )}
      {event.can.edit && <Button onClick={edit}>Edit</Button>}
      {event.can.cancel && <Button onClick={cancel}>Cancel event</Button>}
      {event.can.delete && <Button onClick={remove}>Delete</Button>}
      {dialogs}
    </div>
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
