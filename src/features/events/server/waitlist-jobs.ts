import { sql } from 'kysely'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { App } from '../../../shared/server/services.ts'
import { publishSeats } from './live-seats.ts'
import { eventLink } from './notifications.ts'

/** Enqueued by the SQL function `promote_waiting`. */
export const promotionJob = 'inform_promoted'

type EventRef = { readonly school_id: string; readonly event_id: string }

/**
 * Notifies the users who were promoted, each once however often the job runs: their rows say so, and lose the mark in
 * the same transaction.
 */
export const informPromoted = (app: App, payload: unknown): Promise<void> =>
  withTransaction(app.db, async (trx) => {
    const { school_id: schoolId, event_id: id } = payload as EventRef
    const event = await findEvent(trx, schoolId, id)
    if (!event) return
    const ofEvent = sql<boolean>`school_id = ${schoolId} and event_id = ${id} and notice_due`
    const done = { notice_due: false }
    const seated = await trx.updateTable('event_attendees').set(done).where(ofEvent).returning('user_id').execute()
    const offered = await trx.updateTable('event_waitlist').set(done).where(ofEvent).returning('user_id').execute()
    for (const [rows, isOffered] of [[seated, false] as const, [offered, true] as const]) {
      const users = rows.map(({ user_id }) => user_id)
      if (users.length === 0) continue
      const params = { title: event.title, offered: isOffered }
      await app.notifications.notify(trx, { schoolId, kind: 'waitlist', link: eventLink(id), params }, users)
      app.live.publish(trx, { schoolId, people: users }, 'waitlist.changed', { event_id: id })
    }
    publishSeats(app, trx, schoolId, id, event.attendees_count)
  })

const findEvent = (trx: Trx, schoolId: string, id: string) =>
  trx
    .selectFrom('events')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .select(['title', 'attendees_count'])
    .executeTakeFirst()

/**
 * Returns the held seats of offers without an answer in time, promotes users whose block has ended, and deletes the lines of
 * events that are over. By the clock of the database.
 */
export const keepWaitlists = (app: App): Promise<void> =>
  forEachDueSchool(
    app.db,
    sql`select line.school_id from event_waitlist as line
      join events on events.school_id = line.school_id and events.id = line.event_id
      where line.offered_until <= now() or events.end_date <= now() or (${hasFreeSeat})`,
    (schoolId) => keepWaitlistsInSchool(app, schoolId),
  )

/** SQL condition: the event of a line has a seat to offer. */
const hasFreeSeat = sql`line.offered_until is null and events.start_date > now() and events.withheld_at is null
  and events.status = 'planned'
  and (events.max_attendees is null or events.attendees_count + events.held_count < events.max_attendees)`

async function keepWaitlistsInSchool(app: App, schoolId: string): Promise<void> {
  const { rows: expired } = await sql<EventRef>`select distinct school_id, event_id from event_waitlist
    where school_id = ${schoolId} and offered_until <= now()`.execute(app.db)
  for (const event of expired) await returnExpired(app, event)

  const { rows: open } = await sql<EventRef>`
    select distinct line.school_id, line.event_id from event_waitlist as line
    join events on events.school_id = line.school_id and events.id = line.event_id
    where line.school_id = ${schoolId} and ${hasFreeSeat}`.execute(app.db)
  for (const { school_id, event_id } of open)
    await withTransaction(app.db, (trx) => sql`select promote_waiting(${school_id}, ${event_id})`.execute(trx))

  await withTransaction(app.db, (trx) =>
    sql`delete from event_waitlist as line using events
      where line.school_id = ${schoolId} and events.school_id = ${schoolId} and events.id = line.event_id
        and events.end_date <= now()`.execute(trx),
  )
}

/** Removes users from the line who did not answer in time. The seats go to the next ones in the same transaction. */
const returnExpired = (app: App, { school_id: schoolId, event_id: id }: EventRef): Promise<void> =>
  withTransaction(app.db, async (trx) => {
    await sql`select from events where school_id = ${schoolId} and id = ${id} for no key update`.execute(trx)
    const gone = await trx
      .deleteFrom('event_waitlist')
      .where('school_id', '=', schoolId)
      .where('event_id', '=', id)
      .where('offered_until', '<=', sql<Date>`now()`)
      .returning('user_id')
      .execute()
    const users = gone.map(({ user_id }) => user_id)
    app.live.publish(trx, { schoolId, people: users }, 'waitlist.changed', { event_id: id })
    const event = await findEvent(trx, schoolId, id)
    if (event) publishSeats(app, trx, schoolId, id, event.attendees_count)
  })
