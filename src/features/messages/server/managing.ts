import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { afterRollback, type Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, limitReached, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import { areFriends } from '../../people/server/queries.ts'
import { messageLimits } from '../contract.ts'
import type { Conversation } from '../conversation-contract.ts'
import { findReachable, ownerId } from './queries.ts'
import { canAdd } from './requests.ts'
import { type LockedConversation, writeSystemLines } from './system-lines.ts'

/**
 * Locks a conversation of several, as sending does. Throws 404 for users who are not participants and for other kinds,
 * which have no owner, and 403 for participants who are not the owner; `toRename` also lets those in who may name it.
 */
export async function lockOwn(
  trx: Trx,
  { schoolId, id: viewerId }: Viewer,
  id: string,
  { toRename = false } = {},
): Promise<LockedConversation> {
  const ofConversation = trx.selectFrom('conversations').where('school_id', '=', schoolId).where('id', '=', id)
  const locked = await ofConversation.where('kind', '=', 'several').select('last_seq').forUpdate().executeTakeFirst()
  // A statement of its own: it sees who has left while the first one waited.
  const state = await ofConversation
    .select([
      ownerId.as('owner_id'),
      'renamed_by',
      sql<string | null>`(select participants.state from participants
        where participants.school_id = conversations.school_id and participants.conversation_id = conversations.id
          and participants.user_id = ${viewerId})`.as('my_state'),
    ])
    .executeTakeFirst()
  if (!locked || !state?.my_state) throw notFound('Conversation not found')
  const canRename = toRename && state.my_state === 'open' && state.renamed_by === 'everyone'
  if (state.owner_id !== viewerId && !canRename) throw forbidden('Only the owner can manage this conversation.')
  return { schoolId, id, last_seq: locked.last_seq }
}

const participants = (trx: Trx, { schoolId, id }: LockedConversation) =>
  trx.selectFrom('participants').where('school_id', '=', schoolId).where('conversation_id', '=', id)

/** Names a conversation; null for the names of its participants. */
export async function rename(trx: Trx, viewer: Viewer, own: LockedConversation, title: string | null) {
  await trx
    .updateTable('conversations')
    .set({ title })
    .where('school_id', '=', own.schoolId)
    .where('id', '=', own.id)
    .execute()
  const text = title === null ? 'removed the name of the conversation.' : `named the conversation “${title}”.`
  return writeSystemLines(trx, own, [viewer.id], { kind: 'renamed', text })
}

/** Lets only the owner name the conversation, or every participant. */
export const setRenamer = (trx: Trx, { schoolId, id }: LockedConversation, renamed_by: Conversation['renamed_by']) =>
  trx.updateTable('conversations').set({ renamed_by }).where('school_id', '=', schoolId).where('id', '=', id).execute()

/**
 * Adds users, who do not see earlier messages. Returns the ids of those who were not in it yet, and the lines about them. Asks users
 * that the viewer does not reach directly, and those who have left before. Throws 404 for users that the viewer cannot message, 409 when
 * it would be too full or one of them has left within seven days.
 */
export async function addParticipants(trx: Trx, viewer: Viewer, own: LockedConversation, userIds: readonly string[]) {
  const { schoolId, id } = own
  const present = await participants(trx, own).select(['user_id', 'state']).execute()
  const isIn = (userId: string, isAsked: boolean) =>
    present.some(({ user_id, state }) => user_id === userId && isAsked === (state !== 'open'))
  const wanted = [...new Set(userIds)]
  const asked = wanted.filter((userId) => isIn(userId, true))
  const added = wanted.filter((userId) => !isIn(userId, true) && !isIn(userId, false))
  if (added.length === 0) return { added, asked, newlyAsked: [], lines: [] }
  if ((await findReachable(trx, viewer, added)).length < added.length) throw notFound('User not found')
  if (present.length + added.length > messageLimits.people + 1)
    throw conflict(`A conversation has up to ${messageLimits.people + 1} people.`)
  const left = await trx
    .selectFrom('conversation_exits as exit')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'exit.school_id').onRef('users.id', '=', 'exit.user_id'),
    )
    .where('exit.school_id', '=', schoolId)
    .where('exit.conversation_id', '=', id)
    .where('exit.user_id', 'in', added)
    .where('exit.removed_by', 'is', null)
    .where('exit.at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy('exit.at', 'desc')
    .select('users.name')
    .executeTakeFirst()
  if (left) throw conflict(`${left.name} left this conversation`)
  const { rows } = await sql<{ user_id: string; state: string }>`
    insert into participants (school_id, conversation_id, user_id, read_seq, cleared_seq, state, requested_by, requested_at)
    select ${schoolId}::uuid, ${id}::uuid, person, ${own.last_seq}::int, ${own.last_seq}::int,
      case when is_free then 'open' else 'requested' end, case when not is_free then ${viewer.id}::uuid end,
      case when not is_free then now() end
    from unnest(${added}::uuid[]) as person
    cross join lateral (select ${canAdd(schoolId, viewer.id, 'person')} and not exists (
      select from conversation_exits as exit where exit.school_id = ${schoolId} and exit.conversation_id = ${id}
        and exit.user_id = person and exit.removed_by is null) as is_free) as rule
    on conflict do nothing returning user_id, state`.execute(trx)
  const newlyAsked = rows.filter(({ state }) => state !== 'open').map(({ user_id }) => user_id)
  const joined = rows.filter(({ state }) => state === 'open').map(({ user_id }) => user_id)
  // The exit of a user who is asked stays: they may decline.
  if (joined.length > 0)
    await trx
      .deleteFrom('conversation_exits')
      .where('school_id', '=', schoolId)
      .where('conversation_id', '=', id)
      .where('user_id', 'in', joined)
      .execute()
  const line = { kind: 'joined', text: 'joined the conversation.' } as const
  const lines = joined.length > 0 ? await writeSystemLines(trx, own, joined, line) : []
  return { added: joined, asked: [...asked, ...newlyAsked], newlyAsked, lines }
}

