import { groupAssignments } from '../../features/assignments/contract.ts'
import { events } from '../../features/events/contract.ts'
import { as } from '../app.ts'
import { makeAssignment } from '../factories/assignments.ts'
import { makeGroup, makeGroupEvent } from '../factories/groups.ts'
import { sampleGroupOfMember, sampleGroupParams } from './groups.ts'
import { makeStudent, type Sample, type Samples } from './sample.ts'

const sampleGroupEvent: Sample = async (app, owner) => {
  const group = await makeGroup(app, owner)
  return { params: { gid: group.id, eid: (await makeGroupEvent(app, owner, group)).id } }
}

const sampleSharedAssignment: Sample = async (app, owner) => {
  const [group, { id }] = [await makeGroup(app, owner), await makeAssignment(app, owner)]
  const params = { gid: group.id }
  await as(app, owner)(groupAssignments.share, { params, body: { assignment_id: id } })
  return { params: { ...params, aid: id } }
}

export const groupEventsSamples: Samples = {
  'groupAssignments.list': async (app, owner) => {
    const { params } = await sampleSharedAssignment(app, owner)
    return { params: { gid: params?.gid ?? '' } }
  },
  'groupAssignments.share': async (app, owner) => ({
    ...(await sampleGroupParams(app, owner)),
    body: { assignment_id: (await makeAssignment(app, owner)).id },
  }),
  'groupAssignments.unshare': sampleSharedAssignment,
  'groupEvents.list': async (app, owner) => ({
    params: { gid: (await sampleGroupEvent(app, owner)).params?.gid ?? '' },
  }),
  'groupEvents.create': async (app, owner) => {
    const dates = { start_date: 2_000_000_000, end_date: 2_000_003_600 }
    return {
      ...(await sampleGroupParams(app, owner)),
      body: {
        ...{ title: 'A', description: 'B', location: 'C', ...dates },
        co_organizers: [(await makeStudent(app, owner)).id],
      },
    }
  },
  'groupEvents.show': sampleGroupEvent,
  'groupEvents.update': async (app, owner) => ({
    ...(await sampleGroupEvent(app, owner)),
    body: { title: 'Changed', co_organizers: [(await makeStudent(app, owner)).id] },
  }),
  'groupEvents.patch': async (app, owner) => ({
    ...(await sampleGroupEvent(app, owner)),
    body: { title: 'Changed', co_organizers: [(await makeStudent(app, owner)).id] },
  }),
  'groupEvents.remove': sampleGroupEvent,
  'groupEvents.rsvp': async (app, owner) => ({
    ...(await sampleGroupEvent(app, await makeStudent(app, owner))),
    body: { status: 'attending' },
  }),
  'groupEvents.attendees': async (app, owner) => {
    const { params } = await sampleGroupEvent(app, owner)
    const ask = { params: { id: params?.eid ?? '' }, body: { status: 'attending' } }
    await as(app, await makeStudent(app, owner))(events.rsvp, ask)
    return { params: params ?? {} }
  },
  'groupEvents.report': async (app, owner) => {
    const { member, group } = await sampleGroupOfMember(app, owner)
    const { id } = await makeGroupEvent(app, member, group)
    return { params: { gid: group.id, id }, body: { reason: 'spam' } }
  },
}
