import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { SqlParam } from '../../../shared/server/db/prepared.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, limitReached, notFound } from '../../../shared/server/http/errors.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { App } from '../../../shared/server/services.ts'
import { messageLimits } from '../contract.ts'
import type { MessageRow } from './message-queries.ts'
import { writeSystemLines } from './system-lines.ts'

/** Where requests are answered. */
const requestsLink = '/messages?requests=true'

/** SQL condition: the sender reaches the inbox of a user without asking. */
export const canWriteTo = (schoolId: SqlParam<string>, sender: SqlParam<string>, recipient: string) =>
  sql<boolean>`can_write_to(${schoolId}, ${sender}, ${sql.ref(recipient)})`

/** SQL condition: the sender adds a user to a conversation of several without asking. Students always ask minors. */
export const canAdd = (schoolId: SqlParam<string>, sender: SqlParam<string>, recipient: string) =>
  sql<boolean>`(${canWriteTo(schoolId, sender, recipient)} and (not has_minor_defaults(${schoolId}, ${sql.ref(recipient)})
    or exists (select from users as adder where adder.school_id = ${schoolId} and adder.id = ${sender} and adder.role <> 'student')))`

const waiting = 'You can write again when they have accepted your request.'

/** Throws 409 for a user who was asked and has not answered. */
export function assertJoined({ my_state }: { readonly my_state: string }): void {
  if (my_state !== 'open') throw conflict('Accept the request first.')
}

