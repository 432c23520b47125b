import { checkIns } from '../../features/events/check-in-contract.ts'
import { events } from '../../features/events/contract.ts'
import { waitlists } from '../../features/events/waitlist-contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import { fillEvent, makeEvent, makeMissedEvent } from '../factories/events.ts'
import { makeUser, type TestUser } from '../factories/users.ts'
import { makeStudent, type Sample, type Samples } from './sample.ts'

const sampleEvent: Sample = async (app, owner) => ({ params: { id: (await makeEvent(app, owner)).id } })

/** A full event of another user. */
const sampleFullEvent = async (app: App, owner: TestUser, start?: number) => {
  const [organizer, guest] = [await makeStudent(app, owner), await makeStudent(app, owner)]
  const event = await makeEvent(app, organizer, { seats: 1, ...(start === undefined ? {} : { start }) })
  await fillEvent(app, event, guest)
  return { guest, params: { id: event.id } }
}

/** A seat that is held for the user. */
const sampleOffer: Sample = async (app, owner) => {
  const { guest, params } = await sampleFullEvent(app, owner, 1)
  await as(app, owner)(waitlists.join, { params })
  await as(app, guest)(events.rsvp, { params, body: { status: 'not_attending' } })
  const { body } = await as(app, owner)(events.show, { params })
  return { params: { ...params, oid: body.data.waitlist.offer_id ?? '' } }
}

/** An event from which the organizer removed a guest. */
const sampleRemoved = async (app: App, organizer: TestUser) => {
  const [event, guest] = [await makeEvent(app, organizer), await makeStudent(app, organizer)]
  await fillEvent(app, event, guest)
  await as(app, organizer)(events.removeAttendee, { params: { id: event.id, uid: guest.id } })
  return { guest, params: { id: event.id } }
}

/** An event with an attendee, whose check-in is open. */
const sampleCheckIn = async (app: App, organizer: TestUser, guest: TestUser) => {
  const event = await makeEvent(app, organizer, { start: 1 })
  await fillEvent(app, event, guest)
  return { id: event.id }
}

export const eventsSamples: Samples = {
  'checkIns.show': async (app, owner) => ({ params: await sampleCheckIn(app, owner, await makeStudent(app, owner)) }),
  'checkIns.create': async (app, owner) => {
    const guest = await makeStudent(app, owner)
    return { params: await sampleCheckIn(app, owner, guest), body: { person: guest.id } }
  },
  'checkIns.contest': async (app, owner) => {
    const [organizer, present] = [await makeStudent(app, owner), await makeStudent(app, owner)]
    return { params: await makeMissedEvent(app, { organizer, present, missing: owner }), body: { text: 'I was there' } }
  },
  'checkIns.createOwn': async (app, owner) => {
    const organizer = await makeStudent(app, owner)
    const params = await sampleCheckIn(app, organizer, owner)
    const { body } = await as(app, organizer)(checkIns.show, { params })
    return { params, body: { code: body.data.list?.poster ?? '' } }
  },
  'checkIns.attendance': async (app, owner) => ({
    params: await sampleCheckIn(app, owner, await makeStudent(app, owner)),
  }),
  'events.show': sampleEvent,
  'events.create': async (app, owner) => {
    const dates = { start_date: 2_000_000_000, end_date: 2_000_003_600 }
    const co_organizers = [(await makeStudent(app, owner)).id]
    return { body: { title: 'A', description: 'B', location: 'C', ...dates, co_organizers } }
  },
  'events.update': async (app, owner) => ({
    ...(await sampleEvent(app, owner)),
    body: { title: 'Changed', co_organizers: [(await makeStudent(app, owner)).id] },
  }),
  'events.setReminders': async (app, owner) => {
    const event = await makeEvent(app, await makeStudent(app, owner))
    await fillEvent(app, event, owner)
    return { params: { id: event.id }, body: { minutes: [10, 1440] } }
  },
  'events.cancel': async (app, owner) => ({ ...(await sampleEvent(app, owner)), body: { reason: 'Rain' } }),
  'events.remove': sampleEvent,
  'events.rsvp': async (app, owner) => {
    const organizer = await makeUser(app, { school: { id: owner.schoolId, domain: 'rsvp.example' } })
    return { ...(await sampleEvent(app, organizer)), body: { status: 'attending' } }
  },
  'events.attendees': async (app, owner) => {
    const params = { id: (await makeEvent(app, owner)).id }
    const guest = await makeUser(app, { school: { id: owner.schoolId, domain: 'guest.example' } })
    await as(app, guest)(events.rsvp, { params, body: { status: 'attending' } })
    return { params }
  },
  'events.removeAttendee': async (app, owner) => {
    const [event, guest] = [await makeEvent(app, owner), await makeStudent(app, owner)]
    await fillEvent(app, event, guest)
    return { params: { id: event.id, uid: guest.id } }
  },
  'events.removed': async (app, owner) => ({ params: (await sampleRemoved(app, owner)).params }),
  'events.readmit': async (app, owner) => {
    const { params, guest } = await sampleRemoved(app, owner)
    return { params: { ...params, uid: guest.id } }
  },
  'waitlists.join': async (app, owner) => ({ params: (await sampleFullEvent(app, owner)).params }),
  'waitlists.leave': async (app, owner) => {
    const { params } = await sampleFullEvent(app, owner)
    await as(app, owner)(waitlists.join, { params })
    return { params }
  },
  'waitlists.accept': sampleOffer,
  'waitlists.decline': sampleOffer,
  'events.ics': sampleEvent,
  'events.report': async (app, owner) => ({
    ...(await sampleEvent(app, await makeStudent(app, owner))),
    body: { reason: 'spam' },
  }),
}
