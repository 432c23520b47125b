// A valid call of every route that takes an id, for tests that iterate over all routes.
import { randomUUID } from 'node:crypto'
import { events } from '../features/events/contract.ts'
import { friends } from '../features/friends/contract.ts'
import { groupAssignments, groups } from '../features/groups/contract.ts'
import { moderate } from '../features/moderation/server/actions.ts'
import { notifications } from '../features/notifications/contract.ts'
import { session } from '../features/session/contract.ts'
import type { App } from '../shared/server/house.ts'
import { createSession } from '../shared/server/viewer.ts'
import { as } from './app.ts'
import { makeAd } from './factories/ads.ts'
import { makeAnswer, makeAssignment } from './factories/assignments.ts'
import { makeConfession } from './factories/confessions.ts'
import { makeEvent } from './factories/events.ts'
import {
  makeGroup,
  makeGroupComment,
  makeGroupEvent,
  makeGroupPost,
  makeJoinRequest,
  makeMember,
  makePoll,
} from './factories/groups.ts'
import { makeListing } from './factories/marketplace.ts'
import { makeUpload } from './factories/media.ts'
import { makeConversation, makeMessage } from './factories/messages.ts'
import { makeComment, makePost, makeReport } from './factories/posts.ts'
import { makeProfessor, makeRating, sampleRating } from './factories/professors.ts'
import { makeBlock, makeFriends, makeUser, type TestUser } from './factories/users.ts'

export type Ask = { readonly params?: Record<string, string>; readonly body?: Record<string, unknown> }
export type Sample = (house: App, owner: TestUser) => Promise<Ask>

const samplePost: Sample = async (house, owner) => ({ params: { id: (await makePost(house, owner)).id } })
const sampleComment: Sample = async (house, owner) => ({
  params: { id: (await makeComment(house, owner, await makePost(house, owner))).id },
})

const sampleListing: Sample = async (house, owner) => ({ params: { id: (await makeListing(house, owner)).id } })
const sampleAssignment: Sample = async (house, owner) => ({ params: { id: (await makeAssignment(house, owner)).id } })
export const sampleAnswer = async (house: App, owner: TestUser) => {
  const assignment = await makeAssignment(house, owner)
  return { assignment, answer: await makeAnswer(house, await makeStudent(house, owner), assignment) }
}
const sampleConfession: Sample = async (house, owner) => ({ params: { id: (await makeConfession(house, owner)).id } })
const sampleEvent: Sample = async (house, owner) => ({ params: { id: (await makeEvent(house, owner)).id } })
const sampleAd: Sample = async (house, { schoolId }) => ({
  params: { id: (await makeAd(house, { school: schoolId })).id },
})
const makeStudent = (house: App, { schoolId }: TestUser) =>
  makeUser(house, { school: { id: schoolId, domain: `${schoolId}.example` } })
const samplePostOfSchoolmate: Sample = async (house, owner) => ({
  params: { id: (await makePost(house, await makeStudent(house, owner))).id },
  body: { reason: 'spam' },
})
const sampleReport = async (house: App, owner: TestUser) => {
  const author = await makeStudent(house, owner)
  const post = await makePost(house, author)
  return { ...(await makeReport(house, await makeStudent(house, owner), post)), author }
}
const sampleWarning = (house: App, student: TestUser) =>
  moderate(house.db, { id: null, name: 'Dean' }, student, { type: 'warn', reason: 'A word' })
const sampleSanction: Sample = async (house, owner) => ({
  params: { id: (await makeStudent(house, owner)).id },
  body: { reason: 'A word' },
})
export const sampleConversation: Sample = async (house, owner) => {
  const school = { id: owner.schoolId, domain: `${randomUUID()}.example` }
  const conversation = await makeConversation(house, owner, [await makeUser(house, { school })])
  await makeMessage(house, owner, conversation)
  return { params: { id: conversation.id } }
}
const sampleMessage: Sample = async (house, owner) => {
  const { params } = await sampleConversation(house, owner)
  return { params: { id: (await makeMessage(house, owner, { id: params?.id ?? '' })).id } }
}

