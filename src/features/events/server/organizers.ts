import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import { noBlockBetween } from '../../people/server/queries.ts'
import { leave } from './actions.ts'
import { notifyPerson } from './notifications.ts'
import { organizes } from './policy.ts'
import { type EventRow, eventOr404 } from './queries.ts'

type Choice = { readonly id: string; readonly ids: readonly string[]; readonly users: readonly string[] | undefined }

/**
 * Replaces the co-organizers of an event, and of other dates of its series. Notifies those who are new. Throws 403 for a
 * change by another user than the organizer, 404 for users that the viewer may not see.
 */
export async function chooseOrganizers(app: App, trx: Trx, viewer: Viewer, { id, ids, users }: Choice): Promise<void> {
  if (users === undefined || ids.length === 0) return
  const event = await eventOr404(trx, viewer, id)
  const current = await trx
    .selectFrom('event_organizers')
    .where('school_id', '=', viewer.schoolId)
    .where('event_id', '=', id)
    .select('user_id')
    .orderBy('seat')
    .execute()
  const before = new Set(current.map(({ user_id }) => user_id))
  const added = users.filter((user) => !before.has(user))
  if (added.length === 0 && users.length === before.size && ids.length === 1) return
  if (!organizes(viewer, event)) {
    if (added.length === 0 && users.length === before.size) return
    throw forbidden('Only the host can choose organizers.')
  }
  await assertChoosable(trx, viewer, event, added)
  await trx
    .deleteFrom('event_organizers')
    .where('school_id', '=', viewer.schoolId)
    .where('event_id', 'in', [...ids])
    .execute()
  if (users.length > 0)
    await sql`insert into event_organizers (school_id, event_id, user_id, seat)
      select ${viewer.schoolId}, event_id, user_id, seat
      from unnest(${ids}::uuid[]) as event_id, unnest(${users}::uuid[]) with ordinality as chosen (user_id, seat)`.execute(
      trx,
    )
  if (added.length > 0) await notifyPerson(app, trx, viewer, event, { userIds: added, role: 'organizer' })
}

/** Users of the school that the viewer may see, other than the organizer; in a group those who can view it. */
async function assertChoosable(trx: Trx, viewer: Viewer, event: EventRow, users: readonly string[]): Promise<void> {
  if (users.length === 0) return
  const problem = 'The host is an organizer already'
  if (users.includes(event.organizer_id)) throw badRequest(problem, { co_organizers: problem })
  const rows = await trx
    .selectFrom('users')
    .where('school_id', '=', viewer.schoolId)
    .where('id', 'in', [...users])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(blocked_as is null or blocked_until <= now())`)
    .where(noBlockBetween(viewer, 'users.id'))
    .where(sql<boolean>`(${event.group_id}::uuid is null or can_view_group(school_id, ${event.group_id}, id))`)
    .select('id')
    .execute()
  if (rows.length < users.length) throw notFound('Person not found')
}

/**
 * Removes a user from the attendees, whose seat becomes free, and the link that the user knows: also from other dates of
 * the series that the user does not attend. They cannot come back until they are readmitted. Returns the number of attendees. Throws 404 if the user does not attend.
 */
export async function removeAttendee(trx: Trx, viewer: Viewer, event: EventRow, userId: string): Promise<number> {
  const { schoolId } = viewer
  const seat = await trx
    .selectFrom('event_attendees')
    .where('school_id', '=', schoolId)
    .where('event_id', '=', event.id)
    .where('user_id', '=', userId)
    .select('user_id')
    .executeTakeFirst()
  if (!seat) throw notFound('This person is not going')
  await trx
    .insertInto('event_removals')
    .values({ school_id: schoolId, event_id: event.id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const count = await leave(trx, { ...viewer, id: userId }, event.id)
  await sql`update events set online_link = null
    from (select online_link from events where school_id = ${schoolId} and id = ${event.id}) as known
    where events.school_id = ${schoolId} and events.online_link = known.online_link
      and (events.id = ${event.id} or events.series_id = ${event.series_id})
      and not exists (select from event_attendees where event_attendees.school_id = events.school_id
        and event_attendees.event_id = events.id and event_attendees.user_id = ${userId})`.execute(trx)
  return count
}

/** Lets a user that an organizer removed take a seat again. Throws 404 for others. */
export async function readmit(trx: Trx, { schoolId }: Viewer, event: EventRow, userId: string): Promise<void> {
  const row = await trx
    .deleteFrom('event_removals')
    .where('school_id', '=', schoolId)
    .where('event_id', '=', event.id)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw notFound('This person was not removed')
}
