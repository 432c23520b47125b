import type { NotificationMessages } from '../../shared/notification-kinds.ts'

/** Texts of the notifications about group posts, besides those of all discussions. */
export const groupPostMessages: NotificationMessages<'announcement'> = {
  announcement: ({ group_name }) => `{names} posted an announcement in “${group_name}”`,
}
