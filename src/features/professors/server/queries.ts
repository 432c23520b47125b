import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { nameOrder } from '../../../shared/server/db/name-order.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { findRows, isAmong } from '../../../shared/server/db/replica-reads.ts'
import { epoch, likePattern } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { isCandidate, matchesTerm, type SearchProvider, type SearchTerm } from '../../../shared/server/search.ts'
import type { professors } from '../contract.ts'
import { toPage } from './page.ts'
import { topReview } from './rating-queries.ts'

/**
 * School of a list. Only site administrators may request another school than their own, so only lists use this, and no
 * lookup by id.
 */
export const schoolFilter = (viewer: Viewer, asked?: string): string =>
  viewer.role === 'site_admin' && asked ? asked : viewer.schoolId

const mean = (sum: string) => sql<number | null>`(${sql.ref(sum)} / nullif(professors.total_ratings, 0))::float8`

/** The professors of a school. Every read starts here, so none can omit the school. */
const visibleProfessors = (db: Db, schoolId: SqlParam<string>) =>
  db
    .selectFrom('professors')
    .innerJoin('departments as department', (join) =>
      join
        .onRef('department.school_id', '=', 'professors.school_id')
        .onRef('department.id', '=', 'professors.department_id'),
    )
    .innerJoin('schools as school', 'school.id', 'professors.school_id')
    .where('professors.school_id', '=', schoolId)
    .where('professors.withheld_at', 'is', null)
    .select([
      'professors.id',
      'professors.first_name',
      'professors.last_name',
      'professors.name as full_name',
      'professors.title',
      'professors.avatar_url',
      'professors.department_id',
      'department.name as department_name',
      'school.name as school_name',
      'professors.email',
      'professors.office_location',
      'professors.office_hours',
      'professors.website_url',
      'professors.bio',
      'professors.research_interests',
      'professors.years_teaching',
      'professors.specializations',
      'professors.courses_taught',
      'professors.created_by',
      'professors.average_rating',
      'professors.difficulty_rating',
      mean('engagement_sum').as('average_engagement_rating'),
      mean('teaching_quality_sum').as('average_teaching_quality_rating'),
      mean('workload_sum').as('average_workload_rating'),
      mean('fun_sum').as('average_fun_rating'),
      sql<number | null>`(100 * again_yes / nullif(again_answers, 0)::float8)`.as('would_take_again_percentage'),
      'professors.again_answers as would_take_again_count',
      'professors.total_ratings',
      'professors.stars',
      'professors.tags_summary',
      epoch('professors.created_at').as('created_at'),
    ])
    .$narrowType<{ tags_summary: Record<string, number> }>()
export type ProfessorRow = Awaited<ReturnType<ReturnType<typeof visibleProfessors>['execute']>>[number]

const oneProfessor = prepared((db, { school, id }: SqlParams<{ school: string; id: string }>) =>
  visibleProfessors(db, school).where('professors.id', '=', id),
)

const manyProfessors = prepared((db, { school, ids }: SqlParams<{ school: string; ids: readonly string[] }>) =>
  visibleProfessors(db, school).where(sql<boolean>`professors.id = any (${ids}::uuid[])`),
)

/** Returns those of the professors that the viewer may see. */
export const listProfessorsById = (db: Db, viewer: Viewer, ids: readonly string[]): Promise<ProfessorRow[]> =>
  manyProfessors(db, { school: viewer.schoolId, ids })

/** Returns a professor that the viewer may see. Throws 404 when the professor is unknown or belongs to another school. */
export async function professorOr404(db: Db, viewer: Viewer, id: string): Promise<ProfessorRow> {
  const [professor] = await oneProfessor(db, { school: viewer.schoolId, id })
  if (!professor) throw notFound('Professor not found')
  return professor
}

type Sort = z.output<typeof professors.list.query>['sort_by']

/**
 * Sort orders of the list. In the orders by ratings, professors without ratings come last in both directions. `rating`
 * sorts by `score`, a Bayesian average, instead of the mean: (sum of the ratings + 5 · m) / (number of ratings + 5),
 * where m is the mean of all ratings of the school. Thus one 5.0 does not rank above a 4.7 from two hundred ratings.
 * The constant five approximates the variance of the ratings of one professor divided by the variance between
 * professors. `score` is a generated column (migration 0070), and m is updated in steps of 0.05.
 */
const orders: Readonly<Record<Sort, (down: boolean) => RawBuilder<unknown>[]>> = {
  rating: (down) => (down ? bestFirst : [sql`professors.score asc nulls last`, sql`professors.total_ratings`]),
  name: (down) => [down ? sql`${byName} desc` : byName],
  total_ratings: (down) => [down ? sql`professors.total_ratings desc` : sql`professors.total_ratings`, byName],
  difficulty: (down) => [
    down ? sql`professors.difficulty_rating desc nulls last` : sql`professors.difficulty_rating asc nulls last`,
    sql`professors.total_ratings desc`,
  ],
}
const byName = nameOrder('professors.name')
const bestFirst = [sql`professors.score desc nulls last`, sql`professors.total_ratings desc`]

type ListSlots = { viewer: string; school: string; rows: number; skip: number }

const best = prepared((db, slots: SqlParams<ListSlots>) => {
  let query = listedProfessors(db, slots.school, slots.viewer)
  for (const order of bestFirst) query = query.orderBy(order)
  return query.orderBy('professors.id').limit(slots.rows).offset(slots.skip)
})

/** Professors with what the viewer may read of the most helpful review, in the school of the list. */
const listedProfessors = (db: Db, school: SqlParam<string>, viewerId: SqlParam<string>) =>
  visibleProfessors(db, school).select(topReview(db, { id: viewerId, schoolId: school }).as('top_review'))