/** Counts users who were added and are not friends of the viewer, unless the addition fails. Throws 429 above the limit of a day. */
export async function countAdditions(
  { anonymity, limits }: App,
  trx: Trx,
  viewer: Viewer,
  added: readonly string[],
): Promise<void> {
  if (added.length === 0) return
  const { rows } = await sql<{ strangers: number }>`select count(*)::int as strangers
    from unnest(${[...added]}::uuid[]) as person where not ${areFriends(viewer, 'person')}`.execute(trx)
  // Only in the limiter: a table would keep who has added which users.
  const key = anonymity.serviceHash('additions per day', viewer.schoolId, viewer.id).toString('base64url')
  const strangers = rows[0]?.strangers ?? 0
  if (strangers === 0) return
  const revert = await limits.takeDaily(key, messageLimits.additionsPerDay, strangers)
  if (!revert) throw limitReached('You have added many new people today. Try again tomorrow.', 24 * 3600)
  afterRollback(trx, revert)
}

/** Removes another participant and returns the line about it. Throws 404 for users who are not in it. */
export async function removeParticipant(trx: Trx, viewer: Viewer, own: LockedConversation, userId: string) {
  if (userId === viewer.id) throw badRequest('Leave the conversation instead.')
  const { schoolId, id } = own
  const { numDeletedRows } = await trx
    .deleteFrom('participants')
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('User not found')
  await trx
    .insertInto('conversation_exits')
    .values({ school_id: schoolId, conversation_id: id, user_id: userId, removed_by: viewer.id })
    .onConflict((same) =>
      same.columns(['school_id', 'conversation_id', 'user_id']).doUpdateSet({ at: sql`now()`, removed_by: viewer.id }),
    )
    .execute()
  return writeSystemLines(trx, own, [userId], { kind: 'removed', text: 'was removed from the conversation.' })
}

/** Makes another participant the owner. Throws 404 for users who are not in it. */
export async function handOver(trx: Trx, own: LockedConversation, userId: string): Promise<void> {
  const next = await participants(trx, own)
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .select('user_id')
    .executeTakeFirst()
  if (!next) throw notFound('User not found')
  await trx
    .updateTable('conversations')
    .set({ owner_id: userId })
    .where('school_id', '=', own.schoolId)
    .where('id', '=', own.id)
    .execute()
}
