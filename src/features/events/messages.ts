import type { NotificationMessages } from '../../shared/notification-kinds.ts'

/** Texts of the notifications about events. */
export const eventMessages: NotificationMessages<'event_changed' | 'event_reminder'> = {
  event_changed: ({ title, cancelled }) => `{names} ${cancelled ? 'cancelled' : 'updated'} “${title}”`,
  event_reminder: ({ title }) => `“${title}” starts soon`,
}
