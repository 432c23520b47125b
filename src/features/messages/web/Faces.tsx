import { ShoppingBasket, UsersRound } from 'lucide'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Conversation } from '../conversation-contract.ts'

const sizes = { 36: 'size-9', 40: 'size-10', 64: 'size-16' }

/** The picture of a conversation: its own, the other user, the first two of several, or an icon for a group or a listing. */
export function Faces({
  conversation,
  me,
  size = 40,
}: {
  conversation: Conversation
  me: string
  size?: keyof typeof sizes
}) {
  const { id, title, picture_url } = conversation
  if (picture_url) return <Avatar person={{ id, name: title, avatar_url: picture_url }} size={size} />
  const [one, other] = conversation.participant_users.filter(({ id }) => id !== me)
  if (conversation.kind === 'group' || conversation.kind === 'listing' || !one) {
    const icon = conversation.kind === 'listing' ? ShoppingBasket : UsersRound
    return (
      <span aria-hidden className={`disc ${sizes[size]} shrink-0 bg-brand-soft text-brand`}>
        <Icon icon={icon} />
      </span>
    )
  }
  if (conversation.kind === 'direct' || !other) return <Avatar person={one} size={size} />
  return (
    <span aria-hidden className={`relative inline-block ${sizes[size]} shrink-0`}>
      <span className="absolute top-0 left-0 scale-70 origin-top-left">
        <Avatar person={one} size={size} />
      </span>
      <span className="absolute right-0 bottom-0 origin-bottom-right scale-70 rounded-full ring-2 ring-surface">
        <Avatar person={other} size={size} />
      </span>
    </span>
  )
}
