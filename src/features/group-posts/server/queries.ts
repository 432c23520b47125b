import { type RawBuilder, sql } from 'kysely'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import {
  decodeCursor,
  encodeCursor,
  exactSeconds,
  isTimestamp,
  startCursor,
  toIsoMicros,
} from '../../../shared/server/db/cursor.ts'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { epoch, epochOrNull } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { audienceColumns } from '../../discussions/server/counts.ts'
import type { GroupRole, GroupType } from '../../groups/contract.ts'
import { assertCanViewGroup, assertMember } from '../../groups/server/policy.ts'
import { membershipOr404, visibleGroups } from '../../groups/server/queries.ts'
import { toMedia } from '../../media/server/queries.ts'
import { notedText, type PreviewSource, uncoveredPicture } from '../../notifications/server/previews.ts'
import { mentionsJson } from '../../people/server/mention-queries.ts'
import { isListedFor, noBlockBetween } from '../../people/server/queries.ts'
import type { GroupPostType, Visibility } from '../contract.ts'

/** Whether the post's visibility includes the viewer. The rule itself is the SQL function. */
const isAddressed = (viewer: ViewerParams): RawBuilder<boolean> =>
  sql<boolean>`can_view_group_post(groups.type, posts.visibility, mine.role, posts.author_id = ${viewer.id})`

