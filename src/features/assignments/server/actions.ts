import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'
import type { AssignmentInput } from '../contract.ts'

const purposes: readonly Purpose[] = ['assignment']

const toDate = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? sql<Date>`to_timestamp(${seconds})` : null

type Input = z.output<typeof AssignmentInput>

/** Creates a question and returns its id. */
export async function createAssignment(trx: Trx, viewer: Viewer, input: Input): Promise<string> {
  const id = newId()
  const { title, description, subject, course, priority = 'medium', tags = [], images = [], due_date } = input
  if (images.length > 0)
    await attachUploads(trx, viewer, images, { kind: 'assignment', id, purposes, anonymous: false })
  await trx
    .insertInto('assignments')
    .values({
      school_id: viewer.schoolId,
      id,
      author_id: viewer.id,
      title,
      description,
      subject,
      course: course || null,
      priority,
      tags,
      images,
      due_date: toDate(due_date),
    })
    .execute()
  return id
}

/** Updates a question. Absent fields and images keep their values. */
export const updateAssignment = async (trx: Trx, viewer: Viewer, id: string, input: Input): Promise<void> => {
  const { title, description, subject, course, priority, tags, images = [], due_date } = input
  await change(trx, viewer, id, {
    title,
    description,
    subject,
    ...(course === undefined ? {} : { course: course || null }),
    ...(priority === undefined ? {} : { priority }),
    ...(tags === undefined ? {} : { tags }),
    ...(images.length === 0 ? {} : { images }),
    ...(due_date === undefined ? {} : { due_date: toDate(due_date) }),
    edited_at: sql<Date>`now()`,
  })
  if (images.length > 0)
    await attachUploads(trx, viewer, images, { kind: 'assignment', id, purposes, anonymous: false })
}

/** Marks a question solved or open. Opening it also unmarks its best answer. */
export const setSolved = (trx: Trx, viewer: Viewer, id: string, solved: boolean): Promise<void> =>
  change(trx, viewer, id, solved ? { solved } : { solved, best_answer_id: null })

/** Deletes a question with its answers, all images and votes, and the points earned by them. */
export const deleteAssignment = async (trx: Trx, schoolId: string, id: string): Promise<boolean> => {
  const held = await trx
    .selectFrom('assignments')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .select('id')
    .forUpdate() // no new answers from here on
    .executeTakeFirst()
  if (!held) return false
  const answers = await trx
    .selectFrom('assignment_answers')
    .where('school_id', '=', schoolId)
    .where('assignment_id', '=', id)
    .select('id')
    .execute()
  await releaseUploads(trx, schoolId, 'assignment', [id])
  const ids = answers.map((answer) => answer.id)
  await releaseUploads(trx, schoolId, 'assignment_answer', ids)
  await trx.deleteFrom('assignments').where('school_id', '=', schoolId).where('id', '=', id).execute()
  return true
}

async function change(trx: Trx, viewer: Viewer, id: string, values: object): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('assignments')
    .set(values)
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Assignment not found') // deleted since the caller's read
}