export const makeSchoolmate = (house: App, { schoolId: id }: TestUser) =>
  makeUser(house, { school: { id, domain: 'company.example' } })
const sampleUser: Sample = async (house, owner) => ({ params: { id: (await makeSchoolmate(house, owner)).id } })
const sampleFriend: Sample = async (house, owner) => {
  const friend = await makeSchoolmate(house, owner)
  await makeFriends(house, owner, friend)
  return { params: { id: friend.id } }
}
export const sampleFriendRequest: Sample = async (house, owner) => {
  const { body } = await as(house, await makeSchoolmate(house, owner))(friends.request, { params: { id: owner.id } })
  return { params: { id: body.data.id } }
}

const sampleProfessor: Sample = async (house, owner) => ({ params: { id: (await makeProfessor(house, owner)).id } })
const sampleRatingOfSchoolmate: Sample = async (house, owner) => {
  const student = await makeStudent(house, owner)
  // Signed: a report of a sealed one could not be opened once the canary has overwritten what it is of.
  const rating = await makeRating(house, student, await makeProfessor(house, student), { anonymous: false })
  return { params: { id: rating.id } }
}
const sampleGroup: Sample = async (house, owner) => ({ params: { id: (await makeGroup(house, owner)).id } })
const sampleGroupOfSchoolmate: Sample = async (house, owner) => sampleGroup(house, await makeStudent(house, owner))
const sampleGroupParams: Sample = async (house, owner) => ({ params: { gid: (await makeGroup(house, owner)).id } })
const sampleMember: Sample = async (house, owner) => {
  const member = await makeStudent(house, owner)
  return { params: { id: (await makeGroup(house, owner, { members: [member] })).id, uid: member.id } }
}
const sampleGroupPost: Sample = async (house, owner) => {
  const group = await makeGroup(house, owner)
  return { params: { gid: group.id, pid: (await makeGroupPost(house, owner, group)).id } }
}
const sampleGroupComment: Sample = async (house, owner) => {
  const post = await makeGroupPost(house, owner, await makeGroup(house, owner))
  return { params: { gid: post.group_id, pid: post.id, cid: (await makeGroupComment(house, owner, post)).id } }
}
const sampleGroupEvent: Sample = async (house, owner) => {
  const group = await makeGroup(house, owner)
  return { params: { gid: group.id, eid: (await makeGroupEvent(house, owner, group)).id } }
}
const sampleSharedAssignment: Sample = async (house, owner) => {
  const [group, { id }] = [await makeGroup(house, owner), await makeAssignment(house, owner)]
  const params = { gid: group.id }
  await as(house, owner)(groupAssignments.share, { params, body: { assignment_id: id } })
  return { params: { ...params, aid: id } }
}
const sampleGroupOfMember = async (house: App, owner: TestUser) => {
  const member = await makeStudent(house, owner)
  return { member, group: await makeGroup(house, member) }
}
const sampleGroupReport =
  (type: 'text' | 'resource'): Sample =>
  async (house, owner) => {
    const { member, group } = await sampleGroupOfMember(house, owner)
    const post = await makeGroupPost(house, member, group, { type })
    return { params: { gid: group.id, id: post.id }, body: { reason: 'spam' } }
  }
const sampleJoinRequest = async (house: App, owner: TestUser) => {
  const group = await makeGroup(house, owner, { type: 'private' })
  return { id: group.id, rid: await makeJoinRequest(house, await makeStudent(house, owner), group), action: 'approve' }
}

