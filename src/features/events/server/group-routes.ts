import { forbidden } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { lockMembership } from '../../groups/server/membership.ts'
import { assertMember } from '../../groups/server/policy.ts'
import { membershipOr404 } from '../../groups/server/queries.ts'
import { groupEvents } from '../contract.ts'
import { attend, createEvent, deleteEvent, leave, updateEvent } from './actions.ts'
import { groupEventOr404, listEventsInGroup } from './group-queries.ts'
import { loadEvent, loadEvents } from './load.ts'
import { notifyCancellation, notifyChange } from './notifications.ts'
import { listAttendees } from './queries.ts'

/** Group events are events of the school with a group id, so the events feature does the work. */
export function groupEventRoutes(app: App) {
  serve(app, groupEvents.list, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listEventsInGroup(db, viewer, params.gid, query)
    return { ...ok(await loadEvents(db, viewer, rows)), pagination }
  })

  serve(app, groupEvents.create, async ({ db, viewer, params, body }) => {
    assertMember(await membershipOr404(db, viewer, params.gid))
    await lockMembership(db, viewer, params.gid)
    const id = await createEvent(db, viewer, body, params.gid)
    return ok(await loadEvent(db, viewer, id))
  })

  serve(app, groupEvents.show, async ({ db, viewer, params }) => {
    const [event] = await loadEvents(db, viewer, [await groupEventOr404(db, viewer, params.gid, params.eid)])
    return ok(event as NonNullable<typeof event>)
  })

  for (const route of [groupEvents.update, groupEvents.patch])
    serve(app, route, async ({ db, viewer, params, body }) => {
      const event = await groupEventOr404(db, viewer, params.gid, params.eid)
      const [shown] = await loadEvents(db, viewer, [event])
      if (!shown?.can.edit) throw forbidden('Only the host or a group admin can edit this event.')
      await updateEvent(db, viewer, event.id, body)
      await notifyChange(app, db, viewer, event, body)
      return ok(await loadEvent(db, viewer, event.id))
    })

  serve(app, groupEvents.remove, async ({ db, viewer, params }) => {
    const event = await groupEventOr404(db, viewer, params.gid, params.eid)
    const [shown] = await loadEvents(db, viewer, [event])
    if (!shown?.can.delete) throw forbidden('Only the host or a group admin can delete this event.')
    await notifyCancellation(app, db, viewer, event)
    await deleteEvent(db, viewer.schoolId, event.id)
    return okEmpty()
  })

  serve(app, groupEvents.rsvp, async ({ db, viewer, params, body: { status } }) => {
    const event = await groupEventOr404(db, viewer, params.gid, params.eid)
    if (event.organizer_id === viewer.id) throw forbidden('You’re hosting this event.')
    const change = status === 'attending' ? attend : leave
    return ok({ user_rsvp: status, attendees_count: await change(db, viewer, event.id) })
  })

  serve(app, groupEvents.attendees, async ({ db, viewer, params, query }) => {
    const event = await groupEventOr404(db, viewer, params.gid, params.eid)
    const { rows, pagination } = await listAttendees(db, viewer, event.id, query)
    return { ...ok(rows), pagination }
  })
}
