import { sql } from 'kysely'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { toMedia } from '../../media/server/queries.ts'
import { isListedFor, noBlockBetween } from '../../people/server/queries.ts'
import { assignmentOr404 } from './queries.ts'

/** The answers that this viewer may see: those to visible questions. Every read starts here. */
const visibleAnswers = (db: Db, viewer: ViewerParams) =>
  db
    .selectFrom('assignment_answers as answers')
    .innerJoin('assignments', (join) =>
      join
        .onRef('assignments.school_id', '=', 'answers.school_id')
        .onRef('assignments.id', '=', 'answers.assignment_id'),
    )
    .innerJoin('users as asker', (join) =>
      join.onRef('asker.school_id', '=', 'answers.school_id').onRef('asker.id', '=', 'assignments.author_id'),
    )
    .innerJoin('users as author', (join) =>
      join.onRef('author.school_id', '=', 'answers.school_id').onRef('author.id', '=', 'answers.author_id'),
    )
    .leftJoin('answer_votes as mine', (join) =>
      join
        .onRef('mine.school_id', '=', 'answers.school_id')
        .onRef('mine.answer_id', '=', 'answers.id')
        .on('mine.user_id', '=', viewer.id),
    )
    .where('answers.school_id', '=', viewer.schoolId)
    .where('answers.withheld_at', 'is', null)
    .where('assignments.withheld_at', 'is', null)
    .where('asker.deleted_at', 'is', null)
    .where('author.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'assignments.author_id'))
    .where(noBlockBetween(viewer, 'answers.author_id'))
    .select([
      'answers.id',
      'answers.assignment_id',
      'answers.content',
      'answers.images',
      'answers.author_id',
      'author.name as author_name',
      'author.avatar_url as author_avatar',
      'assignments.author_id as asker_id',
      epoch('answers.created_at').as('created_at'),
      'answers.helpful_votes',
      'mine.is_helpful as user_vote',
      sql<boolean>`answers.id is not distinct from assignments.best_answer_id`.as('is_best_answer'),
    ])
export type AnswerRow = Awaited<ReturnType<ReturnType<typeof visibleAnswers>['execute']>>[number]

const oneAnswer = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visibleAnswers(db, { id: viewer, schoolId: school }).where('answers.id', '=', id),
)

/**
 * Returns an answer that this viewer may see. Throws 404 when it belongs to another school, is hidden or does not
 * exist.
 */
export async function answerOr404(db: Db, viewer: Viewer, id: string): Promise<AnswerRow> {
  const [row] = await oneAnswer(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!row) throw notFound('Answer not found')
  return row
}

const lockedAnswer = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visibleAnswers(db, { id: viewer, schoolId: school }).where('answers.id', '=', id).forNoKeyUpdate(['answers']),
)

/** The same, locked until the transaction ends. */
export async function lockAnswerOr404(trx: Trx, viewer: Viewer, id: string): Promise<AnswerRow> {
  const [row] = await lockedAnswer(trx, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!row) throw notFound('Answer not found')
  return row
}

const selectAnswers = prepared(
  (db, slots: SqlParams<{ viewer: string; school: string; assignment: string; rows: number; skip: number }>) =>
    visibleAnswers(db, { id: slots.viewer, schoolId: slots.school })
      .where('answers.assignment_id', '=', slots.assignment)
      .where(
        isListedFor(
          { id: slots.viewer, schoolId: slots.school },
          { kind: 'assignment_answer', id: 'answers.id', author: 'answers.author_id' },
        ),
      )
      .orderBy('is_best_answer', 'desc')
      .orderBy('answers.helpful_votes', 'desc')
      .orderBy('answers.created_at')
      .orderBy('answers.id')
      .limit(slots.rows)
      .offset(slots.skip),
)

/** Returns one page of the answers to a question, the best first. Throws 404 when the viewer may not see the question. */
export async function listAnswers(db: Db, viewer: Viewer, assignment: string, window: PageRequest) {
  const { page, limit } = window
  const at = { rows: limit + 1, skip: toOffset({ page, limit }) }
  const rows = await selectAnswers(db, { viewer: viewer.id, school: viewer.schoolId, assignment, ...at })
  if (rows.length === 0) await assignmentOr404(db, viewer, assignment)
  return toPage(rows, window)
}

/** Adds the images to each answer. */
export async function withAnswerMedia(db: Db, viewer: Viewer, rows: readonly AnswerRow[]) {
  const ids = rows.filter(({ images }) => images.length > 0).map(({ id }) => id)
  const media = await toMedia(db, viewer.schoolId, 'assignment_answer', ids)
  return rows.map((row) => ({ row, media: media.get(row.id) ?? [] }))
}
