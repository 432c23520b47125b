import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import {
  decodeCursor,
  encodeCursor,
  exactSeconds,
  isTimestamp,
  startCursor,
  toIsoMicros,
} from '../../../shared/server/db/cursor.ts'
import { toOffset } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { findRows, isAmong } from '../../../shared/server/db/replica-reads.ts'
import { sharedPage } from '../../../shared/server/db/shared-page.ts'
import { epoch, epochOrNull, likePattern } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import {
  excerpt,
  isIndexedTerm,
  matchesScanned,
  matchesTerm,
  type SearchProvider,
  type SearchTerm,
  searchRecentFirst,
} from '../../../shared/server/search.ts'
import { toMedia } from '../../media/server/queries.ts'
import { notedText, type PreviewSource, uncoveredPicture } from '../../notifications/server/previews.ts'
import { mentionsJson } from '../../people/server/mention-queries.ts'
import { canViewProfile } from '../../people/server/profile-visibility.ts'
import { areFriends, isListedFor, noBlockBetween } from '../../people/server/queries.ts'
import type { Activity, posts } from '../contract.ts'

/** The posts outside groups that the viewer can see. Every read starts here, so no read can omit the school. */
export const visiblePostIds = (db: Db, viewer: ViewerParams) =>
  db
    .selectFrom('posts')
    .leftJoin('users as author', (join) =>
      join.onRef('author.school_id', '=', 'posts.school_id').onRef('author.id', '=', 'posts.author_id'),
    )
    .where('posts.school_id', '=', viewer.schoolId)
    .where('posts.group_id', 'is', null)
    .where('posts.withheld_at', 'is', null)
    .where('author.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'posts.author_id'))

/** The same with all that is shown of a post. */
function visiblePosts(db: Db, viewer: ViewerParams) {
  return visiblePostIds(db, viewer)
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('post_likes')
          .whereRef('post_likes.school_id', '=', 'posts.school_id')
          .whereRef('post_likes.post_id', '=', 'posts.id')
          .where('post_likes.user_id', '=', viewer.id)
          .select('post_likes.user_id')
          .limit(1) // one index probe per row; a plain join reads every like of the viewer
          .as('mine'),
      (join) => join.onTrue(),
    )
    .select([
      'posts.id',
      'posts.school_id',
      'posts.author_id',
      'posts.author_tag',
      'author.name as author_name',
      'author.avatar_url as author_avatar',
      sql<boolean>`author.role is not null and author.role <> 'student'`.as('author_is_staff'),
      'posts.content',
      mentionsJson('posts').as('mentions'),
      'posts.type',
      'posts.media_urls',
      'posts.is_anonymous',
      'posts.like_count',
      'posts.comment_count',
      'posts.note',
      'posts.sensitive',
      epochOrNull('posts.edited_at').as('edited_at'),
      exactSeconds('posts.created_at').as('created_exactly'),
      sql<boolean>`mine.user_id is not null`.as('is_liked'),
    ])
    .$narrowType<{ type: 'text' | 'image' }>()
}
export type PostRow = Awaited<ReturnType<ReturnType<typeof visiblePosts>['execute']>>[number]

/** The posts of lists. */
const listedPosts = (db: Db, viewer: ViewerParams) =>
  visiblePosts(db, viewer).where(isListedFor(viewer, { kind: 'post', id: 'posts.id', author: 'posts.author_id' }))

const onePost = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visiblePosts(db, { id: viewer, schoolId: school }).where('posts.id', '=', id),
)

/** Returns the post if the viewer can see it. */
export async function findPost(db: Db, viewer: Viewer, id: string): Promise<PostRow | undefined> {
  const [post] = await onePost(db, { viewer: viewer.id, school: viewer.schoolId, id })
  return post
}

type ManySlots = SqlParams<{ viewer: string; school: string; ids: readonly string[] }>

const manyPosts = prepared((db, { viewer, school, ids }: ManySlots) =>
  visiblePosts(db, { id: viewer, schoolId: school }).where(sql<boolean>`posts.id = any (${ids}::uuid[])`),
)

/** Returns those of the posts that the viewer can see. */
export const listPostsById = (db: Db, viewer: Viewer, ids: readonly string[]): Promise<PostRow[]> =>
  manyPosts(db, { viewer: viewer.id, school: viewer.schoolId, ids })

const onePostRef = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visiblePostIds(db, { id: viewer, schoolId: school })
    .where('posts.id', '=', id)
    .select(['posts.id', 'posts.school_id', 'posts.author_id', 'posts.author_tag', 'posts.is_anonymous']),
)

