import { Check, UserPlus, X } from 'lucide'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Person } from '../contract.ts'
import { useFriendAct } from './mutations.ts'

const AskDialog = lazyPart(() => import('./AskDialog.tsx'))

type Props = {
  person: Pick<Person, 'id' | 'name' | 'friendship_status' | 'request' | 'is_blocked'>
  /** For lists: without the actions that the row's menu has, and on a phone an icon instead of the longest label. */
  small?: boolean
}

/** The friendship action for each state. */
export function FriendshipButton({ person, small = false }: Props) {
  const { mutate, isPending } = useFriendAct(person.id)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  if (person.is_blocked) {
    return (
      <>
        <Button disabled>Blocked</Button>
        {!small && (
          <Button pendingLabel={isPending && 'Unblocking...'} onClick={() => mutate('unblock')}>
            Unblock
          </Button>
        )}
      </>
    )
  }
  if (person.friendship_status === 'friends') {
    if (small) return <span className="px-2 text-small text-soft">Friends</span>
    return (
      <>
        <Button onClick={() => setIsDialogOpen(true)}>Unfriend</Button>
        {isDialogOpen && (
          <Suspense>
            <AskDialog act="remove" person={person} onClose={() => setIsDialogOpen(false)} />
          </Suspense>
        )}
      </>
    )
  }
  if (person.friendship_status === 'pending') {
    return (
      <>
        {!(small && person.request === 'received') && <Button disabled>Pending</Button>}
        {person.request === 'received' && <Answer id={person.id} name={person.name} primary={!small} small={small} />}
      </>
    )
  }
  return (
    <Button
      variant={small ? 'secondary' : 'primary'}
      disabled={isPending}
      onClick={() => mutate('request')}
      aria-label={small ? `Add Friend: ${person.name}` : undefined}
      className={small ? 'max-sm:px-3' : ''}
    >
      <Icon icon={UserPlus} size={18} />
      <span className={small ? 'max-sm:hidden' : ''}>Add Friend</span>
    </Button>
  )
}

type AnswerProps = {
  id: string
  name: string
  primary?: boolean
  /** Beside a name: narrow on a phone. */
  small?: boolean
  onAnswer?: () => void
}

/** Buttons to accept or decline a request. */
export function Answer({ id, name, primary = false, small = false, onAnswer }: AnswerProps) {
  const { mutate, isPending } = useFriendAct(id)
  const give = (action: 'accept' | 'decline') => {
    mutate(action)
    onAnswer?.()
  }
  return (
    <>
      <Button
        variant={primary ? 'primary' : 'secondary'}
        disabled={isPending}
        onClick={() => give('accept')}
        aria-label={`Accept: ${name}`}
        className={small ? 'max-sm:px-3' : ''}
      >
        <Icon icon={Check} size={18} className={small ? 'max-sm:hidden' : ''} />
        Accept
      </Button>
      <Button
        variant="ghost"
        disabled={isPending}
        onClick={() => give('decline')}
        aria-label={`Decline: ${name}`}
        className={small ? 'max-sm:min-w-11 max-sm:px-0' : ''}
      >
        <Icon icon={X} size={18} />
        <span className={small ? 'max-sm:hidden' : ''}>Decline</span>
      </Button>
    </>
  )
}
