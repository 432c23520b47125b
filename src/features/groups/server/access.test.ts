// Access matrix of groups: every route × every role × public and private.

import { expect, test } from 'vitest'
import { api } from '../../../app/contract.ts'
import type { Route } from '../../../shared/contract.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { as, signedOut } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAssignment } from '../../../testing/factories/assignments.ts'
import {
  makeGroup,
  makeGroupComment,
  makeGroupEvent,
  makeGroupPost,
  makeJoinRequest,
  makePoll,
} from '../../../testing/factories/groups.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeBlock, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { groupAssignments } from '../../assignments/contract.ts'
import { groupEvents } from '../../events/contract.ts'
import { groupPosts } from '../../group-posts/contract.ts'
import { moderate } from '../../moderation/server/actions.ts'
import { type GroupType, groups } from '../contract.ts'

const { app, school, foreignSchool } = await campus({ foreign: {} })

const who = ['visitor', 'outsider', 'requester', 'invitee', 'member', 'admin', 'banned', 'foreign admin'] as const
type Who = (typeof who)[number]

/** Creates a group with one item of each type, and one user in each relation to it. */
async function makeScene(type: GroupType, home = school) {
  const person = (name: string) => makeUser(app, { school: home, name })
  const [outsider, requester, invitee, member, admin, banned, other] = await Promise.all(
    ['Outsider', 'Requester', 'Invitee', 'Member', 'Admin', 'Banned', 'Other'].map(person),
  )
  const people = { outsider, requester, invitee, member, admin, banned } as Record<Who, TestUser>
  const [one, two] = [admin, other] as [TestUser, TestUser]
  const group = await makeGroup(app, one, {
    type,
    name: 'The Group',
    description: 'Shown to all',
    tags: ['secret tag'],
    rules: 'secret rules',
    location: 'secret place',
    meeting_schedule: 'secret time',
    max_members: 50,
    members: [people.member, two, people.banned],
  })
  const asks = { params: { id: group.id }, body: { message: 'secret wish' } }
  if (type === 'private') await as(app, people.requester)(groups.join, asks)
  await as(app, one)(groups.invite, { params: { id: group.id }, body: { user_id: people.invitee.id } })
  const dean = { id: null, name: 'Dean' }
  await withTransaction(app.db, (trx) => moderate(trx, dean, people.banned, { type: 'ban', reason: 'Harassment' }))
  const post = await makeGroupPost(app, two, group, { content: 'secret words', type: 'resource' })
  const talk = await makeGroupPost(app, two, group, { content: 'secret talk' })
  const poll = await makePoll(app, two, group)
  const comment = await makeGroupComment(app, two, post, 'secret remark')
  const event = await makeGroupEvent(app, two, group, { title: 'secret event' })
  const question = await makeAssignment(app, two, { title: 'A shared question' })
  await as(app, two)(groupAssignments.share, { params: { gid: group.id }, body: { assignment_id: question.id } })
  await as(app, two)(groups.conversation, { params: { id: group.id } })
  const callers = {
    ...people,
    visitor: signedOut,
    'foreign admin': await makeUser(app, { school: foreignSchool, role: 'admin' }),
  }
  return { group, callers, other: two, admin: one, post, talk, poll, comment, event, question }
}
type Scene = Awaited<ReturnType<typeof makeScene>>

/** The expected status by role. For all routes: 401 signed out, 403 banned, 404 for users of other schools. */
type Verdicts = Record<'outsider' | 'requester' | 'invitee' | 'member' | 'admin', number>
const all = (status: number): Verdicts => ({
  outsider: status,
  requester: status,
  invitee: status,
  member: status,
  admin: status,
})
const members = (status: number, outside = 403): Verdicts => ({ ...all(outside), member: status, admin: status })
const admins = (status: number): Verdicts => ({ ...all(403), admin: status })