/** Returns id and author of the post if the viewer can see it: for a like or a comment, which show nothing else of it. */
export async function findPostRef(db: Db, viewer: Viewer, id: string) {
  const [post] = await onePostRef(db, { viewer: viewer.id, school: viewer.schoolId, id })
  return post
}

/** Returns the post if the viewer can see it. Throws 404 alike for another school's, a hidden and a deleted post. */
export async function postOr404(db: Db, viewer: Viewer, id: string): Promise<PostRow> {
  const post = await findPost(db, viewer, id)
  if (!post) throw notFound('Post not found')
  return post
}

/** Adds images and videos to the posts. Queries media only for posts that have some. */
export async function withMedia(db: Db, viewer: Viewer, rows: readonly PostRow[]) {
  const ids = rows.filter(({ media_urls }) => media_urls.length > 0).map(({ id }) => id)
  const byPost = await toMedia(db, viewer.schoolId, 'post', ids)
  return rows.map((row) => ({ row, media: byPost.get(row.id) ?? [] }))
}

/** The start of a page: after the position in `cursor`, then `page - 1` pages further without one. */
type PageRequest = { readonly limit: number; readonly page: number; readonly cursor?: string | undefined }

type FeedStart = { time: string; last: string; rows: number; skip: number }

const earlier = ({ time, last }: { readonly [K in 'time' | 'last']: SqlParam<string> }) =>
  sql<boolean>`(posts.created_at, posts.id) < (${time}::timestamptz, ${last}::uuid)`

const windowed = (db: Db, viewer: ViewerParams, at: { readonly [K in keyof FeedStart]: SqlParam<FeedStart[K]> }) =>
  listedPosts(db, viewer)
    .where(earlier(at))
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(at.rows)
    .offset(at.skip)

const wholeFeed = sharedPage<FeedStart, PostRow>(
  (db, slots) => windowed(db, { id: slots.viewer, schoolId: slots.school }, slots),
  (one, other) => other.created_exactly - one.created_exactly || (one.id < other.id ? 1 : -1),
)

/** One page of the school's feed, newest first. */
export async function listFeed(
  db: Db,
  viewer: Viewer,
  { filter, search, ...window }: z.output<typeof posts.feed.query>,
) {
  const at = toFeedStart(window)
  if (filter === 'all' && !search)
    return toPage(await wholeFeed(db, { viewer: viewer.id, school: viewer.schoolId, ...at }), window)

  const withFilter = (query: ReturnType<typeof visiblePosts>) => {
    if (filter === 'friends') return query.where(areFriends(viewer, 'posts.author_id'))
    return filter === 'my-posts' ? query.where('posts.author_id', '=', viewer.id) : query
  }
  if (!search) return toPage(await withFilter(windowed(db, viewer, at)).execute(), window)

  const pattern = likePattern(search)
  const authors = sql`(select id from users where school_id = ${viewer.schoolId} and name ilike ${pattern})`
  const select = (from: Db) => withFilter(listedPosts(from, viewer))
  const matches = sql<boolean>`(posts.content ilike ${pattern} or posts.author_id = any(array${authors}))`
  const options = { ...latest(viewer, at, at.rows + at.skip), matches, isIndexed: isIndexedTerm(search) }
  const find = (from: Db) =>
    from
      .selectFrom(searchRecentFirst(select(from), options).as('posts'))
      .selectAll()
      .orderBy('created_exactly', 'desc')
      .orderBy('id', 'desc')
      .limit(at.rows)
      .offset(at.skip)
      .execute()
  const rows = await findRows(db, find, (primary, found) =>
    select(primary).where(matches).where(isAmong('posts.id', found)),
  )
  return toPage(rows, window)
}

/**
 * One page of the posts that a user wrote under their name, newest first. Empty when the user hides the profile from the
 * viewer. Throws 404 when the viewer can't see the user.
 */
export async function listPostsByUser(db: Db, viewer: Viewer, id: string, window: PageRequest) {
  const person = await db
    .selectFrom('users')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'users.id'))
    .select(canViewProfile(viewer).as('isShown'))
    .executeTakeFirst()
  if (!person) throw notFound('User not found')
  if (!person.isShown) return toPage([], window)
  return toPage(await windowed(db, viewer, toFeedStart(window)).where('posts.author_id', '=', id).execute(), window)
}

