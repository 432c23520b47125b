import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict } from '../../../shared/server/http/errors.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { App } from '../../../shared/server/services.ts'
import { laterLimits } from '../later-contract.ts'
import { toMessageLink } from './message-link.ts'
import { isFromVisible, isPresent } from './message-queries.ts'
import { lockViewer } from './scheduled.ts'

/** Reminds the viewer of a message at a time. Throws 400 for a time that is not ahead, and 409 for too many reminders. */
export async function setReminder(trx: Trx, viewer: Viewer, message: string, at: number): Promise<void> {
  const { schoolId, id: user } = viewer
  await lockViewer(trx, viewer)
  const { rows } = await sql<{ is_ahead: boolean; is_set: boolean }>`
    with timed as (select to_timestamp(${at}::float8) as at),
    is_ahead as (select from timed where at > now() and at <= now() + interval '1 year'),
    held as (select slot, message_id from message_reminders where school_id = ${schoolId} and user_id = ${user}),
    stored as (
      insert into message_reminders (school_id, user_id, message_id, slot, at)
      select ${schoolId}::uuid, ${user}::uuid, ${message}::uuid, free.slot, timed.at
      from timed, generate_series(1, ${sql.lit(laterLimits.reminders)}) as free (slot)
      where exists (select from is_ahead) and case when exists (select from held where message_id = ${message}::uuid)
        then free.slot = (select slot from held where message_id = ${message}::uuid)
        else free.slot not in (select slot from held) end
      order by free.slot limit 1
      on conflict (school_id, user_id, message_id) do update set at = excluded.at
      returning at)
    select exists (select from is_ahead) as is_ahead, exists (select from stored) as is_set`.execute(trx)
  const { is_ahead = false, is_set = false } = rows[0] ?? {}
  if (!is_ahead) throw badRequest('Choose a time within the next year', { at: 'Choose a time within the next year' })
  if (!is_set) throw conflict(`You can wait for up to ${laterLimits.reminders} reminders.`)
}

export const removeReminder = (trx: Trx, viewer: Viewer, message: string) =>
  trx
    .deleteFrom('message_reminders')
    .where('school_id', '=', viewer.schoolId)
    .where('user_id', '=', viewer.id)
    .where('message_id', '=', message)
    .execute()

/** Reminders per transaction. */
const maxBatch = 200

/** Notifies users of the messages that they wanted to be reminded of, and still see. */
export const remindOfMessages = (app: App): Promise<void> =>
  forEachDueSchool(app.db, sql`select school_id from message_reminders where at <= now()`, async (schoolId) => {
    for (let taken = maxBatch; taken >= maxBatch; )
      taken = await withTransaction(app.db, (trx) => remindOfDue(app, trx, schoolId))
  })

type Due = { conversation_id: string; id: string; users: string[] }

async function remindOfDue(app: App, trx: Trx, schoolId: string): Promise<number> {
  const reader = { id: sql.ref<string>('me.user_id'), schoolId }
  const { rows } = await sql<{ taken: number; due: Due[] }>`
    with taken as (
      delete from message_reminders where school_id = ${schoolId} and (user_id, message_id) in (
        select user_id, message_id from message_reminders where school_id = ${schoolId} and at <= now()
        order by at limit ${maxBatch} for update skip locked)
      returning user_id, message_id),
    due as (
      select messages.conversation_id, messages.id, array_agg(me.user_id) as users
      from taken
      join messages on messages.school_id = ${schoolId} and messages.id = taken.message_id
      join conversations on conversations.school_id = messages.school_id and conversations.id = messages.conversation_id
      join participants as me on me.school_id = ${schoolId} and me.conversation_id = messages.conversation_id
        and me.user_id = taken.user_id
      where messages.seq > me.cleared_seq and ${isPresent()} and ${isFromVisible(reader)}
      group by 1, 2)
    select (select count(*)::int from taken) as taken, coalesce((select json_agg(due) from due), '[]') as due`.execute(
    trx,
  )
  const [result] = rows
  for (const { users, ...message } of result?.due ?? [])
    await app.notifications.notify(trx, { schoolId, kind: 'reminder', link: toMessageLink(message), params: {} }, users)
  return result?.taken ?? 0
}
