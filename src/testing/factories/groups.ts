import { groupEvents } from '../../features/events/contract.ts'
import { type GroupPost, groupPosts } from '../../features/group-posts/contract.ts'
import { type Group, groups } from '../../features/groups/contract.ts'
import type { RequestInput } from '../../shared/contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import type { TestUser } from './users.ts'

type Input = Partial<RequestInput<typeof groups.create>['body']>

/** Creates a group over HTTP. `members` join by invitation, whatever the type of the group. */
export async function makeGroup(
  app: App,
  founder: TestUser,
  { members = [], ...values }: Input & { members?: readonly TestUser[] } = {},
): Promise<Group> {
  const { status, body } = await as(app, founder)(groups.create, { body: { name: 'Chess Club', ...values } })
  if (status !== 201) throw new Error(`${founder.name} could not found a group: ${status} ${body.error}`)
  for (const member of members) await makeMember(app, founder, body.data, member)
  return body.data
}

export async function makeMember(
  app: App,
  admin: TestUser,
  { id }: { readonly id: string },
  person: TestUser,
): Promise<void> {
  await as(app, admin)(groups.invite, { params: { id }, body: { user_ids: [person.id] } })
  const { status, body } = await as(app, person)(groups.join, { params: { id }, body: {} })
  if (status !== 200 || body.data.status !== 'member')
    throw new Error(`${person.name} could not come in: ${status} ${body.error}`)
}

export async function makeGroupPost(
  app: App,
  author: TestUser,
  group: { readonly id: string },
  values: Partial<RequestInput<typeof groupPosts.create>['body']> = {},
): Promise<GroupPost> {
  const ask = { params: { gid: group.id }, body: { content: 'Good evening', ...values } }
  const { status, body } = await as(app, author)(groupPosts.create, ask)
  if (status !== 201) throw new Error(`${author.name} could not post: ${status} ${body.error}`)
  return body.data
}

/** A poll with two options. */
export const makePoll = (app: App, author: TestUser, group: { readonly id: string }, options = ['Tea', 'Coffee']) =>
  makeGroupPost(app, author, group, { type: 'poll', content: 'Which one?', poll_options: options })

export async function makeGroupComment(
  app: App,
  author: TestUser,
  post: { readonly id: string; readonly group_id: string },
  content = 'Well said',
): Promise<{ readonly id: string }> {
  const ask = { params: { gid: post.group_id, pid: post.id }, body: { content } }
  const { status, body } = await as(app, author)(groupPosts.comment, ask)
  if (status !== 201) throw new Error(`${author.name} could not comment: ${status} ${body.error}`)
  return body.data
}

/** Creates an event of a group, tomorrow. */
export async function makeGroupEvent(
  app: App,
  organizer: TestUser,
  group: { readonly id: string },
  values: Partial<RequestInput<typeof groupEvents.create>['body']> = {},
): Promise<{ readonly id: string }> {
  const start_date = Math.floor(Date.now() / 1000) + 24 * 3600
  const dates = { start_date, end_date: start_date + 3600 }
  const body = { title: 'Open evening', description: 'All welcome', location: 'Hall', ...dates, ...values }
  const { status, body: made } = await as(app, organizer)(groupEvents.create, { params: { gid: group.id }, body })
  if (status !== 201) throw new Error(`${organizer.name} could not plan: ${status} ${made.error}`)
  return made.data
}

/** Requests to join a private group, and returns the id of the request. */
export async function makeJoinRequest(
  app: App,
  person: TestUser,
  { id }: { readonly id: string },
  message = 'May I?',
): Promise<string> {
  const { status, body } = await as(app, person)(groups.join, { params: { id }, body: { message } })
  if (status !== 200 || body.data.status !== 'requested') throw new Error(`Not asked: ${status} ${body.error}`)
  const request = await app.db
    .selectFrom('group_join_requests')
    .where('school_id', '=', person.schoolId)
    .where('group_id', '=', id)
    .where('user_id', '=', person.id)
    .select('id')
    .executeTakeFirstOrThrow()
  return request.id
}
