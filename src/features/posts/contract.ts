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
import { CommentInput, DiscussionComment, DiscussionPost, LikeState, mentions } from '../discussions/contract.ts'
import { NoteInput, noteFields, SealedNoteInput } from '../discussions/note-contract.ts'
import { Media } from '../media/contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'
import { confirmedField, namingErrors } from '../people/naming-contract.ts'

/** Limits that the composer and the server share. */
export const postLimits = { characters: 2000, files: 10 }

export const feedFilters = ['all', 'friends', 'my-posts'] as const
export type FeedFilter = (typeof feedFilters)[number]

/** Also shown while the text is written. */
export const longPost = `Post cannot exceed ${postLimits.characters} characters`

const PostText = text({
  max: postLimits.characters,
  required: 'Please write something to post',
  empty: 'Post cannot be empty',
  long: longPost,
})

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
  ...noteFields,
  ...confirmedField,
})

export const Post = DiscussionPost.extend({
  author_id: z.guid().nullable(),
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
  edited_at: z.int().nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), report: z.boolean() }),
})
export type Post = z.infer<typeof Post>

export const Comment = DiscussionComment.extend({
  post_id: z.guid(),
  parent_id: z.guid().nullable(),
  author_id: z.guid().nullable(),
  is_anonymous: z.boolean(),
  is_author: z.boolean(),
  /** See `Post.pending`. */
  pending: z.boolean().optional(),
  is_liked: z.boolean(),
  like_count: z.int(),
  likes_count: z.int(),
})
export type Comment = z.infer<typeof Comment>

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
    errors: namingErrors,
  }),
  show: route({ method: 'GET', path: '/api/posts/:id', params: idParams, reply: envelope(Post) }),
  update: route({
    method: 'PUT',
    path: '/api/posts/:id',
    params: idParams,
    body: PostInput.omit({ mentions: true, note: true, sensitive: true }).partial(),
    reply: envelope(Post),
    errors: namingErrors,
  }),
  /** Only for the author. An anonymous post changes with the delay of an edit. */
  setNote: route({
    method: 'PUT',
    path: '/api/posts/:id/note',
    params: idParams,
    body: SealedNoteInput,
    reply: envelope(Post),
    errors: namingErrors,
  }),
  remove: route({ method: 'DELETE', path: '/api/posts/:id', params: idParams, reply: emptyEnvelope }),
  like: route({
    method: 'POST',
    path: '/api/posts/:id/like',
    params: idParams,
    reply: envelope(LikeState),
  }),
  unlike: route({
    method: 'DELETE',
    path: '/api/posts/:id/like',
    params: idParams,
    reply: envelope(LikeState),
  }),
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
    body: CommentInput.extend({
      post_id: z.guid(),
      parent_id: z.guid().nullable().optional(),
      /**
       * For the author of an anonymous post, who stays anonymous in its comments unless this is false. Ignored for
       * others.
       */
      is_anonymous: fields.is_anonymous.optional(),
      ...confirmedField,
    }),
    reply: envelope(Comment),
    errors: namingErrors,
  }),
  /** Only for the author. 409 for an anonymous comment: the time of the change could reveal who wrote it. */
  setNote: route({
    method: 'PUT',
    path: '/api/comments/:id/note',
    params: idParams,
    body: NoteInput,
    reply: envelope(Comment),
  }),
  remove: route({ method: 'DELETE', path: '/api/comments/:id', params: idParams, reply: emptyEnvelope }),
  like: route({ method: 'POST', path: '/api/comments/:id/like', params: idParams, reply: envelope(LikeState) }),
  unlike: route({ method: 'DELETE', path: '/api/comments/:id/like', params: idParams, reply: envelope(LikeState) }),
  report: reportRoute('/api/comments/:id/report', idParams),
}

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** A new post in the school's feed: its id only, also of an anonymous one, when it is published. */
    'post.created': { readonly id: string }
  }
}
