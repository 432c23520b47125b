import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { currentMinute, epoch, newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import { toSealedMode } from '../../../shared/server/pending.ts'
import type { App } from '../../../shared/server/services.ts'
import type { RatingEdit, RatingInput } from '../rating-contract.ts'
import { findPendingRatings, type PendingRating, type RatingBody } from './pending-ratings.ts'

/** The parts of the unique tag of author, professor and course, which detects a second rating without naming the author. */
export const onceParts = (reviewer: string, professor: string, course: string | null): string[] => {
  const { before, after } = toOnceParts(professor, course)
  return [...before, reviewer, ...after]
}

/** The same without the author. */
export const toOnceParts = (professor: string, course: string | null) => ({
  before: ['rating'],
  after: [professor, course ?? ''],
})

type RatingRef = Pick<PendingRating, 'schoolId' | 'authorId' | 'body'>

/** The tag of a new rating, and those that an earlier one can have during a key rotation or from before authorship ended. */
async function findOnceTags(anonymity: Anonymity, { schoolId, authorId, body }: RatingRef) {
  const parts = onceParts(authorId, body.professor_id, body.input.course_id)
  const [once_tag = Buffer.alloc(0), ...former] = await anonymity.lastingHashes(schoolId, ...parts)
  return { once_tag, former }
}

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
async function hasAnonymousRating(app: App, trx: Trx, viewer: Viewer, body: RatingBody): Promise<boolean> {
  const own = await app.pending.listOwnNow(trx, viewer)
  const waiting = findPendingRatings(own, body.professor_id).find(
    (item) => item.body.input.course_id === body.input.course_id,
  )
  if (waiting) {
    const { schoolId, id } = waiting
    const seal = await app.anonymity.seal(viewer.id, { schoolId, kind: 'rating', id }, waiting.body.input.review_text)
    await notifyOfEarlier(app, trx, schoolId, { id, author_seal: seal.author_seal, professor_id: body.professor_id })
    return true
  }
  const existing = await findExisting(app.anonymity, trx, { schoolId: viewer.schoolId, authorId: viewer.id, body })
  if (!existing?.author_seal) return false
  await notifyOfExisting(app, trx, { schoolId: viewer.schoolId, authorId: viewer.id, body }, existing)
  return true
}

type ExistingRating = { readonly id: string; readonly author_seal: Buffer | null }

/** Once authorship has ended, the row is any rating of the school, and only its second author can still be informed. */
async function notifyOfExisting(
  app: App,
  trx: Trx,
  { schoolId, authorId, body }: RatingRef,
  { id, author_seal }: ExistingRating,
): Promise<void> {
  if (!author_seal) return
  const item = { schoolId, kind: 'rating', id }
  const seal = (await app.anonymity.hasEnded(schoolId, author_seal))
    ? (await app.anonymity.seal(authorId, item, body.input.review_text)).author_seal
    : author_seal
  await notifyOfEarlier(app, trx, schoolId, { id, author_seal: seal, professor_id: body.professor_id })
}

const notifyOfEarlier = (
  { notifications }: App,
  trx: Trx,
  schoolId: string,
  rating: { readonly id: string; readonly author_seal: Buffer; readonly professor_id: string },
) =>
  notifications.notifySealedAuthor(
    trx,
    {
      schoolId,
      kind: 'rating',
      link: `/rate-my-professor/${rating.professor_id}`,
      params: {},
    },
    { schoolId, kind: 'rating', id: rating.id },
    rating.author_seal,
  )

async function findExisting(
  anonymity: Anonymity,
  trx: Trx,
  { schoolId, authorId, body }: RatingRef,
): Promise<ExistingRating | undefined> {
  const { once_tag, former } = await findOnceTags(anonymity, { schoolId, authorId, body })
  return trx
    .selectFrom('ratings')
    .where('school_id', '=', schoolId)
    .where('once_tag', 'in', [once_tag, ...former])
    .select(['id', 'author_seal'])
    .executeTakeFirst()
}

/**
 * Inserts a rating; triggers update the statistics in the same transaction. Returns false when its author already rated
 * this.
 */
async function insertRating(anonymity: Anonymity, trx: Trx, item: Omit<PendingRating, 'writtenAt'>): Promise<boolean> {
  const { schoolId, id, authorId, sealedMode, body } = item
  const { professor_id, is_anonymous, input } = body
  const { once_tag, former } = await findOnceTags(anonymity, item)
  if (former.length > 0) {
    await lockOnce(trx, schoolId, body)
    if (await findExisting(anonymity, trx, item)) return false
  }
  const sealed = () => anonymity.seal(authorId, { schoolId, kind: 'rating', id }, input.review_text)
  const author = is_anonymous
    ? { ...(await sealed()), sealed_mode: toSealedMode(sealedMode), created_at: currentMinute }
    : { reviewer_id: authorId }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('ratings')
    .values({
      school_id: schoolId,
      id,
      professor_id,
      is_anonymous,
      ...author,
      once_tag,
      ...input,
      would_take_again: input.would_take_again ?? null,
      year_taken: input.year_taken ?? null,
    })
    .onConflict((same) => same.constraint('ratings_once').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Serializes the ratings of a course while a person has several tags for it: servers may differ about the tag of new ratings,
 * so that their unique constraint alone would let two pass.
 */
const lockOnce = (trx: Trx, schoolId: string, { professor_id, input: { course_id } }: RatingBody) =>
  sql`select pg_advisory_xact_lock(hashtextextended('once ' || ${`${schoolId} ${professor_id} ${course_id ?? ''}`}::text, 0))`.execute(
    trx,
  )

/** Publishes an anonymous rating, unless its author has published another one in the meantime. */
export async function publishRating(app: App, trx: Trx, item: PendingRating): Promise<void> {
  if (await insertRating(app.anonymity, trx, item)) return
  const existing = await findExisting(app.anonymity, trx, item)
  if (existing) await notifyOfExisting(app, trx, item, existing)
}

/** Changes a rating that the caller has locked; triggers update the statistics in the same transaction. */
export const updateRating = (trx: Trx, { schoolId }: Viewer, id: string, input: RatingEdit) =>
  trx
    .updateTable('ratings')
    .set({
      ...input,
      would_take_again: input.would_take_again ?? null,
      year_taken: input.year_taken ?? null,
      edited_at: sql<Date>`clock_timestamp()`, // differs from the former one also within one transaction
    })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .returning(epoch('edited_at').as('edited_at'))
    .executeTakeFirstOrThrow()

async function isProfessorCourse(trx: Trx, schoolId: string, professor: string, course: string): Promise<boolean> {
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
 * Votes on a rating: repeating a vote withdraws it, the opposite vote replaces it. The rating is locked by the caller
 * (`lockRating`), so that votes are serialized; triggers update its counts.
 */
export const vote = async (trx: Trx, viewer: Viewer, rating: string, is_helpful: boolean) => {
  const mine = { school: viewer.schoolId, rating, person: viewer.id, is_helpful }
  const [toggled] = await toggleVote(trx, mine)
  const [counts] = await countVotes(trx, mine)
  if (!counts) throw notFound('Rating not found')
  return { ...counts, user_helpful_vote: toggled?.is_withdrawn ? null : is_helpful }
}

type Vote = { school: string; rating: string; person: string; is_helpful: boolean }

const toggleVote = prepared<Vote, { is_withdrawn: boolean }>(
  (_db, { school, rating, person, is_helpful }) => sql<{ is_withdrawn: boolean }>`
  with former as (
    delete from rating_votes where school_id = ${school} and rating_id = ${rating} and user_id = ${person}
    returning is_helpful),
  stored as (
    insert into rating_votes (school_id, rating_id, user_id, is_helpful)
    select ${school}::uuid, ${rating}::uuid, ${person}::uuid, ${is_helpful}::boolean
    where not exists (select from former where former.is_helpful = ${is_helpful}::boolean))
  select exists (select from former where former.is_helpful = ${is_helpful}::boolean) as is_withdrawn`,
)

const countVotes = prepared((db, { school, rating }: SqlParams<Vote>) =>
  db
    .selectFrom('ratings')
    .where('school_id', '=', school)
    .where('id', '=', rating)
    .where('withheld_at', 'is', null)
    .select(['helpful_count', 'not_helpful_count']),
)
