import { sql } from 'kysely'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { authorExists, withholdsRows } from '../../moderation/server/withholding.ts'
import { hasVisibleOwner } from '../../people/server/media-rules.ts'
import { answers, assignments } from '../contract.ts'
import { deleteAssignment } from './actions.ts'
import { deleteAnswer } from './answer-actions.ts'
import { answerOr404 } from './answer-queries.ts'
import { assignmentLink } from './notifications.ts'
import { assignmentOr404 } from './queries.ts'

/** Content types of this feature. */
export const assignmentContentTypes: readonly ContentType[] = [
  {
    kind: 'assignment',
    label: 'assignment',
    findVisible: assignmentOr404,
    async snapshot(db, schoolId, id) {
      const assignment = await db
        .selectFrom('assignments')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .select(['title', 'description', 'images', 'author_id'])
        .executeTakeFirst()
      return (
        assignment && {
          title: assignment.title,
          text: assignment.description,
          images: assignment.images,
          authorId: assignment.author_id,
          seal: null,
        }
      )
    },
    remove: deleteAssignment,
    ...withholdsRows('assignments', {
      uploads: 'assignment',
      parents: [authorExists('author_id')],
      notices: (_schoolId, id) => sql`select ${assignmentLink({ id })}::text`,
    }),
    report: {
      route: assignments.report,
      find: async (db, viewer, { id = '' }) => (await assignmentOr404(db, viewer, id)).id,
    },
    canRead: { assignment: hasVisibleOwner },
    listed: {
      table: 'assignments',
      title: 'title',
      text: 'description',
      images: 'images',
      authorId: 'author_id',
      comments: 'answers_count',
    },
  },
  {
    kind: 'assignment_answer',
    label: 'answer',
    findVisible: answerOr404,
    async snapshot(db, schoolId, id) {
      const answer = await db
        .selectFrom('assignment_answers')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .select(['content', 'images', 'author_id'])
        .executeTakeFirst()
      return answer && { text: answer.content, images: answer.images, authorId: answer.author_id, seal: null }
    },
    remove: deleteAnswer,
    ...withholdsRows('assignment_answers', { uploads: 'assignment_answer', parents: [authorExists('author_id')] }),
    report: {
      route: answers.report,
      find: async (db, viewer, { id = '' }) => (await answerOr404(db, viewer, id)).id,
    },
    canRead: { assignment_answer: hasVisibleOwner },
    listed: { table: 'assignment_answers', text: 'content', images: 'images', authorId: 'author_id' },
  },
]
