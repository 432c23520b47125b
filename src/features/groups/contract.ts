import { z } from 'zod'
import {
  cursorPagination,
  cursorQuery,
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
import { Assignment } from '../assignments/contract.ts'
import { Event, EventInput, events } from '../events/contract.ts'
import { Media } from '../media/contract.ts'
import { Conversation } from '../messages/contract.ts'
import { reportRoute } from '../moderation/contract.ts'
import { Author } from '../people/contract.ts'
import { Mentions, mentions } from '../posts/contract.ts'

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

/** Limits that the composer and the server share. A post card shows six images and counts the others. */
export const groupPostLimits = { characters: 5000, files: 10, comment: 2000, option: 200, options: 6 }

export const postTypes = ['text', 'image', 'poll', 'announcement', 'event', 'resource'] as const
export type GroupPostType = (typeof postTypes)[number]

export const visibilities = ['group', 'members_only', 'admins_only'] as const
export type Visibility = (typeof visibilities)[number]

const short = 'Poll must have at least 2 options'
const Option = z.union([
  text({ max: groupPostLimits.option, min: 0 }),
  z.object({ text: text({ max: groupPostLimits.option, min: 0 }) }).transform((option) => option.text),
])

const changeable = {
  content: text({
    max: groupPostLimits.characters,
    required: 'Post content is required',
    long: `Post cannot exceed ${groupPostLimits.characters} characters`,
  }),
  images: z
    .array(z.string().max(500))
    .max(groupPostLimits.files, `Maximum ${groupPostLimits.files} files allowed`)
    .optional(),
  tags: Tags.optional(),
  visibility: z.enum(visibilities, { error: 'Choose who can see this post' }).optional(),
  is_announcement: z.boolean().optional(),
  is_pinned: z.boolean().optional(),
}

export const GroupPostInput = z
  .object({
    ...changeable,
    mentions,
    type: z.enum(postTypes, { error: 'Choose a post type from the list' }).optional(),
    /** For a poll: texts, or objects with a text; empty ones are dropped. */
    poll_options: z
      .array(Option)
      .max(50)
      .transform((options) => options.filter((option) => option !== ''))
      .refine((options) => options.length <= groupPostLimits.options, 'A poll can have up to 6 options')
      .optional(),
  })
  .refine(({ type, poll_options }) => type !== 'poll' || (poll_options?.length ?? 0) >= 2, {
    error: short,
    path: ['poll_options'],
  })

const PollOption = z.object({ text: z.string(), votes: z.int() })

export const GroupPost = z.object({
  id: z.guid(),
  group_id: z.guid(),
  author_id: z.guid(),
  author: Author,
  type: z.enum(postTypes),
  content: z.string(),
  mentions: Mentions,
  images: z.array(z.string()),
  /** The same images, with the dimensions and placeholder that a page needs to reserve space. */
  media: z.array(Media),
  poll_options: z.array(PollOption),
  /** Index of the option that the viewer voted for. */
  user_vote: z.int().nullable(),
  tags: z.array(z.string()),
  is_pinned: z.boolean(),
  is_announcement: z.boolean(),
  visibility: z.enum(visibilities),
  likes_count: z.int(),
  like_count: z.int(),
  liked_by_user: z.boolean(),
  is_liked: z.boolean(),
  comments_count: z.int(),
  comment_count: z.int(),
  created_at: z.int(),
  edited_at: z.int().nullable(),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    pin: z.boolean(),
    comment: z.boolean(),
    vote: z.boolean(),
    report: z.boolean(),
  }),
})
export type GroupPost = z.infer<typeof GroupPost>

export const GroupComment = z.object({
  id: z.guid(),
  author_id: z.guid(),
  author: Author,
  content: z.string(),
  mentions: Mentions,
  created_at: z.int(),
  can: z.object({ delete: z.boolean(), report: z.boolean() }),
})
export type GroupComment = z.infer<typeof GroupComment>

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** The new vote counts of a poll, for the subscribers of the post. */
    'post.voted': { post_id: string; poll_options: { text: string; votes: number }[] }
  }
}

const ofGroup = z.object({ gid: z.guid() })
const ofPost = ofGroup.extend({ pid: z.guid() })
const ofComment = ofPost.extend({ cid: z.guid() })
const ofThing = ofGroup.extend({ id: z.guid() })
const GroupLikeState = z.object({ likes_count: z.int(), is_liked: z.boolean(), liked_by_user: z.boolean() })