/** Marks users as asked to join or to answer, and checks the limits of the sender. Concurrent requests wait. */
export async function countRequests(trx: Trx, { id, schoolId }: Viewer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`requests ${id}`}, 0))`.execute(trx)
  const { rows } = await sql<{ open: number; today: number }>`
    select count(*) filter (where state <> 'open')::int as open,
      count(*) filter (where requested_at > now() - interval '1 day')::int as today
    from participants where school_id = ${schoolId} and requested_by = ${id} and requested_at is not null`.execute(trx)
  const [count = { open: 0, today: 0 }] = rows
  if (count.open > messageLimits.openRequests)
    throw limitReached('Too many people have not answered you yet. Wait for some of them.', 24 * 3600)
  if (count.today > messageLimits.requestsPerDay)
    throw limitReached('You have written to many new people today. Try again tomorrow.', 24 * 3600)
}

/**
 * For the message `row` that was just inserted in a direct conversation with someone who has not accepted: an answer
 * accepts, the first message becomes the request. Returns the user to inform of a request. Throws 409 while one waits or
 * was declined, without telling which, and 400 for a first message that a request cannot be.
 */
export async function settleRequest(trx: Trx, viewer: Viewer, row: MessageRow): Promise<string | undefined> {
  const { id, schoolId } = viewer
  const { rows } = await sql<{ user_id: string; state: string; is_free: boolean; can_write: boolean }>`
    select user_id, state, cleared_seq >= ${row.seq - 1} as is_free, ${canWriteTo(schoolId, id, 'user_id')} as can_write
    from participants where school_id = ${schoolId} and conversation_id = ${row.conversation_id}
    order by user_id for update of participants`.execute(trx)
  const own = rows.find(({ user_id }) => user_id === id)
  const other = rows.find(({ user_id }) => user_id !== id)
  if (own && own.state !== 'open') await acceptDirect(trx, viewer, row.conversation_id)
  if (!other || other.state === 'open') return
  const set = (values: ReturnType<typeof sql>) =>
    sql`update participants set ${values} where school_id = ${schoolId} and conversation_id = ${row.conversation_id}
      and user_id = ${other.user_id}`.execute(trx)
  if (other.can_write) {
    await set(sql`state = 'open', declined_at = null`)
    return
  }
  if (!other.is_free || other.state === 'declined') throw conflict(waiting)
  if (row.image_url !== null) throw badRequest('You can add photos when they have accepted your request.')
  if (row.has_files) throw badRequest('You can add files when they have accepted your request.')
  assertRequestLength(row.content)
  await set(sql`requested_by = ${id}, requested_at = now()`)
  await countRequests(trx, viewer)
  return other.user_id
}

/** Throws 400 for a text that is too long for a request. */
export function assertRequestLength(content: string): void {
  if ([...content].length > messageLimits.request)
    throw badRequest(`Keep your first message within ${messageLimits.request} characters`, {
      content: `Keep your first message within ${messageLimits.request} characters`,
    })
}

/** Opens a direct conversation for a user who answers. Returns whether they had been asked. */
export async function acceptDirect(trx: Trx, viewer: Viewer, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('participants')
    .set({ state: 'open', declined_at: null, hidden_seq: null })
    .where('school_id', '=', viewer.schoolId)
    .where('conversation_id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('state', '<>', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type LockedRequest = { readonly kind: string; readonly last_seq: number; readonly requestedBy: string | null }

/** Locks the viewer's request. Throws 404 without one and 409 when it was answered. */
async function lockRequest(trx: Trx, { id, schoolId }: Viewer, conversation: string): Promise<LockedRequest> {
  const ofConversation = trx
    .selectFrom('conversations')
    .where('school_id', '=', schoolId)
    .where('id', '=', conversation)
  const found = await ofConversation.select(['kind', 'last_seq']).forUpdate().executeTakeFirst()
  const own = await trx
    .selectFrom('participants')
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', conversation)
    .where('user_id', '=', id)
    .select(['state', 'requested_by'])
    .forUpdate()
    .executeTakeFirst()
  if (!found || !own) throw notFound('Conversation not found')
  if (own.state !== 'requested') throw conflict('You have already answered this request.')
  return { ...found, requestedBy: own.requested_by }
}

/**
 * Accepts a request or joins a conversation of several, from whose present end on the viewer sees it. Returns who asked,
 * and the line for the others. Throws 404 without a request, 409 when it was answered or the conversation is full.
 */
export async function acceptRequest(trx: Trx, viewer: Viewer, conversation: string) {
  const { kind, last_seq, requestedBy } = await lockRequest(trx, viewer, conversation)
  if (kind === 'direct') {
    await acceptDirect(trx, viewer, conversation)
    return { requestedBy, lines: [] }
  }
  const { schoolId, id } = viewer
  const participants = trx
    .selectFrom('participants')
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', conversation)
    .where('state', '=', 'open')
  const present = await participants.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (Number(present.count) > messageLimits.people) throw conflict('This conversation is full.')
  await sql`update participants set state = 'open', joined_at = now(), read_seq = ${last_seq}, cleared_seq = ${last_seq},
    hidden_seq = null where school_id = ${schoolId} and conversation_id = ${conversation} and user_id = ${id}`.execute(
    trx,
  )
  const locked = { schoolId, id: conversation, last_seq }
  return {
    requestedBy,
    lines: await writeSystemLines(trx, locked, [id], { kind: 'joined', text: 'joined the conversation.' }),
  }
}

/** Declines a request; the sender does not learn it. Returns who asked. Throws like `acceptRequest`. */
export async function declineRequest(trx: Trx, viewer: Viewer, conversation: string): Promise<string | null> {
  const { requestedBy } = await lockRequest(trx, viewer, conversation)
  await trx
    .updateTable('participants')
    .set({ state: 'declined', declined_at: sql`now()` })
    .where('school_id', '=', viewer.schoolId)
    .where('conversation_id', '=', conversation)
    .where('user_id', '=', viewer.id)
    .execute()
  return requestedBy
}

/** Informs users that the viewer would like to write to them or to add them. The event has no text. */
export async function notifyRequested(
  app: App,
  trx: Trx,
  viewer: Viewer,
  conversation_id: string,
  to: readonly string[],
) {
  if (to.length === 0) return
  const { schoolId, id: actorId } = viewer
  const event = { schoolId, kind: 'message_request', link: requestsLink, params: {}, actorId } as const
  await app.notifications.notify(trx, event, [...to])
  app.live.publish(trx, { schoolId, people: to }, 'request.created', { conversation_id })
}

/** For a new conversation of several, or new participants of one: informs those who are asked, within the limits. */
export async function askParticipants(
  app: App,
  trx: Trx,
  viewer: Viewer,
  conversation: string,
  among?: readonly string[],
) {
  const asked = await trx
    .selectFrom('participants')
    .where('school_id', '=', viewer.schoolId)
    .where('conversation_id', '=', conversation)
    .where('state', '=', 'requested')
    .$if(among !== undefined, (query) => query.where('user_id', 'in', [...(among ?? [])]))
    .select('user_id')
    .execute()
  if (asked.length > 0) await countRequests(trx, viewer)
  const ids = asked.map(({ user_id }) => user_id)
  await notifyRequested(app, trx, viewer, conversation, ids)
}

/** Removes the notification of a request that was answered. */
export const retractRequest = async (app: App, trx: Trx, { id, schoolId }: Viewer, requestedBy: string | null) => {
  if (requestedBy === null) return
  const event = { schoolId, kind: 'message_request', link: requestsLink, actorId: requestedBy } as const
  await app.notifications.retract(trx, event, id)
}

/**
 * Forgets 30 days after a decline that there was a request: the sender can write again. The participant stays in a direct
 * conversation, which has no other record of the two users.
 */
export const deleteExpiredRequests = (db: Db): Promise<void> =>
  forEachDueSchool(
    db,
    sql`select school_id from participants where state = 'declined' and declined_at < now() - interval '30 days'`,
    (schoolId) => deleteExpiredRequestsInSchool(db, schoolId),
  )

async function deleteExpiredRequestsInSchool(db: Db, schoolId: string): Promise<void> {
  await sql`
    with due as (
      select declined.conversation_id, declined.user_id, conversations.kind, conversations.last_seq
      from participants as declined
      join conversations on conversations.school_id = declined.school_id and conversations.id = declined.conversation_id
      where declined.school_id = ${schoolId} and declined.state = 'declined' and declined.declined_at < now() - interval '30 days'),
    reset as (
      update participants set state = 'requested', declined_at = null, requested_by = null, requested_at = null,
        cleared_seq = due.last_seq, read_seq = due.last_seq
      from due where due.kind = 'direct' and participants.school_id = ${schoolId}
        and participants.conversation_id = due.conversation_id and participants.user_id = due.user_id)
    delete from participants using due
    where due.kind <> 'direct' and participants.school_id = ${schoolId}
      and participants.conversation_id = due.conversation_id and participants.user_id = due.user_id`.execute(db)
}
