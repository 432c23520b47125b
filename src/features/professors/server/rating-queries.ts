import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { executePrepared, prepared, type SqlParam, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { epoch, epochOrNull } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { isListedFor, noBlockBetween } from '../../people/server/queries.ts'
import type { ratings } from '../contract.ts'
import type { Rating } from '../rating-contract.ts'
import { toPage } from './page.ts'

const figure = <C extends string>(column: C) => sql<number>`${sql.ref(`ratings.${column}`)}::float8`.as(column)

/** The ratings that this viewer may read. Every read starts here. Statistics include ratings of all authors. */
const visibleRatings = (db: Db, viewer: ViewerParams) =>
  db
    .selectFrom('ratings')
    .leftJoin('users as reviewer', (join) =>
      join.onRef('reviewer.school_id', '=', 'ratings.school_id').onRef('reviewer.id', '=', 'ratings.reviewer_id'),
    )
    .leftJoin('professor_courses as course', (join) =>
      join
        .onRef('course.school_id', '=', 'ratings.school_id')
        .onRef('course.professor_id', '=', 'ratings.professor_id')
        .onRef('course.id', '=', 'ratings.course_id'),
    )
    .leftJoin('rating_votes as mine', (join) =>
      join
        .onRef('mine.school_id', '=', 'ratings.school_id')
        .onRef('mine.rating_id', '=', 'ratings.id')
        .on('mine.user_id', '=', viewer.id),
    )
    .where('ratings.school_id', '=', viewer.schoolId)
    .where('ratings.withheld_at', 'is', null)
    .where('reviewer.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'ratings.reviewer_id'))
    .select([
      'ratings.school_id',
      'ratings.id',
      'ratings.professor_id',
      'ratings.course_id',
      'course.code as course_code',
      'course.name as course_name',
      'ratings.reviewer_id',
      'ratings.author_tag',
      'reviewer.name as reviewer_name',
      'reviewer.avatar_url as reviewer_avatar',
      'ratings.is_anonymous',
      figure('overall_rating'),
      figure('difficulty_rating'),
      figure('engagement_rating'),
      figure('teaching_quality_rating'),
      figure('workload_rating'),
      figure('fun_rating'),
      'ratings.would_take_again',
      'ratings.review_text',
      'ratings.semester_taken',
      'ratings.year_taken',
      'ratings.course_grade',
      'ratings.attendance_mandatory',
      'ratings.textbook_required',
      'ratings.gives_extra_credit',
      'ratings.tags',
      'ratings.helpful_count',
      'ratings.not_helpful_count',
      'mine.is_helpful as user_helpful_vote',
      epoch('ratings.created_at').as('created_at'),
      epochOrNull('ratings.edited_at').as('edited_at'),
    ])
    .$narrowType<{ semester_taken: Rating['semester_taken']; course_grade: Rating['course_grade'] }>()
export type RatingRow = Awaited<ReturnType<ReturnType<typeof visibleRatings>['execute']>>[number]

/** The ratings of lists. */
const listedRatings = (db: Db, viewer: ViewerParams) =>
  visibleRatings(db, viewer).where(
    isListedFor(viewer, { kind: 'rating', id: 'ratings.id', author: 'ratings.reviewer_id' }),
  )

const oneRating = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visibleRatings(db, { id: viewer, schoolId: school }).where('ratings.id', '=', id),
)

/** Returns a rating that this viewer may read. */
export async function findRating(db: Db, viewer: Viewer, id: string): Promise<RatingRow | undefined> {
  const [rating] = await oneRating(db, { viewer: viewer.id, school: viewer.schoolId, id })
  return rating
}

/**
 * Returns a rating that this viewer may read. Throws 404 when it belongs to another school, is hidden or does not
 * exist.
 */
export async function ratingOr404(db: Db, viewer: Viewer, id: string): Promise<RatingRow> {
  const rating = await findRating(db, viewer, id)
  if (!rating) throw notFound('Rating not found')
  return rating
}

const lockedRating = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visibleRatings(db, { id: viewer, schoolId: school }).where('ratings.id', '=', id).forNoKeyUpdate(['ratings']),
)

/** Like `findRating`, locked until the transaction ends. */
export async function lockRating(trx: Trx, viewer: Viewer, id: string): Promise<RatingRow | undefined> {
  const [rating] = await lockedRating(trx, { viewer: viewer.id, school: viewer.schoolId, id })
  return rating
}

