import { randomUUID } from 'node:crypto'
import { type Anonymity, thisMinute } from '../../../shared/server/anonymity.ts'
import { type Db, newId } from '../../../shared/server/db.ts'
import { conflict, notFound } from '../../../shared/server/errors.ts'
import { type Viewer, writing } from '../../../shared/server/viewer.ts'
import type { RatingInput } from '../contract.ts'

/** The columns that say who rates: a name, or nobody and the two sealed values. Ids of anonymous rows carry no time. */
async function authorship(anonymity: Anonymity, viewer: Viewer, isAnonymous: boolean) {
  if (!isAnonymous) return { id: newId(), reviewer_id: viewer.id, is_anonymous: false }
  const id = randomUUID()
  const sealed = await anonymity.seal(viewer.id, { schoolId: viewer.schoolId, kind: 'rating', id })
  return { id, ...sealed, is_anonymous: true, created_at: thisMinute }
}

/** By this a second rating of the same person, professor and course is told, also when neither names the person. */
export const onceTag = (anonymity: Anonymity, reviewer: string, professor: string, course: string | null): Buffer =>
  anonymity.blind('rating', reviewer, professor, course ?? '')

/**
 * Rates a professor and returns the rating's id; 409 when the viewer has rated them for this course already. The
 * database counts it in the same transaction.
 */
export async function createRating(
  db: Db,
  anonymity: Anonymity,
  viewer: Viewer,
  professor_id: string,
  { anonymous, course_id, ...input }: RatingInput,
): Promise<string> {
  const school_id = viewer.schoolId
  const author = await authorship(anonymity, viewer, anonymous)
  await writing(db, viewer, async (trx) => {
    if (course_id && !(await isCourseOf(trx, school_id, professor_id, course_id))) throw notFound('Course not found')
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('ratings')
      .values({
        school_id,
        ...author,
        professor_id,
        course_id,
        once_tag: onceTag(anonymity, viewer.id, professor_id, course_id),
        ...input,
        would_take_again: input.would_take_again ?? null,
        year_taken: input.year_taken ?? null,
      })
      .onConflict((same) => same.constraint('ratings_once').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw conflict('You have already rated this professor')
  })
  return author.id
}

async function isCourseOf(trx: Db, schoolId: string, professor: string, course: string): Promise<boolean> {
  const found = await trx
    .selectFrom('professor_courses')
    .where('school_id', '=', schoolId)
    .where('professor_id', '=', professor)
    .where('id', '=', course)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Takes a rating with its votes out of the list and out of every figure. False when it was gone already. */
export async function deleteRating(db: Db, schoolId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('ratings')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Votes on a rating: the same vote again takes it back, the other one replaces it. Votes on one rating queue at its row. */
export const vote = (db: Db, viewer: Viewer, rating_id: string, is_helpful: boolean) =>
  writing(db, viewer, async (trx) => {
    const { schoolId: school_id, id: user_id } = viewer
    const held = await trx
      .selectFrom('ratings')
      .where('school_id', '=', school_id)
      .where('id', '=', rating_id)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!held) throw notFound('Rating not found') // deleted since the caller looked
    const before = await trx
      .deleteFrom('rating_votes')
      .where('school_id', '=', school_id)
      .where('rating_id', '=', rating_id)
      .where('user_id', '=', user_id)
      .returning('is_helpful')
      .executeTakeFirst()
    const isTakenBack = before?.is_helpful === is_helpful
    if (!isTakenBack)
      await trx.insertInto('rating_votes').values({ school_id, rating_id, user_id, is_helpful }).execute()
    const counts = await trx
      .selectFrom('ratings')
      .where('school_id', '=', school_id)
      .where('id', '=', rating_id)
      .select(['helpful_count', 'not_helpful_count'])
      .executeTakeFirstOrThrow()
    return { ...counts, user_helpful_vote: isTakenBack ? null : is_helpful }
  })
