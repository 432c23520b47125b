import { sql } from 'kysely'
import type { RenderText } from '../../../shared/server/notifications/render.ts'
import type { PersonalData } from '../../../shared/server/personal-data.ts'

/** Personal data in the tables of this feature. */
export const notificationPersonalData = (render: RenderText): readonly PersonalData[] => [
  {
    table: 'notifications',
    async export(db, { id, schoolId }) {
      const rows = await db
        .selectFrom('notifications')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['kind', 'link', 'params', 'sentence', 'created_at', 'read_at'])
        .orderBy('created_at')
        .execute()
      return rows.map(({ params, sentence, ...row }) => ({ ...row, sentence: render({ ...row, params, sentence }) }))
    },
    /** Deletes the user's own rows, and removes their id from the actors of other rows. */
    async remove(db, { id, schoolId }) {
      await sql`
        with left_over as (
          update notifications set actors = array_remove(actors, ${id}::uuid)
          where school_id = ${schoolId} and ${id}::uuid = any (actors) and cardinality(actors) > 1)
        delete from notifications where school_id = ${schoolId} and actors = array[${id}::uuid]`.execute(db)
    },
  },
  {
    table: 'notification_choices',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('notification_choices')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['ways', 'quiet_from', 'quiet_to', 'push', 'lock_screen'])
        .execute(),
  },
]
