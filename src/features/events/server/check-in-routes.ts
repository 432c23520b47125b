import { formatCsvLine, startCsv } from '../../../shared/server/csv.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { forbidden } from '../../../shared/server/http/errors.ts'
import { assertOwnSite } from '../../../shared/server/http/fetch-site.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { parseCode } from '../check-in-codes.ts'
import { checkIns } from '../check-in-contract.ts'
import { checkInByCode, checkInByHand, checkInByPoster, listPeople, showCheckIn, storeScans } from './check-in.ts'
import { contestNoShow, listNoShows } from './no-shows.ts'
import { canChange } from './policy.ts'
import { type EventRow, eventOr404 } from './queries.ts'

/** Check-in and attendance. */
export function checkInRoutes(app: App) {
  const { anonymity, config, limits, live } = app

  const publish = (db: Db, schoolId: string, event: EventRow, users: readonly (string | null)[]) => {
    const organizers = [event.organizer_id, ...event.co_organizers.map(({ id }) => id)]
    const people = [...new Set([...organizers, ...users.filter((id) => id !== null)])]
    live.publish(db, { schoolId, people }, 'check_in.changed', { event_id: event.id })
  }

  serve(app, checkIns.noShows, async ({ db, viewer }) => ok(await listNoShows(db, viewer)))

  serve(app, checkIns.contest, async ({ db, viewer, params, body }) => {
    await contestNoShow(app, db, viewer, params.id, body.text)
    return okEmpty()
  })

  serve(app, checkIns.show, async ({ db, viewer, params }) =>
    ok(await showCheckIn(db, anonymity, viewer, await eventOr404(db, viewer, params.id))),
  )

  serve(app, checkIns.create, async ({ db, viewer, params, body }) => {
    const event = await eventOr404(db, viewer, params.id)
    if (!canChange(viewer, event)) throw forbidden('Only the host can check people in.')
    // Six digits can be guessed; a QR code names the attendee, too.
    if ('code' in body && parseCode(body.code)?.userId === undefined)
      await limits.consume('checkIn', `${viewer.id} ${event.id}`)
    const results =
      'scans' in body
        ? await storeScans(db, anonymity, viewer, event, body.scans)
        : [
            'person' in body
              ? await checkInByHand(db, viewer, event, body.person)
              : await checkInByCode(db, anonymity, viewer, event, body.code),
          ]
    const present = results.filter(({ result }) => result === 'checked_in').map(({ user_id }) => user_id)
    if (present.length > 0) publish(db, viewer.schoolId, event, present)
    return ok(results)
  })

  serve(app, checkIns.createOwn, async ({ db, viewer, params, body }) => {
    const event = await eventOr404(db, viewer, params.id)
    await limits.consume('checkIn', `${viewer.id} ${event.id}`)
    const result = await checkInByPoster(db, anonymity, viewer, event, body.code)
    publish(db, viewer.schoolId, event, [viewer.id])
    return ok(result)
  })

  serve(app, checkIns.attendance, async ({ db, viewer, params, request, reply }) => {
    assertOwnSite(request, config)
    const event = await eventOr404(db, viewer, params.id)
    if (!canChange(viewer, event)) throw forbidden('Only the host can download the attendance.')
    const people = await listPeople(db, viewer, event.id)
    const lines = people.map(({ name, at }) =>
      formatCsvLine([name, at === null ? 'no' : 'yes', at === null ? '' : new Date(at * 1000).toISOString()]),
    )
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="attendance.csv"')
      .send([startCsv(['name', 'attended', 'checked in at']), ...lines].join(''))
  })
}
