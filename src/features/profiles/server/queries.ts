import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'

/** Counts exactly what the corresponding lists show: nothing anonymous, nothing in groups, no deleted accounts. */
const figures = prepared((db, { school, id }: SqlParams<{ school: string; id: string }>) =>
  db.selectNoFrom([
    sql<number>`(select count(*) from posts
      where school_id = ${school} and author_id = ${id} and group_id is null)`.as('posts'),
    sql<number>`(select count(*) from friendships
      join users on users.school_id = friendships.school_id and users.id = friend_id and users.deleted_at is null
      where friendships.school_id = ${school} and user_id = ${id})`.as('friends'),
    sql<number>`(select count(*) from events
        where school_id = ${school} and organizer_id = ${id} and group_id is null)
      + (select count(*) from event_attendees
        join events on events.school_id = event_attendees.school_id and events.id = event_id and group_id is null
        where event_attendees.school_id = ${school} and user_id = ${id})`.as('events'),
  ]),
)

/** The counts of a user. The caller has checked that the viewer can see the user. */
export async function findStats(db: Db, viewer: Viewer, id: string) {
  const [stats] = await figures(db, { school: viewer.schoolId, id })
  if (!stats) throw new Error('Three counts are one row')
  return stats
}
