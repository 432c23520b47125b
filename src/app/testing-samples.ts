// A fresh call of every route that takes an id, for the tests that walk through all routes.
import { randomUUID } from 'node:crypto'
import { events } from '../features/events/contract.ts'
import { friends } from '../features/friends/contract.ts'
import { groupAssignments, groups } from '../features/groups/contract.ts'
import { moderate } from '../features/moderation/server/actions.ts'
import { notifications } from '../features/notifications/contract.ts'
import { session } from '../features/session/contract.ts'
import type { House } from '../shared/server/house.ts'
import { openSession } from '../shared/server/viewer.ts'
import {
  as,
  makeAd,
  makeBlock,
  makeComment,
  makeConversation,
  makeEvent,
  makeFriends,
  makeListing,
  makeMessage,
  makePerson,
  makePost,
  makeReport,
  makeUpload,
  type TestPerson,
} from './testing.ts'
import {
  makeGroup,
  makeGroupComment,
  makeGroupEvent,
  makeGroupPost,
  makeJoinRequest,
  makeMember,
  makePoll,
} from './testing-groups.ts'
import { makeAnswer, makeAssignment, makeConfession } from './testing-help.ts'
import { aRating, makeProfessor, makeRating } from './testing-professors.ts'

export type Ask = { readonly params?: Record<string, string>; readonly body?: Record<string, unknown> }
export type Sample = (house: House, owner: TestPerson) => Promise<Ask>

const aPost: Sample = async (house, owner) => ({ params: { id: (await makePost(house, owner)).id } })
const aComment: Sample = async (house, owner) => ({
  params: { id: (await makeComment(house, owner, await makePost(house, owner))).id },
})

const aListing: Sample = async (house, owner) => ({ params: { id: (await makeListing(house, owner)).id } })
const anAssignment: Sample = async (house, owner) => ({ params: { id: (await makeAssignment(house, owner)).id } })
export const anAnswer = async (house: House, owner: TestPerson) => {
  const assignment = await makeAssignment(house, owner)
  return { assignment, answer: await makeAnswer(house, await aStudent(house, owner), assignment) }
}
const aConfession: Sample = async (house, owner) => ({ params: { id: (await makeConfession(house, owner)).id } })
const anEvent: Sample = async (house, owner) => ({ params: { id: (await makeEvent(house, owner)).id } })
const anAd: Sample = async (house, { schoolId }) => ({ params: { id: (await makeAd(house, { school: schoolId })).id } })
const aStudent = (house: House, { schoolId }: TestPerson) =>
  makePerson(house, { school: { id: schoolId, domain: `${schoolId}.example` } })
const aPostOfAnother: Sample = async (house, owner) => ({
  params: { id: (await makePost(house, await aStudent(house, owner))).id },
  body: { reason: 'spam' },
})
const aReport = async (house: House, owner: TestPerson) => {
  const author = await aStudent(house, owner)
  const post = await makePost(house, author)
  return { ...(await makeReport(house, await aStudent(house, owner), post)), author }
}
const aWarning = (house: House, student: TestPerson) =>
  moderate(house.db, { id: null, name: 'Dean' }, student, { type: 'warn', reason: 'A word' })
const aSanction: Sample = async (house, owner) => ({
  params: { id: (await aStudent(house, owner)).id },
  body: { reason: 'A word' },
})
export const aConversation: Sample = async (house, owner) => {
  const school = { id: owner.schoolId, domain: `${randomUUID()}.example` }
  const conversation = await makeConversation(house, owner, [await makePerson(house, { school })])
  await makeMessage(house, owner, conversation)
  return { params: { id: conversation.id } }
}
const aMessage: Sample = async (house, owner) => {
  const { params } = await aConversation(house, owner)
  return { params: { id: (await makeMessage(house, owner, { id: params?.id ?? '' })).id } }
}

/** Somebody else of the same school. */
export const company = (house: House, { schoolId: id }: TestPerson) =>
  makePerson(house, { school: { id, domain: 'company.example' } })
