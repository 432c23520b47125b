import { useQueryClient } from '@tanstack/react-query'
import {
  AlarmClock,
  Copy,
  Ellipsis,
  Flag,
  History,
  Pencil,
  Pin,
  PinOff,
  Reply,
  Smile,
  SmilePlus,
  Trash2,
  Users,
} from 'lucide'
import { firstName } from '../../../shared/names.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import type { MenuItem, QuickItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Message } from '../contract.ts'
import { togglePin } from './pin.ts'
import { quickReactions, toggleReaction } from './react.ts'

export type MessageDialog = 'delete' | 'report' | 'reactions' | 'picker' | 'versions' | 'remind'

type Props = {
  message: Message
  isMine: boolean
  /** Whether the viewer can write in the conversation. */
  canSend: boolean
  canPin: boolean
  onReply: () => void
  onEdit: () => void
  onOpen: (dialog: MessageDialog) => void
}

const copy = (text: string) =>
  navigator.clipboard.writeText(text).then(
    () => toast.success('Message copied'),
    () => toast.error('Couldn’t copy the message. Try again.'),
  )

/**
 * The actions that the viewer has on a message; nothing when there are none. The buttons appear beside a bubble under
 * the mouse. Otherwise the last one is for screen readers: Enter on the message and a long press open its menu, too.
 */
export function MessageMenu({ message, isMine, canSend, canPin, onReply, onEdit, onOpen }: Props) {
  const client = useQueryClient()
  const { can, sender, content, reactions, pinned, edited } = message
  const quickItems: QuickItem[] = canSend
    ? [
        ...quickReactions.map((emoji) => ({
          label: `React with ${emoji}`,
          icon: emoji,
          isOn: reactions.some((reaction) => reaction.emoji === emoji && reaction.mine),
          onSelect: () => toggleReaction(client, message, emoji),
        })),
        { label: 'More reactions', icon: <Icon icon={SmilePlus} size={20} />, onSelect: () => onOpen('picker') },
      ]
    : []
  const item = (label: string, icon: typeof Copy, onSelect: () => void): MenuItem => ({
    label,
    icon: <Icon icon={icon} size={18} />,
    onSelect,
  })
  const items: MenuItem[] = [
    ...(canSend ? [item('Reply', Reply, onReply)] : []),
    ...(content ? [item('Copy', Copy, () => void copy(content))] : []),
    ...(reactions.length > 0 ? [item('See reactions', Users, () => onOpen('reactions'))] : []),
    ...(canPin ? [item(pinned ? 'Unpin' : 'Pin', pinned ? PinOff : Pin, () => togglePin(client, message))] : []),
    item('Remind me', AlarmClock, () => onOpen('remind')),
    ...(edited ? [item('See versions', History, () => onOpen('versions'))] : []),
    ...(can.edit ? [item('Edit message', Pencil, onEdit)] : []),
    ...(can.report ? [item('Report message', Flag, () => onOpen('report'))] : []),
    ...(can.delete ? [{ ...item('Delete message', Trash2, () => onOpen('delete')), danger: true }] : []),
  ]
  if (items.length === 0) return null
  const shown = 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100'
  return (
    <>
      <Menu
        label={isMine ? 'Message options' : `Options for ${firstName(sender.name)}’s message`}
        items={items}
        quickItems={quickItems}
        tabIndex={-1}
        className="order-last self-center opacity-0 max-desk:absolute max-desk:inset-x-0 max-desk:mx-auto max-desk:bottom-0 max-desk:size-px desk:group-focus-within:opacity-100 desk:group-hover:opacity-100 desk:aria-expanded:opacity-100"
      >
        <Icon icon={Ellipsis} size={18} />
      </Menu>
      {canSend && (
        <span className={`flex self-center max-desk:hidden ${isMine ? 'flex-row-reverse' : ''} ${shown}`}>
          <Menu label="React" items={[]} quickItems={quickItems} tabIndex={-1} className="-mx-1.5">
            <Icon icon={Smile} size={18} />
          </Menu>
          <IconButton label="Reply" tabIndex={-1} onClick={onReply} className="-mx-1.5">
            <Icon icon={Reply} size={18} />
          </IconButton>
        </span>
      )}
    </>
  )
}
