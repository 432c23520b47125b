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
import { Media } from '../media/contract.ts'
import { reportRoute } from '../moderation/contract.ts'
import { Author } from '../people/contract.ts'

/** Limits that the composer and the server share. */
export const postLimits = { characters: 2000, files: 10, comment: 2000 }

export const feedFilters = ['all', 'friends', 'my-posts'] as const
export type FeedFilter = (typeof feedFilters)[number]

const PostText = text({
  max: postLimits.characters,
  required: 'Please write something to post',
  empty: 'Post cannot be empty',
  long: 'Post cannot exceed 2000 characters',
})

/** Ids of users that the author picked after an @. The server drops those that the text does not mention. */
export const mentions = z.array(z.guid()).max(10, 'You can mention up to 10 people').optional()

const fields = {
  media_urls: z.array(z.string().max(500)).max(postLimits.files, `Maximum ${postLimits.files} files allowed`),
  is_anonymous: z.boolean(),
  visibility: z.literal('school'),
}

export const PostInput = z.object({
  content: PostText,
  /** Ignored: the server derives the type from the media. */
  type: z.enum(['text', 'image']).optional(),
  media_urls: fields.media_urls.optional(),
  is_anonymous: fields.is_anonymous.optional(),
  visibility: fields.visibility.optional(),
  mentions,
})

/** Users that a text mentions with an @, rendered as links. */
export const Mentions = z.array(z.object({ id: z.guid(), name: z.string() }))
export type Mentions = z.infer<typeof Mentions>

export const Post = z.object({
  id: z.guid(),
  author_id: z.guid().nullable(),
  author: Author,
  content: z.string(),
  mentions: Mentions,
  type: z.enum(['text', 'image']),
  media_urls: z.array(z.string()),
  /** The same files, with the dimensions and placeholder that a page needs to reserve space. */
  media: z.array(Media),
  is_anonymous: z.boolean(),
  /**
   * Whether the viewer wrote the post. For an anonymous post this is the only trace of the author, sent only to the
   * author.
   */
  is_author: z.boolean(),
  /** Visible to its author only: anonymous items are published with a delay, so that their time reveals nothing. */
  pending: z.boolean().optional(),
  visibility: z.literal('school'),
  is_liked: z.boolean(),
  like_count: z.int(),
  likes_count: z.int(),
  comment_count: z.int(),
  comments_count: z.int(),
  created_at: z.int(),
  edited_at: z.int().nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), report: z.boolean() }),
})
export type Post = z.infer<typeof Post>

export const Comment = z.object({
  id: z.guid(),
  post_id: z.guid(),
  parent_id: z.guid().nullable(),
  author_id: z.guid().nullable(),
  author: Author,
  content: z.string(),
  mentions: Mentions,
  is_anonymous: z.boolean(),
  is_author: z.boolean(),
  /** See `Post.pending`. */
  pending: z.boolean().optional(),
  is_liked: z.boolean(),
  like_count: z.int(),
  likes_count: z.int(),
  created_at: z.int(),
  can: z.object({ delete: z.boolean(), report: z.boolean() }),
})
export type Comment = z.infer<typeof Comment>

export const LikeState = z.object({ likes_count: z.int(), is_liked: z.boolean() })

const Activity = z.object({
  id: z.guid(),
  user: z.object({ id: z.guid(), name: z.string(), avatar_url: z.string().nullable() }),
  action: z.string(),
  post_id: z.guid(),
  timestamp: z.int(),
})
export type Activity = z.infer<typeof Activity>

const Page = envelope(z.array(Post)).extend({
  pagination: pagination.extend(cursorPagination.shape),
})

type PostCounts = { post_id: string; likes_count: number; comments_count: number }

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** Counts only: subscribers do not learn which user liked or commented. */
    'post.liked': PostCounts
    'post.commented': PostCounts
  }
}

export const posts = {
  feed: route({
    method: 'GET',
    path: '/api/posts/feed',
    query: z.object({ ...pageQuery(20), filter: lenientEnum(feedFilters), search: searchText, cursor: cursorQuery }),
    reply: Page,
  }),
  ofUser: route({
    method: 'GET',
    path: '/api/posts/user/:id',
    params: idParams,
    query: z.object({ ...pageQuery(20), cursor: cursorQuery }),
    reply: Page,
  }),
  create: route({
    method: 'POST',
    path: '/api/posts',
    daily: 'post',
    status: 201,
    body: PostInput,
    reply: envelope(Post),
  }),
  show: route({ method: 'GET', path: '/api/posts/:id', params: idParams, reply: envelope(Post) }),
  update: route({
    method: 'PUT',
    path: '/api/posts/:id',
    params: idParams,
    body: PostInput.omit({ mentions: true }).partial(),
    reply: envelope(Post),
  }),
  remove: route({ method: 'DELETE', path: '/api/posts/:id', params: idParams, reply: emptyEnvelope }),
  like: route({ method: 'POST', path: '/api/posts/:id/like', params: idParams, reply: envelope(LikeState) }),
  unlike: route({ method: 'DELETE', path: '/api/posts/:id/like', params: idParams, reply: envelope(LikeState) }),
  report: reportRoute('/api/posts/:id/report', idParams),
  activity: route({
    method: 'GET',
    path: '/activity/recent',
    query: z.object({ limit: pageQuery(5).limit }),
    reply: envelope(z.array(Activity)),
  }),
}

export const comments = {
  list: route({
    method: 'GET',
    path: '/api/posts/:id/comments',
    params: idParams,
    query: z.object(pageQuery(200)),
    reply: envelope(z.array(Comment)).extend({
      pagination,
    }),
  }),
  create: route({
    method: 'POST',
    path: '/api/comments',
    daily: 'comment',
    status: 201,
    body: z.object({
      post_id: z.guid(),
      content: text({
        max: postLimits.comment,
        required: 'Write a comment first',
        long: 'Keep your comment within 2,000 characters',
      }),
      parent_id: z.guid().nullable().optional(),
      mentions,
      /**
       * For the author of an anonymous post, who stays anonymous in its comments unless this is false. Ignored for
       * others.
       */
      is_anonymous: fields.is_anonymous.optional(),
    }),
    reply: envelope(Comment),
  }),
  remove: route({ method: 'DELETE', path: '/api/comments/:id', params: idParams, reply: emptyEnvelope }),
  like: route({ method: 'POST', path: '/api/comments/:id/like', params: idParams, reply: envelope(LikeState) }),
  unlike: route({ method: 'DELETE', path: '/api/comments/:id/like', params: idParams, reply: envelope(LikeState) }),
  report: reportRoute('/api/comments/:id/report', idParams),
}
