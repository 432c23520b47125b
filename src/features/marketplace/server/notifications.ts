import { sql } from 'kysely'
import type { NotificationParams } from '../../../shared/notification-kinds.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'
import { listListingBuyers } from '../../messages/server/queries.ts'

type ListingRef = {
  readonly school_id: string
  readonly id: string
  readonly title: string
  readonly seller_id: string
}

export const listingLink = (id: string) => `/marketplace?listing=${id}`

/** Notifies users of what happened to a listing. A later step replaces an unread earlier one. */
export const notifyAboutListing = (
  { notifications }: App,
  trx: Trx,
  { school_id: schoolId, id, title }: ListingRef,
  step: NotificationParams['listing_state']['step'],
  to: readonly string[],
  actorId?: string,
): Promise<void> =>
  notifications.notify(
    trx,
    {
      schoolId,
      kind: 'listing_state',
      link: listingLink(id),
      params: { title, step },
      ...(actorId ? { actorId } : {}),
    },
    to,
  )

/** Notifies the first buyer who asked about a listing and has had no reservation of it yet. */
export async function notifyNextBuyer(app: App, trx: Trx, listing: ListingRef): Promise<void> {
  const { school_id: schoolId, id, seller_id } = listing
  const buyers = await listListingBuyers(trx, { id: seller_id, schoolId }, id)
  const former = await trx
    .selectFrom('listing_reservations')
    .where('school_id', '=', schoolId)
    .where('listing_id', '=', id)
    .select('buyer_id')
    .execute()
  const next = buyers.find((buyer) => former.every(({ buyer_id }) => buyer_id !== buyer.id))
  if (next) await notifyAboutListing(app, trx, listing, 'next', [next.id])
}

/** Notifies the users who keep a listing as a favorite that its price fell, each at most once a day. */
export async function notifyPriceDrop({ notifications }: App, trx: Trx, listing: ListingRef): Promise<void> {
  const { school_id: schoolId, id, title, seller_id: actorId } = listing
  const link = listingLink(id)
  const favoring = sql<string>`select user_id from listing_favorites
    where listing_favorites.school_id = ${schoolId} and listing_favorites.listing_id = ${id}
      and not exists (select from notifications where notifications.school_id = ${schoolId}
        and notifications.user_id = listing_favorites.user_id and kind = 'price_drop' and link = ${link}
        and notifications.created_at > now() - interval '1 day')`
  const quote = { text: title, place: 'marketplace' } as const
  await notifications.notify(trx, { schoolId, kind: 'price_drop', link, params: { title }, actorId, quote }, favoring)
}
