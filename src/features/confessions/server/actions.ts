import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity, SealedItem } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { findLike } from './likes.ts'

/** Deletes a confession with its likes. Its number is not reused. */
export async function deleteConfession(db: Db, schoolId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('confessions')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Toggles the viewer's like. A trigger updates the count of the confession. */
export async function toggleLike(trx: Trx, anonymity: Anonymity, viewer: Viewer, confession_id: string) {
  const { like, former } = await findLike(anonymity, viewer, confession_id)
  const isWithdrawn = former.length > 0 && (await takeBackLike(trx, viewer.schoolId, like.id, ...former))
  const isNew = !isWithdrawn && (await insertLike(trx, anonymity, viewer, confession_id, like))
  if (!isWithdrawn && !isNew) await takeBackLike(trx, viewer.schoolId, like.id)
  const confession = await trx
    .selectFrom('confessions')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', confession_id)
    .where('withheld_at', 'is', null)
    .where('state', '=', 'shown')
    .select('likes_count')
    .executeTakeFirst()
  if (!confession) throw notFound('Confession not found') // deleted since the caller's read
  return { likes_count: confession.likes_count, is_liked: isNew }
}

/** Returns false when it exists already. */
async function insertLike(trx: Trx, anonymity: Anonymity, viewer: Viewer, confession_id: string, like: SealedItem) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('confession_likes')
    .values({
      school_id: viewer.schoolId,
      id: like.id,
      confession_id,
      author_tag: await anonymity.tag(viewer.id, like),
    })
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Removes the like with one of these ids. Returns false when it was already removed. */
export async function takeBackLike(db: Db, schoolId: string, ...ids: string[]): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('confession_likes')
    .where('school_id', '=', schoolId)
    .where('id', 'in', ids)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
