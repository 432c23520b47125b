// A valid call of every route that takes an id, for tests that iterate over all routes.
import { randomUUID } from 'node:crypto'
import { events } from '../features/events/contract.ts'
import { friends } from '../features/friends/contract.ts'
import { groupAssignments, groups } from '../features/groups/contract.ts'
import { moderate } from '../features/moderation/server/actions.ts'
import { notifications } from '../features/notifications/contract.ts'
import { session } from '../features/session/contract.ts'
import { createSession } from '../shared/server/auth/session.ts'
import type { App } from '../shared/server/services.ts'
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

export type SampleRequest = { readonly params?: Record<string, string>; readonly body?: Record<string, unknown> }
export type Sample = (app: App, owner: TestUser) => Promise<SampleRequest>

const samplePost: Sample = async (app, owner) => ({ params: { id: (await makePost(app, owner)).id } })
const sampleComment: Sample = async (app, owner) => ({
  params: { id: (await makeComment(app, owner, await makePost(app, owner))).id },
})

const sampleListing: Sample = async (app, owner) => ({ params: { id: (await makeListing(app, owner)).id } })
const sampleAssignment: Sample = async (app, owner) => ({ params: { id: (await makeAssignment(app, owner)).id } })
export const sampleAnswer = async (app: App, owner: TestUser) => {
  const assignment = await makeAssignment(app, owner)
  return { assignment, answer: await makeAnswer(app, await makeStudent(app, owner), assignment) }
}
const sampleConfession: Sample = async (app, owner) => ({ params: { id: (await makeConfession(app, owner)).id } })
const sampleEvent: Sample = async (app, owner) => ({ params: { id: (await makeEvent(app, owner)).id } })
const sampleAd: Sample = async (app, { schoolId }) => ({
  params: { id: (await makeAd(app, { school: schoolId })).id },
})
const makeStudent = (app: App, { schoolId }: TestUser) =>
  makeUser(app, { school: { id: schoolId, domain: `${schoolId}.example` } })
const samplePostOfSchoolmate: Sample = async (app, owner) => ({
  params: { id: (await makePost(app, await makeStudent(app, owner))).id },
  body: { reason: 'spam' },
})
const sampleReport = async (app: App, owner: TestUser) => {
  const author = await makeStudent(app, owner)
  const post = await makePost(app, author)
  return { ...(await makeReport(app, await makeStudent(app, owner), post)), author }
}
const sampleWarning = (app: App, student: TestUser) =>
  moderate(app.db, { id: null, name: 'Dean' }, student, { type: 'warn', reason: 'A word' })
const sampleSanction: Sample = async (app, owner) => ({
  params: { id: (await makeStudent(app, owner)).id },
  body: { reason: 'A word' },
})
export const sampleConversation: Sample = async (app, owner) => {
  const school = { id: owner.schoolId, domain: `${randomUUID()}.example` }
  const conversation = await makeConversation(app, owner, [await makeUser(app, { school })])
  await makeMessage(app, owner, conversation)
  return { params: { id: conversation.id } }
}
const sampleMessage: Sample = async (app, owner) => {
  const { params } = await sampleConversation(app, owner)
  return { params: { id: (await makeMessage(app, owner, { id: params?.id ?? '' })).id } }
}

export const makeSchoolmate = (app: App, { schoolId: id }: TestUser) =>
  makeUser(app, { school: { id, domain: 'company.example' } })
const sampleUser: Sample = async (app, owner) => ({ params: { id: (await makeSchoolmate(app, owner)).id } })
const sampleFriend: Sample = async (app, owner) => {
  const friend = await makeSchoolmate(app, owner)
  await makeFriends(app, owner, friend)
  return { params: { id: friend.id } }
}
export const sampleFriendRequest: Sample = async (app, owner) => {
  const { body } = await as(app, await makeSchoolmate(app, owner))(friends.request, { params: { id: owner.id } })
  return { params: { id: body.data.id } }
}

