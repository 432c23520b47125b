import { Button } from '../../../shared/web/ui/Button.tsx'
import type { Event } from '../contract.ts'
import { useWaitlist } from './waitlist.ts'

/** What the viewer can do with the line of a full event: join it, leave it, or answer the offer of a seat. */
export function WaitlistButtons({ event, className }: { event: Event; className: string }) {
  const { join, leave, accept, decline } = useWaitlist(event)
  const { position, offer_id } = event.waitlist
  if (offer_id !== null) {
    const isAnswering = accept.isPending || decline.isPending
    return (
      <span className="inline-flex items-center gap-1">
        <Button
          variant="ghost"
          className={className}
          aria-label={`Decline the seat at ${event.title}`}
          disabled={isAnswering}
          onClick={() => decline.mutate(offer_id)}
        >
          Decline
        </Button>
        <Button
          variant="primary"
          className={className}
          aria-label={`Take it: a seat at ${event.title}`}
          disabled={isAnswering}
          onClick={() => accept.mutate(offer_id)}
        >
          Take it
        </Button>
      </span>
    )
  }
  return position === null ? (
    <Button
      variant="primary"
      className={className}
      aria-label={`Join the waitlist of ${event.title}`}
      pendingLabel={join.isPending && 'Joining...'}
      onClick={() => join.mutate()}
    >
      Join the waitlist
    </Button>
  ) : (
    <Button
      variant="ghost"
      className={className}
      aria-label={`Leave the waitlist of ${event.title}`}
      pendingLabel={leave.isPending && 'Leaving...'}
      onClick={() => leave.mutate()}
    >
      Leave the waitlist
    </Button>
  )
}
