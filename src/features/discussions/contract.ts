import { z } from 'zod'
import { text } from '../../shared/contract.ts'
import { Author } from '../people/contract.ts'
import { noteFields, shownNote } from './note-contract.ts'

/** Ids of users that the author picked after an @. The server drops those that the text does not mention. */
export const mentions = z.array(z.guid()).max(10, 'You can mention up to 10 people').optional()

/** Users that a text mentions with an @, rendered as links. */
const Mentions = z.array(z.object({ id: z.guid(), name: z.string() }))

/** What posts of every scope have in common: all that their card and their comments need. */
export const DiscussionPost = z.object({
  id: z.guid(),
  author: Author,
  content: z.string(),
  mentions: Mentions,
  is_liked: z.boolean(),
  like_count: z.int(),
  likes_count: z.int(),
  comment_count: z.int(),
  comments_count: z.int(),
  created_at: z.int(),
  edited_at: z.int().nullable(),
  ...shownNote,
  can: z.object({ delete: z.boolean(), report: z.boolean() }),
})
export type DiscussionPost = z.infer<typeof DiscussionPost>

/** What comments of every scope have in common. */
export const DiscussionComment = z.object({
  id: z.guid(),
  author: Author,
  content: z.string(),
  mentions: Mentions,
  created_at: z.int(),
  ...shownNote,
  can: z.object({ delete: z.boolean(), report: z.boolean() }),
})
export type DiscussionComment = z.infer<typeof DiscussionComment>

/** Limits that the forms and the server share. */
export const commentLimits = { characters: 2000 }

export const CommentInput = z.object({
  content: text({
    max: commentLimits.characters,
    required: 'Write a comment first',
    long: `Keep your comment within ${commentLimits.characters.toLocaleString('en')} characters`,
  }),
  mentions,
  ...noteFields,
})

export const LikeState = z.object({ likes_count: z.int(), is_liked: z.boolean() })
export type LikeState = z.infer<typeof LikeState>

type PostCounts = { post_id: string; likes_count: number; comments_count: number }

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** Counts only: subscribers do not learn which user liked or commented. */
    'post.liked': PostCounts
    'post.commented': PostCounts
  }
}
