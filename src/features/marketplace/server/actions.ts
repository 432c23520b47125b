import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads } from '../../media/server/actions.ts'
import type { ListingInput } from '../contract.ts'
import { findListingDate } from './listing-dates.ts'
import { queueMatch } from './matches.ts'
import { expiry } from './state-actions.ts'

export const listingPurposes: readonly Purpose[] = ['listing']

/** Creates a listing of the school and returns its id. */
export async function createListing(trx: Trx, viewer: Viewer, input: z.output<typeof ListingInput>): Promise<string> {
  const id = newId()
  const listed = await findListingDate(trx, viewer.schoolId, viewer.id, input)
  const { title, description, price, category = 'other', condition = 'good', kind = 'sale', images = [] } = input
  if (images.length > 0)
    await attachUploads(trx, viewer, images, { kind: 'listing', id, purposes: listingPurposes, anonymous: false })
  await trx
    .insertInto('listings')
    .values({
      school_id: viewer.schoolId,
      id,
      seller_id: viewer.id,
      title,
      description,
      price: String(price),
      category,
      condition,
      kind,
      isbn: input.isbn ?? null,
      course: input.course ?? null,
      images,
      expires_at: expiry(viewer.schoolId),
      created_at: listed.first_at,
    })
    .execute()
  // What was listed before is not reported to saved searches again.
  if (listed.is_new) await queueMatch(trx, viewer.schoolId, id)
  return id
}

/** Deletes a listing with its favorites; a trigger releases its images. Conversations about it stay. */
export const deleteListing = async (trx: Trx, schoolId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('listings')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Adds or removes a favorite and returns the new count. Concurrent calls of one user wait for the lock on their favorite.
 */
export const toggleFavorite = async (trx: Trx, viewer: Viewer, listing_id: string) => {
  const { id: user_id, schoolId: school_id } = viewer
  const key = { school_id, listing_id, user_id }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('listing_favorites')
    .values(key)
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirstOrThrow()
  const isNew = numInsertedOrUpdatedRows === 1n
  if (!isNew) {
    await trx
      .deleteFrom('listing_favorites')
      .where('school_id', '=', school_id)
      .where('listing_id', '=', listing_id)
      .where('user_id', '=', user_id)
      .execute()
  }
  const listing = await trx
    .selectFrom('listings')
    .where('school_id', '=', school_id)
    .where('id', '=', listing_id)
    .where('withheld_at', 'is', null)
    .select('favorites_count')
    .executeTakeFirst()
  if (!listing) throw notFound('Listing not found') // deleted since the caller's read
  return { is_favorited: isNew, favorites_count: listing.favorites_count }
}
