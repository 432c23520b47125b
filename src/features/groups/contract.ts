import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  lenientEnum,
  pageQuery,
  pagination,
  route,
  searchText,
  text,
} from '../../shared/contract.ts'
import { Conversation } from '../messages/conversation-contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'
import { Author } from '../people/contract.ts'

/** Limits that the forms and the server share, in characters; `tags` and `members` are counts. */
export const groupLimits = {
  name: 100,
  description: 5000,
  place: 200,
  tags: 10,
  tag: 50,
  members: 100_000,
  message: 500,
}

export const groupTypes = ['public', 'private'] as const
export type GroupType = (typeof groupTypes)[number]

export const groupCategories = [
  'academic',
  'club',
  'dorm',
  'sports',
  'social',
  'study',
  'hobby',
  'professional',
  'general',
] as const
export type GroupCategory = (typeof groupCategories)[number]

export const roles = ['admin', 'member'] as const
export type GroupRole = (typeof roles)[number]

const whole = `Enter 1 to ${groupLimits.members.toLocaleString('en')} members, or leave blank for no limit`
const picture = z.string().max(500).nullable().optional()
const lines = (max: number) => text({ max, min: 0 }).nullable().optional()
const required = 'Group name is required'

export const Tags = z
  .array(text({ max: groupLimits.tag }))
  .transform((tags) => [...new Set(tags)])
  .refine((tags) => tags.length <= groupLimits.tags, `Add up to ${groupLimits.tags} tags`)
  .meta({ maxItems: groupLimits.tags })

export const GroupInput = z.object({
  name: text({ max: groupLimits.name, required }),
  description: lines(groupLimits.description),
  type: z.enum(groupTypes, { error: 'Choose public or private' }).optional(),
  category: z.enum(groupCategories, { error: 'Choose a category from the list' }).optional(),
  tags: Tags.optional(),
  rules: lines(groupLimits.description),
  location: lines(groupLimits.place),
  meeting_schedule: lines(groupLimits.place),
  /** Null or absent: no limit. */
  max_members: z.int({ error: whole }).min(1, whole).max(groupLimits.members, whole).nullable().optional(),
  /** Uploads made for a group: the viewer's own, or the present ones of the group. */
  avatar_url: picture,
  banner_url: picture,
})

/** The fields of a private group that users outside of it see; the other fields are null or empty for them. */
const outside = {
  id: z.guid(),
  name: z.string(),
  description: z.string(),
  type: z.enum(groupTypes),
  category: z.enum(groupCategories),
  avatar_url: z.string().nullable(),
  members_count: z.int(),
}

/** Tabs of a group that count what is new. */
export const groupNewsTabs = ['events', 'assignments'] as const

const GroupNews = z.object({ events: z.int(), assignments: z.int() })
export type GroupNews = z.infer<typeof GroupNews>

export const Group = z.object({
  ...outside,
  tags: z.array(z.string()),
  rules: z.string().nullable(),
  location: z.string().nullable(),
  meeting_schedule: z.string().nullable(),
  max_members: z.int().nullable(),
  banner_url: z.string().nullable(),
  is_member: z.boolean(),
  user_role: z.enum(roles).nullable(),
  /** Set by the viewer: no notifications of announcements, likes and comments in the group. */
  muted: z.boolean(),
  /** For members only, once the group has a conversation. */
  conversation_id: z.guid().nullable(),
  /** Without an id if the account is deleted, a block exists, or a private group is seen from outside. */
  creator: Author,
  created_at: z.int().nullable(),
  /** By the number of posts in the last 30 days: under 5, 5 to 19, 20 or more. */
  activity_level: z.enum(['low', 'medium', 'high']).nullable(),
  /** The viewer's own request while it is pending or after it was declined. */
  join_request: z.object({ status: z.enum(['pending', 'rejected']), answer: z.string() }).nullable(),
  is_invited: z.boolean(),
  /** For members, in the reply of one group: what others have added since the viewer last opened these lists. */
  news: GroupNews.optional(),
  /** Number of pending join requests; for group admins only. */
  requests_count: z.int(),
  can: z.object({
    see: z.boolean(),
    join: z.boolean(),
    leave: z.boolean(),
    post: z.boolean(),
    invite: z.boolean(),
    manage: z.boolean(),
    report: z.boolean(),
  }),
})
export type Group = z.infer<typeof Group>

const UserSummary = z.object({ id: z.guid(), name: z.string(), avatar_url: z.string().nullable() })

export const GroupMember = z.object({
  id: z.guid(),
  user_id: z.guid(),
  role: z.enum(roles),
  joined_at: z.int(),
  user: UserSummary,
})
export type GroupMember = z.infer<typeof GroupMember>

const JoinRequest = z.object({
  id: z.guid(),
  user: UserSummary,
  message: z.string(),
  status: z.literal('pending'),
  created_at: z.int(),
})
export type JoinRequest = z.infer<typeof JoinRequest>

const Invitation = z.object({
  id: z.guid(),
  group: z.object({
    id: z.guid(),
    name: z.string(),
    avatar_url: z.string().nullable(),
    type: z.enum(groupTypes),
    members_count: z.int(),
  }),
  inviter: UserSummary,
  message: z.string(),
  created_at: z.int(),
})
export type Invitation = z.infer<typeof Invitation>

const counted = pagination.extend({ total: z.int() })
const maybe = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values).optional().catch(undefined)
const message = text({
  max: groupLimits.message,
  min: 0,
  long: `Keep your message within ${groupLimits.message.toLocaleString('en')} characters`,
}).nullish()
const ofMember = z.object({ id: z.guid(), uid: z.guid() })
const action = z.string().max(20)

