import { sql } from 'kysely'
import type { Body } from '../../../shared/contract.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import { postToConversations } from '../../messages/server/post-message.ts'
import { listListingBuyers } from '../../messages/server/queries.ts'
import {
  defaultReservationHours,
  type ListingState,
  listingGone,
  listingSold,
  type marketplace,
  maxReservationDays,
} from '../contract.ts'
import { notifyAboutListing, notifyNextBuyer } from './notifications.ts'

type Change = Body<typeof marketplace.changeState>
type LockedState = NonNullable<Awaited<ReturnType<typeof lockState>>>

/** Moves a listing of the viewer to another state. Throws 409 where the current state does not allow it. */
export async function changeState(app: App, trx: Trx, seller: Viewer, id: string, change: Change): Promise<void> {
  const locked = await lockStateOr404(trx, seller.schoolId, id)
  if (change.state === 'available') return release(app, trx, locked)
  const listing = await endIfOver(app, trx, locked)
  if (change.state === 'reserved') return reserve(app, trx, seller, listing, change)
  if (change.state === 'sold') return sell(app, trx, seller, listing, change.for)
  return withdraw(app, trx, seller, listing)
}

/** Lists a withdrawn or expired listing again, or postpones when it expires. */
export async function renewListing(app: App, trx: Trx, seller: Viewer, id: string): Promise<void> {
  const listing = await endIfOver(app, trx, await lockStateOr404(trx, seller.schoolId, id))
  if (listing.state === 'sold') throw conflict(listingSold)
  const isEnded = listing.state === 'withdrawn' || listing.state === 'expired'
  if (!isEnded && listing.expires_at === null) throw conflict('This listing does not expire.')
  await sql`
    update listings set ended_at = null, reminded_at = null, expires_at = ${expiry(seller.schoolId)},
      state = case when state = 'reserved' then 'reserved' else 'available' end
    where school_id = ${seller.schoolId} and id = ${id}`.execute(trx)
}

/** SQL of the time at which a listing of the school that is listed now expires. */
export const expiry = (schoolId: string) =>
  sql<Date | null>`(select now() + make_interval(days => listing_days) from schools where schools.id = ${schoolId})`

/** Share-locks a listing, so that it is not sold or withdrawn before the commit. Throws 409 if it already is. */
export async function lockForContact(trx: Trx, schoolId: string, id: string): Promise<void> {
  const { rows } = await sql<{ state: ListingState }>`
    select state from listings where school_id = ${schoolId} and id = ${id} and withheld_at is null for share`.execute(
    trx,
  )
  const [listing] = rows
  if (!listing) throw notFound('Listing not found')
  assertListed(listing.state)
}

/** Locks the state of a listing with its active reservation, also if the listing is withheld. */
export async function lockState(trx: Trx, schoolId: string, id: string) {
  const listing = await trx
    .selectFrom('listings')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .select(['school_id', 'id', 'title', 'kind', 'seller_id', 'state', 'expires_at', 'withheld_at'])
    .select(
      sql<boolean>`exists (select from users where users.school_id = listings.school_id
      and users.id = listings.seller_id and users.deleted_at is null)`.as('has_seller'),
    )
    .$narrowType<{ state: ListingState }>()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (listing?.state !== 'reserved') return listing && { ...listing, reservation: undefined }
  const reservation = await trx
    .selectFrom('listing_reservations')
    .where('school_id', '=', schoolId)
    .where('listing_id', '=', id)
    .where('ended_at', 'is', null)
    .select(['id', 'buyer_id', sql<boolean>`until <= now() or buyer_id is null`.as('is_over')])
    .executeTakeFirst()
  return { ...listing, reservation }
}

/** The same for a request: 404 for a withheld listing. */
async function lockStateOr404(trx: Trx, schoolId: string, id: string): Promise<LockedState> {
  const listing = await lockState(trx, schoolId, id)
  if (!listing || listing.withheld_at) throw notFound('Listing not found')
  return listing
}

/** Ends a reservation whose time is over, before the job notices it. */
async function endIfOver(app: App, trx: Trx, listing: LockedState): Promise<LockedState> {
  if (!listing.reservation?.is_over) return listing
  await endReservation(app, trx, listing)
  return { ...listing, state: 'available', reservation: undefined }
}

/** Ends the active reservation of a locked listing, which becomes available. Informs its buyer and the next one. */
export async function endReservation(app: App, trx: Trx, listing: LockedState): Promise<void> {
  await closeReservation(trx, listing)
  await setState(trx, listing, 'available')
  if (listing.withheld_at || !listing.has_seller) return
  const buyer = listing.reservation?.buyer_id
  if (buyer) await notifyAboutListing(app, trx, listing, 'released', [buyer])
  await notifyNextBuyer(app, trx, listing)
}

function assertListed(state: ListingState): void {
  if (state === 'sold') throw conflict(listingSold)
  if (state !== 'available' && state !== 'reserved') throw conflict(listingGone)
}

