import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { listSchools } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, HttpError, notFound } from '../../../shared/server/http/errors.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import type { App } from '../../../shared/server/services.ts'
import { laterLimits, type ScheduledMessage, type scheduledMessages } from '../later-contract.ts'
import { notifyMentioned } from './mentions.ts'
import { sendMessage } from './message-actions.ts'
import { findMessage } from './message-queries.ts'
import { assertOpen } from './policy.ts'
import { publishMessage } from './publish.ts'
import { participantOr404 } from './queries.ts'
import { assertJoined, notifyRequested } from './requests.ts'

/** One that failed waits 30 days for its sender. */
export const scheduledRetention: RetentionRule = {
  table: 'scheduled_messages',
  column: 'failed_at',
  keptFor: '30 days',
  condition: sql<boolean>`failed_at is not null`,
}

const columns = sql<ScheduledMessage>`id, conversation_id, content, ${epoch('send_at')} as send_at,
  failed_at is not null as failed`

/** SQL of a time given in seconds since 1970. */
const toTimestamp = (seconds: number) => sql`to_timestamp(${seconds}::float8)`

/** Throws 400 unless a time lies ahead, by the clock of the database, and not too far. */
async function assertAhead(trx: Trx, seconds: number): Promise<void> {
  const { rows } = await sql<{ is_ahead: boolean }>`select ${toTimestamp(seconds)} > now()
    and ${toTimestamp(seconds)} <= now() + make_interval(days => ${laterLimits.daysAhead}) as is_ahead`.execute(trx)
  if (rows[0]?.is_ahead) return
  const problem = `Choose a time within the next ${laterLimits.daysAhead} days`
  throw badRequest(problem, { send_at: problem })
}

/** Locks the row of the viewer, so that what they have at most is counted once at a time. */
export const lockViewer = (trx: Trx, { schoolId, id }: Viewer) =>
  trx.selectFrom('users').where('school_id', '=', schoolId).where('id', '=', id).select('id').forNoKeyUpdate().execute()

/**
 * Keeps a message until its time. Throws 409 when too many wait. The message that is sent has the same id, which is random:
 * it says nothing of when it was written.
 */
export async function scheduleMessage(
  trx: Trx,
  viewer: Viewer,
  conversation: string,
  { content, replyTo, sendAt }: { content: string; replyTo: string | null; sendAt: number },
): Promise<ScheduledMessage> {
  const { schoolId, id: sender } = viewer
  await assertAhead(trx, sendAt)
  await lockViewer(trx, viewer)
  const { rows } = await sql<ScheduledMessage>`
    with waiting as (
      select slot, conversation_id from scheduled_messages where school_id = ${schoolId} and sender_id = ${sender})
    insert into scheduled_messages (school_id, id, conversation_id, sender_id, slot, content, reply_to, send_at)
    select ${schoolId}::uuid, ${randomUUID()}::uuid, ${conversation}::uuid, ${sender}::uuid, free.slot, ${content}::text,
      ${replyTo}::uuid, ${toTimestamp(sendAt)}
    from generate_series(1, ${sql.lit(laterLimits.scheduled)}) as free (slot)
    where free.slot not in (select slot from waiting)
      and (select count(*) from waiting where conversation_id = ${conversation}::uuid) < ${laterLimits.perConversation}
    order by free.slot limit 1 returning ${columns}`.execute(trx)
  if (rows[0]) return rows[0]
  const { scheduled, perConversation } = laterLimits
  throw conflict(
    `Up to ${scheduled} messages can wait to be sent, and ${perConversation} of one conversation. Delete one first.`,
  )
}

const own = (trx: Db, { schoolId, id }: Viewer) =>
  trx.selectFrom('scheduled_messages').where('school_id', '=', schoolId).where('sender_id', '=', id)

/** The waiting messages of the viewer, by their times. */
export const listScheduled = async (db: Db, viewer: Viewer): Promise<ScheduledMessage[]> =>
  own(db, viewer)
    .orderBy('send_at')
    .orderBy('id')
    .select(['id', 'conversation_id', 'content', epoch('send_at').as('send_at')])
    .select(sql<boolean>`failed_at is not null`.as('failed'))
    .execute()

const isBeingSent = () => conflict('This message is being sent.')

/** Finds a waiting message of the viewer. Throws 409 when it has been sent, and 404 for others. */
async function ownOr404(trx: Trx, viewer: Viewer, id: string): Promise<{ conversation_id: string }> {
  const row = await own(trx, viewer).where('id', '=', id).select('conversation_id').executeTakeFirst()
  if (row) return row
  const sent = await trx
    .selectFrom('messages')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .where('sender_id', '=', viewer.id)
    .select('id')
    .executeTakeFirst()
  throw sent ? conflict('This message has been sent.') : notFound('Message not found')
}

/** Locks a waiting message of the viewer. Throws 409 also while it is being sent. */
async function lockOwn(trx: Trx, viewer: Viewer, id: string): Promise<void> {
  await ownOr404(trx, viewer, id)
  const locked = await own(trx, viewer).where('id', '=', id).select('id').forUpdate().skipLocked().executeTakeFirst()
  if (!locked) throw isBeingSent()
}