const sampleProfessor: Sample = async (app, owner) => ({ params: { id: (await makeProfessor(app, owner)).id } })
const sampleRatingOfSchoolmate: Sample = async (app, owner) => {
  const student = await makeStudent(app, owner)
  // Signed: a report of a sealed rating could not be unsealed after the canary has overwritten the rating.
  const rating = await makeRating(app, student, await makeProfessor(app, student), { anonymous: false })
  return { params: { id: rating.id } }
}
const sampleGroup: Sample = async (app, owner) => ({ params: { id: (await makeGroup(app, owner)).id } })
const sampleGroupOfSchoolmate: Sample = async (app, owner) => sampleGroup(app, await makeStudent(app, owner))
const sampleGroupParams: Sample = async (app, owner) => ({ params: { gid: (await makeGroup(app, owner)).id } })
const sampleMember: Sample = async (app, owner) => {
  const member = await makeStudent(app, owner)
  return { params: { id: (await makeGroup(app, owner, { members: [member] })).id, uid: member.id } }
}
const sampleGroupPost: Sample = async (app, owner) => {
  const group = await makeGroup(app, owner)
  return { params: { gid: group.id, pid: (await makeGroupPost(app, owner, group)).id } }
}
const sampleGroupComment: Sample = async (app, owner) => {
  const post = await makeGroupPost(app, owner, await makeGroup(app, owner))
  return { params: { gid: post.group_id, pid: post.id, cid: (await makeGroupComment(app, owner, post)).id } }
}
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
const sampleGroupOfMember = async (app: App, owner: TestUser) => {
  const member = await makeStudent(app, owner)
  return { member, group: await makeGroup(app, member) }
}
const sampleGroupReport =
  (type: 'text' | 'resource'): Sample =>
  async (app, owner) => {
    const { member, group } = await sampleGroupOfMember(app, owner)
    const post = await makeGroupPost(app, member, group, { type })
    return { params: { gid: group.id, id: post.id }, body: { reason: 'spam' } }
  }
const sampleJoinRequest = async (app: App, owner: TestUser) => {
  const group = await makeGroup(app, owner, { type: 'private' })
  return { id: group.id, rid: await makeJoinRequest(app, await makeStudent(app, owner), group), action: 'approve' }
}

