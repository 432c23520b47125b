import { groups } from '../../features/groups/contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import { makeGroup, makeJoinRequest, makeMember } from '../factories/groups.ts'
import type { TestUser } from '../factories/users.ts'
import { makeStudent, type Sample, type Samples } from './sample.ts'

const sampleGroup: Sample = async (app, owner) => ({ params: { id: (await makeGroup(app, owner)).id } })

const sampleGroupOfSchoolmate: Sample = async (app, owner) => sampleGroup(app, await makeStudent(app, owner))

export const sampleGroupParams: Sample = async (app, owner) => ({ params: { gid: (await makeGroup(app, owner)).id } })

const sampleMember: Sample = async (app, owner) => {
  const member = await makeStudent(app, owner)
  return { params: { id: (await makeGroup(app, owner, { members: [member] })).id, uid: member.id } }
}

export const sampleGroupOfMember = async (app: App, owner: TestUser) => {
  const member = await makeStudent(app, owner)
  return { member, group: await makeGroup(app, member) }
}

const sampleJoinRequest = async (app: App, owner: TestUser) => {
  const group = await makeGroup(app, owner, { type: 'private' })
  return { id: group.id, rid: await makeJoinRequest(app, await makeStudent(app, owner), group), action: 'approve' }
}

export const groupsSamples: Samples = {
  'groups.show': sampleGroup,
  'groups.update': async (app, owner) => ({ ...(await sampleGroup(app, owner)), body: { name: 'Changed' } }),
  'groups.remove': sampleGroup,
  'groups.join': sampleGroupOfSchoolmate,
  'groups.mute': async (app, owner) => ({ ...(await sampleGroup(app, owner)), body: { muted: true } }),
  'groups.seen': async (app, owner) => ({ ...(await sampleGroup(app, owner)), body: { tab: 'events' } }),
  'groups.leave': async (app, owner) => {
    const { member, group } = await sampleGroupOfMember(app, owner)
    await makeMember(app, member, group, owner)
    return { params: { id: group.id } }
  },
  'groups.members': sampleGroup,
  'groups.changeRole': async (app, owner) => ({ ...(await sampleMember(app, owner)), body: { role: 'admin' } }),
  'groups.removeMember': sampleMember,
  'groups.invite': async (app, owner) => ({
    ...(await sampleGroup(app, owner)),
    body: { user_ids: [(await makeStudent(app, owner)).id], user_id: (await makeStudent(app, owner)).id },
  }),
  'groups.answerInvitation': async (app, owner) => {
    const { member, group } = await sampleGroupOfMember(app, owner)
    await as(app, member)(groups.invite, { params: { id: group.id }, body: { user_id: owner.id } })
    const { body } = await as(app, owner)(groups.invitations)
    return { params: { id: body.data[0]?.id ?? '', action: 'accept' } }
  },
  'groups.joinRequests': async (app, owner) => ({ params: { id: (await sampleJoinRequest(app, owner)).id } }),
  'groups.answerRequest': async (app, owner) => ({ params: await sampleJoinRequest(app, owner) }),
  'groups.answerRequestShort': async (app, owner) => {
    const { rid, action } = await sampleJoinRequest(app, owner)
    return { params: { rid, action } }
  },
  'groups.conversation': sampleGroup,
  'groups.openConversation': sampleGroup,
  'groups.report': async (app, owner) => ({
    params: { gid: (await sampleGroupOfMember(app, owner)).group.id },
    body: { reason: 'spam' },
  }),
}
