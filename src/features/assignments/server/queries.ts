import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { findRows, isAmong } from '../../../shared/server/db/replica-reads.ts'
import { epoch, epochOrNull, likePattern } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { excerpt, type SearchProvider, type SearchTerm, searchNewest } from '../../../shared/server/search.ts'
import { toMedia } from '../../media/server/queries.ts'
import { firstPicture, type PreviewSource, previewText } from '../../notifications/server/previews.ts'
import { isListedFor, noBlockBetween } from '../../people/server/queries.ts'
import type { AssignmentFilter, AssignmentSort, assignments, Priority, Subject } from '../contract.ts'

/** The questions that this viewer may see. Every read starts here, so none can omit the school. */
const visibleAssignments = (db: Db, viewer: ViewerParams) =>
  db
    .selectFrom('assignments')
    .innerJoin('users as author', (join) =>
      join.onRef('author.school_id', '=', 'assignments.school_id').onRef('author.id', '=', 'assignments.author_id'),
    )
    .where('assignments.school_id', '=', viewer.schoolId)
    .where('assignments.withheld_at', 'is', null)
    .where('author.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'assignments.author_id'))
    .select([
      'assignments.id',
      'assignments.title',
      'assignments.description',
      'assignments.subject',
      'assignments.course',
      'assignments.priority',
      'assignments.tags',
      'assignments.images',
      'assignments.solved',
      'assignments.best_answer_id',
      epochOrNull('assignments.due_date').as('due_date'),
      'assignments.answers_count',
      'assignments.author_id',
      'author.name as author_name',
      'author.avatar_url as author_avatar',
      epoch('assignments.created_at').as('created_at'),
      epochOrNull('assignments.edited_at').as('edited_at'),
    ])
    .$narrowType<{ subject: Subject; priority: Priority }>()
export type AssignmentRow = Awaited<ReturnType<ReturnType<typeof visibleAssignments>['execute']>>[number]

/** The questions of lists. */
const listedAssignments = (db: Db, viewer: ViewerParams) =>
  visibleAssignments(db, viewer).where(
    isListedFor(viewer, { kind: 'assignment', id: 'assignments.id', author: 'assignments.author_id' }),
  )

const oneAssignment = prepared(
  (db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
    visibleAssignments(db, { id: viewer, schoolId: school }).where('assignments.id', '=', id),
)

/**
 * Returns a question that this viewer may see. Throws 404 when it belongs to another school, is hidden or does not
 * exist.
 */
export async function assignmentOr404(db: Db, viewer: Viewer, id: string): Promise<AssignmentRow> {
  const [assignment] = await oneAssignment(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!assignment) throw notFound('Assignment not found')
  return assignment
}

/** Returns the questions that this viewer may see, in the order of the ids. */
export async function findAssignments(db: Db, viewer: Viewer, ids: readonly string[]): Promise<AssignmentRow[]> {
  if (ids.length === 0) return []
  const rows = await visibleAssignments(db, viewer)
    .where('assignments.id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Adds the images to each question. */
export async function withMedia(db: Db, viewer: Viewer, rows: readonly AssignmentRow[]) {
  const ids = rows.filter(({ images }) => images.length > 0).map(({ id }) => id)
  const media = await toMedia(db, viewer.schoolId, 'assignment', ids)
  return rows.map((row) => ({ row, media: media.get(row.id) ?? [] }))
}

const newest = prepared((db, slots: SqlParams<{ viewer: string; school: string; rows: number; skip: number }>) =>
  listedAssignments(db, { id: slots.viewer, schoolId: slots.school })
    .orderBy('assignments.created_at', 'desc')
    .orderBy('assignments.id', 'desc')
    .limit(slots.rows)
    .offset(slots.skip),
)

/** Returns one page of the school's questions that match the query. */
export async function listAssignments(db: Db, viewer: Viewer, asked: z.output<typeof assignments.list.query>) {
  const { filter, sort, subject, search, page, limit } = asked
  const window = { page, limit }
  const [rows, skip] = [limit + 1, toOffset(window)]
  if (filter === 'all' && sort === 'newest' && !subject && !search)
    return toPage(await newest(db, { viewer: viewer.id, school: viewer.schoolId, rows, skip }), window)

  const narrowed = (from: Db) => {
    let query = listedAssignments(from, viewer)
    if (subject) query = query.where('assignments.subject', '=', subject)
    if (search) query = query.where('assignments.words', 'ilike', likePattern(search))
    return query.where(fits(viewer, filter))
  }
  const find = async (from: Db): Promise<AssignmentRow[]> => {
    if (sort === 'due-soon') return dueSoon(from, () => narrowed(from), rows, skip).execute()
    let query = narrowed(from)
    for (const [column, direction] of orders[sort]) query = query.orderBy(`assignments.${column}`, direction)
    return query.limit(rows).offset(skip).execute()
  }
  const found = await findRows(db, find, (primary, rows) => narrowed(primary).where(isAmong('assignments.id', rows)))
  return toPage(found, window)
}

type Order = readonly (readonly ['created_at' | 'answers_count' | 'id', 'asc' | 'desc'])[]
const orders: Readonly<Record<Exclude<AssignmentSort, 'due-soon'>, Order>> = {
  newest: [
    ['created_at', 'desc'],
    ['id', 'desc'],
  ],
  oldest: [
    ['created_at', 'asc'],
    ['id', 'asc'],
  ],
  'most-answers': [
    ['answers_count', 'desc'],
    ['created_at', 'desc'],
    ['id', 'desc'],
  ],
}

const fits = (viewer: Viewer, filter: AssignmentFilter) =>
  ({
    all: sql<boolean>`true`,
    unsolved: sql<boolean>`not assignments.solved`,
    solved: sql<boolean>`assignments.solved`,
    'my-questions': sql<boolean>`assignments.author_id = ${viewer.id}`,
    'my-answers': sql<boolean>`exists (select from assignment_answers as mine where mine.school_id = ${viewer.schoolId}
      and mine.author_id = ${viewer.id} and mine.assignment_id = assignments.id)`,
  })[filter]

/**
 * Due questions first, soonest first, then the others, newest first. Both halves follow an index and read only as many
 * rows as the page needs.
 */
function dueSoon(db: Db, narrowed: () => ReturnType<typeof visibleAssignments>, rows: number, skip: number) {
  const due = sql<boolean>`assignments.due_date >= now()`
  const coming = narrowed()
    .where(due)
    .select([sql<number>`0`.as('half'), sql<number>`extract(epoch from assignments.due_date)`.as('place')])
    .orderBy('assignments.due_date')
    .orderBy('assignments.id')
    .limit(skip + rows)
  const rest = narrowed()
    .where(sql<boolean>`${due} is not true`)
    .select([sql<number>`1`.as('half'), sql<number>`-extract(epoch from assignments.created_at)`.as('place')])
    .orderBy('assignments.created_at', 'desc')
    .orderBy('assignments.id', 'desc')
    .limit(skip + rows)
  const both = db
    .selectFrom(coming.as('coming'))
    .selectAll()
    .unionAll(db.selectFrom(rest.as('rest')).selectAll())
  return db
    .selectFrom(both.as('both'))
    .selectAll()
    .orderBy('half')
    .orderBy('place')
    .orderBy('id')
    .limit(rows)
    .offset(skip)
}

/**
 * Minimum title length in characters, maximum results, minimum similarity relative to the best match, maximum
 * candidates that share a word, number of latest questions compared by spelling, and number of the best of these that are looked at: some may be hidden
 * from the viewer.
 */
const similar = { min: 4, max: 5, share: 0.5, byWords: 500, latest: 1000, best: 50 }

/**
 * Lists questions of the school similar to a title, most similar first. Compares word stems and the spelling of titles.
 */
export async function listSimilar(db: Db, viewer: Viewer, title: string): Promise<AssignmentRow[]> {
  if (title.length < similar.min) return []
  const words = sql`replace(plainto_tsquery('english', ${title})::text, '&', '|')::tsquery`
  const likeness = sql`ts_rank(assignments.meaning, ${words}) + similarity(assignments.title, ${title})`
  const select = (from: Db) => listedAssignments(from, viewer).select(sql<number>`${likeness}`.as('likeness'))
  const find = (from: Db) =>
    select(from)
      .where(sql<boolean>`assignments.id = any(array(select id from (
        (select id, ${likeness} as likeness from (select id, title, meaning from assignments
          where school_id = ${viewer.schoolId} and meaning @@ ${words} limit ${similar.byWords}) as assignments)
        union
        (select id, ${likeness} from (select id, title, meaning from assignments where school_id = ${viewer.schoolId}
          order by created_at desc, id desc limit ${similar.latest}) as assignments where title % ${title})
      ) as candidates order by likeness desc, id desc limit ${similar.best}))`)
      .orderBy('likeness', 'desc')
      .orderBy('assignments.id', 'desc')
      .limit(similar.max)
      .execute()
  const rows = await findRows(db, find, (primary, found) => select(primary).where(isAmong('assignments.id', found)))
  return rows.filter((row) => row.likeness >= similar.share * (rows[0]?.likeness ?? 0))
}

/** Maximum results, and number of latest open questions among which they are. */
const answerable = { max: 3, latest: 500 }

const newestAnswerable = prepared((db, slots: SqlParams<{ viewer: string; school: string }>) =>
  listedAssignments(db, { id: slots.viewer, schoolId: slots.school })
    .where('assignments.author_id', '<>', slots.viewer)
    .where(sql<boolean>`assignments.id in (select id from assignments where school_id = ${slots.school}
      and not solved order by created_at desc, id desc limit ${sql.lit(answerable.latest)})`)
    .where(sql<boolean>`assignments.subject in (select asked.subject from assignment_answers as mine
      join assignments as asked on asked.school_id = mine.school_id and asked.id = mine.assignment_id
      where mine.school_id = ${slots.school} and mine.author_id = ${slots.viewer})`)
    .where(sql<boolean>`not exists (select from assignment_answers as mine where mine.school_id = ${slots.school}
      and mine.author_id = ${slots.viewer} and mine.assignment_id = assignments.id)`)
    .orderBy('assignments.created_at', 'desc')
    .orderBy('assignments.id', 'desc')
    .limit(sql.lit(answerable.max)),
)

/** Lists open questions of others, not answered by the viewer, in subjects in which the viewer has answered. */
export const listAnswerable = (db: Db, viewer: Viewer): Promise<AssignmentRow[]> =>
  newestAnswerable(db, { viewer: viewer.id, school: viewer.schoolId })

/** Searches questions, latest first. */
export const searchAssignments = (db: Db, viewer: ViewerParams, term: SearchTerm): SearchProvider => {
  const found = listedAssignments(db, viewer)
    .clearSelect()
    .select([
      'assignments.id',
      'assignments.title',
      excerpt('assignments.description', term).as('text'),
      epoch('assignments.created_at').as('at'),
      sql<string | null>`null`.as('image_url'),
      sql<string>`'/assignment-help?question=' || assignments.id`.as('link'),
    ])
  return searchNewest(db, found, { table: 'assignments', column: 'words', school: viewer.schoolId, term })
}

/** Questions in notifications, which name the title. */
export const assignmentPreviews: PreviewSource = {
  link: /^\/assignment-help\?question=([0-9a-f-]{36})$/,
  find: (db, viewer, ids) =>
    visibleAssignments(db, viewer)
      .clearSelect()
      .where('assignments.id', 'in', [...ids])
      .select([
        'assignments.id',
        previewText('assignments.description').as('text'),
        firstPicture('assignments.images').as('image_url'),
      ]),
}
