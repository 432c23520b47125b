import { InvitationAnswer } from '../../features/groups/web/InvitationAnswer.tsx'
import { NotificationsPage } from '../../features/notifications/web/NotificationsPage.tsx'

/** The notifications with the buttons of higher features. */
export default function NotificationsWithAnswers() {
  return <NotificationsPage InvitationAnswer={InvitationAnswer} />
}
