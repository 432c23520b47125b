import type { NotificationMessages } from '../../shared/notification-kinds.ts'

/** Texts of the notifications about notices of people without an account. */
export const noticeMessages: NotificationMessages<'notice'> = {
  notice: () => 'A person without an account sent a notice about something we could not find',
}
