import { forbidden } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { lockMembership } from '../../groups/server/membership.ts'
import { assertMember } from '../../groups/server/policy.ts'
import { membershipOr404 } from '../../groups/server/queries.ts'
import { groupEvents } from '../contract.ts'
import { createEvent, deleteEvent, updateEvent } from './actions.ts'
import { answerEvent } from './answer.ts'
import { listAttendees } from './attendee-queries.ts'
import { groupEventOr404, listEventsInGroup } from './group-queries.ts'
import { loadEvent, loadEvents } from './load.ts'
import { notifyCancellation, notifyChange } from './notifications.ts'
import { chooseOrganizers } from './organizers.ts'
import { canChange, canDelete } from './policy.ts'

/** Group events are events of the school with a group id, so the events feature does the work. */
export function groupEventRoutes(app: App) {
  serve(app, groupEvents.list, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listEventsInGroup(db, viewer, params.gid, query)
    return { ...ok(await loadEvents(db, viewer, rows)), pagination }
  })

  serve(app, groupEvents.create, async ({ db, viewer, params, body }) => {
    assertMember(await membershipOr404(db, viewer, params.gid))
    await lockMembership(db, viewer, params.gid)
    const { id, ids } = await createEvent(db, viewer, body, params.gid)
    await chooseOrganizers(app, db, viewer, { id, ids, users: body.co_organizers })
    return ok(await loadEvent(db, viewer, id))
  })

  serve(app, groupEvents.show, async ({ db, viewer, params }) => {
    const [event] = await loadEvents(db, viewer, [await groupEventOr404(db, viewer, params.gid, params.eid)])
    return ok(event as NonNullable<typeof event>)
  })

  for (const route of [groupEvents.update, groupEvents.patch])
    serve(app, route, async ({ db, viewer, params, query, body }) => {
      const event = await groupEventOr404(db, viewer, params.gid, params.eid)
      if (!canChange(viewer, event)) throw forbidden('Only the host or a group admin can edit this event.')
      const ids = await updateEvent(db, viewer, event, body, query.scope)
      await chooseOrganizers(app, db, viewer, { id: event.id, ids, users: body.co_organizers })
      await notifyChange(app, db, viewer, event, body, ids)
      return ok(await loadEvent(db, viewer, event.id))
    })

  serve(app, groupEvents.remove, async ({ db, viewer, params }) => {
    const event = await groupEventOr404(db, viewer, params.gid, params.eid)
    if (!canDelete(viewer, event)) throw forbidden('Only the host or a group admin can delete this event.')
    await notifyCancellation(app, db, viewer, event)
    await deleteEvent(db, viewer.schoolId, event.id)
    return okEmpty()
  })

  serve(app, groupEvents.rsvp, async ({ db, viewer, params, body }) => {
    const event = await groupEventOr404(db, viewer, params.gid, params.eid)
    return ok(await answerEvent(app, db, viewer, { event, ...body }))
  })

  serve(app, groupEvents.attendees, async ({ db, viewer, params, query }) => {
    const event = await groupEventOr404(db, viewer, params.gid, params.eid)
    const { rows, pagination } = await listAttendees(db, viewer, event.id, query)
    return { ...ok(rows), pagination }
  })
}
