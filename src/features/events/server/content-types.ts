import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { groupExists } from '../../groups/server/withholding.ts'
import type { MediaRule } from '../../media/server/access.ts'
import type { ContentType, Snapshot } from '../../moderation/server/content-types.ts'
import { authorExists, withholdsRows } from '../../moderation/server/withholding.ts'
import { hasVisibleOwner } from '../../people/server/media-rules.ts'
import { type EventFacts, events } from '../contract.ts'
import { deleteEvent } from './actions.ts'
import { eventLink } from './notifications.ts'
import { eventOr404 } from './queries.ts'

/** Snapshot of an event, also of a group, for a report. */
export async function snapshotEvent(db: Db, schoolId: string, id: string): Promise<Snapshot | undefined> {
  const event = await db
    .selectFrom('events')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .select(['title', 'description', 'location', 'cancel_reason', 'image_url', 'organizer_id'])
    .select(sql<EventFacts>`facts`.as('facts'))
    .executeTakeFirst()
  const { food, language, cost } = event?.facts ?? {}
  return (
    event && {
      title: event.title,
      text: [event.description, event.location, event.cancel_reason, food, language, cost].filter(Boolean).join('\n'),
      images: event.image_url === null ? [] : [event.image_url],
      authorId: event.organizer_id,
      seal: null,
    }
  )
}

/** The image of a group's event is visible to users who can view the group, and to moderators. */
const isVisibleEvent: MediaRule = (viewer) =>
  sql<boolean>`(${viewer.role}::text <> 'student' or exists (select from events
    where events.school_id = uploads.school_id and uploads.item_id in (events.id, events.series_id)
      and (events.group_id is null or can_view_group(events.school_id, events.group_id, ${viewer.id}))))`

/** Events keep their attendees while they are withheld. */
export const withholdsEvents = withholdsRows('events', {
  uploads: 'event',
  parents: [authorExists('organizer_id'), groupExists],
  notices: (_schoolId, id) => sql`select ${eventLink(id)}::text`,
})

/** Content types of this feature. Group events have their own type, which the report route of events also accepts. */
export const eventContentTypes: readonly ContentType[] = [
  {
    kind: 'event',
    label: 'event',
    findVisible: eventOr404,
    repeatedReport: 'You have already reported this',
    snapshot: snapshotEvent,
    remove: deleteEvent, // also of a group, because its report may name this type
    ...withholdsEvents,
    report: {
      route: events.report,
      find: async (db, viewer, { id = '' }) => (await eventOr404(db, viewer, id)).id,
      thanks: 'Report submitted successfully',
    },
    canRead: { event: [...hasVisibleOwner, isVisibleEvent] },
    listed: {
      table: 'events',
      where: sql<boolean>`item.group_id is null`,
      title: 'title',
      text: 'description',
      images: sql`array_remove(array[item.image_url], null)`,
      authorId: 'organizer_id',
    },
  },
]
