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
    .returning(['best_answer_id', 'solved'])
    .executeTakeFirst()
  if (!marked) throw notFound('Assignment not found') // deleted since the caller's read
  return marked
}

/**
 * Votes on an answer: the first vote counts, the opposite vote replaces it, and repeating a vote withdraws it.
 * Concurrent voters wait for the lock on the answer; triggers update its count and points.
 */
export const vote = async (trx: Trx, viewer: Viewer, answer: string, is_helpful: boolean) => {
  const mine = { school: viewer.schoolId, answer, person: viewer.id, is_helpful }
  const [held] = await lockAnswer(trx, mine)
  if (!held) throw notFound('Answer not found') // deleted since the caller's read
  const isTakenBack = (await retractVote(trx, mine)).length > 0
  if (!isTakenBack) await insertVote(trx, mine)
  const [counted] = await countVotes(trx, mine)
  return { helpful_votes: counted?.helpful_votes ?? 0, user_vote: isTakenBack ? null : is_helpful }
}

type Vote = { school: string; answer: string; person: string; is_helpful: boolean }

const lockAnswer = prepared((db, { school, answer }: SqlParams<Vote>) =>
  db
    .selectFrom('assignment_answers')
    .where('school_id', '=', school)
    .where('id', '=', answer)
    .select('id')
    .forNoKeyUpdate(),
)

const retractVote = prepared((db, { school, answer, person, is_helpful }: SqlParams<Vote>) =>
  db
    .deleteFrom('answer_votes')
    .where('school_id', '=', school)
    .where('answer_id', '=', answer)
    .where('user_id', '=', person)
    .where('is_helpful', '=', is_helpful)
    .returning('answer_id'),
)

const insertVote = prepared((db, { school, answer, person, is_helpful }: SqlParams<Vote>) =>
  db
    .insertInto('answer_votes')
    .values({ school_id: school, answer_id: answer, user_id: person, is_helpful })
    .onConflict((other) =>
      other
        .columns(['school_id', 'answer_id', 'user_id'])
        .doUpdateSet({ is_helpful: (now) => now.ref('excluded.is_helpful') }),
    ),
)

const countVotes = prepared((db, { school, answer }: SqlParams<Vote>) =>
  db.selectFrom('assignment_answers').where('school_id', '=', school).where('id', '=', answer).select('helpful_votes'),
)
