import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { personOr404 } from './people-queries.ts'
import { findRequest } from './request-queries.ts'

const requestGone = () => notFound('Friend request not found')

/**
 * Sends a friend request. When the other user had already sent one, the two become friends immediately. Throws 409 when
 * a request is pending or they are friends, 403 when the viewer has blocked the user, 404 when the user is not visible.
 */
export const requestFriendship = async (trx: Trx, viewer: Viewer, other: string) => {
  await lockPair(trx, viewer, other)
  const person = await personOr404(trx, viewer, other)
  if (person.is_me) throw badRequest('You can’t send yourself a friend request.')
  if (person.is_blocked) throw forbidden('You’ve blocked this person. Unblock them first.')
  if (person.friendship_status === 'friends') throw conflict('You’re already friends.')
  if (person.request === 'sent') throw conflict('You’ve already sent a friend request.')
  if (person.request === 'received') {
    const request = await findRequest(trx, viewer, 'received', other)
    if (!request) throw requestGone()
    await answerRequest(trx, viewer, request.id)
    await befriend(trx, viewer, other)
    return { id: request.id, requester_id: other, addressee_id: viewer.id, status: 'friends' as const }
  }
  const request = { id: newId(), requester_id: viewer.id, addressee_id: other }
  await trx
    .insertInto('friend_requests')
    .values({ school_id: viewer.schoolId, ...request })
    .execute()
  return { ...request, status: 'pending' as const }
}

/** Withdraws the viewer's own request; `id` is that of the request or the addressee. */
export const cancelRequest = (trx: Trx, viewer: Viewer, id: string) => answer(trx, viewer, 'sent', id, async () => {})

/** Accepts a received request; `id` is that of the request or the requester. */
export const acceptRequest = (trx: Trx, viewer: Viewer, id: string) =>
  answer(trx, viewer, 'received', id, (trx, other) => befriend(trx, viewer, other))

/** Declines a received request without a notification; `id` is that of the request or the requester. */
export const declineRequest = (trx: Trx, viewer: Viewer, id: string) =>
  answer(trx, viewer, 'received', id, async () => {})

/** Deletes a request and runs `then`. Of concurrent calls only the first succeeds. Returns the other user's id. */
async function answer(
  trx: Trx,
  viewer: Viewer,
  direction: 'sent' | 'received',
  id: string,
  then: (trx: Trx, other: string) => Promise<void>,
): Promise<string> {
  const seen = await findRequest(trx, viewer, direction, id)
  if (!seen) throw requestGone()
  await lockPair(trx, viewer, seen.other)
  await personOr404(trx, viewer, seen.other)
  if (!(await answerRequest(trx, viewer, seen.id))) throw requestGone()
  await then(trx, seen.other)
  return seen.other
}

/** Ends a friendship. Throws 404 when there is none. */
export const removeFriend = async (trx: Trx, viewer: Viewer, other: string) => {
  await lockPair(trx, viewer, other)
  if (!(await unfriend(trx, viewer, other))) throw notFound('You’re not friends with this person.')
}

/** Blocks a user and deletes the friendship and requests between the two. Idempotent. */
export const blockPerson = async (trx: Trx, viewer: Viewer, other: string) => {
  await lockPair(trx, viewer, other)
  const person = await personOr404(trx, viewer, other)
  if (person.is_me) throw badRequest('You can’t block yourself.')
  await trx
    .insertInto('blocks')
    .values({ school_id: viewer.schoolId, blocker_id: viewer.id, blocked_id: other })
    .onConflict((existing) => existing.doNothing())
    .execute()
  await unfriend(trx, viewer, other)
  await sql`delete from friend_requests where school_id = ${viewer.schoolId}
      and (requester_id, addressee_id) in ((${viewer.id}, ${other}), (${other}, ${viewer.id}))`.execute(trx)
}

/** Removes a block. Throws 404 when there is none. Does not restore what the block ended. */
export const unblockPerson = async (trx: Trx, viewer: Viewer, other: string) => {
  await lockPair(trx, viewer, other)
  const { numDeletedRows } = await trx
    .deleteFrom('blocks')
    .where('school_id', '=', viewer.schoolId)
    .where('blocker_id', '=', viewer.id)
    .where('blocked_id', '=', other)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('You haven’t blocked this person.')
}

/**
 * Serializes the transactions of a pair with an advisory lock. However their calls overlap, the pair has at most one
 * of: a request, a friendship, a block.
 */
async function lockPair(trx: Trx, viewer: Viewer, other: string): Promise<void> {
  const pair = [viewer.id, other.toLowerCase()].sort().join(' ')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair ${pair}`}, 0))`.execute(trx)
}

async function answerRequest(trx: Trx, viewer: Viewer, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('friend_requests')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

async function befriend(trx: Trx, { id, schoolId: school_id }: Viewer, other: string): Promise<void> {
  const bothWays = [
    { school_id, user_id: id, friend_id: other },
    { school_id, user_id: other, friend_id: id },
  ]
  await trx
    .insertInto('friendships')
    .values(bothWays)
    .onConflict((existing) => existing.doNothing())
    .execute()
}

async function unfriend(trx: Trx, viewer: Viewer, other: string): Promise<boolean> {
  const { rows } = await sql`delete from friendships where school_id = ${viewer.schoolId}
    and (user_id, friend_id) in ((${viewer.id}, ${other}), (${other}, ${viewer.id})) returning 1`.execute(trx)
  return rows.length > 0
}