/** Returns one page of a school's professors that match the query, and the total. */
export async function listProfessors(db: Db, viewer: Viewer, asked: z.output<typeof professors.list.query>) {
  const school = schoolFilter(viewer, asked.school_id)
  const { limit, offset, sort_by, sort_order = sort_by === 'name' ? 'asc' : 'desc' } = asked
  const window = { limit, offset }
  const narrow = buildConditions(asked)
  if (narrow.length === 0 && sort_by === 'rating' && sort_order === 'desc') {
    const [rows, total] = await Promise.all([
      best(db, { viewer: viewer.id, school, rows: limit, skip: offset }),
      findTotals(db, school).then(({ total_professors }) => total_professors),
    ])
    return toPage(rows, total, window)
  }
  const select = (from: Db) => {
    let query = listedProfessors(from, school, viewer.id)
    for (const condition of narrow) query = query.where(condition)
    return query
  }
  const find = (from: Db) => {
    let query = select(from)
    for (const order of orders[sort_by](sort_order === 'desc')) query = query.orderBy(order)
    return query.orderBy('professors.id').limit(limit).offset(offset).execute()
  }
  const [rows, counted] = await Promise.all([
    findRows(db, find, (primary, found) => select(primary).where(isAmong('professors.id', found))),
    select(db).clearSelect().select(sql<number>`count(*)::int8`.as('total')).executeTakeFirstOrThrow(),
  ])
  return toPage(rows, counted.total, window)
}

function buildConditions(asked: z.output<typeof professors.list.query>): RawBuilder<boolean>[] {
  const { department_id, search, min_rating, max_rating, min_difficulty, max_difficulty } = asked
  const fits = (value: unknown, condition: RawBuilder<boolean>) => (value === undefined ? [] : [condition])
  return [
    ...fits(department_id, sql<boolean>`professors.department_id = ${department_id}`),
    ...fits(
      search || undefined,
      sql<boolean>`(professors.name ilike ${likePattern(search ?? '')}
      or exists (select from unnest(professors.courses_taught) as course where course ilike ${likePattern(search ?? '')}))`,
    ),
    ...fits(min_rating, sql<boolean>`professors.average_rating >= ${min_rating}`),
    ...fits(max_rating, sql<boolean>`professors.average_rating <= ${max_rating}`),
    ...fits(min_difficulty, sql<boolean>`professors.difficulty_rating >= ${min_difficulty}`),
    ...fits(max_difficulty, sql<boolean>`professors.difficulty_rating <= ${max_difficulty}`),
    ...fits(asked.has_reviews || undefined, sql<boolean>`professors.total_ratings > 0`),
    ...fits(asked.would_take_again || undefined, sql<boolean>`(again_answers > 0 and 2 * again_yes >= again_answers)`),
  ]
}

const coursesJson = prepared((db, { school, id }: SqlParams<{ school: string; id: string }>) =>
  db
    .selectFrom('professor_courses')
    .where('school_id', '=', school)
    .where('professor_id', '=', id)
    .select(['id', 'code', 'name'])
    .orderBy('position'),
)

/** Lists the courses of a professor that the viewer may see, in the order in which they were entered. */
export async function listCourses(db: Db, viewer: Viewer, id: string) {
  await professorOr404(db, viewer, id)
  return coursesJson(db, { school: viewer.schoolId, id })
}

/** Upper bound, far above the number at any school. */
const maxDepartments = 1000

const selectDepartments = prepared((db, { school }: SqlParams<{ school: string }>) =>
  db
    .selectFrom('departments')
    .where('school_id', '=', school)
    .select(['id', 'name', 'short_name', 'description', 'website_url', 'professors_count'])
    .orderBy(nameOrder('name'))
    .limit(maxDepartments),
)

/** Lists a school's departments by name. */
export const listDepartments = (db: Db, viewer: Viewer, asked?: string) =>
  selectDepartments(db, { school: schoolFilter(viewer, asked) })

const loadTotals = prepared((db, { school }: SqlParams<{ school: string }>) =>
  db
    .selectFrom('professor_totals')
    .where('school_id', '=', school)
    .select([
      'professors as total_professors',
      'ratings as total_ratings',
      'departments as total_departments',
      sql<number | null>`(overall_sum / nullif(ratings, 0))::float8`.as('average_rating'),
    ]),
)
const nothing = { total_professors: 0, total_ratings: 0, total_departments: 0, average_rating: null }

const findTotals = async (db: Db, school: string) => (await loadTotals(db, { school }))[0] ?? nothing

/** Counts the professors, ratings and departments of a school and averages all its ratings. */
export const findStats = (db: Db, viewer: Viewer, asked?: string) => findTotals(db, schoolFilter(viewer, asked))

const anywhere = ({ schoolId }: ViewerParams, term: SearchTerm) =>
  sql`select id from professors where school_id = ${schoolId} and ${matchesTerm('professors.name', term)}`

/** Searches professors by name. */
export const findProfessors = (db: Db, viewer: ViewerParams, term: SearchTerm): SearchProvider =>
  visibleProfessors(db, viewer.schoolId)
    .clearSelect()
    .where(term.among ? matchesTerm('professors.name', term) : isCandidate('professors.id', anywhere(viewer, term)))
    .orderBy('professors.total_ratings', 'desc')
    .orderBy('professors.id')
    .limit(term.limit)
    .select([
      'professors.id',
      'professors.name as title',
      'department.name as text',
      sql<number | null>`null::int8`.as('at'),
      'professors.avatar_url as image_url',
      sql<string>`'/rate-my-professor/' || professors.id`.as('link'),
    ])
