import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { deleteComment } from '../../discussions/server/comments.ts'
import { deleteEvent } from '../../events/server/actions.ts'
import { snapshotEvent } from '../../events/server/content-types.ts'
import type { MediaRule } from '../../media/server/access.ts'
import type { ContentType, Snapshot } from '../../moderation/server/content-types.ts'
import { hasVisibleOwner } from '../../people/server/media-rules.ts'
import { comments } from '../../posts/contract.ts'
import { type GroupPostType, groupEvents, groupPosts, groups } from '../contract.ts'
import { deleteGroup } from './actions.ts'
import { groupEventOr404 } from './event-queries.ts'
import { deleteGroupPost } from './post-actions.ts'
import { findGroupCommentId, groupCommentOr404, groupPostOr404 } from './post-queries.ts'
import { groupOr404 } from './queries.ts'

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

/** The content types of groups that moderation can report and remove. */
export const groupContentTypes: readonly ContentType[] = [
  {
    kind: 'group',
    label: 'group',
    async snapshot(db, schoolId, id) {
      const group = await db
        .selectFrom('groups')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .select(['name', 'description', 'rules', 'avatar_url', 'banner_url', 'creator_id'])
        .executeTakeFirst()
      return (
        group && {
          title: group.name,
          text: [group.description, group.rules].filter(Boolean).join('\n'),
          images: [group.avatar_url, group.banner_url].filter((url) => url !== null),
          authorId: group.creator_id,
          seal: null,
        }
      )
    },
    remove: deleteGroup,
    report: {
      route: groups.report,
      find: async (db, viewer, { gid = '' }) => (await groupOr404(db, viewer, gid)).id,
      thanks: 'Group reported successfully',
    },
    canRead: { group: hasVisibleOwner },
    listed: {
      table: 'groups',
      title: 'name',
      text: 'description',
      images: sql`array_remove(array[item.avatar_url, item.banner_url], null)`,
      authorId: 'creator_id',
    },
  },
  {
    kind: 'group_post',
    label: 'post',
    snapshot: (db, schoolId, id) => snapshotPost(db, schoolId, id, isAnything),
    remove: (db, schoolId, id) => removePost(db, schoolId, id, isAnything),
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
    async snapshot(db, schoolId, id) {
      const comment = await findComment(db, schoolId, id)
      return comment && { text: comment.content, images: [], authorId: comment.author_id, seal: null }
    },
    async remove(db, schoolId, id) {
      const comment = await findComment(db, schoolId, id)
      return comment ? deleteComment(db, schoolId, comment) : false
    },
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
  {
    kind: 'group_event',
    label: 'event',
    snapshot: async (db, schoolId, id) =>
      (await isGroupItem(db, schoolId, id)) ? snapshotEvent(db, schoolId, id) : undefined,
    remove: async (db, schoolId, id) => ((await isGroupItem(db, schoolId, id)) ? deleteEvent(db, schoolId, id) : false),
    report: {
      route: groupEvents.report,
      find: async (db, viewer, { gid = '', id = '' }) => (await groupEventOr404(db, viewer, gid, id)).id,
      thanks: 'Report submitted successfully',
    },
    listed: {
      table: 'events',
      where: sql<boolean>`item.group_id is not null`,
      title: 'title',
      text: 'description',
      images: sql`array_remove(array[item.image_url], null)`,
      authorId: 'organizer_id',
      pictured: 'event',
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

async function isGroupItem(db: Db, schoolId: string, id: string): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('group_id', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return event !== undefined
}
