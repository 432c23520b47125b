import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { calendarKinds, events } from '../contract.ts'
import { cancelEvent, createEvent, deleteEvent, updateEvent } from './actions.ts'
import { answerEvent } from './answer.ts'
import { listAttendees, listRemoved } from './attendee-queries.ts'
import { calendarLinks, findLinkOwner, rotateCalendarLinks } from './calendar-links.ts'
import { sendCalendar, writeCalendar } from './ics.ts'
import { publishSeats } from './live-seats.ts'
import { loadEvent, loadEvents } from './load.ts'
import { notifyCancellation, notifyChange, notifyPerson } from './notifications.ts'
import { chooseOrganizers, readmit, removeAttendee } from './organizers.ts'
import { canChange, canDelete } from './policy.ts'
import { eventOr404, eventRefOr404, listEvents, listForCalendar, listForFile, listUpcoming } from './queries.ts'
import { setReminders } from './reminders.ts'

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
    const { id, ids } = await createEvent(db, viewer, body)
    await chooseOrganizers(app, db, viewer, { id, ids, users: body.co_organizers })
    return ok(await loadEvent(db, viewer, id))
  })

  serve(app, events.show, async ({ db, viewer, params }) => ok(await loadEvent(db, viewer, params.id)))

  serve(app, events.update, async ({ db, viewer, params, query, body }) => {
    const event = await eventOr404(db, viewer, params.id)
    if (!canChange(viewer, event)) throw forbidden('Only the host can edit this event.')
    const ids = await updateEvent(db, viewer, event, body, query.scope)
    await chooseOrganizers(app, db, viewer, { id: event.id, ids, users: body.co_organizers })
    await notifyChange(app, db, viewer, event, body, ids)
    return ok(await loadEvent(db, viewer, event.id))
  })

  serve(app, events.cancel, async ({ db, viewer, params, body: { reason, scope } }) => {
    const event = await eventOr404(db, viewer, params.id)
    if (!canChange(viewer, event)) throw forbidden('Only the host can cancel this event.')
    const notify = (ids: readonly string[]) => notifyCancellation(app, db, viewer, event, { reason, ids })
    const ids = await cancelEvent(db, viewer.schoolId, event, { reason, scope, notify })
    for (const { id, attendees_count } of ids) publishSeats(app, db, viewer.schoolId, id, attendees_count)
    return ok(await loadEvent(db, viewer, event.id))
  })

  serve(app, events.remove, async ({ db, viewer, params }) => {
    const event = await eventOr404(db, viewer, params.id)
    if (!canDelete(viewer, event)) throw forbidden('Only the host can delete this event.')
    await notifyCancellation(app, db, viewer, event)
    await deleteEvent(db, viewer.schoolId, event.id)
    return okEmpty()
  })

  serve(app, events.rsvp, async ({ db, viewer, params, body }) => {
    const event = await eventRefOr404(db, viewer, params.id)
    return ok(await answerEvent(app, db, viewer, { event, ...body }))
  })

  serve(app, events.setReminders, async ({ db, viewer, params, body: { minutes } }) => {
    const event = await eventOr404(db, viewer, params.id)
    await setReminders(db, viewer, event.id, minutes)
    return ok({ reminders: minutes })
  })

  serve(app, events.attendees, async ({ db, viewer, params, query }) => {
    const event = await eventOr404(db, viewer, params.id)
    const { rows, pagination } = await listAttendees(db, viewer, event.id, query)
    return { ...ok(rows), pagination }
  })

  serve(app, events.removeAttendee, async ({ db, viewer, params }) => {
    const event = await eventOr404(db, viewer, params.id)
    if (!canChange(viewer, event)) throw forbidden('Only the host can remove attendees.')
    const attendees_count = await removeAttendee(db, viewer, event, params.uid)
    await notifyPerson(app, db, viewer, event, { userIds: [params.uid], role: 'removed' })
    publishSeats(app, db, viewer.schoolId, event.id, attendees_count)
    return okEmpty()
  })

  serve(app, events.removed, async ({ db, viewer, params }) => {
    const event = await eventOr404(db, viewer, params.id)
    if (!canChange(viewer, event)) throw forbidden('Only the host can see who was removed.')
    return ok(await listRemoved(db, viewer, event.id))
  })

  serve(app, events.readmit, async ({ db, viewer, params }) => {
    const event = await eventOr404(db, viewer, params.id)
    if (!canChange(viewer, event)) throw forbidden('Only the host can let someone back in.')
    await readmit(db, viewer, event, params.uid)
    await notifyPerson(app, db, viewer, event, { userIds: [params.uid], role: 'readmitted' })
    return okEmpty()
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
    return sendCalendar(
      request,
      reply,
      writeCalendar(event.title, await listForFile(db, viewer, event), site),
      'event.ics',
    )
  })

  serve(app, events.calendar, async ({ db, params, request, reply }) => {
    const owner = await findLinkOwner(db, params.file.replace(/\.ics$/, ''))
    if (!owner) throw notFound()
    const rows = await listForCalendar(db, owner, owner.kind)
    const name = owner.kind === 'mine' ? `My events · ${owner.school}` : `${owner.school} events`
    return sendCalendar(request, reply, writeCalendar(name, rows, site), 'calendar.ics')
  })
}
