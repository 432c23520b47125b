import { sql } from 'kysely'
import type { Body } from '../../../shared/contract.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, limitReached, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import { attachUploads } from '../../media/server/actions.ts'
import { listingSold, type marketplace, maxPriceChanges } from '../contract.ts'
import { listingPurposes } from './actions.ts'
import { queueMatch } from './matches.ts'
import { notifyPriceDrop } from './notifications.ts'

type Changes = Body<typeof marketplace.update>
type LockedListing = Awaited<ReturnType<typeof lockListing>>

/**
 * Updates the given fields of a listing and records a new price. Throws 409 when `version` is not the current one, unless
 * nothing is left to change: the repetition of a request whose reply was lost succeeds.
 */
export async function updateListing(app: App, trx: Trx, viewer: Viewer, id: string, input: Changes): Promise<void> {
  const current = await lockListing(trx, viewer.schoolId, id)
  if (current.state === 'sold') throw conflict(listingSold)
  const changes = findChanges(current, input)
  if (Object.keys(changes).length === 0) return
  if (input.version !== undefined && input.version !== current.version)
    throw conflict('This listing was changed meanwhile.')
  const { price, ...others } = changes
  const isDrop = price !== undefined && (await isPriceDrop(trx, viewer.schoolId, id, price))
  if (price !== undefined) await recordPrice(trx, viewer.schoolId, id, price)
  await trx
    .updateTable('listings')
    .set({ ...others, ...(price === undefined ? {} : { price: String(price) }), version: sql`version + 1` })
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .execute()
  const item = { kind: 'listing', id, purposes: listingPurposes, anonymous: false }
  if (changes.images) await attachUploads(trx, viewer, changes.images, item)
  const title = changes.title ?? current.title
  if (price !== undefined) await queueMatch(trx, viewer.schoolId, id)
  if (isDrop) await notifyPriceDrop(app, trx, { school_id: viewer.schoolId, id, title, seller_id: viewer.id })
}

/** Locks a listing against other changes. Favorites can still be added: they do not need its key. */
export async function lockListing(trx: Trx, schoolId: string, id: string) {
  const listing = await trx
    .selectFrom('listings')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .select([
      'title',
      'description',
      'price',
      'category',
      'condition',
      'kind',
      'isbn',
      'course',
      'images',
      'version',
      'state',
    ])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!listing) throw notFound('Listing not found') // deleted or withheld since the caller's read
  return listing
}

function findChanges(current: LockedListing, { version: _, ...input }: Changes): Omit<Changes, 'version'> {
  const before = { ...current, price: Number(current.price) }
  const changed = Object.entries(input).filter(
    ([field, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field as keyof typeof input]),
  )
  return Object.fromEntries(changed)
}

/**
 * Whether a price is at least 5 % below the lowest one of the last day. A seller who raises the price and lowers it again
 * informs no user.
 */
async function isPriceDrop(trx: Trx, schoolId: string, id: string, price: number): Promise<boolean> {
  const { rows } = await sql<{ is_drop: boolean }>`
    select ${String(price)}::numeric <= 0.95 * least(listings.price, (select min(former.price) from listing_prices as former
      where former.school_id = listings.school_id and former.listing_id = listings.id
        and former.at >= coalesce((select max(at) from listing_prices where listing_prices.school_id = listings.school_id
          and listing_prices.listing_id = listings.id and at <= now() - interval '1 day'), '-infinity'))) as is_drop
    from listings where school_id = ${schoolId} and id = ${id} and state in ('available', 'reserved')`.execute(trx)
  return rows[0]?.is_drop ?? false
}

/** Adds a price to the history, and before the first change the price since the creation. */
async function recordPrice(trx: Trx, schoolId: string, id: string, price: number): Promise<void> {
  const { rows } = await sql<{ waits: number }>`
    select ceil(extract(epoch from min(at) + interval '1 day' - now()))::int as waits from (
      select listing_prices.at from listing_prices
      join listings on listings.school_id = listing_prices.school_id and listings.id = listing_prices.listing_id
      where listings.school_id = ${schoolId} and listings.id = ${id}
        and listing_prices.at > greatest(listings.created_at, now() - interval '1 day')) as today
    having count(*) >= ${maxPriceChanges}`.execute(trx)
  const [limit] = rows
  if (limit)
    throw limitReached(`You can change the price ${maxPriceChanges} times a day. Try again later.`, limit.waits)
  await sql`
    insert into listing_prices (school_id, listing_id, at, price)
    select school_id, id, created_at, price from listings
    where school_id = ${schoolId} and id = ${id}
      and not exists (select from listing_prices where school_id = ${schoolId} and listing_id = ${id})
    union all select ${schoolId}::uuid, ${id}::uuid, clock_timestamp(), ${String(price)}::numeric`.execute(trx)
}