/** Options for `searchRecentFirst`: how to search the posts before a feed position until `count` hits are found. */
const latest = (
  { schoolId }: Pick<ViewerParams, 'schoolId'>,
  at: { time: string; last: string },
  count: SqlParam<number>,
) => ({
  ...{ table: 'posts', time: 'created_at', id: 'id', count, recentRows: 2000 },
  scope: sql<boolean>`posts.school_id = ${schoolId} and posts.group_id is null and ${earlier(at)}`,
})

function toFeedStart({ limit, page, cursor }: PageRequest) {
  const known = decodeCursor(cursor)
  const start = known && isTimestamp(known.sortKey) ? { time: known.sortKey, last: known.id } : startCursor
  return { ...start, rows: limit + 1, skip: start === startCursor ? toOffset({ page, limit }) : 0 }
}

function toPage(rows: PostRow[], { page, limit }: PageRequest) {
  const hasMore = rows.length > limit
  const shown = rows.slice(0, limit)
  const end = shown.at(-1)
  const cursor = hasMore && end ? encodeCursor({ sortKey: toIsoMicros(end.created_exactly), id: end.id }) : null
  return { rows: shown, pagination: { page, limit, hasMore, cursor } }
}

/** The latest named posts and comments of the school, for the side rail. */
export async function listActivity(db: Db, viewer: Viewer, limit: number): Promise<Activity[]> {
  const named = (rows: 'posts' | 'comments') => sql`
    join users on users.school_id = ${viewer.schoolId} and users.id = ${sql.ref(`${rows}.author_id`)} and users.deleted_at is null
    where posts.school_id = ${viewer.schoolId} and posts.group_id is null and ${sql.ref(`${rows}.withheld_at`)} is null
      and ${noBlockBetween(viewer, `${rows}.author_id`)}
      and ${isListedFor(viewer, { kind: rows === 'posts' ? 'post' : 'comment', id: `${rows}.id`, author: `${rows}.author_id` })}`
  const who = sql`json_build_object('id', users.id, 'name', users.name, 'avatar_url', users.avatar_url) as "user"`
  const { rows } = await sql<Activity>`
    select id, post_id, "user", action, floor(extract(epoch from at))::int8 as timestamp from (
      (select posts.id, posts.id as post_id, ${who}, 'shared a post' as action, posts.created_at as at
        from posts ${named('posts')} order by posts.created_at desc limit ${limit})
      union all
      (select comments.id, posts.id, ${who}, 'commented on a post', comments.created_at
        from comments join posts on posts.school_id = comments.school_id and posts.id = comments.post_id ${named('comments')}
          and comments.school_id = ${viewer.schoolId} and posts.withheld_at is null
          and ${noBlockBetween(viewer, 'posts.author_id')}
          and ${isListedFor(viewer, { kind: 'post', id: 'posts.id', author: 'posts.author_id' })}
          and not exists (select from users as host where host.school_id = ${viewer.schoolId}
            and host.id = posts.author_id and host.deleted_at is not null)
        order by comments.created_at desc limit ${limit})
    ) as latest order by at desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Posts that contain a term, newest first. Anonymous posts match by their text only; their author is neither read nor
 * returned.
 */
export const findPosts = (db: Db, viewer: ViewerParams, term: SearchTerm): SearchProvider => {
  const [matches, scanned] = [matchesTerm('posts.content', term), matchesScanned('posts.content', term)]
  const found = listedPosts(db, viewer)
    .clearSelect()
    .select([
      'posts.id',
      sql<string>`coalesce(author.name, 'Anonymous')`.as('title'),
      excerpt('posts.content', term).as('text'),
      epoch('posts.created_at').as('at'),
      sql<string | null>`null`.as('image_url'),
      sql<string>`'/dashboard?post=' || posts.id`.as('link'),
    ])
  if (term.among) return found.where(matches)
  return db
    .selectFrom(
      searchRecentFirst(found, {
        ...latest(viewer, startCursor, term.limit),
        ...{ matches, scanned, canScanMore: true },
      }).as('posts'),
    )
    .selectAll()
    .orderBy('at', 'desc')
    .limit(term.limit)
}

/** Posts in notifications. */
export const postPreviews: PreviewSource = {
  link: /^\/dashboard\?post=([0-9a-f-]{36})$/,
  find: (db, viewer, ids) =>
    visiblePostIds(db, viewer)
      .where('posts.id', 'in', [...ids])
      .where('posts.author_id', 'is not', null)
      .select(['posts.id', notedText('posts').as('text'), uncoveredPicture.as('image_url')]),
}