type Row = {
  readonly route: Route
  readonly ask: (scene: Scene, by: Who) => Promise<object> | object
  readonly public: Verdicts
  readonly private: Verdicts
  /** A successful call changes the scene for the next callers; they get a new one. */
  readonly spends?: true
}
const ofGroup = ({ group }: Scene) => ({ params: { id: group.id } })
const inGroup = ({ group }: Scene) => ({ params: { gid: group.id } })
const ofPost = ({ group, post }: Scene) => ({ params: { gid: group.id, pid: post.id } })
const ofEvent = ({ group, event }: Scene) => ({ params: { gid: group.id, eid: event.id } })
const spam = { body: { reason: 'spam' } }
const readable = { public: all(200), private: members(200) }
const forMembers = (status: number) => ({ public: members(status), private: members(status) })
const forAdmins = (status: number) => ({ public: admins(status), private: admins(status) })

/** Every route below a group. Each runs on its own scene, so that rows do not affect each other. */
const matrix: Readonly<Record<string, Row>> = {
  'groups.show': { route: groups.show, ask: ofGroup, public: all(200), private: all(200) },
  'groups.update': { route: groups.update, ask: (s) => ({ ...ofGroup(s), body: { name: 'New' } }), ...forAdmins(200) },
  'groups.remove': { spends: true, route: groups.remove, ask: ofGroup, ...forAdmins(200) },
  'groups.join': {
    spends: true,
    route: groups.join,
    ask: (s) => ({ ...ofGroup(s), body: {} }),
    public: { ...all(200), member: 409, admin: 409 },
    private: { ...all(200), requester: 409, member: 409, admin: 409 },
  },
  'groups.leave': {
    spends: true,
    route: groups.leave,
    ask: ofGroup,
    public: { ...all(403), member: 200, admin: 400 },
    private: { ...all(403), requester: 200, member: 200, admin: 400 },
  },
  'groups.members': { route: groups.members, ask: ofGroup, ...readable },
  'groups.changeRole': {
    route: groups.changeRole,
    ask: (s) => ({ params: { id: s.group.id, uid: s.other.id }, body: { role: 'admin' } }),
    ...forAdmins(200),
  },
  'groups.removeMember': {
    spends: true,
    route: groups.removeMember,
    ask: (s) => ({ params: { id: s.group.id, uid: s.other.id } }),
    ...forAdmins(200),
  },
  'groups.invite': {
    route: groups.invite,
    ask: async (s) => ({ ...ofGroup(s), body: { user_ids: [(await makeUser(app, { school })).id] } }),
    public: members(200),
    private: admins(200),
  },
  'groups.joinRequests': { route: groups.joinRequests, ask: ofGroup, ...forAdmins(200) },
  'groups.answerRequest': {
    route: groups.answerRequest,
    ask: async (s) => ({ params: { id: s.group.id, rid: await makePendingRequest(s), action: 'approve' }, body: {} }),
    public: admins(404),
    private: admins(200),
  },
  'groups.answerRequestShort': {
    route: groups.answerRequestShort,
    ask: async (s) => ({ params: { rid: await makePendingRequest(s), action: 'reject' }, body: {} }),
    public: all(404),
    private: { ...all(404), admin: 200 },
  },
  'groups.seen': { route: groups.seen, ask: (s) => ({ ...ofGroup(s), body: { tab: 'events' } }), ...forMembers(200) },
  'groups.mute': { route: groups.mute, ask: (s) => ({ ...ofGroup(s), body: { muted: true } }), ...forMembers(200) },
  'groups.conversation': { route: groups.conversation, ask: ofGroup, ...forMembers(200) },
  'groups.openConversation': { route: groups.openConversation, ask: ofGroup, ...forMembers(200) },
  'groups.report': {
    route: groups.report,
    ask: (s) => ({ ...inGroup(s), ...spam }),
    public: { ...all(201), admin: 403 },
    private: { ...all(201), admin: 403 },
  },
  'groupPosts.list': { route: groupPosts.list, ask: inGroup, ...readable },
  'groupPosts.create': {
    route: groupPosts.create,
    ask: (s) => ({ ...inGroup(s), body: { content: 'Hello' } }),
    ...forMembers(201),
  },
  'groupPosts.show': { route: groupPosts.show, ask: ofPost, ...readable },
  'groupPosts.update': {
    route: groupPosts.update,
    ask: (s) => ({ ...ofPost(s), body: { is_pinned: true } }),
    ...forAdmins(200),
  },
  // Only for its author, who is none of the callers.
  'groupPosts.setNote': {
    route: groupPosts.setNote,
    ask: (s) => ({ ...ofPost(s), body: { note: 'food' } }),
    public: all(403),
    private: all(403),
  },
  'groupPosts.remove': { spends: true, route: groupPosts.remove, ask: ofPost, ...forAdmins(200) },
  'groupPosts.like': { route: groupPosts.like, ask: ofPost, ...readable },
  'groupPosts.unlike': { route: groupPosts.unlike, ask: ofPost, ...readable },
  'groupPosts.vote': {
    route: groupPosts.vote,
    ask: (s) => ({ params: { gid: s.group.id, pid: s.poll.id }, body: { option_index: 1 } }),
    ...forMembers(200),
  },
  'groupPosts.comments': { route: groupPosts.comments, ask: ofPost, ...readable },
  'groupPosts.comment': {
    route: groupPosts.comment,
    ask: (s) => ({ ...ofPost(s), body: { content: 'Indeed' } }),
    public: all(201),
    private: members(201),
  },
  // Only for its author, who is none of the callers.
  'groupPosts.setCommentNote': {
    route: groupPosts.setCommentNote,
    ask: (s) => ({ params: { gid: s.group.id, pid: s.post.id, cid: s.comment.id }, body: { note: 'food' } }),
    public: all(403),
    private: members(403),
  },
  'groupPosts.removeComment': {
    spends: true,
    route: groupPosts.removeComment,
    ask: (s) => ({ params: { gid: s.group.id, pid: s.post.id, cid: s.comment.id } }),
    ...forAdmins(200),
  },
  'groupPosts.report': {
    route: groupPosts.report,
    ask: (s) => ({ ...ofPost(s), ...spam }),
    public: all(201),
    private: members(201),
  },
  'groupPosts.reportComment': {
    route: groupPosts.reportComment,
    ask: (s) => ({ params: { gid: s.group.id, pid: s.post.id, cid: s.comment.id }, ...spam }),
    public: all(201),
    private: members(201),
  },
  'groupPosts.reportResource': {
    route: groupPosts.reportResource,
    ask: (s) => ({ params: { gid: s.group.id, id: s.post.id }, ...spam }),
    public: all(201),
    private: members(201),
  },
  'groupPosts.reportDiscussion': {
    route: groupPosts.reportDiscussion,
    ask: (s) => ({ params: { gid: s.group.id, id: s.talk.id }, ...spam }),
    public: all(201),
    private: members(201),
  },
  'groupEvents.list': { route: groupEvents.list, ask: inGroup, ...readable },
  'groupEvents.create': {
    route: groupEvents.create,
    ask: (s) => ({
      ...inGroup(s),
      body: { title: 'A', description: 'B', location: 'C', start_date: 2_000_000_000, end_date: 2_000_003_600 },
    }),
    ...forMembers(201),
  },
  'groupEvents.show': { route: groupEvents.show, ask: ofEvent, ...readable },
  'groupEvents.update': {
    route: groupEvents.update,
    ask: (s) => ({ ...ofEvent(s), body: { title: 'Changed' } }),
    ...forAdmins(200),
  },
  'groupEvents.patch': {
    route: groupEvents.patch,
    ask: (s) => ({ ...ofEvent(s), body: { title: 'Changed' } }),
    ...forAdmins(200),
  },
  'groupEvents.remove': { spends: true, route: groupEvents.remove, ask: ofEvent, ...forAdmins(200) },
  'groupEvents.rsvp': {
    route: groupEvents.rsvp,
    ask: (s) => ({ ...ofEvent(s), body: { status: 'attending' } }),
    ...readable,
  },
  'groupEvents.attendees': { route: groupEvents.attendees, ask: ofEvent, ...readable },
  'groupEvents.report': {
    route: groupEvents.report,
    ask: (s) => ({ params: { gid: s.group.id, id: s.event.id }, ...spam }),
    public: all(201),
    private: members(201),
  },
  'groupAssignments.list': { route: groupAssignments.list, ask: inGroup, ...readable },
  'groupAssignments.share': {
    route: groupAssignments.share,
    ask: async (s) => ({ ...inGroup(s), body: { assignment_id: (await makeAssignment(app, s.other)).id } }),
    ...forMembers(201),
  },
  'groupAssignments.unshare': {
    spends: true,
    route: groupAssignments.unshare,
    ask: (s) => ({ params: { gid: s.group.id, aid: s.question.id } }),
    ...forAdmins(200),
  },
}

