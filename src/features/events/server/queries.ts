import { sql } from 'kysely'
import { type Db, epoch, prepared, type Slot, type Slots } from '../../../shared/server/db.ts'
import type { Viewer } from '../../../shared/server/viewer.ts'
import { noBlockBetween } from '../../friends/server/queries.ts'
import type { Event } from '../contract.ts'

/** The events that this viewer may see. Every read starts here, so no read can forget the school. */
const visibleEvents = (db: Db, viewer: { readonly id: Slot<string>; readonly schoolId: Slot<string> }) =>
  db
    .selectFrom('events')
    .innerJoin('users as organizer', (join) =>
      join.onRef('organizer.school_id', '=', 'events.school_id').onRef('organizer.id', '=', 'events.organizer_id'),
    )
    .where('events.school_id', '=', viewer.schoolId)
    .where('events.group_id', 'is', null)
    .where('organizer.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'events.organizer_id'))
    .select([
      'events.id',
      'events.title',
      'events.description',
      'events.location',
      epoch('events.start_date').as('start_date'),
      epoch('events.end_date').as('end_date'),
      'events.max_attendees',
      'events.attendees_count',
      'events.image_url',
      'events.tags',
      'events.organizer_id',
      'organizer.name as organizer_name',
      'organizer.avatar_url as organizer_avatar',
      'events.group_id',
    ])

const upcoming = prepared((db, { viewer, school, rows }: Slots<{ viewer: string; school: string; rows: number }>) =>
  visibleEvents(db, { id: viewer, schoolId: school })
    .where('events.start_date', '>=', sql<Date>`now()`)
    .orderBy('events.start_date')
    .orderBy('events.id')
    .limit(rows),
)

/** The next events of the school, soonest first. */
export async function listUpcoming(db: Db, viewer: Viewer, limit: number): Promise<Event[]> {
  const rows = await upcoming(db, { viewer: viewer.id, school: viewer.schoolId, rows: limit })
  return rows.map(({ organizer_name, organizer_avatar, ...event }) => ({
    ...event,
    organizer: { id: event.organizer_id, name: organizer_name, avatar_url: organizer_avatar, avatar: organizer_avatar },
  }))
}