export async function updateScheduled(
  trx: Trx,
  viewer: Viewer,
  id: string,
  { content, send_at }: z.output<typeof scheduledMessages.update.body>,
): Promise<ScheduledMessage> {
  await lockOwn(trx, viewer, id)
  if (send_at !== undefined) await assertAhead(trx, send_at)
  const { rows } = await sql<ScheduledMessage>`
    update scheduled_messages set content = coalesce(${content ?? null}::text, content)
      ${send_at === undefined ? sql`` : sql`, send_at = ${toTimestamp(send_at)}, failed_at = null`}
    where school_id = ${viewer.schoolId} and id = ${id} returning ${columns}`.execute(trx)
  return rows[0] as ScheduledMessage
}

export async function removeScheduled(trx: Trx, viewer: Viewer, id: string): Promise<void> {
  await lockOwn(trx, viewer, id)
  await trx.deleteFrom('scheduled_messages').where('school_id', '=', viewer.schoolId).where('id', '=', id).execute()
}

/** Sends a waiting message of the viewer now. */
export async function sendScheduledNow(app: App, trx: Trx, viewer: Viewer, id: string): Promise<void> {
  const row = await ownOr404(trx, viewer, id)
  if (!(await deliver(app, trx, viewer, { ...row, id }, { isDue: false }))) throw isBeingSent()
}

/**
 * Deletes the row and sends the message in one transaction, so that it is sent once, however often a server stops
 * meanwhile. Returns false when another transaction has the row. Locks the conversation first, as leaving does.
 */
async function deliver(
  app: App,
  trx: Trx,
  viewer: Viewer,
  { id, conversation_id }: { id: string; conversation_id: string },
  { isDue }: { isDue: boolean },
): Promise<boolean> {
  const { schoolId } = viewer
  await trx
    .selectFrom('conversations')
    .where('school_id', '=', schoolId)
    .where('id', '=', conversation_id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<{ content: string; reply_to: string | null }>`
    delete from scheduled_messages where (school_id, id) in (
      select school_id, id from scheduled_messages where school_id = ${schoolId} and id = ${id}
        and (not ${isDue}::boolean or (failed_at is null and send_at <= now())) for update skip locked)
    returning content, reply_to`.execute(trx)
  const [taken] = rows
  if (!taken) return false
  const conversation = await participantOr404(trx, viewer, conversation_id)
  assertOpen(conversation)
  if (conversation.kind !== 'direct') assertJoined(conversation)
  const answered = taken.reply_to ? await findMessage(trx, viewer, taken.reply_to) : undefined
  const message = { id, content: taken.content, replyTo: answered }
  const { row, audience, mentioned, asked } = await sendMessage(trx, viewer, conversation_id, message)
  await notifyMentioned(app, trx, viewer, row, mentioned)
  if (asked) await notifyRequested(app, trx, viewer, conversation_id, [asked])
  if (asked || conversation.my_state !== 'open')
    app.live.publish(trx, { schoolId, people: [viewer.id] }, 'conversation.changed', { id: conversation_id })
  publishMessage(app.live, trx, viewer, 'message.created', { row }, audience)
  return true
}

/** Messages of a school per run of the job. The next minute sends the others. */
const maxPerRun = 500

/**
 * Sends the messages whose time has come, each as its sender: a block, a ban or a closed conversation refuses it, and it
 * stays as failed. One that breaks otherwise is tried again by the next run.
 */
export const sendScheduled = (app: App): Promise<void> =>
  forEachDueSchool(
    app.db,
    sql`select school_id from scheduled_messages where failed_at is null and send_at <= now()`,
    (schoolId) => sendScheduledInSchool(app, schoolId),
  )

async function sendScheduledInSchool(app: App, schoolId: string): Promise<void> {
  const due = await app.db
    .selectFrom('scheduled_messages')
    .innerJoin('users', (join) =>
      join
        .onRef('users.school_id', '=', 'scheduled_messages.school_id')
        .onRef('users.id', '=', 'scheduled_messages.sender_id'),
    )
    .where('scheduled_messages.school_id', '=', schoolId)
    .where('failed_at', 'is', null)
    .where('send_at', '<=', sql<Date>`now()`)
    .orderBy('send_at')
    .limit(maxPerRun)
    .select(['scheduled_messages.id', 'conversation_id', 'sender_id', 'users.name'])
    .execute()
  const problems: unknown[] = []
  for (const { sender_id, name, ...row } of due) {
    const viewer: Viewer = { id: sender_id, schoolId, name, role: 'student', canManageAds: false, sessionId: '' }
    try {
      await withUserTransaction(app.db, viewer, (trx) => deliver(app, trx, viewer, row, { isDue: true }))
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) await markFailed(app.db, schoolId, row.id)
      else problems.push(error)
    }
  }
  if (problems.length > 0) throw new AggregateError(problems, 'Some scheduled messages could not be sent.')
}

const markFailed = (db: Db, schoolId: string, id: string) =>
  db
    .updateTable('scheduled_messages')
    .set({ failed_at: sql`now()` })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('send_at', '<=', sql<Date>`now()`)
    .execute()

/** After a restore: messages whose time came since the backup are not sent without a decision of their senders. */
export async function keepPastDue(db: Db): Promise<void> {
  for (const schoolId of await listSchools(db))
    await sql`update scheduled_messages set failed_at = now()
      where school_id = ${schoolId} and failed_at is null and send_at <= now()`.execute(db)
}
