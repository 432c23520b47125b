import type { NotificationMessages } from '../../shared/notification-kinds.ts'

/** Texts of the notifications about listings. */
export const listingMessages: NotificationMessages<'listing_interest'> = {
  listing_interest: ({ title }) => `{names} asked about “${title}”`,
}
