import type { Db } from '../../../shared/server/db/pools.ts'
import type { PersonalData, SealedData } from '../../../shared/server/personal-data.ts'
import { deleteRating, toOnceParts } from './rating-actions.ts'

const written = [
  'id',
  'professor_id',
  'course_id',
  'overall_rating',
  'difficulty_rating',
  'engagement_rating',
  'teaching_quality_rating',
  'workload_rating',
  'fun_rating',
  'would_take_again',
  'review_text',
  'semester_taken',
  'year_taken',
  'course_grade',
  'attendance_mandatory',
  'textbook_required',
  'gives_extra_credit',
  'tags',
  'created_at',
  'edited_at',
] as const

/** Data in these tables under a user's name. Departments and professors belong to the school and name no author. */
export const professorPersonalData: readonly PersonalData[] = [
  {
    table: 'departments',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('departments')
        .where('school_id', '=', schoolId)
        .where('created_by', '=', id)
        .select(['id', 'name', 'short_name', 'description', 'website_url', 'created_at'])
        .execute(),
  },
  {
    table: 'professors',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('professors')
        .where('school_id', '=', schoolId)
        .where('created_by', '=', id)
        .select(['id', 'department_id', 'title', 'name', 'avatar_url', 'created_at'])
        .execute(),
  },
  {
    table: 'ratings',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('ratings')
        .where('school_id', '=', schoolId)
        .where('reviewer_id', '=', id)
        .select(written)
        .execute(),
  },
  {
    table: 'rating_votes',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('rating_votes')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['rating_id', 'is_helpful', 'created_at'])
        .execute(),
  },
]

/** Anonymous ratings. */
export const ratingSealedData: readonly SealedData[] = [
  {
    kind: 'rating',
    table: 'ratings',
    keyed: ['author_tag', 'author_seal', 'once_tag'],
    unique: {
      column: 'once_tag',
      from: ['professor_id', 'course_id'],
      toParts: ({ professor_id, course_id }) => toOnceParts(professor_id as string, course_id as string | null),
    },
    page: sealedPage,
    export: (db, schoolId, ids) =>
      db
        .selectFrom('ratings')
        .where('school_id', '=', schoolId)
        .where('id', 'in', [...ids])
        .select(written)
        .execute(),
    remove: deleteRating,
  },
]

async function sealedPage(db: Db, schoolId: string, after: string, rows: number) {
  const page = await db
    .selectFrom('ratings')
    .where('school_id', '=', schoolId)
    .where('is_anonymous', '=', true)
    .where('id', '>', after)
    .select(['id', 'author_tag'])
    .orderBy('id')
    .limit(rows)
    .execute()
  return page.flatMap(({ id, author_tag }) => (author_tag ? [{ id, author_tag }] : []))
}
