import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { calendarKinds, events } from '../contract.ts'
import { attend, createEvent, deleteEvent, leave, updateEvent } from './actions.ts'
import { calendarLinks, findLinkOwner, rotateCalendarLinks } from './calendar-links.ts'
import { sendCalendar, writeCalendar } from './ics.ts'
import { loadEvent, loadEvents } from './load.ts'
import { notifyCancellation, notifyChange } from './notifications.ts'
import { canAttend, canChange } from './policy.ts'
import { eventOr404, listAttendees, listEvents, listForCalendar, listUpcoming } from './queries.ts'

export function eventRoutes(app: App) {
  const { anonymity, config } = app
  const site = { productName: config.productName, baseUrl: config.publicUrl }

  serve(app, events.list, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listEvents(db, viewer, query)
    return { ...ok(await loadEvents(db, viewer, rows)), pagination }
  })

  serve(app, events.upcoming, async ({ db, viewer, query }) =>
    ok(await loadEvents(db, viewer, await listUpcoming(db, viewer, query.limit))),
  )

  serve(app, events.create, async ({ db, viewer, body }) => {
    const id = await createEvent(db, viewer, body)
    return ok(await loadEvent(db, viewer, id))
  })

  serve(app, events.show, async ({ db, viewer, params }) => ok(await loadEvent(db, viewer, params.id)))

  serve(app, events.update, async ({ db, viewer, params, body }) => {
    const event = await eventOr404(db, viewer, params.id)
    if (!canChange(viewer, event)) throw forbidden('Only the host can edit this event.')
    await updateEvent(db, viewer, event.id, body)
    await notifyChange(app, db, viewer, event, body)
    return ok(await loadEvent(db, viewer, event.id))
  })

  serve(app, events.remove, async ({ db, viewer, params }) => {
    const event = await eventOr404(db, viewer, params.id)
    if (!canChange(viewer, event)) throw forbidden('Only the host can delete this event.')
    await notifyCancellation(app, db, viewer, event)
    await deleteEvent(db, viewer.schoolId, event.id)
    return okEmpty()
  })

  serve(app, events.rsvp, async ({ db, viewer, params, body: { status } }) => {
    const event = await eventOr404(db, viewer, params.id)
    if (!canAttend(viewer, event)) throw forbidden('You’re hosting this event.')
    const change = status === 'attending' ? attend : leave
    return ok({ user_rsvp: status, attendees_count: await change(db, viewer, event.id) })
  })

  serve(app, events.attendees, async ({ db, viewer, params, query }) => {
    const event = await eventOr404(db, viewer, params.id)
    const { rows, pagination } = await listAttendees(db, viewer, event.id, query)
    return { ...ok(rows), pagination }
  })

  // A GET that creates the links when they are missing.
  serve(app, events.calendarLinks, async ({ db, viewer }) =>
    ok(await withUserTransaction(db, viewer, (trx) => calendarLinks(trx, anonymity, viewer, site.baseUrl))),
  )

  serve(app, events.rotateCalendarLinks, async ({ db, viewer, body: { kind } }) => {
    await rotateCalendarLinks(db, anonymity, viewer, kind ? [kind] : calendarKinds)
    return ok(await calendarLinks(db, anonymity, viewer, site.baseUrl))
  })

  serve(app, events.ics, async ({ db, viewer, params, request, reply }) => {
    const event = await eventOr404(db, viewer, params.id)
    return sendCalendar(request, reply, writeCalendar(event.title, [event], site), 'event.ics')
  })

  serve(app, events.calendar, async ({ db, params, request, reply }) => {
    const owner = await findLinkOwner(db, params.file.replace(/\.ics$/, ''))
    if (!owner) throw notFound()
    const rows = await listForCalendar(db, owner, owner.kind)
    const name = owner.kind === 'mine' ? `My events · ${owner.school}` : `${owner.school} events`
    return sendCalendar(request, reply, writeCalendar(name, rows, site), 'calendar.ics')
  })
}
