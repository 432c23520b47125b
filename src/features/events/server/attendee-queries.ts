import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import { areFriends, noBlockBetween } from '../../people/server/queries.ts'
import type { Attendee } from '../contract.ts'

/** Returns one page of the attendees, friends of the viewer first, then the earliest. Omits users with a block between them and the viewer. */
export async function listAttendees(db: Db, viewer: Viewer, eventId: string, window: PageRequest) {
  const rows = await db
    .selectFrom('event_attendees')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'event_attendees.school_id').onRef('users.id', '=', 'event_attendees.user_id'),
    )
    .where('event_attendees.school_id', '=', viewer.schoolId)
    .where('event_attendees.event_id', '=', eventId)
    .where('users.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'users.id'))
    .select(['users.id', 'users.name', 'users.avatar_url', 'users.avatar_url as avatar'])
    .select([sql<Attendee['status']>`'attending'`.as('status'), epoch('event_attendees.created_at').as('rsvp_at')])
    .orderBy(areFriends(viewer, 'users.id'), 'desc')
    .orderBy('event_attendees.created_at')
    .orderBy('users.id')
    .limit(window.limit + 1)
    .offset(toOffset(window))
    .execute()
  return toPage(rows, window)
}

/** The users that an organizer removed, those last removed first. Omits users with a block between them and the viewer. */
export const listRemoved = (db: Db, viewer: Viewer, eventId: string) =>
  db
    .selectFrom('event_removals')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'event_removals.school_id').onRef('users.id', '=', 'event_removals.user_id'),
    )
    .where('event_removals.school_id', '=', viewer.schoolId)
    .where('event_removals.event_id', '=', eventId)
    .where('users.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'users.id'))
    .select(['users.id', 'users.name', 'users.avatar_url', 'users.avatar_url as avatar'])
    .orderBy('event_removals.removed_at', 'desc')
    .orderBy('users.id')
    .limit(500)
    .execute()
