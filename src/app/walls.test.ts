// The rules that hold for every route of the contract table. A new route is under them the moment it is in the table;
// one that a rule cannot judge fails here until its sample is written.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { answers } from '../features/assignments/contract.ts'
import { events } from '../features/events/contract.ts'
import { friends } from '../features/friends/contract.ts'
import { groupAssignments, groupPosts, groups } from '../features/groups/contract.ts'
import { marketplace } from '../features/marketplace/contract.ts'
import { moderate, reverse } from '../features/moderation/server/actions.ts'
import { notifications } from '../features/notifications/contract.ts'
import { posts } from '../features/posts/contract.ts'
import { ratings } from '../features/professors/contract.ts'
import { session } from '../features/session/contract.ts'
import type { Route } from '../shared/contract.ts'
import type { House } from '../shared/server/house.ts'
import { pathsOf } from '../shared/server/serve.ts'
import { openSession } from '../shared/server/viewer.ts'
import { allRoutes } from './contract.ts'
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
  makeSchool,
  makeUpload,
  nobody,
  openTestHouse,
  type TestPerson,
  type TestSchool,
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

let house: House
let school: TestSchool
let student: TestPerson
let admin: TestPerson
let foreigner: TestPerson
/** Administers the foreigner's school. */
let head: TestPerson

beforeAll(async () => {
  house = await openTestHouse()
  school = await makeSchool(house)
  student = await makePerson(house, { school })
  admin = await makePerson(house, { school, role: 'admin' })
  const elsewhere = await makeSchool(house)
  foreigner = await makePerson(house, { school: elsewhere })
  head = await makePerson(house, { school: elsewhere, role: 'admin' })
  const both = [admin.id, head.id]
  await house.db.updateTable('users').set({ can_manage_ads: true }).where('id', 'in', both).execute()
})

const mayAsk = ({ access }: Route, person: TestPerson) =>
  access === 'site_admin' ? false : access !== 'admin' || person === admin || person === head

type Ask = { readonly params?: Record<string, string>; readonly body?: Record<string, unknown> }
type Sample = (house: House, owner: TestPerson) => Promise<Ask>

const aPost: Sample = async (house, owner) => ({ params: { id: (await makePost(house, owner)).id } })
const aComment: Sample = async (house, owner) => ({
  params: { id: (await makeComment(house, owner, await makePost(house, owner))).id },
})

