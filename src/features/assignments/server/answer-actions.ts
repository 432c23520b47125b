import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'

const purposes: readonly Purpose[] = ['answer']

/** Creates an answer and returns its id. Throws 404 when the question has been deleted. */
export async function createAnswer(
  trx: Trx,
  viewer: Viewer,
  assignment_id: string,
  { content, images = [] }: { readonly content: string; readonly images?: string[] | undefined },
): Promise<string> {
  const id = newId()
  const asked = await trx
    .selectFrom('assignments')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', assignment_id)
    .where('withheld_at', 'is', null)
    .select('id')
    .forKeyShare() // prevents deletion until this transaction ends
    .executeTakeFirst()
  if (!asked) throw notFound('Assignment not found')
  if (images.length > 0)
    await attachUploads(trx, viewer, images, { kind: 'assignment_answer', id, purposes, anonymous: false })
  await trx
    .insertInto('assignment_answers')
    .values({ school_id: viewer.schoolId, id, assignment_id, author_id: viewer.id, content, images })
    .execute()
  return id
}

/** Deletes an answer with its images and votes, and the points earned by them. */
export const deleteAnswer = async (trx: Trx, schoolId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('assignment_answers')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  await releaseUploads(trx, schoolId, 'assignment_answer', [id])
  return numDeletedRows > 0n
}

/** Marks the best answer of a question, which becomes solved. A previous best answer loses its mark and points. */
export const markBest = async (trx: Trx, viewer: Viewer, assignment: string, answer: string) => {
  const marked = await trx
    .updateTable('assignments')
    .set({ best_answer_id: answer, solved: true })
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', assignment)
    .where('withheld_at', 'is', null)
    .returning(['best_answer_id', 'solved'])
    .executeTakeFirst()
  if (!marked) throw notFound('Assignment not found') // deleted since the caller's read
  return marked
}

/**
 * Votes on an answer: the first vote counts, the opposite vote replaces it, and repeating a vote withdraws it. The
 * answer is locked by the caller (`lockAnswerOr404`), so that votes are serialized; triggers update its count and points.
 */
export const vote = async (trx: Trx, viewer: Viewer, answer: string, is_helpful: boolean) => {
  const mine = { school: viewer.schoolId, answer, person: viewer.id, is_helpful }
  const [toggled] = await toggleVote(trx, mine)
  const [counted] = await countVotes(trx, mine)
  return { helpful_votes: counted?.helpful_votes ?? 0, user_vote: toggled?.is_withdrawn ? null : is_helpful }
}

type Vote = { school: string; answer: string; person: string; is_helpful: boolean }

const toggleVote = prepared<Vote, { is_withdrawn: boolean }>(
  (_db, { school, answer, person, is_helpful }) => sql<{ is_withdrawn: boolean }>`
  with withdrawn as (
    delete from answer_votes where school_id = ${school} and answer_id = ${answer} and user_id = ${person}
      and is_helpful = ${is_helpful} returning 1),
  stored as (
    insert into answer_votes (school_id, answer_id, user_id, is_helpful)
    select ${school}::uuid, ${answer}::uuid, ${person}::uuid, ${is_helpful}::boolean
    where not exists (select from withdrawn)
    on conflict (school_id, answer_id, user_id) do update set is_helpful = excluded.is_helpful)
  select exists (select from withdrawn) as is_withdrawn`,
)

const countVotes = prepared((db, { school, answer }: SqlParams<Vote>) =>
  db.selectFrom('assignment_answers').where('school_id', '=', school).where('id', '=', answer).select('helpful_votes'),
)
