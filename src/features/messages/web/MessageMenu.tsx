import { Copy, Ellipsis, Flag, Pencil, Trash2 } from 'lucide-react'
import { firstName } from '../../../shared/names.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import type { MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Message } from '../contract.ts'

type Props = { message: Message; isMine: boolean; onEdit: () => void; onDelete: () => void; onReport: () => void }

const copy = (text: string) =>
  navigator.clipboard.writeText(text).then(
    () => toast.success('Message copied'),
    () => toast.error('Couldn’t copy the message. Try again.'),
  )

/**
 * The actions that the viewer has on a message; nothing when there are none. The button appears beside a bubble under the
 * mouse. Otherwise it is for screen readers: Enter on the message and a long press open the menu, too.
 */
export function MessageMenu({ message: { can, sender, content }, isMine, onEdit, onDelete, onReport }: Props) {
  const items: MenuItem[] = [
    ...(content ? [{ label: 'Copy', icon: <Icon icon={Copy} size={18} />, onSelect: () => void copy(content) }] : []),
    ...(can.edit ? [{ label: 'Edit message', icon: <Icon icon={Pencil} size={18} />, onSelect: onEdit }] : []),
    ...(can.report ? [{ label: 'Report message', icon: <Icon icon={Flag} size={18} />, onSelect: onReport }] : []),
    ...(can.delete
      ? [{ label: 'Delete message', icon: <Icon icon={Trash2} size={18} />, danger: true, onSelect: onDelete }]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <Menu
      label={isMine ? 'Message options' : `Options for ${firstName(sender.name)}’s message`}
      items={items}
      tabIndex={-1}
      className="self-center opacity-0 max-desk:absolute max-desk:inset-x-0 max-desk:mx-auto max-desk:bottom-0 max-desk:size-px desk:group-focus-within:opacity-100 desk:group-hover:opacity-100 desk:aria-expanded:opacity-100"
    >
      <Icon icon={Ellipsis} size={18} />
    </Menu>
  )
}