/** For every route that takes an id: a fresh call that its owner may make, with things of the owner's school. */
export const samples: Readonly<Record<string, Sample>> = {
  'notifications.read': async (house, owner) => {
    const happening = { schoolId: owner.schoolId, kind: 'like', link: `/${randomUUID()}`, sentence: 'x' } as const
    await house.notifications.notify(house.db, happening, [owner.id])
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
    await createSession(house.db, owner, { userAgent: 'another', ip: undefined })
    const { body } = await as(house, owner)(session.devices)
    return { params: { id: body.data.find(({ is_current }) => !is_current)?.id ?? '' } }
  },
  'profiles.stats': sampleUser,
  'friends.show': sampleUser,
  'friends.ofUser': async (house, owner) => {
    const friend = await sampleFriend(house, owner)
    await makeFriends(house, { ...owner, id: friend.params?.id ?? '' }, await makeSchoolmate(house, owner))
    return friend
  },
  'friends.request': sampleUser,
  'friends.cancel': async (house, owner) => {
    const { body } = await as(house, owner)(friends.request, {
      params: { id: (await makeSchoolmate(house, owner)).id },
    })
    return { params: { id: body.data.id } }
  },
  'friends.accept': sampleFriendRequest,
  'friends.decline': sampleFriendRequest,
  'friends.remove': sampleFriend,
  'friends.block': sampleUser,
  'friends.unblock': async (house, owner) => {
    const blocked = await makeSchoolmate(house, owner)
    await makeBlock(house, owner, blocked)
    return { params: { id: blocked.id } }
  },
  'posts.ofUser': async (_house, owner) => ({ params: { id: owner.id } }),
  'posts.show': samplePost,
  'posts.create': async (house, owner) => ({
    body: { content: 'Hello, @Test Person', mentions: [(await makeSchoolmate(house, owner)).id] },
  }),
  'posts.update': async (house, owner) => ({ ...(await samplePost(house, owner)), body: { content: 'Changed' } }),
  'posts.remove': samplePost,
  'posts.like': samplePost,
  'posts.unlike': samplePost,
  'comments.list': async (house, owner) => {
    const post = await makePost(house, owner)
    await makeComment(house, owner, post)
    return { params: { id: post.id } }
  },
  'comments.create': async (house, owner) => {
    const post = await makePost(house, owner)
    const parent = await makeComment(house, owner, post)
    const mentions = [(await makeSchoolmate(house, owner)).id]
    return { body: { post_id: post.id, parent_id: parent.id, content: 'A reply to @Test Person', mentions } }
  },
  'marketplace.show': sampleListing,
  'marketplace.remove': sampleListing,
  'marketplace.favorite': sampleListing,
  'marketplace.interest': async (house, owner) => ({
    ...(await sampleListing(house, await makeSchoolmate(house, owner))),
    body: { message: 'Is it still there?' },
  }),
  'professors.show': sampleProfessor,
  'professors.report': async (house, owner) => ({
    ...(await sampleProfessor(house, await makeStudent(house, owner))),
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
    return { params: { id }, body: { ...sampleRating, course_id: course[0]?.id } }
  },
  'ratings.remove': async (house, owner) => ({
    params: { id: (await makeRating(house, owner, await makeProfessor(house, owner))).id },
  }),
  'ratings.vote': async (house, owner) => ({
    ...(await sampleRatingOfSchoolmate(house, owner)),
    body: { is_helpful: true },
  }),
  'ratings.report': async (house, owner) => ({
    ...(await sampleRatingOfSchoolmate(house, owner)),
    body: { reason: 'spam' },
  }),
  'events.show': sampleEvent,
  'events.update': async (house, owner) => ({ ...(await sampleEvent(house, owner)), body: { title: 'Changed' } }),
  'events.remove': sampleEvent,
  'events.rsvp': async (house, owner) => {
    const organizer = await makeUser(house, { school: { id: owner.schoolId, domain: 'rsvp.example' } })
    return { ...(await sampleEvent(house, organizer)), body: { status: 'attending' } }
  },
  'events.attendees': async (house, owner) => {
    const params = { id: (await makeEvent(house, owner)).id }
    const guest = await makeUser(house, { school: { id: owner.schoolId, domain: 'guest.example' } })
    await as(house, guest)(events.rsvp, { params, body: { status: 'attending' } })
    return { params }
  },
  'events.ics': sampleEvent,
  'events.report': async (house, owner) => ({
    ...(await sampleEvent(house, await makeStudent(house, owner))),
    body: { reason: 'spam' },
  }),
  'assignments.show': sampleAssignment,
  'assignments.update': async (house, owner) => ({
    ...(await sampleAssignment(house, owner)),
    body: { title: 'Limits', description: 'Which one?', subject: 'Mathematics' },
  }),
  'assignments.remove': sampleAssignment,
  'assignments.complete': sampleAssignment,
  'assignments.incomplete': sampleAssignment,
  'assignments.report': async (house, owner) => ({
    ...(await sampleAssignment(house, await makeStudent(house, owner))),
    body: { reason: 'spam' },
  }),
  'answers.list': async (house, owner) => ({ params: { id: (await sampleAnswer(house, owner)).assignment.id } }),
  'answers.create': async (house, owner) => ({
    ...(await sampleAssignment(house, owner)),
    body: { content: 'It does, by comparison.' },
  }),
  'answers.best': async (house, owner) => {
    const { assignment, answer } = await sampleAnswer(house, owner)
    return { params: { id: assignment.id, aid: answer.id } }
  },
  'answers.helpful': async (house, owner) => ({ params: { id: (await sampleAnswer(house, owner)).answer.id } }),
  'answers.report': async (house, owner) => ({
    params: { id: (await sampleAnswer(house, owner)).answer.id },
    body: { reason: 'spam' },
  }),
  'confessions.remove': sampleConfession,
  'confessions.like': sampleConfession,
  'confessions.report': async (house, owner) => ({
    ...(await sampleConfession(house, owner)),
    body: { reason: 'spam' },
  }),
  'marketplace.report': async (house, owner) => ({
    ...(await sampleListing(house, await makeStudent(house, owner))),
    body: { reason: 'spam' },
  }),
  'posts.report': samplePostOfSchoolmate,
  'comments.report': async (house, owner) => {
    const writer = await makeStudent(house, owner)
    const comment = await makeComment(house, writer, await makePost(house, writer))
    return { params: { id: comment.id }, body: { reason: 'spam' } }
  },
  'reports.reportUser': async (house, owner) => ({
    params: { id: (await makeStudent(house, owner)).id },
    body: { reason: 'spam' },
  }),
  'reports.settle': async (house, owner) => ({
    params: { id: (await sampleReport(house, owner)).id },
    body: { status: 'resolved' },
  }),
  'reports.settleMany': async (house, owner) => ({
    body: { reportIds: [(await sampleReport(house, owner)).id], status: 'dismissed' },
  }),
  'moderation.act': async (house, owner) => {
    const { id, author } = await sampleReport(house, owner)
    return { body: { type: 'warn', reason: 'A word', userId: author.id, reportId: id } }
  },
  'moderation.markShown': async (house, owner) => ({ body: { notificationIds: [await sampleWarning(house, owner)] } }),
  'moderation.warn': sampleSanction,
  'moderation.suspend': async (house, owner) => {
    const ask = await sampleSanction(house, owner)
    return { ...ask, body: { ...ask.body, duration: 3 } }
  },
  'moderation.ban': sampleSanction,
  'moderation.reverse': async (house, owner) => {
    const moderationId = await sampleWarning(house, await makeStudent(house, owner))
    return { body: { moderationId, reason: 'A mistake' } }
  },
  'moderation.activities': async (house, owner) => {
    const student = await makeStudent(house, owner)
    await sampleWarning(house, student)
    return { params: { id: student.id } }
  },
  'ads.impression': sampleAd,
  'ads.click': sampleAd,
  'ads.update': async (house, owner) => ({
    ...(await sampleAd(house, owner)),
    body: { title: 'Coffee', target_school_id: owner.schoolId },
  }),
  'ads.patch': async (house, owner) => ({
    ...(await sampleAd(house, owner)),
    body: { is_active: false, target_school_id: owner.schoolId },
  }),
  'ads.remove': sampleAd,
  'ads.analytics': sampleAd,
  'ads.create': async (_house, { schoolId }) => ({
    body: { title: 'Tea', description: 'Hot', target_url: '#', target_school_id: schoolId },
  }),
  'content.remove': samplePost,
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
    const [one, other] = [await makeUser(house, { school }), await makeUser(house, { school })]
    return { body: { participants: one.id, participant_id: other.id } }
  },
  'conversations.show': sampleConversation,
  'conversations.remove': sampleConversation,
  'conversations.clear': sampleConversation,
  'conversations.leave': async (house, owner) => {
    const others = [await makeStudent(house, owner), await makeStudent(house, owner)]
    return { params: { id: (await makeConversation(house, owner, others)).id } }
  },
  'conversations.read': sampleConversation,
  'conversations.mute': async (house, owner) => ({
    ...(await sampleConversation(house, owner)),
    body: { muted: true },
  }),
  'conversations.typing': sampleConversation,
  'messages.list': sampleConversation,
  'messages.send': async (house, owner) => ({
    ...(await sampleConversation(house, owner)),
    body: { content: 'Hello' },
  }),
  'messages.read': async (house, owner) => {
    const { params } = await sampleConversation(house, owner)
    const { id: mid } = await makeMessage(house, owner, { id: params?.id ?? '' })
    return { params: { id: params?.id ?? '', mid } }
  },
  'messages.update': async (house, owner) => ({ ...(await sampleMessage(house, owner)), body: { content: 'Changed' } }),
  'messages.remove': sampleMessage,
  'messages.report': async (house, owner) => {
    const sender = await makeStudent(house, owner)
    const conversation = await makeConversation(house, sender, [owner])
    const { id } = await makeMessage(house, sender, conversation)
    return { params: { id }, body: { reason: 'spam' } }
  },
  'comments.remove': sampleComment,
  'groups.show': sampleGroup,
  'groups.update': async (house, owner) => ({ ...(await sampleGroup(house, owner)), body: { name: 'Changed' } }),
  'groups.remove': sampleGroup,
  'groups.join': sampleGroupOfSchoolmate,
  'groups.mute': async (house, owner) => ({ ...(await sampleGroup(house, owner)), body: { muted: true } }),
  'groups.leave': async (house, owner) => {
    const { member, group } = await sampleGroupOfMember(house, owner)
    await makeMember(house, member, group, owner)
    return { params: { id: group.id } }
  },
  'groups.members': sampleGroup,
  'groups.changeRole': async (house, owner) => ({ ...(await sampleMember(house, owner)), body: { role: 'admin' } }),
  'groups.removeMember': sampleMember,
  'groups.invite': async (house, owner) => ({
    ...(await sampleGroup(house, owner)),
    body: { user_ids: [(await makeStudent(house, owner)).id], user_id: (await makeStudent(house, owner)).id },
  }),
  'groups.answerInvitation': async (house, owner) => {
    const { member, group } = await sampleGroupOfMember(house, owner)
    await as(house, member)(groups.invite, { params: { id: group.id }, body: { user_id: owner.id } })
    const { body } = await as(house, owner)(groups.invitations)
    return { params: { id: body.data[0]?.id ?? '', action: 'accept' } }
  },
  'groups.joinRequests': async (house, owner) => ({ params: { id: (await sampleJoinRequest(house, owner)).id } }),
  'groups.answerRequest': async (house, owner) => ({ params: await sampleJoinRequest(house, owner) }),
  'groups.answerRequestShort': async (house, owner) => {
    const { rid, action } = await sampleJoinRequest(house, owner)
    return { params: { rid, action } }
  },
  'groups.conversation': sampleGroup,
  'groups.openConversation': sampleGroup,
  'groups.report': async (house, owner) => ({
    params: { gid: (await sampleGroupOfMember(house, owner)).group.id },
    body: { reason: 'spam' },
  }),
  'groupPosts.list': async (house, owner) => {
    const { params } = await sampleGroupPost(house, owner)
    return { params: { gid: params?.gid ?? '' } }
  },
  'groupPosts.create': async (house, owner) => ({
    ...(await sampleGroupParams(house, owner)),
    body: { content: 'Hello, @Test Person', mentions: [(await makeSchoolmate(house, owner)).id] },
  }),
  'groupPosts.show': sampleGroupPost,
  'groupPosts.update': async (house, owner) => ({
    ...(await sampleGroupPost(house, owner)),
    body: { content: 'Changed' },
  }),
  'groupPosts.remove': sampleGroupPost,
  'groupPosts.like': sampleGroupPost,
  'groupPosts.unlike': sampleGroupPost,
  'groupPosts.vote': async (house, owner) => {
    const poll = await makePoll(house, owner, await makeGroup(house, owner))
    return { params: { gid: poll.group_id, pid: poll.id }, body: { option_index: 1 } }
  },
  'groupPosts.comments': async (house, owner) => {
    const { params } = await sampleGroupComment(house, owner)
    return { params: { gid: params?.gid ?? '', pid: params?.pid ?? '' } }
  },
  'groupPosts.comment': async (house, owner) => ({
    ...(await sampleGroupPost(house, owner)),
    body: { content: 'Indeed, @Test Person', mentions: [(await makeSchoolmate(house, owner)).id] },
  }),
  'groupPosts.removeComment': sampleGroupComment,
  'groupPosts.report': async (house, owner) => {
    const { member, group } = await sampleGroupOfMember(house, owner)
    const post = await makeGroupPost(house, member, group)
    return { params: { gid: group.id, pid: post.id }, body: { reason: 'spam' } }
  },
  'groupPosts.reportComment': async (house, owner) => {
    const { member, group } = await sampleGroupOfMember(house, owner)
    const post = await makeGroupPost(house, member, group)
    const { id } = await makeGroupComment(house, member, post)
    return { params: { gid: group.id, pid: post.id, cid: id }, body: { reason: 'spam' } }
  },
  'groupPosts.reportResource': sampleGroupReport('resource'),
  'groupPosts.reportDiscussion': sampleGroupReport('text'),
  'groupAssignments.list': async (house, owner) => {
    const { params } = await sampleSharedAssignment(house, owner)
    return { params: { gid: params?.gid ?? '' } }
  },
  'groupAssignments.share': async (house, owner) => ({
    ...(await sampleGroupParams(house, owner)),
    body: { assignment_id: (await makeAssignment(house, owner)).id },
  }),
  'groupAssignments.unshare': sampleSharedAssignment,
  'groupEvents.list': async (house, owner) => ({
    params: { gid: (await sampleGroupEvent(house, owner)).params?.gid ?? '' },
  }),
  'groupEvents.create': async (house, owner) => {
    const dates = { start_date: 2_000_000_000, end_date: 2_000_003_600 }
    return {
      ...(await sampleGroupParams(house, owner)),
      body: { title: 'A', description: 'B', location: 'C', ...dates },
    }
  },
  'groupEvents.show': sampleGroupEvent,
  'groupEvents.update': async (house, owner) => ({
    ...(await sampleGroupEvent(house, owner)),
    body: { title: 'Changed' },
  }),
  'groupEvents.patch': async (house, owner) => ({
    ...(await sampleGroupEvent(house, owner)),
    body: { title: 'Changed' },
  }),
  'groupEvents.remove': sampleGroupEvent,
  'groupEvents.rsvp': async (house, owner) => ({
    ...(await sampleGroupEvent(house, await makeStudent(house, owner))),
    body: { status: 'attending' },
  }),
  'groupEvents.attendees': async (house, owner) => {
    const { params } = await sampleGroupEvent(house, owner)
    const ask = { params: { id: params?.eid ?? '' }, body: { status: 'attending' } }
    await as(house, await makeStudent(house, owner))(events.rsvp, ask)
    return { params: params ?? {} }
  },
  'groupEvents.report': async (house, owner) => {
    const { member, group } = await sampleGroupOfMember(house, owner)
    const { id } = await makeGroupEvent(house, member, group)
    return { params: { gid: group.id, id }, body: { reason: 'spam' } }
  },
  'comments.like': sampleComment,
  'comments.unlike': sampleComment,
}
