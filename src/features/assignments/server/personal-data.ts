import { sql } from 'kysely'
import type { PersonalData } from '../../../shared/server/personal-data.ts'
import { deleteAssignment } from './actions.ts'
import { deleteAnswer } from './answer-actions.ts'

/** Personal data in these tables. Votes and points are deleted with the account, and triggers update the counts. */
export const assignmentPersonalData: readonly PersonalData[] = [
  {
    table: 'assignments',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('assignments')
        .where('school_id', '=', schoolId)
        .where('author_id', '=', id)
        .select(['id', 'title', 'description', 'subject', 'course', 'priority', 'tags', 'images', 'due_date'])
        .select(['solved', 'best_answer_id', 'created_at', 'edited_at'])
        .execute(),
    async remove(db, { id, schoolId }) {
      const rows = await db
        .selectFrom('assignments')
        .where('school_id', '=', schoolId)
        .where('author_id', '=', id)
        .select('id')
        .execute()
      for (const row of rows) await deleteAssignment(db, schoolId, row.id) // including the images of other users' answers
    },
  },
  {
    table: 'assignment_answers',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('assignment_answers')
        .where('school_id', '=', schoolId)
        .where('author_id', '=', id)
        .select(['id', 'assignment_id', 'content', 'images', 'helpful_votes', 'created_at'])
        .execute(),
    async remove(db, { id, schoolId }) {
      const rows = await db
        .selectFrom('assignment_answers')
        .where('school_id', '=', schoolId)
        .where('author_id', '=', id)
        .select('id')
        .execute()
      for (const row of rows) await deleteAnswer(db, schoolId, row.id)
    },
  },
  {
    table: 'answer_votes',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('answer_votes')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['answer_id', 'is_helpful', 'created_at'])
        .execute(),
  },
  {
    table: 'points',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('points')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select([
          'item_id',
          'assignment_id',
          'answer_id',
          'reason',
          'points',
          sql<string>`earned_on::text`.as('earned_on'),
        ])
        .execute(),
  },
  {
    table: 'point_totals',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('point_totals')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['points'])
        .execute(),
  },
  {
    table: 'group_assignments',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('group_assignments')
        .where('school_id', '=', schoolId)
        .where('shared_by', '=', id)
        .select(['group_id', 'assignment_id', 'created_at'])
        .execute(),
  },
]
