import { Ellipsis, Flag, Pencil, Trash2 } from 'lucide-react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import type { MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import type { Message } from '../contract.ts'

type Props = { message: Message; onEdit: () => void; onDelete: () => void; onReport: () => void }

/** The actions that the viewer has on a message. Renders nothing when there are none. */
export function MessageMenu({ message: { can, sender }, onEdit, onDelete, onReport }: Props) {
  const items: MenuItem[] = [
    ...(can.edit ? [{ label: 'Edit message', icon: <Icon icon={Pencil} size={18} />, onSelect: onEdit }] : []),
    ...(can.delete
      ? [{ label: 'Delete message', icon: <Icon icon={Trash2} size={18} />, danger: true, onSelect: onDelete }]
      : []),
    ...(can.report ? [{ label: 'Report message', icon: <Icon icon={Flag} size={18} />, onSelect: onReport }] : []),
  ]
  if (items.length === 0) return null
  return (
    <Menu
      label={can.delete ? 'Message options' : `Options for ${sender.name}’s message`}
      items={items}
      className="self-center opacity-100 desk:opacity-0 desk:group-focus-within:opacity-100 desk:group-hover:opacity-100 desk:aria-expanded:opacity-100"
    >
      <Icon icon={Ellipsis} size={18} />
    </Menu>
  )
}
