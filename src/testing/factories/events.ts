import { sql } from 'kysely'
import { newId } from '../../shared/server/db/sql.ts'
import type { App } from '../../shared/server/services.ts'
import type { TestUser } from './users.ts'

/** Creates an event of one hour, which starts in `start` hours. Without `seats` they are unlimited. */
export async function makeEvent(
  { db }: App,
  organizer: TestUser,
  { title = 'Open day', start = 24, seats }: { title?: string; start?: number; seats?: number } = {},
): Promise<{ readonly id: string }> {
  const id = newId()
  await db
    .insertInto('events')
    .values({
      school_id: organizer.schoolId,
      id,
      organizer_id: organizer.id,
      title,
      description: 'All day',
      location: 'Main hall',
      max_attendees: seats ?? null,
      start_date: sql`now() + make_interval(hours => ${start})`,
      end_date: sql`now() + make_interval(hours => ${start + 1})`,
    })
    .execute()
  return { id }
}

/** Takes a seat of an event; the only one makes it full. */
export async function fillEvent({ db }: App, event: { readonly id: string }, guest: TestUser): Promise<void> {
  const seat = { school_id: guest.schoolId, event_id: event.id, user_id: guest.id }
  await db.insertInto('event_attendees').values(seat).execute()
}

/** An event of yesterday at which one attendee was checked in, and another one was not. */
export async function makeMissedEvent(
  app: App,
  { organizer, present, missing }: { organizer: TestUser; present: TestUser; missing: TestUser },
): Promise<{ readonly id: string }> {
  const { id } = await makeEvent(app, organizer)
  for (const guest of [present, missing]) await fillEvent(app, { id }, guest)
  const presence = { school_id: organizer.schoolId, event_id: id, user_id: present.id }
  await app.db.insertInto('event_check_ins').values(presence).execute()
  await app.db
    .updateTable('events')
    .set({ start_date: new Date(Date.now() - 26 * 3_600_000), end_date: new Date(Date.now() - 24 * 3_600_000) })
    .where('id', '=', id)
    .execute()
  return { id }
}
