import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { createBatchLoader } from '../../../shared/server/db/batch-loader.ts'
import { toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { findRows, isAmong } from '../../../shared/server/db/replica-reads.ts'
import { maxReaders, sharedPage } from '../../../shared/server/db/shared-page.ts'
import { epoch, likePattern } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { excerpt, type SearchProvider, type SearchTerm, searchNewest } from '../../../shared/server/search.ts'
import { isListedFor } from '../../people/server/queries.ts'
import type { Category, confessions, Sort } from '../contract.ts'
import { listLikeIds } from './likes.ts'

/** A confession is trending with this number of likes within this number of days. */
const trending = { likes: 5, days: 7 }

/**
 * The confessions that this viewer may see: all of their school, unless it has none or a moderator reads them first. Every
 * read starts here, so none can omit the school. Blocks and deleted accounts hide none, because a disappearing confession
 * would reveal its author.
 */
const visibleConfessions = (db: Db, { schoolId }: { readonly schoolId: SqlParam<string> }) =>
  db
    .selectFrom('confessions')
    .where('confessions.school_id', '=', schoolId)
    .where('confessions.withheld_at', 'is', null)
    // literals, for the indexes
    .where(sql<boolean>`confessions.state = 'shown'`)
    .where(sql<boolean>`(select confessions_mode <> 'off' from schools where schools.id = ${schoolId}::uuid)`)
    .select([
      'confessions.id',
      'confessions.school_id',
      'confessions.confession_number',
      'confessions.author_tag',
      'confessions.content',
      'confessions.category',
      'confessions.likes_count',
      'confessions.note',
      'confessions.sensitive',
      epoch('confessions.created_at').as('created_at'),
      sql<boolean>`exists (select from confession_likes as recent where recent.school_id = confessions.school_id
        and recent.confession_id = confessions.id
        and recent.liked_on > (now() at time zone 'UTC')::date - ${sql.lit(trending.days)}
        offset ${sql.lit(trending.likes - 1)})`.as('trending'),
    ])
    .$narrowType<{ category: Category; confession_number: number }>()
export type ConfessionRow = Awaited<ReturnType<ReturnType<typeof visibleConfessions>['execute']>>[number]

/** The confessions of lists: without those that the viewer has hidden. A muted user hides none. */
const listedConfessions = (db: Db, viewer: ViewerParams) =>
  visibleConfessions(db, viewer).where(isListedFor(viewer, { kind: 'confession', id: 'confessions.id' }))

const oneConfession = prepared((db, { school, id }: SqlParams<{ school: string; id: string }>) =>
  visibleConfessions(db, { schoolId: school }).where('confessions.id', '=', id),
)

/** Returns a confession of the viewer's school. */
export async function findConfession(db: Db, viewer: Viewer, id: string): Promise<ConfessionRow | undefined> {
  const [confession] = await oneConfession(db, { school: viewer.schoolId, id })
  return confession
}

/** Returns a confession of the viewer's school. Throws 404 when it belongs to another school or does not exist. */
export async function confessionOr404(db: Db, viewer: Viewer, id: string): Promise<ConfessionRow> {
  const confession = await findConfession(db, viewer, id)
  if (!confession) throw notFound('Confession not found')
  return confession
}

/** `ids` as a PostgreSQL array literal: `pg` would escape the elements one by one. */
const likesAmong = prepared((db, { school, ids }: SqlParams<{ school: string; ids: string }>) =>
  db
    .selectFrom('confession_likes')
    .where('school_id', '=', school)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select(['id', 'confession_id']),
)

/** The confessions of the likes with these ids, as far as they exist. */
const findLiked = createBatchLoader<{ readonly school: string; readonly ids: readonly string[] }, Set<string>>({
  groupBy: ({ school }) => school,
  maxKeys: maxReaders,
  async find(db, school, keys) {
    const likes = await likesAmong(db, { school, ids: `{${keys.flatMap(({ ids }) => ids)}}` })
    const confessions = new Map(likes.map((like) => [like.id, like.confession_id]))
    return keys.map(({ ids }) => new Set(ids.flatMap((id) => confessions.get(id) ?? [])))
  },
})

/** Adds to each confession whether the viewer likes it. */
export async function withLikes(db: Db, viewer: Viewer, anonymity: Anonymity, rows: readonly ConfessionRow[]) {
  const confessions = rows.map(({ id }) => id)
  const ids = await listLikeIds(anonymity, viewer, confessions)
  const liked = ids.length > 0 ? await findLiked(db, { school: viewer.schoolId, ids }) : undefined
  return rows.map((row) => ({ row, isLiked: liked?.has(row.id) ?? false }))
}

const newest = sharedPage<{ rows: number; skip: number }, ConfessionRow>(
  (db, { viewer, school, rows, skip }) =>
    listedConfessions(db, { id: viewer, schoolId: school })
      .orderBy('confessions.confession_number', 'desc')
      .limit(rows)
      .offset(skip),
  (one, other) => other.confession_number - one.confession_number,
)

/** Numbers are public and follow the order of publication, so sorting by them reveals nothing more. */
const orders: Readonly<Record<Sort, readonly (readonly ['confession_number' | 'likes_count', 'asc' | 'desc'])[]>> = {
  newest: [['confession_number', 'desc']],
  oldest: [['confession_number', 'asc']],
  most_liked: [
    ['likes_count', 'desc'],
    ['confession_number', 'desc'],
  ],
}

/** Returns one page of the school's confessions that match the query. */
export async function listConfessions(db: Db, viewer: Viewer, asked: z.output<typeof confessions.list.query>) {
  const { sort, category, search, page, limit } = asked
  const [reach, skip] = [limit + 1, toOffset({ page, limit })]
  const found = async () => {
    if (sort === 'newest' && !category && !search)
      return newest(db, { viewer: viewer.id, school: viewer.schoolId, rows: reach, skip })
    const select = (from: Db) =>
      listedConfessions(from, viewer)
        .$if(Boolean(category), (query) => query.where('confessions.category', '=', category ?? ''))
        .$if(Boolean(search), (query) => query.where(matches(search ?? '')))
    const find = (from: Db) => {
      let query = select(from)
      for (const [column, direction] of orders[sort]) query = query.orderBy(`confessions.${column}`, direction)
      return query.limit(reach).offset(skip).execute()
    }
    return findRows(db, find, (primary, rows) => select(primary).where(isAmong('confessions.id', rows)))
  }
  const rows = await found()
  return toPage(rows, { page, limit })
}

function matches(search: string) {
  const words = sql<boolean>`confessions.content ilike ${likePattern(search)}`
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  return number ? sql<boolean>`(${words} or confessions.confession_number = ${Number(number)})` : words
}

/** Searches confessions, latest first. */
export const findConfessions = (db: Db, viewer: ViewerParams, term: SearchTerm): SearchProvider => {
  const found = listedConfessions(db, viewer)
    .clearSelect()
    .select([
      'confessions.id',
      sql<string>`'Confession #' || confessions.confession_number`.as('title'),
      excerpt('confessions.content', term).as('text'),
      epoch('confessions.created_at').as('at'),
      sql<string | null>`null`.as('image_url'),
      sql<string>`'/confessions?search=' || confessions.confession_number`.as('link'),
    ])
  return searchNewest(db, found, { table: 'confessions', column: 'content', school: viewer.schoolId, term })
}
