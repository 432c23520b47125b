import { Send } from 'lucide'
import { Link } from 'react-router'
import { type ShareKind, shareAddress } from '../../share-kinds.ts'
import { Icon } from './Icon.tsx'
import { iconButtonClassName } from './IconButton.tsx'

type Props = {
  kind: ShareKind
  id: string
  /** Names the item: 'Send Chess on the lawn in a message'. */
  name: string
  className?: string
}

/** Chooses a conversation for the card of an item. Where the item has a menu, the menu has this entry. */
export function SendLink({ kind, id, name, className = '' }: Props) {
  const label = `Send ${name} in a message`
  return (
    <Link
      to={shareAddress(kind, id)}
      aria-label={label}
      title="Send in a message"
      className={`${iconButtonClassName} ${className}`}
    >
      <Icon icon={Send} size={18} />
    </Link>
  )
}