const aStranger: Sample = async (house, owner) => ({ params: { id: (await company(house, owner)).id } })
const aFriend: Sample = async (house, owner) => {
  const friend = await company(house, owner)
  await makeFriends(house, owner, friend)
  return { params: { id: friend.id } }
}
export const aRequest: Sample = async (house, owner) => {
  const { body } = await as(house, await company(house, owner))(friends.request, { params: { id: owner.id } })
  return { params: { id: body.data.id } }
}

const aProfessor: Sample = async (house, owner) => ({ params: { id: (await makeProfessor(house, owner)).id } })
const aRatingOfAnother: Sample = async (house, owner) => {
  const student = await aStudent(house, owner)
  // Signed: a report of a sealed one could not be opened once the canary has overwritten what it is of.
  const rating = await makeRating(house, student, await makeProfessor(house, student), { anonymous: false })
  return { params: { id: rating.id } }
}
const aGroup: Sample = async (house, owner) => ({ params: { id: (await makeGroup(house, owner)).id } })
const aGroupOfAnother: Sample = async (house, owner) => aGroup(house, await aStudent(house, owner))
const inGroup: Sample = async (house, owner) => ({ params: { gid: (await makeGroup(house, owner)).id } })
const aMember: Sample = async (house, owner) => {
  const member = await aStudent(house, owner)
  return { params: { id: (await makeGroup(house, owner, { members: [member] })).id, uid: member.id } }
}
const aGroupPost: Sample = async (house, owner) => {
  const group = await makeGroup(house, owner)
  return { params: { gid: group.id, pid: (await makeGroupPost(house, owner, group)).id } }
}
const aGroupComment: Sample = async (house, owner) => {
  const post = await makeGroupPost(house, owner, await makeGroup(house, owner))
  return { params: { gid: post.group_id, pid: post.id, cid: (await makeGroupComment(house, owner, post)).id } }
}
const aGroupEvent: Sample = async (house, owner) => {
  const group = await makeGroup(house, owner)
  return { params: { gid: group.id, eid: (await makeGroupEvent(house, owner, group)).id } }
}
const aSharedAssignment: Sample = async (house, owner) => {
  const [group, { id }] = [await makeGroup(house, owner), await makeAssignment(house, owner)]
  const params = { gid: group.id }
  await as(house, owner)(groupAssignments.share, { params, body: { assignment_id: id } })
  return { params: { ...params, aid: id } }
}
const anotherMembers = async (house: House, owner: TestPerson) => {
  const member = await aStudent(house, owner)
  return { member, group: await makeGroup(house, member) }
}
const aReportInGroup =
  (type: 'text' | 'resource'): Sample =>
  async (house, owner) => {
    const { member, group } = await anotherMembers(house, owner)
    const post = await makeGroupPost(house, member, group, { type })
    return { params: { gid: group.id, id: post.id }, body: { reason: 'spam' } }
  }
const aJoinRequest = async (house: House, owner: TestPerson) => {
  const group = await makeGroup(house, owner, { type: 'private' })
  return { id: group.id, rid: await makeJoinRequest(house, await aStudent(house, owner), group), action: 'approve' }
}

