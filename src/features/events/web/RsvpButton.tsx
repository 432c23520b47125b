import { Check } from 'lucide'
import { useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Event } from '../contract.ts'
import { needsLine } from './going.ts'
import { useRsvp } from './queries.ts'
import { Strokes } from './Strokes.tsx'
import { WaitlistButtons } from './WaitlistButtons.tsx'

type Props = { event: Event; className?: string }

/** Toggles attendance. Shows a note instead to the organizer and for past events, and the waitlist for full ones. */
export function RsvpButton({ event, className = 'min-h-11' }: Props) {
  const toggle = useRsvp(event)
  const [joined, setJoined] = useState(0)
  const isComing = event.user_rsvp === 'attending'
  if (event.status === 'cancelled') return <Note text="Cancelled" />
  if (!event.can.rsvp) return <Note text="You’re hosting" />
  if (event.end_date * 1000 < Date.now()) return <Note text={isComing ? 'You went' : 'Ended'} />
  if (event.is_removed) return <Note text="Removed by the host" />
  if (needsLine(event))
    return event.start_date * 1000 < Date.now() ? (
      <Note text="Full" />
    ) : (
      <WaitlistButtons event={event} className={className} />
    )
  return (
    <span className={`relative inline-flex shrink-0 ${className}`}>
      <Button
        variant={isComing ? 'ghost' : 'primary'}
        aria-pressed={isComing}
        aria-label={isComing ? `Going to ${event.title}. Press to cancel your RSVP` : `I’m in: RSVP to ${event.title}`}
        className="min-h-[inherit] w-full aria-pressed:bg-brand-soft aria-pressed:text-brand"
        onClick={() => {
          if (!isComing) setJoined(joined + 1)
          toggle()
        }}
      >
        {isComing ? 'Going' : 'I’m in'}
        {isComing && <Icon icon={Check} size={18} strokeWidth={2.25} />}
      </Button>
      {joined > 0 && isComing && <Strokes key={joined} />}
    </span>
  )
}

const Note = ({ text }: { text: string }) => (
  <span className="inline-flex min-h-11 shrink-0 items-center text-small text-faint">{text}</span>
)
