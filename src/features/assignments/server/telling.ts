import type { Db } from '../../../shared/server/db.ts'
import type { House } from '../../../shared/server/house.ts'
import type { Viewer } from '../../../shared/server/viewer.ts'
import type { AssignmentRow } from './queries.ts'

const linkOf = ({ id }: AssignmentRow) => `/assignment-help?question=${id}`

/** Tells whoever asked that there is an answer. */
export const tellOfAnswer = ({ notifications }: House, trx: Db, { id: by, schoolId }: Viewer, asked: AssignmentRow) => {
  const sentence = `{names} answered “${asked.title}”`
  return notifications.tell(trx, { schoolId, kind: 'answer', link: linkOf(asked), sentence, by }, [asked.author_id])
}

/** Tells the author of an answer that it was the best. */
export const tellOfBest = (
  { notifications }: House,
  trx: Db,
  { id: by, schoolId }: Viewer,
  asked: AssignmentRow,
  author: string,
) => {
  const sentence = `{names} marked your answer to “${asked.title}” as the best`
  return notifications.tell(trx, { schoolId, kind: 'best_answer', link: linkOf(asked), sentence, by }, [author])
}
