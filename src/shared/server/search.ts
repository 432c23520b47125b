import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { likePattern } from './db/db.ts'

/** What somebody looks for. A tolerant term also finds words that look like it. */
export type SearchTerm = { readonly text: string; readonly tolerant: boolean }

/** What every feature says of something that was found. */
export type SearchHit = {
  readonly id: string
  readonly title: string
  /** What it says around the term. */
  readonly text: string
  /** Seconds since 1970; null where the time says nothing. */
  readonly at: number | null
  readonly image_url: string | null
  /** Its page. */
  readonly link: string
}

// biome-ignore lint/suspicious/noExplicitAny: of which tables it selects is its own affair
type Query<R> = SelectQueryBuilder<any, any, R>

/** A feature's search: what the viewer may see of it and the term is in, the best first. */
export type SearchProvider = Query<SearchHit>

/** Of one kind. */
export const maxHits = 20

/** How much a word has to look like the term: the share of their groups of three letters. */
export const tolerance = 0.45

/** Whether a text holds the term, by the trigram index of its column. */
export const matchesTerm = (column: string, { text, tolerant }: SearchTerm) =>
  tolerant ? sql<boolean>`${text} <% ${sql.ref(column)}` : sql<boolean>`${sql.ref(column)} ilike ${likePattern(text)}`

/** A hundred and sixty characters of a text, around the term when it is in there. */
export const excerpt = (column: string, { text }: SearchTerm) =>
  sql<string>`substr(${sql.ref(column)}, greatest(position(lower(${text}) in lower(${sql.ref(column)})) - 40, 1), 160)`

/** Whether the trigram indexes help: they know groups of three letters or digits, and beginnings and ends of words. */
export const isIndexedTerm = (text: string): boolean =>
  /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}\s|\s[\p{L}\p{N}]{2}/u.test(text)

/** Matches that a search counts: a frequent word is in more rows than can be counted in time. */
export const maxCounted = 10_000

/** So many of the newest rows are looked through one by one, before an index is asked for those that lie further back. */
export const recentWindowRows = 2000

/**
 * The `count` newest rows in which something was found, and perhaps some more, in no order. What is frequent is met at
 * once among the newest rows. What is not is rare: then the index of its letters gives the few that there are, where
 * the planner, which takes everything to be spread evenly, would walk through the whole table. `horizon` is the
 * moment of the last row that is looked at by itself, if there are so many. What no index finds is looked for there alone.
 */
export function searchRecentFirst<R>(
  found: Query<R>,
  {
    time,
    id,
    horizon,
    count,
    isIndexed = true,
  }: { time: string; id: string; horizon: RawBuilder<unknown>; count: number; isIndexed?: boolean },
): RawBuilder<R> {
  const parting = sql`coalesce(${horizon}, '-infinity')`
  const near = found
    .where(sql<boolean>`${sql.ref(time)} >= ${parting}`)
    .orderBy(time, 'desc')
    .orderBy(id, 'desc')
  const far = found
    .where(sql<boolean>`${sql.ref(time)} < ${parting} and (select count(*) from near) < ${count}`)
    .orderBy(sql`${sql.ref(time)} + interval '0'`, 'desc') // in an order that no index has
    .orderBy(id, 'desc')
  if (!isIndexed) return sql`(${near.limit(count)})`
  return sql`(with near as (${near.limit(count)}), far as (${far.limit(count)})
    select * from near union all select * from far)`
}