async function reserve(app: App, trx: Trx, seller: Viewer, listing: LockedState, change: Change): Promise<void> {
  assertListed(listing.state)
  if (listing.state === 'reserved') throw conflict('This listing is already reserved.')
  const { until } = change
  const now = Date.now() / 1000
  if (until !== undefined && (until <= now || until > now + maxReservationDays * 86_400))
    throw badRequest(`Choose an end within the next ${maxReservationDays} days`, { until: 'Choose another end' })
  const buyer = await findBuyer(trx, seller, listing, change.for)
  await lockReservations(trx, seller.schoolId, [seller.id, buyer])
  const slots = await findSlots(trx, seller.schoolId, seller.id, buyer)
  if (slots.seller_slot === null) throw conflict('You already have three reserved listings.')
  if (slots.buyer_slot === null) throw conflict('This buyer already has three reservations.')
  await trx
    .insertInto('listing_reservations')
    .values({
      ...toReservation(listing, buyer),
      ...slots,
      until: sql<Date>`coalesce(to_timestamp(${until ?? null}), now() + make_interval(hours => ${defaultReservationHours}))`,
    })
    .execute()
  await setState(trx, listing, 'reserved')
  await notifyAboutListing(app, trx, listing, 'reserved', [buyer], seller.id)
}

async function release(app: App, trx: Trx, listing: LockedState): Promise<void> {
  if (listing.state === 'available') throw conflict('This listing is already available.')
  assertListed(listing.state)
  await endReservation(app, trx, listing)
}

async function sell(app: App, trx: Trx, seller: Viewer, listing: LockedState, to: string | undefined): Promise<void> {
  assertListed(listing.state)
  const buyer = to && (await findBuyer(trx, seller, listing, to))
  await closeReservation(trx, listing, buyer)
  if (buyer && buyer !== listing.reservation?.buyer_id)
    await trx
      .insertInto('listing_reservations')
      .values({ ...toReservation(listing, buyer), until: sql<Date>`now()`, ended_at: sql<Date>`now()`, is_sold: true })
      .execute()
  await setState(trx, listing, 'sold')
  if (listing.kind === 'sale')
    await sql`insert into listing_sales (school_id, listing_id, seller_id, buyer_id)
      values (${listing.school_id}, ${listing.id}, ${listing.seller_id}, ${buyer ?? null})`.execute(trx)
  if (buyer) await notifyAboutListing(app, trx, listing, 'sold', [buyer], seller.id)
  const others = (await listListingBuyers(trx, seller, listing.id)).filter(({ id }) => id !== buyer)
  const ids = others.map(({ conversation_id }) => conversation_id)
  await postToConversations(app.live, trx, seller, ids, listingSold)
}

async function withdraw(app: App, trx: Trx, seller: Viewer, listing: LockedState): Promise<void> {
  assertListed(listing.state)
  const buyer = listing.reservation?.buyer_id
  await closeReservation(trx, listing)
  await setState(trx, listing, 'withdrawn')
  if (buyer) await notifyAboutListing(app, trx, listing, 'released', [buyer], seller.id)
}

/** The buyer, if they have a conversation about the listing with the seller. Throws the same 404 for all other users. */
async function findBuyer(trx: Trx, seller: Viewer, listing: LockedState, id: string | undefined): Promise<string> {
  if (!id) throw badRequest('Choose a buyer', { for: 'Choose a buyer' })
  const buyers = await listListingBuyers(trx, seller, listing.id)
  const buyer = buyers.find((one) => one.id === id)
  if (!buyer) throw notFound('This user has not asked about the listing')
  return buyer.id
}

/** Serializes the reservations of these users until the commit. Sorted, so that two sellers do not wait for each other. */
async function lockReservations(trx: Trx, schoolId: string, users: readonly string[]): Promise<void> {
  for (const id of users.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`listing reservations ${schoolId} ${id}`}, 0))`.execute(
      trx,
    )
}

type Slots = { seller_slot: number | null; buyer_slot: number | null }

/** The first free slot of each user. A statement after the lock: the one that waited has an earlier snapshot. */
async function findSlots(trx: Trx, schoolId: string, seller: string, buyer: string): Promise<Slots> {
  const free = (user: 'seller_id' | 'buyer_id', slot: 'seller_slot' | 'buyer_slot', id: string) => sql<number | null>`(
    select min(slot) from generate_series(1, 3) as slot where not exists (select from listing_reservations
      where school_id = ${schoolId} and ${sql.ref(user)} = ${id} and ${sql.ref(slot)} = slot and ended_at is null))`
  const { rows } = await sql<Slots>`
    select ${free('seller_id', 'seller_slot', seller)} as seller_slot, ${free('buyer_id', 'buyer_slot', buyer)} as buyer_slot`.execute(
    trx,
  )
  return rows[0] ?? { seller_slot: null, buyer_slot: null }
}

const toReservation = (listing: LockedState, buyer: string) => ({
  school_id: listing.school_id,
  id: newId(),
  listing_id: listing.id,
  seller_id: listing.seller_id,
  buyer_id: buyer,
})

/** Ends the active reservation, if there is one, as a sale if its buyer bought the listing. */
const closeReservation = (trx: Trx, { school_id, id }: LockedState, soldTo?: string) =>
  sql`update listing_reservations set ended_at = now(), is_sold = coalesce(buyer_id = ${soldTo ?? null}::uuid, false)
    where school_id = ${school_id} and listing_id = ${id} and ended_at is null`.execute(trx)

const setState = (trx: Trx, { school_id, id }: LockedState, state: ListingState) =>
  sql`update listings set state = ${state}, ended_at = case when ${state} in ('sold', 'withdrawn', 'expired') then now() end,
      expires_at = case when ${state} in ('available', 'reserved') then expires_at end
    where school_id = ${school_id} and id = ${id}`.execute(trx)
