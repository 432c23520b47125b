import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'
import type { AssignmentRow } from './queries.ts'

export const assignmentLink = ({ id }: Pick<AssignmentRow, 'id'>) => `/assignment-help?question=${id}`

/** Notifies the author of a question of a new answer. */
export const notifyAnswer = (
  { notifications }: App,
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  asked: AssignmentRow,
) => {
  const params = { title: asked.title }
  return notifications.notify(trx, { schoolId, kind: 'answer', link: assignmentLink(asked), params, actorId }, [
    asked.author_id,
  ])
}

/** Notifies the author of an answer that was marked as the best. */
export const notifyBestAnswer = (
  { notifications }: App,
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  asked: AssignmentRow,
  author: string,
) => {
  const params = { title: asked.title }
  return notifications.notify(trx, { schoolId, kind: 'best_answer', link: assignmentLink(asked), params, actorId }, [
    author,
  ])
}
