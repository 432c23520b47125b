import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'
import type { events } from '../contract.ts'
import type { EventRow } from './queries.ts'

/** Fields that attendees rely on. */
const essential = ['title', 'location', 'start_date', 'end_date'] as const

const attendees = (schoolId: string, id: string) =>
  sql<string>`select user_id from event_attendees where school_id = ${schoolId} and event_id = ${id}`

export const eventLink = (id: string) => `/events?event=${id}`

/** Notifies the attendees of an event that is not over when its title, place or time changes. */
export async function notifyChange(
  { notifications }: App,
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  before: EventRow,
  changes: z.output<typeof events.update.body>,
) {
  const isChanged = essential.some((field) => changes[field] !== undefined && changes[field] !== before[field])
  if (!isChanged || (changes.end_date ?? before.end_date) * 1000 < Date.now()) return
  const params = { title: changes.title ?? before.title, cancelled: false }
  const notificationEvent = { schoolId, kind: 'event_changed', link: eventLink(before.id), params, actorId } as const
  await notifications.notify(trx, notificationEvent, attendees(schoolId, before.id))
}

/** Notifies the attendees of a cancelled event. Runs before the event and its attendance are deleted. */
export async function notifyCancellation(
  { notifications }: App,
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  event: EventRow,
) {
  if (event.end_date * 1000 < Date.now()) return
  const params = { title: event.title, cancelled: true }
  const notificationEvent = { schoolId, kind: 'event_changed', link: `/events#${event.id}`, params, actorId } as const
  await notifications.notify(trx, notificationEvent, attendees(schoolId, event.id))
}

/** Minutes before an event at which attendees are reminded. */
const ahead = 60
/** Events per run of the job. */
const atOnce = 200

/** Sends one reminder for each event that begins within the hour. */
export const sendReminders = ({ db, notifications }: App): Promise<void> =>
  withTransaction(db, async (trx) => {
    const { rows } = await sql<{ school_id: string; id: string; title: string; organizer_id: string }>`
      update events set reminded_at = now() where (school_id, id) in (
        select school_id, id from events where reminded_at is null and attendees_count > 0 and withheld_at is null
          and start_date between now() and now() + make_interval(mins => ${ahead})
        limit ${atOnce} for update skip locked)
      returning school_id, id, title, organizer_id`.execute(trx)
    for (const { school_id: schoolId, id, title } of rows) {
      const notificationEvent = {
        schoolId,
        kind: 'event_reminder',
        link: eventLink(id),
        params: { title },
      } as const
      await notifications.notify(trx, notificationEvent, attendees(schoolId, id))
    }
  })
