import { Link } from 'react-router'
import { formatTimeAgo } from '../../../shared/web/time.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import { Answer } from './FriendshipButton.tsx'
import { ListFrame } from './ListFrame.tsx'
import { useFriendAct } from './mutations.ts'
import { PersonMenu } from './PersonMenu.tsx'
import { PersonRow } from './PersonRow.tsx'
import { useRequests } from './queries.ts'
import type { FriendsView } from './url-state.ts'

const empties = {
  requests: ['No friend requests', 'When someone sends you a friend request, it shows up here.'],
  sent: ['No sent requests', 'Requests you’re waiting to hear back on show up here.'],
} as const

/** Received or sent requests, newest first. */
export function RequestsTab({ list, view }: { list: 'requests' | 'sent'; view: FriendsView }) {
  const requests = useRequests(list, view.q)
  useErrorToast(requests.error, 'Failed to load data')
  const [title, text] = view.q ? ['No one found', 'Try another name or check the spelling.'] : empties[list]
  const empty = (
    <EmptyState
      illustration={<LawnIllustration />}
      title={title}
      text={text}
      action={
        <Link to="/friends?tab=directory" className={buttonClassName('secondary')}>
          Browse the directory
        </Link>
      }
    />
  )
  return (
    <ListFrame list={requests} label={list} problem="Failed to load data" empty={empty}>
      {requests.rows.map((request) => {
        const person = list === 'requests' ? request.requester : request.addressee
        const when = (
          <>
            {list === 'requests' ? 'Sent you a request' : 'Sent'}{' '}
            <Time at={request.created_at} format={formatTimeAgo} />
          </>
        )
        return (
          <PersonRow key={request.id} person={person} note={when}>
            {list === 'requests' ? <Answer id={person.id} name={person.name} primary small /> : <Cancel {...person} />}
            <PersonMenu person={person} />
          </PersonRow>
        )
      })}
    </ListFrame>
  )
}

function Cancel({ id, name }: { id: string; name: string }) {
  const { mutate, isPending } = useFriendAct(id)
  return (
    <Button
      pendingLabel={isPending && 'Cancelling...'}
      onClick={() => mutate('cancel')}
      aria-label={`Cancel request: ${name}`}
    >
      Cancel
    </Button>
  )
}
