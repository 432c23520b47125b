import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { eventsApi } from '../contract.gen.ts'
import type { Event } from '../contract.ts'
import { isFull } from './going.ts'
import { invalidateEvents } from './queries.ts'
import { formatNth } from './series-label.ts'

/** Which date of a series this is, and the answer for all of them. */
export function SeriesAnswer({ event }: { event: Event }) {
  const client = useQueryClient()
  const isComing = event.user_rsvp === 'attending'
  const answer = useLockedMutation({
    mutationFn: () => {
      const body = { status: isComing ? ('not_attending' as const) : ('attending' as const), scope: 'all' as const }
      return call(eventsApi.rsvp, { params: { id: event.id }, body })
    },
    onSettled: () => void invalidateEvents(client),
  })
  const isOpen = event.status === 'planned' && event.end_date * 1000 > Date.now()
  const canAnswer = event.can.rsvp && isOpen && (isComing || !isFull(event))
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3">
      <p className="text-soft">{formatNth(event)}</p>
      {canAnswer && (
        <Button pendingLabel={answer.isPending && 'Saving...'} onClick={() => answer.mutate()}>
          {isComing ? 'Leave all dates' : 'Go to all dates'}
        </Button>
      )}
      {answer.error && (
        <p role="alert" className="w-full text-small font-medium text-danger">
          {userMessage(answer.error, unknownFailure, { statuses: 'all' })}
        </p>
      )}
    </div>
  )
}