/** The latest post or message of a group that the viewer is a member of. */
const GroupActivity = z.object({
  group_id: z.guid(),
  author_name: z.string(),
  text: z.string(),
  created_at: z.int(),
  /** Unread messages of the group chat. */
  unread: z.int(),
})
export type GroupActivity = z.infer<typeof GroupActivity>

const mine = {
  query: z.object({ ...pageQuery(50), search: searchText }),
  reply: envelope(z.array(Group)).extend({ pagination: counted }),
}
const opened = envelope(Conversation).extend({ conversation_id: z.guid() })

export const groups = {
  /** Sorted by size, then newest first. */
  list: route({
    method: 'GET',
    path: '/api/groups',
    query: z.object({
      ...pageQuery(50),
      category: maybe(groupCategories),
      type: maybe(groupTypes),
      search: searchText,
      /** Leaves out the groups that the viewer is a member of. */
      suggested: lenientEnum(['false', 'true']),
    }),
    reply: envelope(z.array(Group)).extend({ pagination }),
  }),
  /** The groups that the viewer is a member of, by name. */
  mine: route({ method: 'GET', path: '/api/groups/my-groups', ...mine }),
  ofMe: route({ method: 'GET', path: '/api/groups/user/me', ...mine }),
  /** Per group of the viewer, the latest activity first. Groups without any are left out. */
  activity: route({ method: 'GET', path: '/api/groups/activity', reply: envelope(z.array(GroupActivity)) }),
  invitations: route({ method: 'GET', path: '/api/groups/invitations', reply: envelope(z.array(Invitation)) }),
  /** `action`: accept or decline; aliases: approve and reject. */
  answerInvitation: route({
    method: 'POST',
    path: '/api/groups/invitations/:id/:action',
    params: idParams.extend({ action }),
    reply: emptyEnvelope,
  }),
  create: route({ method: 'POST', path: '/api/groups', status: 201, body: GroupInput, reply: envelope(Group) }),
  show: route({ method: 'GET', path: '/api/groups/:id', params: idParams, reply: envelope(Group) }),
  update: route({
    method: 'PUT',
    path: '/api/groups/:id',
    params: idParams,
    body: GroupInput.partial(),
    reply: envelope(Group),
  }),
  remove: route({ method: 'DELETE', path: '/api/groups/:id', params: idParams, reply: emptyEnvelope }),
  /** Joins a public group immediately; requests to join a private one. */
  join: route({
    method: 'POST',
    path: '/api/groups/:id/join',
    params: idParams,
    body: z.object({ message }),
    reply: envelope(z.object({ status: z.enum(['member', 'requested']), members_count: z.int() })),
  }),
  /** Also withdraws a pending join request. */
  leave: route({ method: 'POST', path: '/api/groups/:id/leave', params: idParams, reply: emptyEnvelope }),
  /** Mutes the group and its chat; for members only. */
  mute: route({
    method: 'PUT',
    path: '/api/groups/:id/mute',
    params: idParams,
    body: z.object({ muted: z.boolean() }),
    reply: emptyEnvelope,
  }),
  /** The viewer, a member, has opened the events or the shared questions. */
  seen: route({
    method: 'PUT',
    path: '/api/groups/:id/seen',
    params: idParams,
    body: z.object({ tab: z.enum(groupNewsTabs) }),
    reply: emptyEnvelope,
  }),
  /** Admins first, then by the time of joining. */
  members: route({
    method: 'GET',
    path: '/api/groups/:id/members',
    params: idParams,
    query: z.object({ ...pageQuery(20), search: searchText }),
    reply: envelope(z.array(GroupMember)).extend({ pagination }),
  }),
  changeRole: route({
    method: 'PUT',
    path: '/api/groups/:id/members/:uid',
    params: ofMember,
    body: z.object({ role: z.enum(roles, { error: "Role must be 'admin' or 'member'" }) }),
    reply: emptyEnvelope,
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/api/groups/:id/members/:uid',
    params: ofMember,
    reply: emptyEnvelope,
  }),
  invite: route({
    method: 'POST',
    path: '/api/groups/:id/invite',
    params: idParams,
    body: z.object({
      user_ids: z.array(z.guid()).max(50, 'You can invite up to 50 people at a time').optional(),
      user_id: z.guid().optional(),
      message,
    }),
    reply: envelope(z.object({ invited: z.int() })),
  }),
  joinRequests: route({
    method: 'GET',
    path: '/api/groups/:id/join-requests',
    params: idParams,
    query: z.object(pageQuery(50)),
    reply: envelope(z.array(JoinRequest)).extend({ pagination }),
  }),
  /** `action`: approve or reject; aliases: accept and decline. `message` is sent to the user with the answer. */
  answerRequest: route({
    method: 'POST',
    path: '/api/groups/:id/join-requests/:rid/:action',
    params: idParams.extend({ rid: z.guid(), action }),
    body: z.object({ message }),
    reply: emptyEnvelope,
  }),
  answerRequestShort: route({
    method: 'POST',
    path: '/api/groups/join-requests/:rid/:action',
    params: z.object({ rid: z.guid(), action }),
    body: z.object({ message }),
    reply: emptyEnvelope,
  }),
  /** The group's only conversation; created if there is none yet. */
  conversation: route({ method: 'GET', path: '/api/groups/:id/conversation', params: idParams, reply: opened }),
  openConversation: route({ method: 'POST', path: '/api/groups/:id/conversation', params: idParams, reply: opened }),
  report: reportRoute('/api/groups/:gid/report', z.object({ gid: z.guid() })),
}
