import type { NotificationMessages, NotificationParams } from '../../shared/notification-kinds.ts'

type Step = NotificationParams['listing_state']['step']

const stateTexts: Readonly<Record<Step, (title: string) => string>> = {
  reserved: (title) => `{names} reserved “${title}” for you`,
  released: (title) => `“${title}” is no longer reserved for you`,
  next: (title) => `“${title}” is available again, and you are next in line`,
  sold: (title) => `{names} marked “${title}” as sold to you`,
  expiring: (title) => `“${title}” expires soon. Renew it to keep it listed`,
  expired: (title) => `“${title}” has expired. Renew it to list it again`,
}

/** Texts of the notifications about listings. */
export const listingMessages: NotificationMessages<
  'listing_interest' | 'listing_state' | 'listing_match' | 'price_drop'
> = {
  listing_interest: ({ title }) => `{names} asked about “${title}”`,
  listing_state: ({ title, step }) => stateTexts[step](title),
  listing_match: ({ title }) => `“${title}” matches a search that you saved`,
  price_drop: ({ title }) => `{names} lowered the price of “${title}”`,
}
