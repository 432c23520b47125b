import { presentNote } from '../../discussions/server/notes.ts'
import type { Media } from '../../media/contract.ts'
import type { Author } from '../../people/contract.ts'
import type { Comment, Post } from '../contract.ts'
import type { CommentRow } from './comment-queries.ts'
import type { PostRow } from './queries.ts'

const anonymous: Author = { id: null, name: 'Anonymous', avatar_url: null, avatar: null, is_staff: false }

const toAuthor = (row: {
  author_id: string | null
  author_name: string | null
  author_avatar: string | null
  author_is_staff: boolean
}): Author =>
  row.author_id === null
    ? anonymous
    : {
        id: row.author_id,
        name: row.author_name ?? '',
        avatar_url: row.author_avatar,
        avatar: row.author_avatar,
        is_staff: row.author_is_staff,
      }

/** `mine`: the viewer wrote it. */
export function presentPost({ row, media }: { row: PostRow; media: Media[] }, mine: boolean): Post {
  return {
    id: row.id,
    author_id: row.author_id,
    author: toAuthor(row),
    content: row.content,
    mentions: row.mentions,
    type: row.type,
    media_urls: row.media_urls,
    media,
    is_anonymous: row.is_anonymous,
    is_author: mine,
    visibility: 'school',
    is_liked: row.is_liked,
    like_count: row.like_count,
    likes_count: row.like_count,
    comment_count: row.comment_count,
    comments_count: row.comment_count,
    created_at: Math.floor(row.created_exactly),
    edited_at: row.edited_at,
    ...presentNote(row),
    can: { edit: mine, delete: mine, report: row.is_anonymous || !mine },
  }
}

/** `mine`: the viewer wrote it. */
export function presentComment(row: CommentRow, mine: boolean): Comment {
  return {
    id: row.id,
    post_id: row.post_id,
    parent_id: row.parent_id,
    author_id: row.author_id,
    author: toAuthor(row),
    content: row.content,
    mentions: row.mentions,
    is_anonymous: row.is_anonymous,
    is_author: mine,
    is_liked: row.is_liked,
    like_count: row.like_count,
    likes_count: row.like_count,
    created_at: row.created_at,
    ...presentNote(row),
    can: { delete: mine, report: row.is_anonymous || !mine },
  }
}