/** Creates a pending request. Public groups have none, so any id serves there. */
async function makePendingRequest({ group }: Scene): Promise<string> {
  const person = await makeUser(app, { school })
  return group.type === 'private' ? makeJoinRequest(app, person, group) : person.id
}

/** Routes that are not about one group. */
const withoutGroup = [
  'groups.list',
  'groups.mine',
  'groups.ofMe',
  'groups.activity',
  'groupPosts.latest',
  'groups.invitations',
  'groups.answerInvitation',
  'groups.create',
]

test('has every route of groups in the matrix', () => {
  const calls = Object.entries({
    groups: api.groups,
    groupPosts: api.groupPosts,
    groupEvents: api.groupEvents,
    groupAssignments: api.groupAssignments,
  }).flatMap(([area, routes]) => Object.keys(routes).map((name) => `${area}.${name}`))
  expect(Object.keys(matrix).sort()).toEqual(calls.filter((name) => !withoutGroup.includes(name)).sort())
})

const rows = Object.entries(matrix).flatMap(([name, row]) =>
  (['public', 'private'] as const).map((type) => ({ name, type, row })),
)

test.each(rows)('allows $name of a $type group only to the expected roles', async ({ type, row }) => {
  const verdicts: Record<Who, number> = { ...row[type], visitor: 401, banned: 403, 'foreign admin': 404 }
  const statuses: Partial<Record<Who, number>> = {}
  let scene = await makeScene(type)
  for (const by of who) {
    const { status, body } = await as(app, scene.callers[by])(row.route, (await row.ask(scene, by)) as never)
    statuses[by] = status
    if (status === 403 && by !== 'banned') expect(body).not.toHaveProperty('isBlocked')
    if (type === 'private' && status === 403 && ['outsider', 'invitee'].includes(by) && row.route !== groups.leave)
      expect((body as { error: string }).error).toBe('You do not have access to this group')
    if (row.spends && status < 300) scene = await makeScene(type)
  }
  expect(statuses).toEqual(verdicts)
})

