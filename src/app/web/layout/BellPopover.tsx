import type { ComponentProps } from 'react'
import { InvitationAnswer } from '../../../features/groups/web/InvitationAnswer.tsx'
import { NotificationsPopover } from '../../../features/notifications/web/NotificationsPopover.tsx'

type Props = Omit<ComponentProps<typeof NotificationsPopover>, 'InvitationAnswer'>

/** The notifications of the bell with the buttons of higher features. */
export default function BellPopover(props: Props) {
  return <NotificationsPopover {...props} InvitationAnswer={InvitationAnswer} />
}
