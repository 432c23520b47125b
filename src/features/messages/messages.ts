import type { NotificationMessages } from '../../shared/notification-kinds.ts'

/** Texts of the notifications about messages. */
export const conversationMessages: NotificationMessages<'message_request' | 'reaction' | 'reminder'> = {
  reminder: () => 'You wanted to be reminded of a message',
  message_request: () => '{names} would like to write to you',
  reaction: ({ emoji }) => `{names} reacted ${emoji} to your message`,
}
