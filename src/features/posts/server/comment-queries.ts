import { sql } from 'kysely'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { notedText, type PreviewSource } from '../../notifications/server/previews.ts'
import { mentionsJson } from '../../people/server/mention-queries.ts'
import { isListedFor, noBlockBetween } from '../../people/server/queries.ts'

/** The comments that the viewer can see, on posts that the viewer can see. Every read starts here. */
function visibleComments(db: Db, viewer: ViewerParams) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', (join) =>
      join.onRef('posts.school_id', '=', 'comments.school_id').onRef('posts.id', '=', 'comments.post_id'),
    )
    .leftJoin('users as author', (join) =>
      join.onRef('author.school_id', '=', 'comments.school_id').onRef('author.id', '=', 'comments.author_id'),
    )
    .leftJoin('users as host', (join) =>
      join.onRef('host.school_id', '=', 'posts.school_id').onRef('host.id', '=', 'posts.author_id'),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('comment_likes')
          .whereRef('comment_likes.school_id', '=', 'comments.school_id')
          .whereRef('comment_likes.comment_id', '=', 'comments.id')
          .where('comment_likes.user_id', '=', viewer.id)
          .select('comment_likes.user_id')
          .limit(1) // one index probe per row, as for posts
          .as('mine'),
      (join) => join.onTrue(),
    )
    .where('comments.school_id', '=', viewer.schoolId)
    .where('posts.group_id', 'is', null)
    .where('posts.withheld_at', 'is', null)
    .where('comments.withheld_at', 'is', null)
    .where('author.deleted_at', 'is', null)
    .where('host.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'comments.author_id'))
    .where(noBlockBetween(viewer, 'posts.author_id'))
    .select([
      'comments.id',
      'comments.school_id',
      'comments.post_id',
      'comments.parent_id',
      'comments.author_id',
      'comments.author_tag',
      'author.name as author_name',
      'author.avatar_url as author_avatar',
      sql<boolean>`author.role is not null and author.role <> 'student'`.as('author_is_staff'),
      'comments.content',
      mentionsJson('comments').as('mentions'),
      'comments.is_anonymous',
      'comments.like_count',
      'comments.note',
      'comments.sensitive',
      epoch('comments.created_at').as('created_at'),
      sql<boolean>`mine.user_id is not null`.as('is_liked'),
    ])
}
export type CommentRow = Awaited<ReturnType<ReturnType<typeof visibleComments>['execute']>>[number]

type ThreadSlots = SqlParams<{ viewer: string; school: string; post: string; rows: number; skip: number }>

const thread = prepared((db, { viewer, school, post, rows, skip }: ThreadSlots) =>
  visibleComments(db, { id: viewer, schoolId: school })
    .where('comments.post_id', '=', post)
    .where(
      isListedFor(
        { id: viewer, schoolId: school },
        { kind: 'comment', id: 'comments.id', author: 'comments.author_id' },
      ),
    )
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(rows)
    .offset(skip),
)

/** One page of a post's comments, oldest first. */
export async function listComments(
  db: Db,
  viewer: Viewer,
  post: string,
  { page, limit }: { page: number; limit: number },
) {
  const rows = await thread(db, {
    viewer: viewer.id,
    school: viewer.schoolId,
    post,
    rows: limit + 1,
    skip: toOffset({ page, limit }),
  })
  return toPage(rows, { page, limit })
}

const oneComment = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visibleComments(db, { id: viewer, schoolId: school }).where('comments.id', '=', id),
)

/** Returns the comment if the viewer can see it. */
export async function findComment(db: Db, viewer: Viewer, id: string): Promise<CommentRow | undefined> {
  const [comment] = await oneComment(db, { viewer: viewer.id, school: viewer.schoolId, id })
  return comment
}

/** Returns the comment if the viewer can see it. Throws 404 otherwise. */
export async function commentOr404(db: Db, viewer: Viewer, id: string): Promise<CommentRow> {
  const comment = await findComment(db, viewer, id)
  if (!comment) throw notFound('Comment not found')
  return comment
}

/** Comments in notifications. */
export const commentPreviews: PreviewSource = {
  link: /^\/dashboard\?post=[0-9a-f-]{36}&comment=([0-9a-f-]{36})$/,
  find: (db, viewer, ids) =>
    visibleComments(db, viewer)
      .clearSelect()
      .where('comments.id', 'in', [...ids])
      .where('comments.author_id', 'is not', null)
      .select(['comments.id', notedText('comments').as('text'), sql<null>`null::text`.as('image_url')]),
}
