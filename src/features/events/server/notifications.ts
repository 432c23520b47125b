import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'
import type { events } from '../contract.ts'
import { isCancelled } from './policy.ts'
import type { EventRow } from './queries.ts'

/** Fields that attendees rely on. */
const essential = ['title', 'location', 'start_date', 'end_date'] as const

/** A query of the attendees of an event. */
export const attendees = (schoolId: string, id: string) =>
  sql<string>`select user_id from event_attendees where school_id = ${schoolId} and event_id = ${id}`

const attendeesOfDates = (schoolId: string, ids: readonly string[]) =>
  sql<string>`select distinct user_id from event_attendees where school_id = ${schoolId} and event_id = any (${ids}::uuid[])`

/** Absent unless several dates of a series changed. */
const countChanged = (ids: readonly string[]) => (ids.length > 1 ? { dates: ids.length } : {})

export const eventLink = (id: string) => `/events?event=${id}`

/** Notifies the attendees of an event, or of the changed dates of its series, when its title, place or time changes. */
export async function notifyChange(
  { notifications }: App,
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  before: EventRow,
  changes: z.output<typeof events.update.body>,
  ids: readonly string[] = [before.id],
) {
  const isChanged = essential.some((field) => changes[field] !== undefined && changes[field] !== before[field])
  if (!isChanged || (changes.end_date ?? before.end_date) * 1000 < Date.now()) return
  const params = {
    title: changes.title ?? before.title,
    cancelled: false,
    starts_at: changes.start_date ?? before.start_date,
    ...countChanged(ids),
  }
  const notificationEvent = { schoolId, kind: 'event_changed', link: eventLink(before.id), params, actorId } as const
  await notifications.notify(trx, notificationEvent, attendeesOfDates(schoolId, ids))
}

/**
 * Notifies the attendees of an event that is cancelled or deleted, and those who wait. Runs before their rows are
 * deleted. With a reason the event stays, and the notification leads to it. Each user is notified once for several dates.
 */
export async function notifyCancellation(
  { notifications }: App,
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  event: EventRow,
  { reason, ids = [event.id] }: { reason?: string; ids?: readonly string[] } = {},
) {
  if (event.end_date * 1000 < Date.now() || isCancelled(event)) return
  const link = reason === undefined ? `/events#${event.id}` : eventLink(event.id)
  const params = {
    title: event.title,
    cancelled: true,
    starts_at: event.start_date,
    ...(reason === undefined ? {} : { reason }),
    ...countChanged(ids),
  }
  const notificationEvent = { schoolId, kind: 'event_changed', link, params, actorId } as const
  const waiting = sql`select user_id from event_waitlist where school_id = ${schoolId} and event_id = any (${ids}::uuid[])`
  const users = sql<string>`${attendeesOfDates(schoolId, ids)} union ${waiting}`
  await notifications.notify(trx, notificationEvent, users)
}

/** Notifies users that they were added as organizers, or removed from the attendees, or may come again. */
export async function notifyPerson(
  { notifications }: App,
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  { id, title }: { readonly id: string; readonly title: string },
  { userIds, role }: { readonly userIds: readonly string[]; readonly role: 'organizer' | 'removed' | 'readmitted' },
) {
  const params = { title, cancelled: false, role }
  await notifications.notify(trx, { schoolId, kind: 'event_changed', link: eventLink(id), params, actorId }, userIds)
}