/** The group posts that the viewer can see; none are anonymous. Every read starts here. */
const visibleGroupPosts = (db: Db, viewer: ViewerParams) =>
  visibleGroups(db, viewer)
    .innerJoin('posts', (join) =>
      join.onRef('posts.school_id', '=', 'groups.school_id').onRef('posts.group_id', '=', 'groups.id'),
    )
    .leftJoin('users as author', (join) =>
      join.onRef('author.school_id', '=', 'posts.school_id').onRef('author.id', '=', 'posts.author_id'),
    )
    .where('posts.withheld_at', 'is', null)
    .where('author.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'posts.author_id'))
    .where(isAddressed(viewer))

export type PollOption = { text: string; votes: number }

/** The options of a poll with their vote counts, in order. */
const pollJson = sql<
  PollOption[]
>`(select coalesce(json_agg(json_build_object('text', poll_options.text, 'votes', poll_options.votes)
    order by poll_options.position), '[]') from poll_options
  where poll_options.school_id = posts.school_id and poll_options.post_id = posts.id)`

const described = (db: Db, viewer: ViewerParams) =>
  visibleGroupPosts(db, viewer)
    .leftJoin('post_likes as liked', (join) =>
      join
        .onRef('liked.school_id', '=', 'posts.school_id')
        .onRef('liked.post_id', '=', 'posts.id')
        .on('liked.user_id', '=', viewer.id),
    )
    .leftJoin('poll_votes as vote', (join) =>
      join
        .onRef('vote.school_id', '=', 'posts.school_id')
        .onRef('vote.post_id', '=', 'posts.id')
        .on('vote.user_id', '=', viewer.id),
    )
    .select([
      'posts.id',
      'groups.id as group_id',
      'groups.name as group_name',
      'groups.type as group_type',
      'mine.role as user_role',
      sql<string>`posts.author_id`.as('author_id'),
      sql<string>`author.name`.as('author_name'),
      'author.avatar_url as author_avatar',
      sql<boolean>`author.role is not null and author.role <> 'student'`.as('author_is_staff'),
      'posts.type',
      'posts.content',
      mentionsJson('posts').as('mentions'),
      'posts.media_urls',
      'posts.tags',
      'posts.is_pinned',
      'posts.is_announcement',
      'posts.visibility',
      'posts.like_count',
      'posts.comment_count',
      'posts.note',
      'posts.sensitive',
      epochOrNull('posts.edited_at').as('edited_at'),
      exactSeconds('posts.created_at').as('created_exactly'),
      sql<boolean>`liked.user_id is not null`.as('is_liked'),
      'vote.position as user_vote',
      sql<PollOption[]>`case when posts.type = 'poll' then ${pollJson} else '[]' end`.as('poll_options'),
    ])
    .$narrowType<{ type: GroupPostType; visibility: Visibility; user_role: GroupRole | null; group_type: GroupType }>()
export type GroupPostRow = Awaited<ReturnType<ReturnType<typeof described>['execute']>>[number]

/** SQL condition of lists of group posts. */
const isListed = (viewer: ViewerParams) =>
  isListedFor(viewer, { kind: 'group_post', id: 'posts.id', author: 'posts.author_id' })

type OneSlots = SqlParams<{ viewer: string; school: string; group: string; id: string }>

const onePost = prepared((db, { viewer, school, group, id }: OneSlots) =>
  described(db, { id: viewer, schoolId: school }).where('groups.id', '=', group).where('posts.id', '=', id),
)

/** Returns those of the posts, of any groups, that the viewer can see. */
export const listGroupPostsById = (db: Db, viewer: Viewer, ids: readonly string[]): Promise<GroupPostRow[]> =>
  described(db, viewer)
    .where('posts.id', 'in', [...ids])
    .execute()

/**
 * Returns the post if the viewer can see it. Throws 404 for an unknown group and a hidden post, and 403 for any post of
 * a private group that the viewer is not a member of.
 */
export async function groupPostOr404(db: Db, viewer: Viewer, group: string, id: string): Promise<GroupPostRow> {
  const [post] = await onePost(db, { viewer: viewer.id, school: viewer.schoolId, group, id })
  if (post) return post
  assertCanViewGroup(await membershipOr404(db, viewer, group))
  throw notFound('Post not found')
}

const lockedPoll = prepared((db, { viewer, school, group, id }: OneSlots) =>
  visibleGroupPosts(db, { id: viewer, schoolId: school })
    .innerJoin('group_members as voter', (join) =>
      join
        .onRef('voter.school_id', '=', 'groups.school_id')
        .onRef('voter.group_id', '=', 'groups.id')
        .on('voter.user_id', '=', viewer),
    )
    .where('groups.id', '=', group)
    .where('posts.id', '=', id)
    .select([
      'posts.id',
      'posts.type',
      sql<number>`(select count(*)::int from poll_options
        where poll_options.school_id = posts.school_id and poll_options.post_id = posts.id)`.as('options'),
    ])
    .forShare(['voter'])
    .forNoKeyUpdate(['posts']),
)
export type Poll = Awaited<ReturnType<typeof lockedPoll>>[number]

/**
 * Locks a post and the viewer's membership until the transaction ends, and returns the number of its options. Throws
 * like `groupPostOr404`, and 403 for users who are not members.
 */
export async function lockPoll(trx: Trx, viewer: Viewer, group: string, id: string): Promise<Poll> {
  const [poll] = await lockedPoll(trx, { viewer: viewer.id, school: viewer.schoolId, group, id })
  if (poll) return poll
  const { group_type: type, user_role } = await groupPostOr404(trx, viewer, group, id)
  assertMember({ type, user_role })
  throw notFound('Post not found')
}

type Start = { pinned: boolean; time: string; last: string; rows: number; skip: number }

const listed = prepared(
  (db, { viewer, school, group, pinned, time, last, rows, skip }: SqlParams<Start & Omit<Values, 'id'>>) =>
    described(db, { id: viewer, schoolId: school })
      .where('groups.id', '=', group)
      .where(isListed({ id: viewer, schoolId: school }))
      .where(
        sql<boolean>`(posts.is_pinned, posts.created_at, posts.id) < (${pinned}::boolean, ${time}::timestamptz, ${last}::uuid)`,
      )
      .orderBy('posts.is_pinned', 'desc')
      .orderBy('posts.created_at', 'desc')
      .orderBy('posts.id', 'desc')
      .limit(rows)
      .offset(skip),
)
type Values = { viewer: string; school: string; group: string; id: string }

/** One page of a group's posts, pinned ones first, then newest first. Throws 403 or 404 like the group. */
export async function listGroupPosts(
  db: Db,
  viewer: Viewer,
  group: string,
  { cursor, ...window }: PageRequest & { readonly cursor?: string | undefined },
) {
  const start = toStart(cursor)
  const rows = await listed(db, {
    viewer: viewer.id,
    school: viewer.schoolId,
    group,
    ...(start ?? top),
    rows: window.limit + 1,
    skip: start ? 0 : toOffset(window),
  })
  if (rows.length === 0) assertCanViewGroup(await membershipOr404(db, viewer, group))
  const { rows: shown, pagination } = toPage(rows, window)
  const end = shown.at(-1)
  const next = end && { sortKey: `${end.is_pinned} ${toIsoMicros(end.created_exactly)}`, id: end.id }
  return { rows: shown, pagination: { ...pagination, cursor: pagination.hasMore && next ? encodeCursor(next) : null } }
}

const maxLatest = 3

const latest = prepared((db, { viewer, school }: SqlParams<{ viewer: string; school: string }>) =>
  db
    .selectFrom(
      visibleGroupPosts(db, { id: viewer, schoolId: school })
        .where('mine.user_id', 'is not', null)
        .where('mine.muted', '=', false)
        .where(isListed({ id: viewer, schoolId: school }))
        .where('posts.created_at', '>', sql<Date>`now() - interval '14 days'`)
        .distinctOn('groups.id')
        .select([
          'posts.id',
          'groups.id as group_id',
          'groups.name as group_name',
          'groups.avatar_url as group_avatar',
          sql<string>`author.name`.as('author_name'),
          notedText('posts').as('text'),
          uncoveredPicture.as('image_url'),
          epoch('posts.created_at').as('created_at'),
          'posts.created_at as created_exactly',
        ])
        .orderBy('groups.id')
        .orderBy('posts.created_at', 'desc')
        .as('newest'),
    )
    .selectAll()
    .orderBy('created_exactly', 'desc')
    .limit(maxLatest),
)

/** The latest post of each of the viewer's groups within two weeks, at most three. */
export const listLatest = (db: Db, viewer: Viewer) => latest(db, { viewer: viewer.id, school: viewer.schoolId })

const top = { pinned: true, ...startCursor }

function toStart(cursor: string | undefined) {
  const known = decodeCursor(cursor)
  const [pinned, time = ''] = known?.sortKey.split(' ') ?? []
  return known && isTimestamp(time) ? { pinned: pinned === 'true', time, last: known.id } : undefined
}

/** Adds images to the posts. Queries media only for posts that have some. */
export async function withPictures(db: Db, viewer: Viewer, rows: readonly GroupPostRow[]) {
  const ids = rows.filter(({ media_urls }) => media_urls.length > 0).map(({ id }) => id)
  const byPost = await toMedia(db, viewer.schoolId, 'group_post', ids)
  return rows.map((row) => ({ row, media: byPost.get(row.id) ?? [] }))
}

/** The comments that the viewer can see, on posts that the viewer can see. */
const visibleGroupComments = (db: Db, viewer: ViewerParams) =>
  visibleGroupPosts(db, viewer)
    .innerJoin('comments', (join) =>
      join.onRef('comments.school_id', '=', 'posts.school_id').onRef('comments.post_id', '=', 'posts.id'),
    )
    .leftJoin('users as writer', (join) =>
      join.onRef('writer.school_id', '=', 'comments.school_id').onRef('writer.id', '=', 'comments.author_id'),
    )
    .where('comments.withheld_at', 'is', null)
    .where('writer.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'comments.author_id'))
    .select([
      'comments.id',
      'comments.post_id',
      'comments.content',
      'comments.note',
      'comments.sensitive',
      mentionsJson('comments').as('mentions'),
      epoch('comments.created_at').as('created_at'),
      sql<string>`comments.author_id`.as('author_id'),
      sql<string>`writer.name`.as('author_name'),
      'writer.avatar_url as author_avatar',
      sql<boolean>`writer.role is not null and writer.role <> 'student'`.as('author_is_staff'),
      'mine.role as user_role',
    ])
    .$narrowType<{ user_role: GroupRole | null }>()
export type GroupCommentRow = Awaited<ReturnType<ReturnType<typeof visibleGroupComments>['execute']>>[number]

/** One page of the comments on a post, oldest first. Throws 403 or 404 like the post. */
export async function listGroupComments(db: Db, viewer: Viewer, group: string, post: string, window: PageRequest) {
  const rows = await visibleGroupComments(db, viewer)
    .where('groups.id', '=', group)
    .where('posts.id', '=', post)
    .where(isListedFor(viewer, { kind: 'group_comment', id: 'comments.id', author: 'comments.author_id' }))
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(window.limit + 1)
    .offset(toOffset(window))
    .execute()
  if (rows.length === 0) await groupPostOr404(db, viewer, group, post)
  return toPage(rows, window)
}

/** Returns the comment if the viewer can see it. Throws like the post, or 404. */
export async function groupCommentOr404(db: Db, viewer: Viewer, group: string, post: string, id: string) {
  const comment = await visibleGroupComments(db, viewer)
    .where('groups.id', '=', group)
    .where('posts.id', '=', post)
    .where('comments.id', '=', id)
    .executeTakeFirst()
  if (comment) return comment
  await groupPostOr404(db, viewer, group, post)
  throw notFound('Comment not found')
}

/** The id of a post in any group, if the viewer can see it. */
export const findGroupPostId = async (db: Db, viewer: Viewer, id: string): Promise<string | undefined> =>
  (await visibleGroupPosts(db, viewer).where('posts.id', '=', id).select('posts.id').executeTakeFirst())?.id

/** The id of a comment in any group, if the viewer can see it. */
export const findGroupCommentId = async (db: Db, viewer: Viewer, id: string): Promise<string | undefined> =>
  (await visibleGroupComments(db, viewer).where('comments.id', '=', id).executeTakeFirst())?.id

/** SQL for the only users who may see a row of `posts`, from the post itself; null when its whole school may. */
export const restrictedReaders = sql<string[] | null>`(
  select case when not can_view_group_post(groups.type, posts.visibility, null, false) then array(
    select member.user_id from group_members as member
    where member.school_id = posts.school_id and member.group_id = posts.group_id
      and can_view_group_post(groups.type, posts.visibility, member.role, member.user_id = posts.author_id)) end
  from groups where groups.school_id = posts.school_id and groups.id = posts.group_id)`

type Audience = { poll_options: PollOption[]; hidden_from: string[]; shown_to: string[] | null }

/** The options of a poll with the audience of its live counts. */
export const loadPollCounts = prepared(
  (_db, { school, id }: SqlParams<{ school: string; id: string }>) => sql<Audience>`
  select ${pollJson} as poll_options, ${audienceColumns(restrictedReaders)}
  from posts where posts.school_id = ${school} and posts.id = ${id}`,
)

/** Group posts in notifications. */
export const groupPostPreviews: PreviewSource = {
  link: /^\/groups\/[0-9a-f-]{36}#([0-9a-f-]{36})$/,
  find: (db, viewer, ids) =>
    visibleGroupPosts(db, viewer)
      .where('posts.id', 'in', [...ids])
      .select(['posts.id', notedText('posts').as('text'), uncoveredPicture.as('image_url')]),
}