export const groupPosts = {
  /** Pinned posts first, then newest first. */
  list: route({
    method: 'GET',
    path: '/api/groups/:gid/posts',
    params: ofGroup,
    query: z.object({
      ...pageQuery(20),
      cursor: cursorQuery,
    }),
    reply: envelope(z.array(GroupPost)).extend({ pagination: pagination.extend(cursorPagination.shape) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/groups/:gid/posts',
    daily: 'post',
    status: 201,
    params: ofGroup,
    body: GroupPostInput,
    reply: envelope(GroupPost),
  }),
  show: route({ method: 'GET', path: '/api/groups/:gid/posts/:pid', params: ofPost, reply: envelope(GroupPost) }),
  update: route({
    method: 'PUT',
    path: '/api/groups/:gid/posts/:pid',
    params: ofPost,
    body: z.object(changeable).partial(),
    reply: envelope(GroupPost),
  }),
  remove: route({ method: 'DELETE', path: '/api/groups/:gid/posts/:pid', params: ofPost, reply: emptyEnvelope }),
  like: route({
    method: 'POST',
    path: '/api/groups/:gid/posts/:pid/like',
    params: ofPost,
    reply: envelope(GroupLikeState),
  }),
  unlike: route({
    method: 'DELETE',
    path: '/api/groups/:gid/posts/:pid/like',
    params: ofPost,
    reply: envelope(GroupLikeState),
  }),
  vote: route({
    method: 'POST',
    path: '/api/groups/:gid/posts/:pid/vote',
    params: ofPost,
    body: z.object({ option_index: z.int({ error: 'Choose an option' }).min(0).max(groupPostLimits.options) }),
    reply: envelope(z.object({ poll_options: z.array(PollOption), user_vote: z.int() })),
  }),
  comments: route({
    method: 'GET',
    path: '/api/groups/:gid/posts/:pid/comments',
    params: ofPost,
    query: z.object(pageQuery(200)),
    reply: envelope(z.array(GroupComment)).extend({ pagination }),
  }),
  comment: route({
    method: 'POST',
    path: '/api/groups/:gid/posts/:pid/comments',
    daily: 'comment',
    status: 201,
    params: ofPost,
    body: z.object({
      content: text({
        max: groupPostLimits.comment,
        required: 'Write a comment first',
        long: 'Keep your comment within 2,000 characters',
      }),
      mentions,
    }),
    reply: envelope(GroupComment),
  }),
  removeComment: route({
    method: 'DELETE',
    path: '/api/groups/:gid/posts/:pid/comments/:cid',
    params: ofComment,
    reply: emptyEnvelope,
  }),
  report: reportRoute('/api/groups/:gid/posts/:pid/report', ofPost),
  reportComment: reportRoute('/api/groups/:gid/posts/:pid/comments/:cid/report', ofComment),
  /** A resource is a post of that type; a discussion is a post of any other type. */
  reportResource: reportRoute('/api/groups/:gid/resources/:id/report', ofThing),
  reportDiscussion: reportRoute('/api/groups/:gid/discussions/:id/report', ofThing),
}

const ofEvent = ofGroup.extend({ eid: z.guid() })
const EventReply = envelope(Event)
const eventChanges = {
  params: ofEvent,
  body: EventInput.omit({ group_id: true }).partial(),
  reply: EventReply,
} as const

/** Events of the school that belong to a group. */
export const groupEvents = {
  list: route({
    method: 'GET',
    path: '/api/groups/:gid/events',
    params: ofGroup,
    query: z.object(pageQuery(50)),
    reply: envelope(z.array(Event)).extend({ pagination }),
  }),
  create: route({
    method: 'POST',
    path: '/api/groups/:gid/events',
    status: 201,
    params: ofGroup,
    body: EventInput.omit({ group_id: true }),
    reply: EventReply,
  }),
  show: route({ method: 'GET', path: '/api/groups/:gid/events/:eid', params: ofEvent, reply: EventReply }),
  update: route({ method: 'PUT', path: '/api/groups/:gid/events/:eid', ...eventChanges }),
  patch: route({ method: 'PATCH', path: '/api/groups/:gid/events/:eid', ...eventChanges }),
  remove: route({ method: 'DELETE', path: '/api/groups/:gid/events/:eid', params: ofEvent, reply: emptyEnvelope }),
  rsvp: route({
    method: 'POST',
    path: '/api/groups/:gid/events/:eid/rsvp',
    params: ofEvent,
    body: events.rsvp.body,
    reply: events.rsvp.reply,
  }),
  attendees: route({
    method: 'GET',
    path: '/api/groups/:gid/events/:eid/attendees',
    params: ofEvent,
    query: z.object(pageQuery(50)),
    reply: events.attendees.reply,
  }),
  report: reportRoute('/api/groups/:gid/events/:id/report', ofThing),
}

const SharedAssignment = Assignment.extend({
  shared_by: Author,
  shared_at: z.int(),
  can: Assignment.shape.can.extend({ unshare: z.boolean() }),
})
export type SharedAssignment = z.infer<typeof SharedAssignment>

/** Questions of the school that members shared with their group, newest first. */
export const groupAssignments = {
  list: route({
    method: 'GET',
    path: '/api/groups/:gid/assignments',
    params: ofGroup,
    query: z.object(pageQuery(50)),
    reply: envelope(z.array(SharedAssignment)).extend({ pagination }),
  }),
  share: route({
    method: 'POST',
    path: '/api/groups/:gid/assignments',
    status: 201,
    params: ofGroup,
    body: z.object({ assignment_id: z.guid({ error: 'Choose a question' }) }),
    reply: envelope(SharedAssignment),
  }),
  unshare: route({
    method: 'DELETE',
    path: '/api/groups/:gid/assignments/:aid',
    params: ofGroup.extend({ aid: z.guid() }),
    reply: emptyEnvelope,
  }),
}
