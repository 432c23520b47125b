import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { presentNote } from '../../discussions/server/notes.ts'
import { canDelete, isAuthor } from '../../groups/server/policy.ts'
import type { Media } from '../../media/contract.ts'
import type { GroupComment, GroupPost, LatestGroupPost } from '../contract.ts'
import { canPin, canVote } from './policy.ts'
import type { GroupCommentRow, GroupPostRow, listLatest } from './queries.ts'

type AuthorColumns = Pick<GroupPostRow, 'author_id' | 'author_name' | 'author_avatar' | 'author_is_staff'>
const toAuthor = ({ author_id, author_name, author_avatar, author_is_staff }: AuthorColumns) => ({
  id: author_id,
  name: author_name,
  avatar_url: author_avatar,
  avatar: author_avatar,
  is_staff: author_is_staff,
})

export function presentGroupPost({ row, media }: { row: GroupPostRow; media: Media[] }, viewer: Viewer): GroupPost {
  const mine = isAuthor(viewer, row)
  return {
    id: row.id,
    group_id: row.group_id,
    author_id: row.author_id,
    author: toAuthor(row),
    type: row.type,
    content: row.content,
    mentions: row.mentions,
    images: row.media_urls,
    media,
    poll_options: row.poll_options,
    user_vote: row.user_vote,
    tags: row.tags,
    is_pinned: row.is_pinned,
    is_announcement: row.is_announcement,
    visibility: row.visibility,
    likes_count: row.like_count,
    like_count: row.like_count,
    liked_by_user: row.is_liked,
    is_liked: row.is_liked,
    comments_count: row.comment_count,
    comment_count: row.comment_count,
    created_at: Math.floor(row.created_exactly),
    edited_at: row.edited_at,
    ...presentNote(row),
    can: {
      edit: mine && row.user_role !== null,
      delete: canDelete(viewer, row),
      pin: canPin(row),
      comment: true,
      vote: row.type === 'poll' && canVote(row),
      report: !mine,
    },
  }
}

type LatestRow = Awaited<ReturnType<typeof listLatest>>[number]
export const presentLatest = ({ group_id, group_name, group_avatar, ...post }: LatestRow): LatestGroupPost => ({
  ...post,
  group: { id: group_id, name: group_name, avatar_url: group_avatar },
})

export const presentGroupComment = (row: GroupCommentRow, viewer: Viewer): GroupComment => ({
  id: row.id,
  author_id: row.author_id,
  author: toAuthor(row),
  content: row.content,
  mentions: row.mentions,
  created_at: row.created_at,
  ...presentNote(row),
  can: { delete: canDelete(viewer, row), report: !isAuthor(viewer, row) },
})
