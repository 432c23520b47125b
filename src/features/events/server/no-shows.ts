import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import type { NoShow } from '../check-in-contract.ts'
import { eventLink } from './notifications.ts'

/** The events that the viewer missed, latest first. No other user reads them. */
export async function listNoShows(db: Db, { id, schoolId }: Viewer): Promise<NoShow[]> {
  const { rows } = await sql<NoShow>`
    select events.id as event_id, title, floor(extract(epoch from start_date))::int8 as start_date, contest.text as contest
    from missed_events(${schoolId}, ${id}) as missed
    join events on events.school_id = ${schoolId} and events.id = missed.event_id
    left join event_no_show_contests as contest on contest.school_id = ${schoolId} and contest.event_id = events.id
      and contest.user_id = ${id}
    order by events.start_date desc, events.id`.execute(db)
  return rows
}

/** Stores what the viewer says about an absence, and notifies the organizers. Throws 404 for an event that was not missed. */
export async function contestNoShow(app: App, trx: Trx, viewer: Viewer, id: string, text: string): Promise<void> {
  const { schoolId } = viewer
  const missed = (await listNoShows(trx, viewer)).find(({ event_id }) => event_id === id)
  if (!missed) throw notFound('Event not found')
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('event_no_show_contests')
    .values({ school_id: schoolId, event_id: id, user_id: viewer.id, text })
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw conflict('You have already said what happened')
  const organizers = sql<string>`select organizer_id from events where school_id = ${schoolId} and id = ${id}
    union select user_id from event_organizers where school_id = ${schoolId} and event_id = ${id}`
  const params = { title: missed.title }
  const event = { schoolId, kind: 'no_show', link: eventLink(id), params, actorId: viewer.id } as const
  await app.notifications.notify(trx, event, organizers)
}