/** For every route that takes an id: a fresh call that its owner may make, with things of the owner's school. */
export const samples: Readonly<Record<string, Sample>> = {
  'notifications.read': async (house, owner) => {
    const happening = { schoolId: owner.schoolId, kind: 'like', link: `/${randomUUID()}`, sentence: 'x' } as const
    await house.notifications.tell(house.db, happening, [owner.id])
    const { body } = await as(house, owner)(notifications.list)
    return { params: { id: body.data[0]?.id ?? '' } }
  },
  // Shown by a post already, so that every upload of the canary's school has its item.
  'media.file': async (house, owner) => {
    const media = [await makeUpload(house, owner)]
    await makePost(house, owner, { media })
    return { params: { file: media[0]?.url.split('/').at(-1) ?? '' } }
  },
  'session.signOutDevice': async (house, owner) => {
    await openSession(house.db, owner, { userAgent: 'another', ip: undefined })
    const { body } = await as(house, owner)(session.devices)
    return { params: { id: body.data.find(({ is_current }) => !is_current)?.id ?? '' } }
  },
  'profiles.stats': aStranger,
  'friends.show': aStranger,
  'friends.ofUser': async (house, owner) => {
    const friend = await aFriend(house, owner)
    await makeFriends(house, { ...owner, id: friend.params?.id ?? '' }, await company(house, owner))
    return friend
  },
  'friends.request': aStranger,
  'friends.cancel': async (house, owner) => {
    const { body } = await as(house, owner)(friends.request, { params: { id: (await company(house, owner)).id } })
    return { params: { id: body.data.id } }
  },
  'friends.accept': aRequest,
  'friends.decline': aRequest,
  'friends.remove': aFriend,
  'friends.block': aStranger,
  'friends.unblock': async (house, owner) => {
    const blocked = await company(house, owner)
    await makeBlock(house, owner, blocked)
    return { params: { id: blocked.id } }
  },
  'posts.ofUser': async (_house, owner) => ({ params: { id: owner.id } }),
  'posts.show': aPost,
  'posts.create': async (house, owner) => ({
    body: { content: 'Hello, @Test Person', mentions: [(await company(house, owner)).id] },
  }),
  'posts.update': async (house, owner) => ({ ...(await aPost(house, owner)), body: { content: 'Changed' } }),
  'posts.remove': aPost,
  'posts.like': aPost,
  'posts.unlike': aPost,
  'comments.list': async (house, owner) => {
    const post = await makePost(house, owner)
    await makeComment(house, owner, post)
    return { params: { id: post.id } }
  },
  'comments.create': async (house, owner) => {
    const post = await makePost(house, owner)
    const parent = await makeComment(house, owner, post)
    const mentions = [(await company(house, owner)).id]
    return { body: { post_id: post.id, parent_id: parent.id, content: 'A reply to @Test Person', mentions } }
  },
  'marketplace.show': aListing,
  'marketplace.remove': aListing,
  'marketplace.favorite': aListing,
  'marketplace.interest': async (house, owner) => ({
    ...(await aListing(house, await company(house, owner))),
    body: { message: 'Is it still there?' },
  }),
  'professors.show': aProfessor,
  'professors.report': async (house, owner) => ({
    ...(await aProfessor(house, await aStudent(house, owner))),
    body: { reason: 'spam' },
  }),
  'professors.courses': async (house, owner) => ({
    params: { id: (await makeProfessor(house, owner, { courses_taught: '["CS101 - Algorithms"]' })).id },
  }),
  'ratings.list': async (house, owner) => {
    const professor = await makeProfessor(house, owner)
    await makeRating(house, owner, professor)
    return { params: { id: professor.id } }
  },
  'ratings.create': async (house, owner) => {
    const { id } = await makeProfessor(house, owner, { courses_taught: '["CS101 - Algorithms"]' })
    const course = await house.db.selectFrom('professor_courses').where('professor_id', '=', id).select('id').execute()
    return { params: { id }, body: { ...aRating, course_id: course[0]?.id } }
  },
  'ratings.remove': async (house, owner) => ({
    params: { id: (await makeRating(house, owner, await makeProfessor(house, owner))).id },
  }),
  'ratings.vote': async (house, owner) => ({
    ...(await aRatingOfAnother(house, owner)),
    body: { is_helpful: true },
  }),
  'ratings.report': async (house, owner) => ({ ...(await aRatingOfAnother(house, owner)), body: { reason: 'spam' } }),
  'events.show': anEvent,
  'events.update': async (house, owner) => ({ ...(await anEvent(house, owner)), body: { title: 'Changed' } }),
  'events.remove': anEvent,
  'events.rsvp': async (house, owner) => {
    const organizer = await makePerson(house, { school: { id: owner.schoolId, domain: 'rsvp.example' } })
    return { ...(await anEvent(house, organizer)), body: { status: 'attending' } }
  },
  'events.attendees': async (house, owner) => {
    const params = { id: (await makeEvent(house, owner)).id }
    const guest = await makePerson(house, { school: { id: owner.schoolId, domain: 'guest.example' } })
    await as(house, guest)(events.rsvp, { params, body: { status: 'attending' } })
    return { params }
  },
  'events.ics': anEvent,
  'events.report': async (house, owner) => ({
    ...(await anEvent(house, await aStudent(house, owner))),
    body: { reason: 'spam' },
  }),
  'assignments.show': anAssignment,
  'assignments.update': async (house, owner) => ({
    ...(await anAssignment(house, owner)),
    body: { title: 'Limits', description: 'Which one?', subject: 'Mathematics' },
  }),
  'assignments.remove': anAssignment,
  'assignments.complete': anAssignment,
  'assignments.incomplete': anAssignment,
  'assignments.report': async (house, owner) => ({
    ...(await anAssignment(house, await aStudent(house, owner))),
    body: { reason: 'spam' },
  }),
  'answers.list': async (house, owner) => ({ params: { id: (await anAnswer(house, owner)).assignment.id } }),
  'answers.create': async (house, owner) => ({
    ...(await anAssignment(house, owner)),
    body: { content: 'It does, by comparison.' },
  }),
  'answers.best': async (house, owner) => {
    const { assignment, answer } = await anAnswer(house, owner)
    return { params: { id: assignment.id, aid: answer.id } }
  },
  'answers.helpful': async (house, owner) => ({ params: { id: (await anAnswer(house, owner)).answer.id } }),
  'answers.report': async (house, owner) => ({
    params: { id: (await anAnswer(house, owner)).answer.id },
    body: { reason: 'spam' },
  }),
  'confessions.remove': aConfession,
  'confessions.like': aConfession,
  'confessions.report': async (house, owner) => ({ ...(await aConfession(house, owner)), body: { reason: 'spam' } }),
  'marketplace.report': async (house, owner) => ({
    ...(await aListing(house, await aStudent(house, owner))),
    body: { reason: 'spam' },
  }),
  'posts.report': aPostOfAnother,
  'comments.report': async (house, owner) => {
    const writer = await aStudent(house, owner)
    const comment = await makeComment(house, writer, await makePost(house, writer))
    return { params: { id: comment.id }, body: { reason: 'spam' } }
  },
  'reports.reportUser': async (house, owner) => ({
    params: { id: (await aStudent(house, owner)).id },
    body: { reason: 'spam' },
  }),
  'reports.settle': async (house, owner) => ({
    params: { id: (await aReport(house, owner)).id },
    body: { status: 'resolved' },
  }),
  'reports.settleMany': async (house, owner) => ({
    body: { reportIds: [(await aReport(house, owner)).id], status: 'dismissed' },
  }),
  'moderation.act': async (house, owner) => {
    const { id, author } = await aReport(house, owner)
    return { body: { type: 'warn', reason: 'A word', userId: author.id, reportId: id } }
  },
  'moderation.markShown': async (house, owner) => ({ body: { notificationIds: [await aWarning(house, owner)] } }),
  'moderation.warn': aSanction,
  'moderation.suspend': async (house, owner) => {
    const ask = await aSanction(house, owner)
    return { ...ask, body: { ...ask.body, duration: 3 } }
  },
  'moderation.ban': aSanction,
  'moderation.reverse': async (house, owner) => {
    const moderationId = await aWarning(house, await aStudent(house, owner))
    return { body: { moderationId, reason: 'A mistake' } }
  },
  'moderation.activities': async (house, owner) => {
    const student = await aStudent(house, owner)
    await aWarning(house, student)
    return { params: { id: student.id } }
  },
  'ads.impression': anAd,
  'ads.click': anAd,
  'ads.update': async (house, owner) => ({
    ...(await anAd(house, owner)),
    body: { title: 'Coffee', target_school_id: owner.schoolId },
  }),
  'ads.patch': async (house, owner) => ({
    ...(await anAd(house, owner)),
    body: { is_active: false, target_school_id: owner.schoolId },
  }),
  'ads.remove': anAd,
  'ads.analytics': anAd,
  'ads.create': async (_house, { schoolId }) => ({
    body: { title: 'Tea', description: 'Hot', target_url: '#', target_school_id: schoolId },
  }),
  'content.remove': aPost,
  'content.removeMany': async (house, owner) => ({ body: { contentIds: [(await makePost(house, owner)).id] } }),
  'content.removeManyByPost': async (house, owner) => ({ body: { contentIds: [(await makePost(house, owner)).id] } }),
  'content.reveal': async (house, owner) => {
    const post = await makePost(house, owner, { anonymous: true })
    return {
      params: { id: post.id },
      body: { type: 'post', category: 'danger', reason: 'A threat to the life of somebody' },
    }
  },
  'conversations.create': async (house, owner) => {
    const school = { id: owner.schoolId, domain: `${randomUUID()}.example` }
    const [one, other] = [await makePerson(house, { school }), await makePerson(house, { school })]
    return { body: { participants: one.id, participant_id: other.id } }
  },
  'conversations.show': aConversation,
  'conversations.remove': aConversation,
  'conversations.clear': aConversation,
  'conversations.leave': async (house, owner) => {
    const others = [await aStudent(house, owner), await aStudent(house, owner)]
    return { params: { id: (await makeConversation(house, owner, others)).id } }
  },
  'conversations.read': aConversation,
  'conversations.mute': async (house, owner) => ({ ...(await aConversation(house, owner)), body: { muted: true } }),
  'conversations.typing': aConversation,
  'messages.list': aConversation,
  'messages.send': async (house, owner) => ({ ...(await aConversation(house, owner)), body: { content: 'Hello' } }),
  'messages.read': async (house, owner) => {
    const { params } = await aConversation(house, owner)
    const { id: mid } = await makeMessage(house, owner, { id: params?.id ?? '' })
    return { params: { id: params?.id ?? '', mid } }
  },
  'messages.update': async (house, owner) => ({ ...(await aMessage(house, owner)), body: { content: 'Changed' } }),
  'messages.remove': aMessage,
  'messages.report': async (house, owner) => {
    const sender = await aStudent(house, owner)
    const conversation = await makeConversation(house, sender, [owner])
    const { id } = await makeMessage(house, sender, conversation)
    return { params: { id }, body: { reason: 'spam' } }
  },
  'comments.remove': aComment,
  'groups.show': aGroup,
  'groups.update': async (house, owner) => ({ ...(await aGroup(house, owner)), body: { name: 'Changed' } }),
  'groups.remove': aGroup,
  'groups.join': aGroupOfAnother,
  'groups.mute': async (house, owner) => ({ ...(await aGroup(house, owner)), body: { muted: true } }),
  'groups.leave': async (house, owner) => {
    const { member, group } = await anotherMembers(house, owner)
    await makeMember(house, member, group, owner)
    return { params: { id: group.id } }
  },
  'groups.members': aGroup,
  'groups.changeRole': async (house, owner) => ({ ...(await aMember(house, owner)), body: { role: 'admin' } }),
  'groups.removeMember': aMember,
  'groups.invite': async (house, owner) => ({
    ...(await aGroup(house, owner)),
    body: { user_ids: [(await aStudent(house, owner)).id], user_id: (await aStudent(house, owner)).id },
  }),
  'groups.answerInvitation': async (house, owner) => {
    const { member, group } = await anotherMembers(house, owner)
    await as(house, member)(groups.invite, { params: { id: group.id }, body: { user_id: owner.id } })
    const { body } = await as(house, owner)(groups.invitations)
    return { params: { id: body.data[0]?.id ?? '', action: 'accept' } }
  },
  'groups.joinRequests': async (house, owner) => ({ params: { id: (await aJoinRequest(house, owner)).id } }),
  'groups.answerRequest': async (house, owner) => ({ params: await aJoinRequest(house, owner) }),
  'groups.answerRequestShort': async (house, owner) => {
    const { rid, action } = await aJoinRequest(house, owner)
    return { params: { rid, action } }
  },
  'groups.conversation': aGroup,
  'groups.openConversation': aGroup,
  'groups.report': async (house, owner) => ({
    params: { gid: (await anotherMembers(house, owner)).group.id },
    body: { reason: 'spam' },
  }),
  'groupPosts.list': async (house, owner) => {
    const { params } = await aGroupPost(house, owner)
    return { params: { gid: params?.gid ?? '' } }
  },
  'groupPosts.create': async (house, owner) => ({
    ...(await inGroup(house, owner)),
    body: { content: 'Hello, @Test Person', mentions: [(await company(house, owner)).id] },
  }),
  'groupPosts.show': aGroupPost,
  'groupPosts.update': async (house, owner) => ({ ...(await aGroupPost(house, owner)), body: { content: 'Changed' } }),
  'groupPosts.remove': aGroupPost,
  'groupPosts.like': aGroupPost,
  'groupPosts.unlike': aGroupPost,
  'groupPosts.vote': async (house, owner) => {
    const poll = await makePoll(house, owner, await makeGroup(house, owner))
    return { params: { gid: poll.group_id, pid: poll.id }, body: { option_index: 1 } }
  },
  'groupPosts.comments': async (house, owner) => {
    const { params } = await aGroupComment(house, owner)
    return { params: { gid: params?.gid ?? '', pid: params?.pid ?? '' } }
  },
  'groupPosts.comment': async (house, owner) => ({
    ...(await aGroupPost(house, owner)),
    body: { content: 'Indeed, @Test Person', mentions: [(await company(house, owner)).id] },
  }),
  'groupPosts.removeComment': aGroupComment,
  'groupPosts.report': async (house, owner) => {
    const { member, group } = await anotherMembers(house, owner)
    const post = await makeGroupPost(house, member, group)
    return { params: { gid: group.id, pid: post.id }, body: { reason: 'spam' } }
  },
  'groupPosts.reportComment': async (house, owner) => {
    const { member, group } = await anotherMembers(house, owner)
    const post = await makeGroupPost(house, member, group)
    const { id } = await makeGroupComment(house, member, post)
    return { params: { gid: group.id, pid: post.id, cid: id }, body: { reason: 'spam' } }
  },
  'groupPosts.reportResource': aReportInGroup('resource'),
  'groupPosts.reportDiscussion': aReportInGroup('text'),
  'groupAssignments.list': async (house, owner) => {
    const { params } = await aSharedAssignment(house, owner)
    return { params: { gid: params?.gid ?? '' } }
  },
  'groupAssignments.share': async (house, owner) => ({
    ...(await inGroup(house, owner)),
    body: { assignment_id: (await makeAssignment(house, owner)).id },
  }),
  'groupAssignments.unshare': aSharedAssignment,
  'groupEvents.list': async (house, owner) => ({
    params: { gid: (await aGroupEvent(house, owner)).params?.gid ?? '' },
  }),
  'groupEvents.create': async (house, owner) => {
    const dates = { start_date: 2_000_000_000, end_date: 2_000_003_600 }
    return { ...(await inGroup(house, owner)), body: { title: 'A', description: 'B', location: 'C', ...dates } }
  },
  'groupEvents.show': aGroupEvent,
  'groupEvents.update': async (house, owner) => ({ ...(await aGroupEvent(house, owner)), body: { title: 'Changed' } }),
  'groupEvents.patch': async (house, owner) => ({ ...(await aGroupEvent(house, owner)), body: { title: 'Changed' } }),
  'groupEvents.remove': aGroupEvent,
  'groupEvents.rsvp': async (house, owner) => ({
    ...(await aGroupEvent(house, await aStudent(house, owner))),
    body: { status: 'attending' },
  }),
  'groupEvents.attendees': async (house, owner) => {
    const { params } = await aGroupEvent(house, owner)
    const ask = { params: { id: params?.eid ?? '' }, body: { status: 'attending' } }
    await as(house, await aStudent(house, owner))(events.rsvp, ask)
    return { params: params ?? {} }
  },
  'groupEvents.report': async (house, owner) => {
    const { member, group } = await anotherMembers(house, owner)
    const { id } = await makeGroupEvent(house, member, group)
    return { params: { gid: group.id, id }, body: { reason: 'spam' } }
  },
  'comments.like': aComment,
  'comments.unlike': aComment,
}
