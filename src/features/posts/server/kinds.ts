import type { ContentKind } from '../../moderation/server/kinds.ts'
import { deletePost } from './actions.ts'
import { deleteComment } from './comment-actions.ts'

/** What moderation can report and remove here. */
export const postKinds: readonly ContentKind[] = [
  {
    kind: 'post',
    label: 'post',
    async snapshot(db, schoolId, id) {
      const post = await db
        .selectFrom('posts')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .where('group_id', 'is', null)
        .select(['content', 'media_urls', 'author_id', 'author_seal'])
        .executeTakeFirst()
      return post && { text: post.content, images: post.media_urls, authorId: post.author_id, seal: post.author_seal }
    },
    remove: deletePost,
  },
  {
    kind: 'comment',
    label: 'comment',
    async snapshot(db, schoolId, id) {
      const comment = await db
        .selectFrom('comments')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .select(['content', 'author_id', 'author_seal'])
        .executeTakeFirst()
      return comment && { text: comment.content, images: [], authorId: comment.author_id, seal: comment.author_seal }
    },
    async remove(db, schoolId, id) {
      const comment = await db
        .selectFrom('comments')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .select(['id', 'post_id'])
        .executeTakeFirst()
      return comment ? deleteComment(db, schoolId, comment) : false
    },
  },
]