/** For every route that takes an id: a new call that its owner may make, with items of the owner's school. */
export const samples: Readonly<Record<string, Sample>> = {
  'notifications.read': async (app, owner) => {
    const happening = { schoolId: owner.schoolId, kind: 'like', link: `/${randomUUID()}`, sentence: 'x' } as const
    await app.notifications.notify(app.db, happening, [owner.id])
    const { body } = await as(app, owner)(notifications.list)
    return { params: { id: body.data[0]?.id ?? '' } }
  },
  // Used by a post already, so that every upload of the canary's school is attached.
  'media.file': async (app, owner) => {
    const media = [await makeUpload(app, owner)]
    await makePost(app, owner, { media })
    return { params: { file: media[0]?.url.split('/').at(-1) ?? '' } }
  },
  'session.signOutDevice': async (app, owner) => {
    await createSession(app.db, owner, { userAgent: 'another', ip: undefined })
    const { body } = await as(app, owner)(session.devices)
    return { params: { id: body.data.find(({ is_current }) => !is_current)?.id ?? '' } }
  },
  'profiles.stats': sampleUser,
  'friends.show': sampleUser,
  'friends.ofUser': async (app, owner) => {
    const friend = await sampleFriend(app, owner)
    await makeFriends(app, { ...owner, id: friend.params?.id ?? '' }, await makeSchoolmate(app, owner))
    return friend
  },
  'friends.request': sampleUser,
  'friends.cancel': async (app, owner) => {
    const { body } = await as(app, owner)(friends.request, {
      params: { id: (await makeSchoolmate(app, owner)).id },
    })
    return { params: { id: body.data.id } }
  },
  'friends.accept': sampleFriendRequest,
  'friends.decline': sampleFriendRequest,
  'friends.remove': sampleFriend,
  'friends.block': sampleUser,
  'friends.unblock': async (app, owner) => {
    const blocked = await makeSchoolmate(app, owner)
    await makeBlock(app, owner, blocked)
    return { params: { id: blocked.id } }
  },
  'posts.ofUser': async (_house, owner) => ({ params: { id: owner.id } }),
  'posts.show': samplePost,
  'posts.create': async (app, owner) => ({
    body: { content: 'Hello, @Test Person', mentions: [(await makeSchoolmate(app, owner)).id] },
  }),
  'posts.update': async (app, owner) => ({ ...(await samplePost(app, owner)), body: { content: 'Changed' } }),
  'posts.remove': samplePost,
  'posts.like': samplePost,
  'posts.unlike': samplePost,
  'comments.list': async (app, owner) => {
    const post = await makePost(app, owner)
    await makeComment(app, owner, post)
    return { params: { id: post.id } }
  },
  'comments.create': async (app, owner) => {
    const post = await makePost(app, owner)
    const parent = await makeComment(app, owner, post)
    const mentions = [(await makeSchoolmate(app, owner)).id]
    return { body: { post_id: post.id, parent_id: parent.id, content: 'A reply to @Test Person', mentions } }
  },
  'marketplace.show': sampleListing,
  'marketplace.remove': sampleListing,
  'marketplace.favorite': sampleListing,
  'marketplace.interest': async (app, owner) => ({
    ...(await sampleListing(app, await makeSchoolmate(app, owner))),
    body: { message: 'Is it still there?' },
  }),
  'professors.show': sampleProfessor,
  'professors.report': async (app, owner) => ({
    ...(await sampleProfessor(app, await makeStudent(app, owner))),
    body: { reason: 'spam' },
  }),
  'professors.courses': async (app, owner) => ({
    params: { id: (await makeProfessor(app, owner, { courses_taught: '["CS101 - Algorithms"]' })).id },
  }),
  'ratings.list': async (app, owner) => {
    const professor = await makeProfessor(app, owner)
    await makeRating(app, owner, professor)
    return { params: { id: professor.id } }
  },
  'ratings.create': async (app, owner) => {
    const { id } = await makeProfessor(app, owner, { courses_taught: '["CS101 - Algorithms"]' })
    const course = await app.db.selectFrom('professor_courses').where('professor_id', '=', id).select('id').execute()
    return { params: { id }, body: { ...sampleRating, course_id: course[0]?.id } }
  },
  'ratings.remove': async (app, owner) => ({
    params: { id: (await makeRating(app, owner, await makeProfessor(app, owner))).id },
  }),
  'ratings.vote': async (app, owner) => ({
    ...(await sampleRatingOfSchoolmate(app, owner)),
    body: { is_helpful: true },
  }),
  'ratings.report': async (app, owner) => ({
    ...(await sampleRatingOfSchoolmate(app, owner)),
    body: { reason: 'spam' },
  }),
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
  'assignments.show': sampleAssignment,
  'assignments.update': async (app, owner) => ({
    ...(await sampleAssignment(app, owner)),
    body: { title: 'Limits', description: 'Which one?', subject: 'Mathematics' },
  }),
  'assignments.remove': sampleAssignment,
  'assignments.complete': sampleAssignment,
  'assignments.incomplete': sampleAssignment,
  'assignments.report': async (app, owner) => ({
    ...(await sampleAssignment(app, await makeStudent(app, owner))),
    body: { reason: 'spam' },
  }),
  'answers.list': async (app, owner) => ({ params: { id: (await sampleAnswer(app, owner)).assignment.id } }),
  'answers.create': async (app, owner) => ({
    ...(await sampleAssignment(app, owner)),
    body: { content: 'It does, by comparison.' },
  }),
  'answers.best': async (app, owner) => {
    const { assignment, answer } = await sampleAnswer(app, owner)
    return { params: { id: assignment.id, aid: answer.id } }
  },
  'answers.helpful': async (app, owner) => ({ params: { id: (await sampleAnswer(app, owner)).answer.id } }),
  'answers.report': async (app, owner) => ({
    params: { id: (await sampleAnswer(app, owner)).answer.id },
    body: { reason: 'spam' },
  }),
  'confessions.remove': sampleConfession,
  'confessions.like': sampleConfession,
  'confessions.report': async (app, owner) => ({
    ...(await sampleConfession(app, owner)),
    body: { reason: 'spam' },
  }),
  'marketplace.report': async (app, owner) => ({
    ...(await sampleListing(app, await makeStudent(app, owner))),
    body: { reason: 'spam' },
  }),
  'posts.report': samplePostOfSchoolmate,
  'comments.report': async (app, owner) => {
    const writer = await makeStudent(app, owner)
    const comment = await makeComment(app, writer, await makePost(app, writer))
    return { params: { id: comment.id }, body: { reason: 'spam' } }
  },
  'reports.reportUser': async (app, owner) => ({
    params: { id: (await makeStudent(app, owner)).id },
    body: { reason: 'spam' },
  }),
  'reports.settle': async (app, owner) => ({
    params: { id: (await sampleReport(app, owner)).id },
    body: { status: 'resolved' },
  }),
  'reports.settleMany': async (app, owner) => ({
    body: { reportIds: [(await sampleReport(app, owner)).id], status: 'dismissed' },
  }),
  'moderation.act': async (app, owner) => {
    const { id, author } = await sampleReport(app, owner)
    return { body: { type: 'warn', reason: 'A word', userId: author.id, reportId: id } }
  },
  'moderation.markShown': async (app, owner) => ({ body: { notificationIds: [await sampleWarning(app, owner)] } }),
  'moderation.warn': sampleSanction,
  'moderation.suspend': async (app, owner) => {
    const ask = await sampleSanction(app, owner)
    return { ...ask, body: { ...ask.body, duration: 3 } }
  },
  'moderation.ban': sampleSanction,
  'moderation.reverse': async (app, owner) => {
    const moderationId = await sampleWarning(app, await makeStudent(app, owner))
    return { body: { moderationId, reason: 'A mistake' } }
  },
  'moderation.activities': async (app, owner) => {
    const student = await makeStudent(app, owner)
    await sampleWarning(app, student)
    return { params: { id: student.id } }
  },
  'ads.impression': sampleAd,
  'ads.click': sampleAd,
  'ads.update': async (app, owner) => ({
    ...(await sampleAd(app, owner)),
    body: { title: 'Coffee', target_school_id: owner.schoolId },
  }),
  'ads.patch': async (app, owner) => ({
    ...(await sampleAd(app, owner)),
    body: { is_active: false, target_school_id: owner.schoolId },
  }),
  'ads.remove': sampleAd,
  'ads.analytics': sampleAd,
  'ads.create': async (_house, { schoolId }) => ({
    body: { title: 'Tea', description: 'Hot', target_url: '#', target_school_id: schoolId },
  }),
  'content.remove': samplePost,
  'content.removeMany': async (app, owner) => ({ body: { contentIds: [(await makePost(app, owner)).id] } }),
  'content.removeManyByPost': async (app, owner) => ({ body: { contentIds: [(await makePost(app, owner)).id] } }),
  'content.reveal': async (app, owner) => {
    const post = await makePost(app, owner, { anonymous: true })
    return {
      params: { id: post.id },
      body: { type: 'post', category: 'danger', reason: 'A threat to someone’s life' },
    }
  },
  'conversations.create': async (app, owner) => {
    const school = { id: owner.schoolId, domain: `${randomUUID()}.example` }
    const [user, otherUser] = [await makeUser(app, { school }), await makeUser(app, { school })]
    return { body: { participants: user.id, participant_id: otherUser.id } }
  },
  'conversations.show': sampleConversation,
  'conversations.remove': sampleConversation,
  'conversations.clear': sampleConversation,
  'conversations.leave': async (app, owner) => {
    const others = [await makeStudent(app, owner), await makeStudent(app, owner)]
    return { params: { id: (await makeConversation(app, owner, others)).id } }
  },
  'conversations.read': sampleConversation,
  'conversations.mute': async (app, owner) => ({
    ...(await sampleConversation(app, owner)),
    body: { muted: true },
  }),
  'conversations.typing': sampleConversation,
  'messages.list': sampleConversation,
  'messages.send': async (app, owner) => ({
    ...(await sampleConversation(app, owner)),
    body: { content: 'Hello' },
  }),
  'messages.read': async (app, owner) => {
    const { params } = await sampleConversation(app, owner)
    const { id: mid } = await makeMessage(app, owner, { id: params?.id ?? '' })
    return { params: { id: params?.id ?? '', mid } }
  },
  'messages.update': async (app, owner) => ({ ...(await sampleMessage(app, owner)), body: { content: 'Changed' } }),
  'messages.remove': sampleMessage,
  'messages.report': async (app, owner) => {
    const sender = await makeStudent(app, owner)
    const conversation = await makeConversation(app, sender, [owner])
    const { id } = await makeMessage(app, sender, conversation)
    return { params: { id }, body: { reason: 'spam' } }
  },
  'comments.remove': sampleComment,
  'groups.show': sampleGroup,
  'groups.update': async (app, owner) => ({ ...(await sampleGroup(app, owner)), body: { name: 'Changed' } }),
  'groups.remove': sampleGroup,
  'groups.join': sampleGroupOfSchoolmate,
  'groups.mute': async (app, owner) => ({ ...(await sampleGroup(app, owner)), body: { muted: true } }),
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
  'groupPosts.list': async (app, owner) => {
    const { params } = await sampleGroupPost(app, owner)
    return { params: { gid: params?.gid ?? '' } }
  },
  'groupPosts.create': async (app, owner) => ({
    ...(await sampleGroupParams(app, owner)),
    body: { content: 'Hello, @Test Person', mentions: [(await makeSchoolmate(app, owner)).id] },
  }),
  'groupPosts.show': sampleGroupPost,
  'groupPosts.update': async (app, owner) => ({
    ...(await sampleGroupPost(app, owner)),
    body: { content: 'Changed' },
  }),
  'groupPosts.remove': sampleGroupPost,
  'groupPosts.like': sampleGroupPost,
  'groupPosts.unlike': sampleGroupPost,
  'groupPosts.vote': async (app, owner) => {
    const poll = await makePoll(app, owner, await makeGroup(app, owner))
    return { params: { gid: poll.group_id, pid: poll.id }, body: { option_index: 1 } }
  },
  'groupPosts.comments': async (app, owner) => {
    const { params } = await sampleGroupComment(app, owner)
    return { params: { gid: params?.gid ?? '', pid: params?.pid ?? '' } }
  },
  'groupPosts.comment': async (app, owner) => ({
    ...(await sampleGroupPost(app, owner)),
    body: { content: 'Indeed, @Test Person', mentions: [(await makeSchoolmate(app, owner)).id] },
  }),
  'groupPosts.removeComment': sampleGroupComment,
  'groupPosts.report': async (app, owner) => {
    const { member, group } = await sampleGroupOfMember(app, owner)
    const post = await makeGroupPost(app, member, group)
    return { params: { gid: group.id, pid: post.id }, body: { reason: 'spam' } }
  },
  'groupPosts.reportComment': async (app, owner) => {
    const { member, group } = await sampleGroupOfMember(app, owner)
    const post = await makeGroupPost(app, member, group)
    const { id } = await makeGroupComment(app, member, post)
    return { params: { gid: group.id, pid: post.id, cid: id }, body: { reason: 'spam' } }
  },
  'groupPosts.reportResource': sampleGroupReport('resource'),
  'groupPosts.reportDiscussion': sampleGroupReport('text'),
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
      body: { title: 'A', description: 'B', location: 'C', ...dates },
    }
  },
  'groupEvents.show': sampleGroupEvent,
  'groupEvents.update': async (app, owner) => ({
    ...(await sampleGroupEvent(app, owner)),
    body: { title: 'Changed' },
  }),
  'groupEvents.patch': async (app, owner) => ({
    ...(await sampleGroupEvent(app, owner)),
    body: { title: 'Changed' },
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
  'comments.like': sampleComment,
  'comments.unlike': sampleComment,
}
