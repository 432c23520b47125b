import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { isListedFor, isNotMuted, noBlockBetween } from '../../people/server/queries.ts'
import type { GroupNews, groupNewsTabs } from '../contract.ts'
import { visibleGroups } from './queries.ts'

/** Counting stops there. */
const maxNews = 99

/** How many events and questions others have added to a group since the viewer, a member, last opened their lists. */
export async function countNews(db: Db, viewer: Viewer, id: string): Promise<GroupNews | undefined> {
  const mine = visibleGroups(db, viewer)
    .where('groups.id', '=', id)
    .where('mine.user_id', 'is not', null)
    .select(['groups.school_id', 'groups.id', 'mine.events_seen_at', 'mine.questions_seen_at'])
  const { rows } = await sql<GroupNews>`
    select
      (select count(*)::int from (select from events where events.school_id = mine.school_id and events.group_id = mine.id
        and events.created_at > mine.events_seen_at and events.organizer_id <> ${viewer.id} and events.withheld_at is null
        and events.status = 'planned'
        and ${noBlockBetween(viewer, 'events.organizer_id')}
        and ${isListedFor(viewer, { kind: 'event', id: 'events.id', author: 'events.organizer_id' })} limit ${sql.lit(maxNews)}) as newer) as events,
      (select count(*)::int from (select from group_assignments as shared
        join assignments on assignments.school_id = shared.school_id and assignments.id = shared.assignment_id
        where shared.school_id = mine.school_id and shared.group_id = mine.id
        and shared.created_at > mine.questions_seen_at and shared.shared_by <> ${viewer.id}
        and assignments.withheld_at is null and ${noBlockBetween(viewer, 'shared.shared_by')}
        and ${noBlockBetween(viewer, 'assignments.author_id')} and ${isNotMuted(viewer, 'shared.shared_by')}
        and ${isListedFor(viewer, { kind: 'assignment', id: 'assignments.id', author: 'assignments.author_id' })} limit ${sql.lit(maxNews)}) as newer) as assignments
    from (${mine}) as mine`.execute(db)
  return rows[0]
}

/** Marks all events or all questions of a group as seen by the viewer. */
export const markSeen = async (trx: Trx, viewer: Viewer, id: string, tab: (typeof groupNewsTabs)[number]) => {
  await trx
    .updateTable('group_members')
    .set(tab === 'events' ? { events_seen_at: sql`now()` } : { questions_seen_at: sql`now()` })
    .where('school_id', '=', viewer.schoolId)
    .where('group_id', '=', id)
    .where('user_id', '=', viewer.id)
    .execute()
}
