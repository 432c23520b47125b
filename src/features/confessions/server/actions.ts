import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Anonymity } from '../../../shared/server/anonymity.ts'
import type { Db } from '../../../shared/server/db.ts'
import { notFound } from '../../../shared/server/errors.ts'
import { type Viewer, writing } from '../../../shared/server/viewer.ts'
import type { Category } from '../contract.ts'
import { likeOf } from './likes.ts'

/**
 * Confesses and returns the id. The school's next number is taken in the same transaction, so that one that fails
 * leaves no gap; whoever confesses at the same time waits for it.
 */
export async function createConfession(
  db: Db,
  anonymity: Anonymity,
  viewer: Viewer,
  { content, category = 'general' }: { readonly content: string; readonly category?: Category | undefined },
): Promise<string> {
  const { schoolId: school_id } = viewer
  const id = randomUUID()
  const sealed = await anonymity.seal(viewer.id, { schoolId: school_id, kind: 'confession', id })
  await writing(db, viewer, async (trx) => {
    const { last } = await trx
      .insertInto('confession_numbers')
      .values({ school_id, last: 1 })
      .onConflict((counter) => counter.column('school_id').doUpdateSet({ last: sql`confession_numbers.last + 1` }))
      .returning('last')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('confessions')
      .values({ school_id, id, confession_number: last, ...sealed, content, category })
      .execute()
  })
  return id
}

/** Deletes a confession with its likes. Its number is not given again. */
export async function deleteConfession(db: Db, schoolId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('confessions')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Likes a confession, or no longer. The confession's count follows by a trigger. */
export async function toggleLike(db: Db, anonymity: Anonymity, viewer: Viewer, confession_id: string) {
  const like = likeOf(anonymity, viewer, confession_id)
  return writing(db, viewer, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('confession_likes')
      .values({ school_id: viewer.schoolId, id: like.id, confession_id, author_tag: anonymity.tag(viewer.id, like) })
      .onConflict((existing) => existing.doNothing())
      .executeTakeFirstOrThrow()
    const isNew = numInsertedOrUpdatedRows === 1n
    if (!isNew) await takeBackLike(trx, viewer.schoolId, like.id)
    const confession = await trx
      .selectFrom('confessions')
      .where('school_id', '=', viewer.schoolId)
      .where('id', '=', confession_id)
      .select('likes_count')
      .executeTakeFirst()
    if (!confession) throw notFound('Confession not found') // deleted since the caller looked
    return { likes_count: confession.likes_count, is_liked: isNew }
  })
}

/** Takes back the like of this id. False when it was gone already. */
export async function takeBackLike(db: Db, schoolId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('confession_likes')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
