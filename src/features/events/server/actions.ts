import { sql } from 'kysely'
import type { z } from 'zod'
import { plural } from '../../../shared/plural.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, isViolation, notFound } from '../../../shared/server/http/errors.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'
import { type EventInput, endsBeforeStart, type events } from '../contract.ts'

const purposes: readonly Purpose[] = ['event']

const moment = (seconds: number) => sql<Date>`to_timestamp(${seconds})`

function checkOrder(start: number, end: number) {
  if (start >= end) throw badRequest(endsBeforeStart, { start_date: endsBeforeStart })
}

/** Creates an event of the school or a group and returns its id. */
export async function createEvent(
  trx: Trx,
  viewer: Viewer,
  input: z.output<typeof EventInput>,
  groupId: string | null = null,
): Promise<string> {
  checkOrder(input.start_date, input.end_date)
  const id = newId()
  await attachImage(trx, viewer, id, input.image_url)
  await trx
    .insertInto('events')
    .values({
      school_id: viewer.schoolId,
      id,
      organizer_id: viewer.id,
      group_id: groupId,
      title: input.title,
      description: input.description,
      location: input.location,
      start_date: moment(input.start_date),
      end_date: moment(input.end_date),
      max_attendees: input.max_attendees ?? null,
      image_url: input.image_url ?? null,
      tags: input.tags ?? [],
    })
    .execute()
  return id
}

type Changes = z.output<typeof events.update.body>

/** Updates the given fields. The number of seats cannot be lower than the number of attendees. */
export const updateEvent = async (trx: Trx, viewer: Viewer, id: string, changes: Changes): Promise<void> => {
  const before = await trx
    .selectFrom('events')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .select(['start_date', 'end_date', 'attendees_count'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw notFound('Event not found')
  const { start_date, end_date, max_attendees, image_url, ...texts } = changes
  checkOrder(start_date ?? before.start_date.getTime() / 1000, end_date ?? before.end_date.getTime() / 1000)
  if (max_attendees != null && max_attendees < before.attendees_count) {
    const problem =
      before.attendees_count === 1
        ? '1 person is already going'
        : `${plural(before.attendees_count, 'person', 'people')} are already going`
    throw badRequest(problem, { max_attendees: problem })
  }
  if (Object.values(changes).every((value) => value === undefined)) return
  if (image_url !== undefined) await attachImage(trx, viewer, id, image_url)
  await trx
    .updateTable('events')
    .set({
      ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
      ...(start_date === undefined ? {} : { start_date: moment(start_date), reminded_at: null }),
      ...(end_date === undefined ? {} : { end_date: moment(end_date) }),
      ...(max_attendees === undefined ? {} : { max_attendees }),
      ...(image_url === undefined ? {} : { image_url }),
      updated_at: sql`now()`,
      sequence: sql`sequence + 1`,
    })
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .execute()
}

/** Attaches the viewer's own upload as the image of an event, or removes the image. */
async function attachImage(trx: Trx, viewer: Viewer, id: string, url: string | null | undefined) {
  if (url !== undefined)
    await attachUploads(trx, viewer, url === null ? [] : [url], { kind: 'event', id, purposes, anonymous: false })
}

/** Deletes an event with its attendance and image. */
export const deleteEvent = async (trx: Trx, schoolId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('events')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  await releaseUploads(trx, schoolId, 'event', [id])
  return numDeletedRows > 0n
}

/** Takes a seat. Idempotent. Throws 409 when no seat is free. Concurrent calls wait for the lock on the event row. */
export const attend = async (trx: Trx, viewer: Viewer, id: string): Promise<number> => {
  await trx
    .insertInto('event_attendees')
    .values({ school_id: viewer.schoolId, event_id: id, user_id: viewer.id })
    .onConflict((existing) => existing.doNothing())
    .execute()
    .catch((error) => {
      throw isViolation(error, 'events_hold_no_more_than_their_maximum') ? conflict('Event is full') : error
    })
  return countAttendees(trx, viewer, id)
}

/** Frees the seat. Idempotent. */
export const leave = async (trx: Trx, viewer: Viewer, id: string): Promise<number> => {
  await trx
    .deleteFrom('event_attendees')
    .where('school_id', '=', viewer.schoolId)
    .where('event_id', '=', id)
    .where('user_id', '=', viewer.id)
    .execute()
  return countAttendees(trx, viewer, id)
}

async function countAttendees(trx: Trx, { schoolId }: Viewer, id: string): Promise<number> {
  const event = await trx
    .selectFrom('events')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .select('attendees_count')
    .executeTakeFirst()
  if (!event) throw notFound('Event not found') // deleted since the caller's read
  return event.attendees_count
}
