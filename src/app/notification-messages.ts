import { assignmentMessages } from '../features/assignments/messages.ts'
import { discussionMessages } from '../features/discussions/messages.ts'
import { eventMessages } from '../features/events/messages.ts'
import { groupPostMessages } from '../features/group-posts/messages.ts'
import { groupMessages } from '../features/groups/messages.ts'
import { listingMessages } from '../features/marketplace/messages.ts'
import { conversationMessages } from '../features/messages/messages.ts'
import { moderationMessages } from '../features/moderation/messages.ts'
import { noticeMessages } from '../features/notices/messages.ts'
import { friendMessages } from '../features/people/messages.ts'
import { ratingMessages } from '../features/professors/messages.ts'
import type { NotificationMessages } from '../shared/notification-kinds.ts'

/** The texts of all notification kinds. A kind without a text does not compile. */
export const notificationMessages: NotificationMessages = {
  ...discussionMessages,
  ...friendMessages,
  ...groupMessages,
  ...groupPostMessages,
  ...assignmentMessages,
  ...eventMessages,
  ...listingMessages,
  ...conversationMessages,
  ...ratingMessages,
  ...moderationMessages,
  ...noticeMessages,
}
