import type { NotificationMessages } from '../../shared/notification-kinds.ts'

/** Texts of the notifications about membership of groups. */
export const groupMessages: NotificationMessages<'group_invitation' | 'join_request' | 'join_answer'> = {
  group_invitation: ({ group_name }) => `{names} invited you to “${group_name}”`,
  join_request: ({ group_name }) => `{names} asked to join “${group_name}”`,
  join_answer: ({ group_name, approved, message }) =>
    `{names} ${approved ? 'approved' : 'declined'} your request to join “${group_name}”${message ? `: ${message}` : ''}`,
}
