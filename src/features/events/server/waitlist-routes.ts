import { forbidden } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { waitlists } from '../waitlist-contract.ts'
import { publishSeats } from './live-seats.ts'
import { canAttend } from './policy.ts'
import { eventOr404 } from './queries.ts'
import { acceptOffer, declineOffer, joinWaitlist, leaveWaitlist } from './waitlist.ts'

export function waitlistRoutes(app: App) {
  serve(app, waitlists.join, async ({ db, viewer, params }) => {
    const event = await eventOr404(db, viewer, params.id)
    if (!canAttend(viewer, event)) throw forbidden('You’re hosting this event.')
    const position = await joinWaitlist(db, viewer, event.id)
    publishSeats(app, db, viewer.schoolId, event.id, event.attendees_count)
    return ok({ position })
  })

  serve(app, waitlists.leave, async ({ db, viewer, params }) => {
    const event = await eventOr404(db, viewer, params.id)
    await leaveWaitlist(db, viewer, event.id)
    publishSeats(app, db, viewer.schoolId, event.id, event.attendees_count)
    return okEmpty()
  })

  serve(app, waitlists.accept, async ({ db, viewer, params }) => {
    const event = await eventOr404(db, viewer, params.id)
    const attendees_count = await acceptOffer(db, viewer, event.id, params.oid)
    publishSeats(app, db, viewer.schoolId, event.id, attendees_count)
    return ok({ user_rsvp: 'attending' as const, attendees_count })
  })

  serve(app, waitlists.decline, async ({ db, viewer, params }) => {
    const event = await eventOr404(db, viewer, params.id)
    await declineOffer(db, viewer, event.id, params.oid)
    publishSeats(app, db, viewer.schoolId, event.id, event.attendees_count)
    return okEmpty()
  })
}
