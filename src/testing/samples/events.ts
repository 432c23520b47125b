import { events } from '../../features/events/contract.ts'
import { as } from '../app.ts'
import { makeEvent } from '../factories/events.ts'
import { makeUser } from '../factories/users.ts'
import { makeStudent, type Sample, type Samples } from './sample.ts'

const sampleEvent: Sample = async (app, owner) => ({ params: { id: (await makeEvent(app, owner)).id } })

export const eventsSamples: Samples = {
  'events.show': sampleEvent,
  'events.update': async (app, owner) => ({ ...(await sampleEvent(app, owner)), body: { title: 'Changed' } }),
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
  'events.ics': sampleEvent,
  'events.report': async (app, owner) => ({
    ...(await sampleEvent(app, await makeStudent(app, owner))),
    body: { reason: 'spam' },
  }),
}
