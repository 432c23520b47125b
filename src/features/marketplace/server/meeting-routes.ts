import ical, { ICalCalendarMethod } from 'ical-generator'
import { conflict } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { meetingLimits, meetings } from '../meetings-contract.ts'
import {
  acceptMeeting,
  canProposeMeeting,
  declineMeeting,
  findMeeting,
  meetingOr404,
  presentMeeting,
  proposeMeeting,
} from './meetings.ts'
import { knownListingOr404 } from './queries.ts'

export function meetingRoutes(app: App) {
  const { config } = app

  serve(app, meetings.show, async ({ db, viewer, params }) => {
    const can_propose = await canProposeMeeting(db, viewer, params.id)
    return ok({ meeting: await findMeeting(db, viewer, params.id), can_propose })
  })

  serve(app, meetings.create, async ({ db, viewer, params, body }) => {
    const listing = await knownListingOr404(db, viewer, params.id)
    const id = await proposeMeeting(app, db, viewer, listing.id, body)
    return ok(presentMeeting(viewer, await meetingOr404(db, viewer, id)))
  })

  serve(app, meetings.accept, async ({ db, viewer, params }) => {
    await acceptMeeting(app, db, viewer, await meetingOr404(db, viewer, params.id))
    return ok(presentMeeting(viewer, await meetingOr404(db, viewer, params.id)))
  })

  serve(app, meetings.decline, async ({ db, viewer, params }) => {
    await declineMeeting(app, db, viewer, await meetingOr404(db, viewer, params.id))
    return okEmpty()
  })

  serve(app, meetings.ics, async ({ db, viewer, params, reply }) => {
    const meeting = await meetingOr404(db, viewer, params.id)
    if (meeting.state !== 'accepted') throw conflict('This meeting is not accepted.')
    const calendar = ical({
      prodId: { company: config.productName, product: 'Marketplace', language: 'EN' },
      method: ICalCalendarMethod.PUBLISH,
    })
    const start = new Date(meeting.at * 1000)
    calendar.createEvent({
      id: `${meeting.id}@${new URL(config.publicUrl).hostname}`,
      stamp: start,
      start,
      end: new Date(start.getTime() + meetingLimits.minutes * 60_000),
      summary: `Meet about “${meeting.listing_title}”`,
      location: [meeting.place.name, meeting.place.map].filter(Boolean).join(', '),
      url: `${config.publicUrl}/messages/${meeting.conversation_id}`,
    })
    return reply
      .headers({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' })
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="meeting.ics"')
      .send(calendar.toString())
  })
}