/** The fields of a private group that users outside of it may see, besides their own state. */
const outside = ['id', 'name', 'description', 'type', 'category', 'avatar_url', 'members_count', 'creator']
const ownState = ['is_member', 'join_request', 'is_invited', 'can']
const empty = [null, 0, false]

test('shows users outside of a private group only its public fields', async () => {
  const { group, callers, post, event } = await makeScene('private', await makeSchool(app))
  const grown = { limit: 200, search: 'secret' }
  for (const by of ['outsider', 'requester', 'invitee'] as const) {
    const call = as(app, callers[by])
    const shown = (await call(groups.show, { params: { id: group.id } })).body.data
    const visible = Object.entries(shown).filter(
      ([, value]) => !empty.includes(value as never) && !(Array.isArray(value) && value.length === 0),
    )
    for (const [field] of visible) expect([...outside, ...ownState]).toContain(field)
    expect(shown.creator).toEqual({ id: null, name: 'Members only', avatar_url: null, avatar: null })
    const listed = (await call(groups.list, { query: { limit: 200 } })).body.data.find(({ id }) => id === group.id)
    expect(listed?.creator, 'same creator in the list').toEqual(shown.creator)
    expect(shown.can).toMatchObject({ see: false, post: false, manage: false, invite: false })
    const lists = [
      await call(groups.list, { query: { limit: 200 } }),
      await call(groups.list, { query: grown }),
      await call(groups.invitations),
      await call(api.events.list, { query: { limit: 200 } }),
      await call(api.events.list, { query: { ...grown, filter: 'group-events' } }),
      await call(api.events.upcoming),
      await call(api.posts.feed, { query: grown }),
      await call(api.posts.activity),
    ]
    for (const { status, body } of lists) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain('secret')
    }
    for (const route of [api.events.show, api.events.attendees, api.events.ics])
      expect((await call(route, { params: { id: event.id } })).status).toBe(404)
    for (const route of [api.posts.show, api.comments.list, api.posts.like, api.posts.report])
      expect((await call(route, { params: { id: post.id }, body: { reason: 'spam' } } as never)).status).toBe(404)
    const reply = { body: { post_id: post.id, content: 'Hello' } }
    expect((await call(api.comments.create, reply)).status).toBe(404)
  }
  const inside = await as(app, callers.member)(groups.show, { params: { id: group.id } })
  expect(JSON.stringify(inside.body)).toContain('secret rules')
  expect(inside.body.data.creator.id).toEqual(expect.any(String))
  expect(inside.body.data.conversation_id).toEqual(expect.any(String))
})

