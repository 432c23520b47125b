import type { NotificationMessages } from '../../shared/notification-kinds.ts'

const place = (group?: string) => (group === undefined ? '' : ` in “${group}”`)

/** Texts of the notifications about posts and comments. */
export const discussionMessages: NotificationMessages<'comment' | 'reply' | 'like' | 'mention'> = {
  comment: ({ group_name }) => `{names} commented on your post${place(group_name)}`,
  reply: ({ group_name }) => `{names} replied to your comment${place(group_name)}`,
  like: ({ item, group_name }) => `{names} liked your ${item}${place(group_name)}`,
  mention: ({ item, group_name }) => `{names} mentioned you in a ${item}${place(group_name)}`,
}
