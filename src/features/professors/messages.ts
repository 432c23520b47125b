import type { NotificationMessages } from '../../shared/notification-kinds.ts'

/** Texts of the notifications about ratings. */
export const ratingMessages: NotificationMessages<'rating'> = {
  rating: () => 'You had already rated this professor. Your earlier rating stays.',
}
