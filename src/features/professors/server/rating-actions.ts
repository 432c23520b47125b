import { randomUUID } from 'node:crypto'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { type Anonymity, currentMinute } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import type { RatingInput } from '../contract.ts'
import { findPendingRatings, type PendingRating, type RatingBody } from './pending-ratings.ts'

/** Unique tag of author, professor and course, which detects a second rating without naming the author. */
export const onceTag = (anonymity: Anonymity, reviewer: string, professor: string, course: string | null): Buffer =>
  anonymity.keyedHash('rating', reviewer, professor, course ?? '')

/** Result of a rating: a row, an item to be published later, or nothing because an anonymous rating already exists. */
export type RatingOutcome =
  | { readonly state: 'stored'; readonly id: string }
  | { readonly state: 'pending' | 'ignored'; readonly item: PendingRating }

/**
 * Creates one rating per course and professor. Throws 409 for a second one after a named rating. After an anonymous
 * one, replies as for a first, so that no request can reveal its author; stores nothing and notifies the author.
 */
export async function createRating(
  app: App,
  trx: Trx,
  viewer: Viewer,
  professorId: string,
  { anonymous, ...input }: RatingInput,
): Promise<RatingOutcome> {
  const { schoolId } = viewer
  const body = { professor_id: professorId, is_anonymous: anonymous, input }
  const item = { schoolId, kind: 'rating', id: anonymous ? randomUUID() : newId(), authorId: viewer.id, body }
  const pendingItem = { ...item, writtenAt: Date.now() }
  if (input.course_id && !(await isProfessorCourse(trx, schoolId, professorId, input.course_id)))
    throw notFound('Course not found')
  if (await hasAnonymousRating(app, trx, viewer, body)) return { state: 'ignored', item: pendingItem }
  if (anonymous) {
    if (await findExisting(app.anonymity, trx, item)) throw alreadyRated()
    await app.pending.submit(trx, item)
    return { state: 'pending', item: pendingItem }
  }
  if (!(await insertRating(app.anonymity, trx, item))) {
    if (await hasAnonymousRating(app, trx, viewer, body)) return { state: 'ignored', item: pendingItem }
    throw alreadyRated()
  }
  return { state: 'stored', id: item.id }
}

const alreadyRated = () => conflict('You have already rated this professor')

/**
 * Whether the viewer has an anonymous rating here, published or pending. If so, notifies them that it stays unchanged.
 */
async function hasAnonymousRating(app: App, trx: Db, viewer: Viewer, body: RatingBody): Promise<boolean> {
  const own = await app.pending.listOwn(trx, { ...viewer, schoolHasPending: true })
  if (findPendingRatings(own, body.professor_id).some((item) => item.body.input.course_id === body.input.course_id))
    return true
  const existing = await findExisting(app.anonymity, trx, { schoolId: viewer.schoolId, authorId: viewer.id, body })
  if (!existing?.author_seal) return false
  await notifyOfEarlier(app, trx, viewer.schoolId, { id: existing.id, author_seal: existing.author_seal, ...body })
  return true
}

const notifyOfEarlier = (
  { notifications }: App,
  trx: Db,
  schoolId: string,
  rating: { readonly id: string; readonly author_seal: Buffer; readonly professor_id: string },
) =>
  notifications.notifySealedAuthor(
    trx,
    {
      schoolId,
      kind: 'rating',
      link: `/professors/${rating.professor_id}`,
      sentence: 'You had already rated this professor, so your earlier rating was kept.',
    },
    { schoolId, kind: 'rating', id: rating.id },
    rating.author_seal,
  )

const findExisting = (
  anonymity: Anonymity,
  trx: Db,
  { schoolId, authorId, body }: Pick<PendingRating, 'schoolId' | 'authorId' | 'body'>,
) =>
  trx
    .selectFrom('ratings')
    .where('school_id', '=', schoolId)
    .where('once_tag', '=', onceTag(anonymity, authorId, body.professor_id, body.input.course_id))
    .select(['id', 'author_seal'])
    .executeTakeFirst()

/**
 * Inserts a rating; triggers update the statistics in the same transaction. Returns false when its author already rated
 * this.
 */
async function insertRating(
  anonymity: Anonymity,
  trx: Db,
  { schoolId, id, authorId, body: { professor_id, is_anonymous, input } }: Omit<PendingRating, 'writtenAt'>,
): Promise<boolean> {
  const sealed = () => anonymity.seal(authorId, { schoolId, kind: 'rating', id }, input.review_text)
  const author = is_anonymous ? { ...(await sealed()), created_at: currentMinute } : { reviewer_id: authorId }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('ratings')
    .values({
      school_id: schoolId,
      id,
      professor_id,
      is_anonymous,
      ...author,
      once_tag: onceTag(anonymity, authorId, professor_id, input.course_id),
      ...input,
      would_take_again: input.would_take_again ?? null,
      year_taken: input.year_taken ?? null,
    })
    .onConflict((same) => same.constraint('ratings_once').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Publishes an anonymous rating, unless its author has published another one in the meantime. */
export async function publishRating(app: App, trx: Db, item: PendingRating): Promise<void> {
  if (await insertRating(app.anonymity, trx, item)) return
  const existing = await findExisting(app.anonymity, trx, item)
  if (existing?.author_seal)
    await notifyOfEarlier(app, trx, item.schoolId, {
      id: existing.id,
      author_seal: existing.author_seal,
      professor_id: item.body.professor_id,
    })
}

async function isProfessorCourse(trx: Db, schoolId: string, professor: string, course: string): Promise<boolean> {
  const found = await trx
    .selectFrom('professor_courses')
    .where('school_id', '=', schoolId)
    .where('professor_id', '=', professor)
    .where('id', '=', course)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes a rating with its votes and removes it from all statistics. Returns false when it was already deleted. */
export async function deleteRating(db: Db, schoolId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('ratings')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Votes on a rating: repeating a vote withdraws it, the opposite vote replaces it. Concurrent votes wait for the lock
 * on the rating.
 */
export const vote = async (trx: Trx, viewer: Viewer, rating_id: string, is_helpful: boolean) => {
  const { schoolId: school_id, id: user_id } = viewer
  const held = await trx
    .selectFrom('ratings')
    .where('school_id', '=', school_id)
    .where('id', '=', rating_id)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held) throw notFound('Rating not found') // deleted since the caller's read
  const before = await trx
    .deleteFrom('rating_votes')
    .where('school_id', '=', school_id)
    .where('rating_id', '=', rating_id)
    .where('user_id', '=', user_id)
    .returning('is_helpful')
    .executeTakeFirst()
  const isTakenBack = before?.is_helpful === is_helpful
  if (!isTakenBack) await trx.insertInto('rating_votes').values({ school_id, rating_id, user_id, is_helpful }).execute()
  const counts = await trx
    .selectFrom('ratings')
    .where('school_id', '=', school_id)
    .where('id', '=', rating_id)
    .select(['helpful_count', 'not_helpful_count'])
    .executeTakeFirstOrThrow()
  return { ...counts, user_helpful_vote: isTakenBack ? null : is_helpful }
}
