import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { findCommentContext } from '../../discussions/server/comment-context.ts'
import { deleteComment } from '../../discussions/server/comments.ts'
import { publishCommentCounts, withholdsComments } from '../../discussions/server/withheld-comments.ts'
import { groupExists } from '../../groups/server/withholding.ts'
import type { MediaRule } from '../../media/server/access.ts'
import type { ContentType, Snapshot } from '../../moderation/server/content-types.ts'
import { labelsRows } from '../../moderation/server/labelled-rows.ts'
import { authorExists, withholdsRows } from '../../moderation/server/withholding.ts'
import { hasVisibleOwner } from '../../people/server/media-rules.ts'
import { comments } from '../../posts/contract.ts'
import { type GroupPostType, groupPosts } from '../contract.ts'
import { deleteGroupPost } from './actions.ts'
import { findGroupCommentId, findGroupPostId, groupCommentOr404, groupPostOr404, restrictedReaders } from './queries.ts'

/** The content of a group post for a report; undefined when the post is of another type. */
async function snapshotPost(
  db: Db,
  schoolId: string,
  id: string,
  fits: (type: string) => boolean,
): Promise<Snapshot | undefined> {
  const post = await db
    .selectFrom('posts')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('group_id', 'is not', null)
    .select(['content', 'media_urls', 'author_id', 'type'])
    .executeTakeFirst()
  if (!post || !fits(post.type)) return undefined
  return { text: post.content, images: post.media_urls, authorId: post.author_id, seal: null }
}

const withholdsPosts = withholdsRows('posts', {
  uploads: 'group_post',
  parents: [authorExists('author_id'), groupExists],
  notices: (schoolId, id) => sql`select '/groups/' || group_id || '#' || id from posts
    where school_id = ${schoolId} and id = ${id}`,
})

const isAnything = () => true
const isResource = (type: string) => type === ('resource' satisfies GroupPostType)
const isDiscussion = (type: string) => !isResource(type)

async function removePost(trx: Trx, schoolId: string, id: string, fits: (type: string) => boolean) {
  return (await snapshotPost(trx, schoolId, id, fits)) ? deleteGroupPost(trx, schoolId, id) : false
}

/** The content type of group posts of some types: resources or discussions, which have their own report routes. */
const postContentType = (
  kind: string,
  label: string,
  route: typeof groupPosts.reportResource | typeof groupPosts.reportDiscussion,
  fits: (type: string) => boolean,
): ContentType => ({
  kind,
  label,
  snapshot: (db, schoolId, id) => snapshotPost(db, schoolId, id, fits),
  remove: (db, schoolId, id) => removePost(db, schoolId, id, fits),
  ...labelsRows('posts'),
  ...withholdsPosts,
  report: {
    route,
    async find(db, viewer, { gid = '', id = '' }) {
      const post = await groupPostOr404(db, viewer, gid, id)
      if (!fits(post.type)) throw notFound('Post not found')
      return post.id
    },
  },
})

/** The images of a post are visible to users who can view the post, and to moderators. */
const isVisiblePost: MediaRule = (viewer) =>
  sql<boolean>`(${viewer.role}::text <> 'student'
    or can_view_group_post(uploads.school_id, uploads.item_id, ${viewer.id}))`

/** The content types of group posts and their comments. */
export const groupPostContentTypes: readonly ContentType[] = [
  {
    kind: 'group_post',
    label: 'post',
    findVisible: findGroupPostId,
    snapshot: (db, schoolId, id) => snapshotPost(db, schoolId, id, isAnything),
    remove: (db, schoolId, id) => removePost(db, schoolId, id, isAnything),
    ...labelsRows('posts'),
    ...withholdsPosts,
    report: {
      route: groupPosts.report,
      find: async (db, viewer, { gid = '', pid = '' }) => (await groupPostOr404(db, viewer, gid, pid)).id,
      thanks: 'Post reported successfully. Thank you for helping keep our community safe.',
    },
    canRead: { group_post: [...hasVisibleOwner, isVisiblePost] },
    listed: {
      table: 'posts',
      where: sql<boolean>`item.group_id is not null`,
      text: 'content',
      images: 'media_urls',
      authorId: 'author_id',
      likes: 'like_count',
      comments: 'comment_count',
    },
  },
  postContentType('group_resource', 'resource', groupPosts.reportResource, isResource),
  postContentType('group_discussion', 'discussion', groupPosts.reportDiscussion, isDiscussion),
  {
    kind: 'group_comment',
    label: 'comment',
    findVisible: findGroupCommentId,
    async snapshot(db, schoolId, id) {
      const comment = await findComment(db, schoolId, id)
      return comment && { text: comment.content, images: [], authorId: comment.author_id, seal: null }
    },
    context: findCommentContext,
    async remove(db, schoolId, id) {
      const comment = await findComment(db, schoolId, id)
      return comment ? deleteComment(db, schoolId, comment) : false
    },
    ...labelsRows('comments'),
    ...withholdsComments,
    publishChange: publishCommentCounts(restrictedReaders),
    report: {
      route: groupPosts.reportComment,
      find: async (db, viewer, { gid = '', pid = '', cid = '' }) =>
        (await groupCommentOr404(db, viewer, gid, pid, cid)).id,
      also: { route: comments.report, find: (db, viewer, { id = '' }) => findGroupCommentId(db, viewer, id) },
    },
    listed: {
      table: 'comments',
      where: sql<boolean>`item.group_id is not null`,
      text: 'content',
      authorId: 'author_id',
    },
  },
]

const findComment = (db: Db, schoolId: string, id: string) =>
  db
    .selectFrom('comments')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('group_id', 'is not', null)
    .select(['id', 'post_id', 'content', 'author_id'])
    .executeTakeFirst()
