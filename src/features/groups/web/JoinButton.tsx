import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import type { Group } from '../contract.ts'
import { useJoin, useLeave } from './queries.ts'

const AskToJoin = lazyPart(() => import('./AskToJoin.tsx'))

/** Joins, requests to join, or cancels the request. Renders nothing for members. */
export function JoinButton({ group, look = 'secondary' }: { group: Group; look?: 'primary' | 'secondary' }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const join = useJoin(group)
  const leave = useLeave(group)
  if (group.is_member) return null
  if (group.join_request?.status === 'pending')
    return (
      <Button
        aria-label={`Cancel request to join ${group.name}`}
        pendingLabel={leave.isPending && 'Cancelling...'}
        onClick={() => leave.mutate()}
      >
        Cancel request
      </Button>
    )
  const canEnter = group.type === 'public' || group.is_invited
  const isFull = group.max_members !== null && group.members_count >= group.max_members
  if (isFull) return <Button disabled>Group is full</Button>
  return (
    <>
      <Button
        variant={look}
        aria-label={canEnter ? `Join ${group.name}` : `Request to join ${group.name}`}
        pendingLabel={join.isPending && 'Joining...'}
        onClick={() => (canEnter ? join.mutate('') : setIsDialogOpen(true))}
      >
        {canEnter ? 'Join' : 'Request to join'}
      </Button>
      {isDialogOpen && (
        <Suspense>
          <AskToJoin group={group} onClose={() => setIsDialogOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