const aListing: Sample = async (house, owner) => ({ params: { id: (await makeListing(house, owner)).id } })
const anAssignment: Sample = async (house, owner) => ({ params: { id: (await makeAssignment(house, owner)).id } })
const anAnswer = async (house: House, owner: TestPerson) => {
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
const aConversation: Sample = async (house, owner) => {
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
const company = ({ schoolId: id }: TestPerson) => makePerson(house, { school: { id, domain: 'company.example' } })
const aStranger: Sample = async (_house, owner) => ({ params: { id: (await company(owner)).id } })
const aFriend: Sample = async (house, owner) => {
  const friend = await company(owner)
  await makeFriends(house, owner, friend)
  return { params: { id: friend.id } }
}
const aRequest: Sample = async (house, owner) => {
  const { body } = await as(house, await company(owner))(friends.request, { params: { id: owner.id } })
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
const samples: Readonly<Record<string, Sample>> = {
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
    await makeFriends(house, { ...owner, id: friend.params?.id ?? '' }, await company(owner))
    return friend
  },
  'friends.request': aStranger,
  'friends.cancel': async (house, owner) => {
    const { body } = await as(house, owner)(friends.request, { params: { id: (await company(owner)).id } })
    return { params: { id: body.data.id } }
  },
  'friends.accept': aRequest,
  'friends.decline': aRequest,
  'friends.remove': aFriend,
  'friends.block': aStranger,
  'friends.unblock': async (house, owner) => {
    const blocked = await company(owner)
    await makeBlock(house, owner, blocked)
    return { params: { id: blocked.id } }
  },
  'posts.ofUser': async (_house, owner) => ({ params: { id: owner.id } }),
  'posts.show': aPost,
  'posts.create': async (_house, owner) => ({
    body: { content: 'Hello, @Test Person', mentions: [(await company(owner)).id] },
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
    const mentions = [(await company(owner)).id]
    return { body: { post_id: post.id, parent_id: parent.id, content: 'A reply to @Test Person', mentions } }
  },
  'marketplace.show': aListing,
  'marketplace.remove': aListing,
  'marketplace.favorite': aListing,
  'marketplace.interest': async (house, owner) => ({
    ...(await aListing(house, await company(owner))),
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
    return { params: { id: post.id }, body: { type: 'post', reason: 'A threat' } }
  },
  'conversations.create': async (house, owner) => {
    const school = { id: owner.schoolId, domain: `${randomUUID()}.example` }
    const [one, other] = [await makePerson(house, { school }), await makePerson(house, { school })]
    return { body: { participants: one.id, participant_id: other.id } }
  },
  'conversations.show': aConversation,
  'conversations.remove': aConversation,
  'conversations.clear': aConversation,
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
    body: { content: 'Hello, @Test Person', mentions: [(await company(owner)).id] },
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
    body: { content: 'Indeed, @Test Person', mentions: [(await company(owner)).id] },
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

/** Ids that are passed over where they are not the caller's own, and why: as if they had not been given. */
const passedOver: Readonly<Record<string, string>> = {
  'moderation.markShown notificationIds': 'A notice may be gone when it is read.',
  'posts.create mentions': 'Whom one may not name is not linked.',
  'comments.create mentions': 'Whom one may not name is not linked.',
  'groupPosts.create mentions': 'Whom one may not name is not linked.',
  'groupPosts.comment mentions': 'Whom one may not name is not linked.',
}
/** Ids that are refused with 403 wherever they are not the caller's own, and why. */
const own = 'An administrator aims at their own school.'
const refused: Readonly<Record<string, string>> = {
  'ads.create target_school_id': own,
  'ads.update target_school_id': own,
  'ads.patch target_school_id': own,
}

/** Names of the ids that a route takes: all of its path but what it does with them, and those of its body. */
const idsOf = ({ path, body }: Route) => ({
  params: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '').filter((name) => name !== 'action'),
  body: Object.entries(body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : {})
    .filter(([, schema]) => JSON.stringify(schema).includes('"uuid"'))
    .map(([name]) => name),
})
const guarded = allRoutes.filter(({ route }) => (route.access ?? 'member') !== 'public')
/** A secret link is read by whoever has it, so public routes are not judged. */
const withIds = guarded.filter(({ route }) => Object.values(idsOf(route)).flat().length > 0)
const call = (person: { cookie: string }, route: Route, ask: Ask = {}) => as(house, person)(route, ask as object)

test.each(guarded)('$name asks a stranger to sign in, at every path', async ({ route }) => {
  for (const path of pathsOf(route)) {
    const { status, body } = await call(nobody, { ...route, path })
    expect(status, path).toBe(401)
    expect(body, path).toMatchObject({ success: false, code: 'unauthorized' })
  }
})

test.each(guarded.filter(({ route }) => route.access !== 'session'))(
  '$name tells a banned and a suspended person that they are blocked, at every path',
  async ({ route }) => {
    const [mallory, sam] = [
      await makePerson(house, { school, role: 'site_admin' }),
      await makePerson(house, { school, role: 'site_admin' }),
    ]
    const dean = { id: null, name: 'Dean' }
    await moderate(house.db, dean, mallory, { type: 'ban', reason: 'Harassment' })
    await moderate(house.db, dean, sam, { type: 'suspend', reason: 'Spam', days: 1 })
    for (const path of pathsOf(route)) {
      const banned = await call(mallory, { ...route, path })
      expect(banned.status, path).toBe(403)
      expect(banned.body, path).toMatchObject({ isBlocked: true, blockReason: 'banned', suspendedUntil: null })
      const suspended = await call(sam, { ...route, path })
      expect(suspended.status, path).toBe(423)
      expect(suspended.body, path).toMatchObject({
        isBlocked: true,
        blockReason: 'suspended',
        suspendedUntil: expect.any(Number),
      })
    }
  },
)

test.each(withIds.filter(({ route }) => route.access !== 'site_admin'))(
  '$name answers for another school’s object as for one that nobody has',
  async ({ name, route }) => {
    const sample = samples[name]
    if (!sample) throw new Error(`${name} takes an id: write a sample for it.`)
    const owner = mayAsk(route, foreigner) ? foreigner : head
    const theirs = await sample(house, owner)
    for (const asker of [student, admin].filter((person) => mayAsk(route, person))) {
      const ours = await sample(house, asker)
      for (const part of ['params', 'body'] as const) {
        for (const id of idsOf(route)[part]) {
          const answerFor = async (value: unknown) => {
            const { status, body } = await call(asker, route, { ...ours, [part]: { ...ours[part], [id]: value } })
            return { status, body: { ...(body as object), request_id: '' } }
          }
          const unknown = Array.isArray(theirs[part]?.[id]) ? [randomUUID()] : randomUUID()
          expect(ours[part]?.[id], `the sample of ${name} names ${id}`).toBeTruthy()
          const answer = await answerFor(theirs[part]?.[id])
          if (`${name} ${id}` in passedOver) {
            expect(answer.status, id).toBe((await answerFor(unknown)).status)
            expect(answer.status, id).toBeLessThan(300)
            for (const one of [theirs[part]?.[id]].flat()) expect(JSON.stringify(answer)).not.toContain(one)
            continue
          }
          expect(answer.status, id).toBe(`${name} ${id}` in refused ? 403 : 404)
          expect(answer, id).toEqual(await answerFor(unknown))
        }
      }
      // The same calls are fine for whoever may make them, so that it was the school that made the difference.
      expect((await call(asker, route, ours)).status).toBeLessThan(300)
    }
    expect((await call(owner, route, theirs)).status).toBeLessThan(300)
  },
)

/** A word that no school but one ever wrote. */
const canary = 'canary7f3a'

/** Reads whose answer holds no words, so that no canary can be in it. */
const onlyFigures = new Set([
  'notifications.count',
  'friends.counts',
  'people.dataStatus',
  'professors.stats',
  'profiles.stats',
])

/** Its rows can't be changed, so the canary is in them from the start. */
const appendOnly = 'audit_log'

/** Reads that hold no words of a school, and what they hold. */
const wordless: Readonly<Record<string, string>> = {
  'admin.stats': 'Numbers.',
  'admin.analytics': 'Numbers and days.',
  'ads.analytics': 'Numbers and days.',
  'assignments.similar': 'Nothing without a title; its own test looks across the wall.',
  'events.calendarLinks': 'Secret addresses.',
  'notifications.choices': 'Words of the product.',
  'search.all': 'Nothing without a term; with one: search.test.ts.',
}

/** At least one row with text in every table, in the foreigner's school. */
async function furnish() {
  const { id, schoolId: school_id } = foreigner
  await makeComment(house, foreigner, await makePost(house, foreigner))
  const headers = { 'idempotency-key': 'a key' }
  await as(house, foreigner)(posts.create, { body: { content: 'With a key' }, headers })
  await makeEvent(house, foreigner)
  const professor = await makeProfessor(house, foreigner, { courses_taught: '["CS101"]' })
  const { id: ratingId } = await makeRating(house, foreigner, professor, { tags: ['Fair'] })
  await as(house, foreigner)(ratings.vote, { params: { id: ratingId }, body: { is_helpful: true } })
  const listing = await makeListing(house, foreigner)
  await as(house, foreigner)(marketplace.favorite, { params: { id: listing.id } })
  await house.notifications.tell(house.db, { schoolId: school_id, kind: 'like', link: '/', sentence: 'x' }, [id])
  await as(house, foreigner)(notifications.choose, { body: { ways: { like: 'mail' } } })
  await makeConfession(house, foreigner)
  const { answer } = await anAnswer(house, foreigner)
  await as(house, foreigner)(answers.helpful, { params: { id: answer.id }, body: {} })
  await makePost(house, foreigner, { media: [await makeUpload(house, foreigner)] })
  const group = await makeGroup(house, foreigner, { type: 'private' })
  const poll = await makePoll(house, foreigner, group)
  await makeGroupComment(house, foreigner, poll)
  const choice = { params: { gid: group.id, pid: poll.id }, body: { option_index: 0 } }
  await as(house, foreigner)(groupPosts.vote, choice)
  await makeGroupEvent(house, foreigner, group)
  await makeJoinRequest(house, await company(foreigner), group)
  const invited = { user_id: (await company(foreigner)).id, message: 'Come' }
  await as(house, foreigner)(groups.invite, { params: { id: group.id }, body: invited })
  const theirs = await makeGroup(house, head)
  await as(house, head)(groups.invite, { params: { id: theirs.id }, body: { user_id: foreigner.id } })
  await aConversation(house, foreigner)
  await makeFriends(house, foreigner, await company(foreigner))
  await makeBlock(house, foreigner, await company(foreigner))
  await aRequest(house, foreigner)
  await as(house, foreigner)(friends.request, { params: { id: (await company(foreigner)).id } })
  await house.db
    .insertInto('exports')
    .values({ school_id, user_id: id, file: 'a.zip', bytes: 1, ready_at: new Date() })
    .execute()
  await house.db.insertInto('abandoned_files').values({ school_id, file: 'a.webp' }).execute()
  const identity = { issuer: 'demo', tenant: '', subject: 'x', school_id, user_id: id }
  await house.db.insertInto('identities').values(identity).execute()
  await house.db.insertInto('audit_log').values({ school_id, actor_name: canary, action: canary }).execute()
  const dean = { id: null, name: 'Dean' }
  await reverse(house.db, dean, foreigner, await moderate(house.db, dean, foreigner, { type: 'ban', reason: 'x' }), 'x')
  await moderate(house.db, dean, foreigner, { type: 'warn', reason: 'x' })
  const shown = await makePost(house, head, { media: [await makeUpload(house, head)] })
  for (const placement of ['sidebar', 'feed']) await makeAd(house, { school: school_id, title: canary, placement })
  await makeReport(house, foreigner, shown, { description: 'x' })
}

/** Writes the canary into every free text of the school. Texts that a check binds to words or a pattern stay, and the
 * kind of a report, to which the seal of its author is bound. */
async function plantCanaries(schoolId: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; list: boolean; bound: boolean }>`
    select cls.relname as table, col.attname as column, col.atttypid = 'text[]'::regtype as list,
      exists (select from pg_constraint where conrelid = cls.oid and contype = 'c' and col.attnum = any(conkey)
        and pg_get_constraintdef(oid) like '% IS N%') as bound
    from pg_attribute as col
    join pg_class as cls on cls.oid = col.attrelid and cls.relkind = 'r' and cls.relnamespace = 'public'::regnamespace
    where col.atttypid in ('text'::regtype, 'text[]'::regtype) and col.attgenerated = ''
      and (cls.relname, col.attname) <> ('reports', 'kind')
      and exists (select from pg_attribute where attrelid = cls.oid and attname = 'school_id')
      and not exists (select from pg_constraint where conrelid = cls.oid and contype = 'c' and col.attnum = any(conkey)
        and pg_get_constraintdef(oid) like any (array['%= ''%', '%~ ''%', '%= ANY (ARRAY[%']))`.execute(house.db)
  for (const { table, column, list, bound } of columns) {
    if (table === appendOnly) continue
    const word = sql`${canary} || ' ' || gen_random_uuid()`
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${list ? sql`array[${word}]` : word}
      where school_id = ${schoolId} ${bound ? sql`and ${sql.ref(column)} is not null` : sql``}`.execute(house.db)
  }
  return [...new Set(columns.map(({ table }) => table))]
}

test('no read ever holds a word of another school', async () => {
  const reads = allRoutes.filter(
    ({ name, route }) => route.method === 'GET' && route.reply && name !== 'schools.listPublic',
  )
  await furnish()
  const theirAsks = new Map<string, Ask>()
  for (const { name, route } of reads)
    theirAsks.set(name, (await samples[name]?.(house, mayAsk(route, foreigner) ? foreigner : head)) ?? {})
  const tables = await plantCanaries(foreigner.schoolId)
  for (const table of tables) {
    const { rows } = await sql`select from ${sql.table(table)} as row
      where school_id = ${foreigner.schoolId} and row::text like ${`%${canary}%`}`.execute(house.db)
    expect(rows.length, `furnish the foreign school with a row of ${table}`).toBeGreaterThan(0)
  }
  await sql`update schools set name = ${canary} where id = ${foreigner.schoolId}`.execute(house.db)

  const theirs = await house.db.selectFrom('posts').select('id').where('author_id', '=', foreigner.id).execute()
  for (const { name, route } of reads) {
    for (const query of [{}, { search: canary, q: canary, school_id: foreigner.schoolId, limit: 200 }]) {
      for (const asker of [student, admin].filter((person) => mayAsk(route, person))) {
        const ask = { ...(await samples[name]?.(house, asker)), query }
        const { status, body } = await as(house, asker)(route, ask)
        expect(status, name).toBe(200)
        const text = JSON.stringify(body)
        expect(text, name).not.toContain(canary)
        for (const { id } of [...theirs, { id: foreigner.id }, { id: foreigner.schoolId }])
          expect(text).not.toContain(id)
      }
    }
    if (wordless[name] || onlyFigures.has(name) || route.access === 'site_admin') continue
    const ask = { ...theirAsks.get(name), query: { allow_empty: 'true' } }
    const { body } = await as(house, mayAsk(route, foreigner) ? foreigner : head)(route, ask as object)
    expect(JSON.stringify(body), `${name} shows the canary to its own school`).toContain(canary)
  }
})
