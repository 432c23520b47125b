import { Check } from 'lucide-react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Event } from '../contract.ts'
import { useRsvp } from './queries.ts'

/** Toggles attendance. Shows a note instead to the organizer, for past events and for full ones. */
export function RsvpButton({ event }: { event: Event }) {
  const toggle = useRsvp(event)
  const isComing = event.user_rsvp === 'attending'
  if (!event.can.rsvp) return <Note text="You’re hosting" />
  if (event.end_date * 1000 < Date.now()) return <Note text={isComing ? 'You went' : 'Ended'} />
  const isFull = event.max_attendees !== null && event.attendees_count >= event.max_attendees
  if (isFull && !isComing) return <Note text="Full" />
  return (
    <Button
      aria-pressed={isComing}
      aria-label={isComing ? `Going to ${event.title}. Press to cancel your RSVP` : `I’m in: RSVP to ${event.title}`}
      className="shrink-0 aria-pressed:border-transparent aria-pressed:bg-brand-soft aria-pressed:text-brand"
      onClick={toggle}
    >
      {isComing && <Icon icon={Check} size={18} strokeWidth={2.25} />}
      {isComing ? 'Going' : 'I’m in'}
    </Button>
  )
}

const Note = ({ text }: { text: string }) => (
  <span className="inline-flex min-h-11 shrink-0 items-center text-small text-faint">{text}</span>
)