test('serves images of a private group to its members only', async () => {
  const { group, callers, other, admin } = await makeScene('private')
  const [shown, hidden] = [
    await makeUpload(app, other, { type: 'group_post' }),
    await makeUpload(app, other, { type: 'group_post' }),
  ]
  await makeGroupPost(app, other, group, { images: [shown.url] })
  await makeGroupPost(app, other, group, { images: [hidden.url], visibility: 'admins_only' })
  const fetched = async (by: { cookie: string }, { url }: { url: string }) =>
    (await as(app, by)(api.media.file, { params: { file: url.split('/').at(-1) ?? '' } })).status
  expect(await fetched(callers.member, shown)).toBe(200)
  for (const by of ['outsider', 'requester', 'invitee', 'foreign admin'] as const)
    expect(await fetched(callers[by], shown), by).toBe(404)
  expect(await fetched(callers.member, hidden)).toBe(404)
  expect(await fetched(admin, hidden)).toBe(200)
  await as(app, admin)(groups.removeMember, { params: { id: group.id, uid: callers.member.id } })
  expect(await fetched(callers.member, shown)).toBe(404)
})

test('shows a post to the group, to its members, or to its admins and the author, by visibility', async () => {
  const { group, callers, other, admin } = await makeScene('public')
  const posts = {
    group: await makeGroupPost(app, other, group),
    members_only: await makeGroupPost(app, other, group, { visibility: 'members_only' }),
    admins_only: await makeGroupPost(app, other, group, { visibility: 'admins_only' }),
  }
  const sees = async (person: { cookie: string }) => {
    const { body } = await as(app, person)(groupPosts.list, { params: { gid: group.id }, query: { limit: 200 } })
    const ids = body.data.map(({ id }) => id)
    const found = Object.entries(posts).filter(([, { id }]) => ids.includes(id))
    for (const [visibility, { id }] of Object.entries(posts)) {
      const { status } = await as(app, person)(groupPosts.show, { params: { gid: group.id, pid: id } })
      expect(status).toBe(found.some(([name]) => name === visibility) ? 200 : 404)
    }
    return found.map(([name]) => name)
  }
  expect(await sees(callers.outsider)).toEqual(['group'])
  expect(await sees(callers.member)).toEqual(['group', 'members_only'])
  for (const person of [admin, other]) expect(await sees(person)).toEqual(['group', 'members_only', 'admins_only'])
})

test('hides users from each other in a group after a block', async () => {
  const { group, callers, other, post, comment } = await makeScene('public')
  await makeBlock(app, other, callers.member)
  const call = as(app, callers.member)
  const params = { gid: group.id, pid: post.id }
  expect((await call(groupPosts.show, { params })).status).toBe(404)
  expect((await call(groupPosts.removeComment, { params: { ...params, cid: comment.id } })).status).toBe(404)
  const seen = await call(groups.members, { params: { id: group.id }, query: { limit: 200 } })
  expect(seen.body.data.map(({ user_id }) => user_id)).not.toContain(other.id)
  const invite = { params: { id: group.id }, body: { user_ids: [other.id] } }
  expect((await call(groups.invite, invite)).status).toBe(404)
})