/** The beginning of the most helpful review of the professor of a surrounding query; null without one. */
export const topReview = (db: Db, viewer: ViewerParams) =>
  listedRatings(db, viewer)
    .where(sql<boolean>`ratings.professor_id = professors.id and ratings.review_text <> ''`)
    .clearSelect()
    .select(sql<string>`left(ratings.review_text, 200)`.as('text'))
    .orderBy('ratings.helpful_count', 'desc')
    .orderBy('ratings.created_at', 'desc')
    .limit(1)

const latest = prepared(
  (db, slots: SqlParams<{ viewer: string; school: string; professor: string; rows: number; skip: number }>) =>
    listedRatings(db, { id: slots.viewer, schoolId: slots.school })
      .where('ratings.professor_id', '=', slots.professor)
      .orderBy('ratings.created_at', 'desc')
      .orderBy('ratings.id', 'desc')
      .limit(slots.rows)
      .offset(slots.skip),
)

/** Lists a number of a professor's ratings, newest first. */
export const listLatest = (db: Db, viewer: Viewer, professor: string, rows: number, skip = 0) =>
  latest(db, { viewer: viewer.id, school: viewer.schoolId, professor, rows, skip })

const ownNamed = prepared((db, slots: SqlParams<{ viewer: string; school: string; professor: string }>) =>
  visibleRatings(db, { id: slots.viewer, schoolId: slots.school })
    .where('ratings.professor_id', '=', slots.professor)
    .where('ratings.reviewer_id', '=', slots.viewer)
    .orderBy('ratings.created_at', 'desc')
    .orderBy('ratings.id', 'desc'),
)

/** Lists the viewer's ratings of a professor under their name, newest first: at most one per course. */
export const listOwnNamed = (db: Db, viewer: Viewer, professor: string) =>
  ownNamed(db, { viewer: viewer.id, school: viewer.schoolId, professor })

/** Counts a professor's ratings that match, and checks that the professor exists. */
const countRatings = (
  fitting: ReturnType<typeof visibleRatings>,
  school: SqlParam<string>,
  professor: SqlParam<string>,
) =>
  fitting.clearSelect().select([
    sql<number>`count(*)::int8`.as('total'),
    sql<boolean>`exists (select from professors where school_id = ${school} and id = ${professor}
        and withheld_at is null)`.as('is_known'),
  ])

const wholeCount = prepared((db, slots: SqlParams<{ viewer: string; school: string; professor: string }>) => {
  const all = listedRatings(db, { id: slots.viewer, schoolId: slots.school })
  return countRatings(all.where('ratings.professor_id', '=', slots.professor), slots.school, slots.professor)
})

type RatingsRequest = z.output<typeof ratings.list.query>

function narrowed(db: Db, viewer: Viewer, professor: string, { course_id, min_rating, max_rating }: RatingsRequest) {
  let fitting = listedRatings(db, viewer).where('ratings.professor_id', '=', professor)
  if (course_id) fitting = fitting.where('ratings.course_id', '=', course_id)
  if (min_rating !== undefined) fitting = fitting.where(sql<boolean>`ratings.overall_rating >= ${min_rating}`)
  if (max_rating !== undefined) fitting = fitting.where(sql<boolean>`ratings.overall_rating <= ${max_rating}`)
  return fitting
}

/**
 * Returns one page of a professor's ratings that match the query, and the number that the viewer may read. Throws 404
 * like professorOr404.
 */
export async function listRatings(db: Db, viewer: Viewer, professor: string, asked: RatingsRequest) {
  const { limit, offset, course_id, min_rating, max_rating, sort_by, sort_order = 'desc' } = asked
  const isWhole = !course_id && min_rating === undefined && max_rating === undefined
  const isNewest = sort_by === 'created_at' && sort_order === 'desc'
  const find = () => {
    if (isWhole && isNewest) {
      const whole = wholeCount(db, { viewer: viewer.id, school: viewer.schoolId, professor })
      return Promise.all([listLatest(db, viewer, professor, limit, offset), whole])
    }
    const fitting = narrowed(db, viewer, professor, asked)
    const rows = fitting
      .orderBy(`ratings.${sort_by}`, sort_order)
      .orderBy('ratings.created_at', sort_by === 'created_at' ? sort_order : 'desc')
      .orderBy('ratings.id', 'desc')
      .limit(limit)
      .offset(offset)
    return Promise.all([rows.execute(), executePrepared(db, countRatings(fitting, viewer.schoolId, professor))])
  }
  const [rows, [counted]] = await find()
  if (!counted?.is_known) throw notFound('Professor not found')
  return toPage(rows, counted.total, { limit, offset })
}
