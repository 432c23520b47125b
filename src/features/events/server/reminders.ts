import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { App } from '../../../shared/server/services.ts'
import { attendees, eventLink } from './notifications.ts'

/**
 * Replaces the reminders of an attendee, in minutes before the start; an empty list means none. One whose time has passed
 * is not sent. Throws 403 for users who do not attend.
 */
export async function setReminders(trx: Trx, viewer: Viewer, id: string, minutes: readonly number[]): Promise<void> {
  const mine = sql`school_id = ${viewer.schoolId} and event_id = ${id} and user_id = ${viewer.id}`
  // Waits for a change of the start, which moves only the reminders that it sees.
  const event = await trx
    .selectFrom('events')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .select('start_date')
    .forShare()
    .executeTakeFirst()
  if (!event) throw notFound('Event not found') // deleted since the caller's read
  const { numAffectedRows } = await sql`update event_attendees set chose_reminders = true where ${mine}`.execute(trx)
  if (numAffectedRows !== 1n) throw forbidden('Only people who are going can set reminders.')
  await sql`delete from event_reminders where ${mine}`.execute(trx)
  await sql`insert into event_reminders (school_id, event_id, user_id, minutes, due_at, sent_at)
    select ${viewer.schoolId}, ${id}, ${viewer.id}, minutes, due_at, case when due_at <= now() then now() end
    from unnest(${minutes}::integer[]) as minutes,
      lateral (select ${event.start_date}::timestamptz - make_interval(mins => minutes) as due_at) as due`.execute(trx)
}

/** Minutes before an event at which attendees are reminded who have not chosen. */
const defaultMinutes = 60
/** Events or reminders per transaction. */
const maxBatch = 200

/** Sends all reminders that are due and not sent. A batch that fails is sent by the next run. */
export async function sendReminders(app: App): Promise<void> {
  const events = sql`select school_id from events where ${isDueEvent}`
  const reminders = sql`select school_id from event_reminders where ${isDueReminder}`
  await forEachDueSchool(app.db, events, (schoolId) => sendAll(app, schoolId, sendDefaultReminders))
  await forEachDueSchool(app.db, reminders, (schoolId) => sendAll(app, schoolId, sendChosenReminders))
}

async function sendAll(app: App, schoolId: string, send: typeof sendDefaultReminders): Promise<void> {
  for (let sent = maxBatch; sent >= maxBatch; ) sent = await withTransaction(app.db, (trx) => send(app, trx, schoolId))
}

const isDueEvent = sql`reminded_at is null and attendees_count > 0 and withheld_at is null and status = 'planned'
  and start_date between now() and now() + make_interval(mins => ${sql.lit(defaultMinutes)})`
const isDueReminder = sql`sent_at is null and due_at <= now()`

/** One reminder for each event that begins within the hour, soonest first. Returns the number of events. */
async function sendDefaultReminders(app: App, trx: Trx, schoolId: string): Promise<number> {
  const { rows } = await sql<{ id: string; title: string; starts_at: number }>`
    update events set reminded_at = now() where school_id = ${schoolId} and id in (
      select id from events where school_id = ${schoolId} and ${isDueEvent}
      order by start_date limit ${maxBatch} for update skip locked)
    returning id, title, ${epoch('start_date')} as starts_at`.execute(trx)
  for (const { id, title, starts_at } of rows)
    await app.notifications.notify(
      trx,
      { schoolId, kind: 'event_reminder', link: eventLink(id), params: { title, starts_at } },
      sql<string>`${attendees(schoolId, id)} and not chose_reminders`,
    )
  return rows.length
}

type Due = {
  event_id: string
  minutes: number
  title: string
  starts_at: number
  users: string[]
}

/** Reminders that attendees chose, longest due first. Those of an event that has begun are dropped. */
async function sendChosenReminders(app: App, trx: Trx, schoolId: string): Promise<number> {
  const { rows } = await sql<{ taken: number; due: Due[] }>`
    with taken as (
      update event_reminders set sent_at = now() where school_id = ${schoolId} and (event_id, user_id, minutes) in (
        select event_id, user_id, minutes from event_reminders where school_id = ${schoolId} and ${isDueReminder}
        order by due_at limit ${maxBatch} for update skip locked)
      returning event_id, user_id, minutes),
    due as (
      select events.id as event_id, taken.minutes, events.title,
        ${epoch('events.start_date')} as starts_at, array_agg(taken.user_id) as users
      from taken join events on events.school_id = ${schoolId} and events.id = taken.event_id
      where events.start_date > now() and events.withheld_at is null and events.status = 'planned'
      group by 1, 2, 3, 4)
    select (select count(*)::int from taken) as taken,
      coalesce((select json_agg(due order by minutes desc) from due), '[]') as due`.execute(trx)
  const [result] = rows
  for (const { event_id: id, minutes, title, starts_at, users } of result?.due ?? []) {
    const params = { title, minutes, starts_at }
    await app.notifications.notify(trx, { schoolId, kind: 'event_reminder', link: eventLink(id), params }, users)
  }
  return result?.taken ?? 0
}
