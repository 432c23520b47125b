import { sql } from 'kysely'
import type { SealMode } from '../../../shared/seal-modes.ts'
import { findCommentContext } from '../../discussions/server/comment-context.ts'
import { deleteComment } from '../../discussions/server/comments.ts'
import { publishCommentCounts, withholdsComments } from '../../discussions/server/withheld-comments.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { labelsRows } from '../../moderation/server/labelled-rows.ts'
import { authorExists, withholdsRows } from '../../moderation/server/withholding.ts'
import { hasVisibleOwner } from '../../people/server/media-rules.ts'
import { comments, posts } from '../contract.ts'
import { deletePost } from './actions.ts'
import { commentOr404 } from './comment-queries.ts'
import { postOr404 } from './queries.ts'

/** The content types of the feed that moderation can report and remove. */
export const postContentTypes: readonly ContentType[] = [
  {
    kind: 'post',
    label: 'post',
    findVisible: postOr404,
    async snapshot(db, schoolId, id) {
      const post = await db
        .selectFrom('posts')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .where('group_id', 'is', null)
        .select(['content', 'media_urls', 'author_id', 'author_seal', 'sealed_mode'])
        .$narrowType<{ sealed_mode: SealMode | null }>()
        .executeTakeFirst()
      return (
        post && {
          text: post.content,
          images: post.media_urls,
          authorId: post.author_id,
          seal: post.author_seal,
          sealedMode: post.sealed_mode,
        }
      )
    },
    async remove(db, schoolId, id) {
      const post = await db
        .selectFrom('posts')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .where('group_id', 'is', null) // group posts are a different content type with their own counters
        .select('id')
        .executeTakeFirst()
      return post ? deletePost(db, schoolId, post.id) : false
    },
    ...labelsRows('posts'),
    ...withholdsRows('posts', { uploads: 'post', parents: [authorExists('author_id')] }),
    report: {
      route: posts.report,
      find: async (db, viewer, { id = '' }) => (await postOr404(db, viewer, id)).id,
    },
    canRead: { post: hasVisibleOwner },
    listed: {
      table: 'posts',
      where: sql<boolean>`item.group_id is null`,
      text: 'content',
      images: 'media_urls',
      authorId: 'author_id',
      seal: 'author_seal',
      likes: 'like_count',
      comments: 'comment_count',
    },
  },
  {
    kind: 'comment',
    label: 'comment',
    findVisible: commentOr404,
    async snapshot(db, schoolId, id) {
      const comment = await db
        .selectFrom('comments')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .where('group_id', 'is', null)
        .select(['content', 'author_id', 'author_seal', 'sealed_mode'])
        .$narrowType<{ sealed_mode: SealMode | null }>()
        .executeTakeFirst()
      return (
        comment && {
          text: comment.content,
          images: [],
          authorId: comment.author_id,
          seal: comment.author_seal,
          sealedMode: comment.sealed_mode,
        }
      )
    },
    context: findCommentContext,
    async remove(db, schoolId, id) {
      const comment = await db
        .selectFrom('comments')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .where('group_id', 'is', null)
        .select(['id', 'post_id'])
        .executeTakeFirst()
      return comment ? deleteComment(db, schoolId, comment) : false
    },
    ...labelsRows('comments'),
    ...withholdsComments,
    publishChange: publishCommentCounts(sql`null::uuid[]`),
    report: {
      route: comments.report,
      find: async (db, viewer, { id = '' }) => (await commentOr404(db, viewer, id)).id,
    },
    listed: {
      table: 'comments',
      where: sql<boolean>`item.group_id is null`,
      text: 'content',
      authorId: 'author_id',
      seal: 'author_seal',
      likes: 'like_count',
    },
  },
]
