import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { groupEvents } from '../contract.ts'
import { deleteEvent } from './actions.ts'
import { snapshotEvent, withholdsEvents } from './content-types.ts'
import { groupEventOr404 } from './group-queries.ts'

/** The content type of events that belong to a group. */
export const groupEventContentTypes: readonly ContentType[] = [
  {
    kind: 'group_event',
    label: 'event',
    repeatedReport: 'You have already reported this',
    snapshot: async (db, schoolId, id) =>
      (await isGroupItem(db, schoolId, id)) ? snapshotEvent(db, schoolId, id) : undefined,
    remove: async (db, schoolId, id) => ((await isGroupItem(db, schoolId, id)) ? deleteEvent(db, schoolId, id) : false),
    ...withholdsEvents,
    report: {
      route: groupEvents.report,
      find: async (db, viewer, { gid = '', id = '' }) => (await groupEventOr404(db, viewer, gid, id)).id,
      thanks: 'Report submitted successfully',
    },
    listed: {
      table: 'events',
      where: sql<boolean>`item.group_id is not null`,
      title: 'title',
      text: 'description',
      images: sql`array_remove(array[item.image_url], null)`,
      authorId: 'organizer_id',
      pictured: 'event',
    },
  },
]

async function isGroupItem(db: Db, schoolId: string, id: string): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('group_id', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return event !== undefined
}
