import { Answer } from '../../people/web/FriendshipButton.tsx'
import { useRequests } from '../../people/web/queries.ts'
import type { Notification } from '../contract.ts'

type Props = Pick<Notification, 'actors'> & { onAnswer: () => void }

/** Accept and Decline for each of the users whose friend request still waits. */
export default function FriendAnswers({ actors, onAnswer }: Props) {
  const { rows } = useRequests('requests', '')
  const waiting = actors.filter(({ id }) => rows.some(({ requester }) => requester.id === id))
  if (waiting.length === 0) return null
  return (
    <ul className="space-y-4 pr-4.5 pb-3 pl-18.5">
      {waiting.map(({ id, name }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          {actors.length > 1 && <span className="w-full font-semibold wrap-anywhere">{name}</span>}
          <Answer id={id} name={name} primary onAnswer={onAnswer} />
        </li>
      ))}
    </ul>
  )
}
