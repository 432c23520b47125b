import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, MapPin } from 'lucide'
import { Suspense, useState } from 'react'
import { call, invalidate, query, urlFor } from '../../../shared/web/api.ts'
import { unknownFailure } from '../../../shared/web/data/errors.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { meetingsApi } from '../meetings-contract.gen.ts'
import type { Meeting } from '../meetings-contract.ts'
import { formatMeetingTime } from './meeting-time.ts'

const MeetingDialog = lazyPart(() => import('./MeetingDialog.tsx'))

type Props = { conversationId: string; listingId: string }

/** Where the two of a chat about a listing meet. Nothing at schools that list no places. */
export default function MeetingCard({ conversationId, listingId }: Props) {
  const client = useQueryClient()
  const { data } = useQuery(query(meetingsApi.show, { params: { id: conversationId } }))
  useLiveEvent('meeting.changed', ({ conversation_id }) => {
    if (conversation_id === conversationId) void invalidate(client, meetingsApi.show)
  })
  const [isSuggesting, setIsSuggesting] = useState(false)
  if (!data) return null
  const { meeting, can_propose } = data.data
  if (!meeting && !can_propose) return null
  return (
    <section aria-label="Meeting" className="shrink-0 border-b border-line bg-surface px-4 py-1.5">
      {meeting ? (
        <CurrentMeeting meeting={meeting} onSuggest={can_propose ? () => setIsSuggesting(true) : undefined} />
      ) : (
        <Button variant="ghost" className="-ml-4" onClick={() => setIsSuggesting(true)}>
          <Icon icon={MapPin} size={18} />
          Suggest a place to meet
        </Button>
      )}
      <Suspense>
        {isSuggesting && (
          <MeetingDialog conversationId={conversationId} listingId={listingId} onClose={() => setIsSuggesting(false)} />
        )}
      </Suspense>
    </section>
  )
}

function CurrentMeeting({ meeting, onSuggest }: { meeting: Meeting; onSuggest: (() => void) | undefined }) {
  const client = useQueryClient()
  const { school_timezone } = useMe()
  const params = { id: meeting.id }
  const ends = {
    onError: (error: Error) => toast.failure(error, unknownFailure, { statuses: [403, 404, 409] }),
    onSettled: () => void invalidate(client, meetingsApi.show),
  }
  const accept = useLockedMutation({ mutationFn: () => call(meetingsApi.accept, { params }), ...ends })
  const decline = useLockedMutation({ mutationFn: () => call(meetingsApi.decline, { params }), ...ends })
  const { place, at, state, is_mine } = meeting
  const when = `${place.name}, ${formatMeetingTime(at, school_timezone)}`
  const isAccepted = state === 'accepted'
  const isAnswering = accept.isPending || decline.isPending
  return (
    <div className="py-1.5">
      <p className="font-semibold wrap-anywhere">{isAccepted ? `Meeting at ${when}` : `Meet at ${when}?`}</p>
      <p className="text-small wrap-anywhere text-soft">
        {[place.map, place.hours, !isAccepted && is_mine && 'Waiting for an answer'].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-1 text-small text-soft">Meet in a public place and pay in person.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {!isAccepted && !is_mine && (
          <Button variant="primary" disabled={isAnswering} onClick={() => accept.mutate()}>
            Accept
          </Button>
        )}
        {isAccepted && (
          <a href={urlFor(meetingsApi.ics, { params })} download className={buttonClassName('secondary')}>
            <Icon icon={CalendarPlus} size={18} />
            Add to calendar
          </a>
        )}
        {onSuggest && (
          <Button disabled={isAnswering} onClick={onSuggest}>
            Suggest another
          </Button>
        )}
        <Button variant="ghost" disabled={isAnswering} onClick={() => decline.mutate()}>
          {isAccepted || is_mine ? 'Call off' : 'Decline'}
        </Button>
      </div>
    </div>
  )
}
