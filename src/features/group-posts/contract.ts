import { z } from 'zod'
import {
  cursorPagination,
  cursorQuery,
  emptyEnvelope,
  envelope,
  pageQuery,
  pagination,
  route,
  text,
} from '../../shared/contract.ts'
import { CommentInput, DiscussionComment, DiscussionPost, LikeState, mentions } from '../discussions/contract.ts'
import { NoteInput, noteFields } from '../discussions/note-contract.ts'
import { Tags } from '../groups/contract.ts'
import { Media } from '../media/contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'

/**
 * Limits that the composer and the server share. The composer offers `pictures`, as many as a post card shows; the server
 * accepts `files`.
 */
export const groupPostLimits = { characters: 5000, files: 10, pictures: 6, option: 200, options: 6, fewestOptions: 2 }

export const postTypes = ['text', 'image', 'poll', 'announcement', 'event', 'resource'] as const
export type GroupPostType = (typeof postTypes)[number]

export const visibilities = ['group', 'members_only', 'admins_only'] as const
export type Visibility = (typeof visibilities)[number]

const short = `Poll must have at least ${groupPostLimits.fewestOptions} options`
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
    ...noteFields,
    mentions,
    type: z.enum(postTypes, { error: 'Choose a post type from the list' }).optional(),
    /** For a poll: texts, or objects with a text; empty ones are dropped. */
    poll_options: z
      .array(Option)
      .max(50)
      .transform((options) => options.filter((option) => option !== ''))
      .refine(
        (options) => options.length <= groupPostLimits.options,
        `A poll can have up to ${groupPostLimits.options} options`,
      )
      .optional(),
  })
  .refine(({ type, poll_options }) => type !== 'poll' || (poll_options?.length ?? 0) >= groupPostLimits.fewestOptions, {
    error: short,
    path: ['poll_options'],
  })

const PollOption = z.object({ text: z.string(), votes: z.int() })

export const GroupPost = DiscussionPost.extend({
  group_id: z.guid(),
  author_id: z.guid(),
  type: z.enum(postTypes),
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
  liked_by_user: z.boolean(),
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

export const GroupComment = DiscussionComment.extend({ author_id: z.guid() })
export type GroupComment = z.infer<typeof GroupComment>

/** A recent post of a group of the viewer, as short as the feed shows it. */
const LatestGroupPost = z.object({
  id: z.guid(),
  group: z.object({ id: z.guid(), name: z.string(), avatar_url: z.string().nullable() }),
  author_name: z.string(),
  /** The first 140 characters. */
  text: z.string(),
  image_url: z.string().nullable(),
  created_at: z.int(),
})
export type LatestGroupPost = z.infer<typeof LatestGroupPost>

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
const GroupLikeState = LikeState.extend({ liked_by_user: z.boolean() })

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
  /** The latest post of each of three groups of the viewer that are not muted, the newest first. */
  latest: route({ method: 'GET', path: '/api/groups/posts/latest', reply: envelope(z.array(LatestGroupPost)) }),
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
  /** Only for the author. */
  setNote: route({
    method: 'PUT',
    path: '/api/groups/:gid/posts/:pid/note',
    params: ofPost,
    body: NoteInput,
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
    body: CommentInput,
    reply: envelope(GroupComment),
  }),
  /** Only for the author. */
  setCommentNote: route({
    method: 'PUT',
    path: '/api/groups/:gid/posts/:pid/comments/:cid/note',
    params: ofComment,
    body: NoteInput,
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
