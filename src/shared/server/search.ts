import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { likePattern } from './db/sql.ts'

/** A search term. A tolerant term also finds similar words. `among`: only in the rows with these ids. */
export type SearchTerm = { readonly text: string; readonly tolerant: boolean; readonly among?: readonly string[] }

/** A search result of any feature. */
export type SearchHit = {
  readonly id: string
  readonly title: string
  /** Excerpt around the term. */
  readonly text: string
  /** Seconds since 1970; null where the time is irrelevant. */
  readonly at: number | null
  readonly image_url: string | null
  /** URL of its page. */
  readonly link: string
}

// biome-ignore lint/suspicious/noExplicitAny: each provider selects from different tables
type Query<R> = SelectQueryBuilder<any, any, R>

/** A feature's search query: the matching items that the viewer may see, best first. */
export type SearchProvider = Query<SearchHit>

/** Per content type. */
export const maxHits = 20

/** Minimum word similarity of a tolerant match: the share of common trigrams. */
export const tolerance = 0.45

/**
 * SQL condition: the text in `table.column` contains the term. Uses the trigram index of its column, or with `among` the primary key: then a
 * tolerant match does not depend on the setting of its operator either.
 */
export function matchesTerm(column: string, { text, tolerant, among }: SearchTerm) {
  const contains = sql<boolean>`${sql.ref(column)} ilike ${likePattern(text)}`
  if (!among) return tolerant ? sql<boolean>`${text} <% ${sql.ref(column)}` : contains
  const matches = tolerant ? sql<boolean>`word_similarity(${text}, ${sql.ref(column)}) >= ${tolerance}` : contains
  return sql<boolean>`(${sql.ref(`${column.split('.')[0]}.id`)} = any(${among}::uuid[]) and ${matches})`
}

/** 160 characters of a text, around the term if it occurs. */
export const excerpt = (column: string, { text }: SearchTerm) =>
  sql<string>`substr(${sql.ref(column)}, greatest(position(lower(${text}) in lower(${sql.ref(column)})) - 40, 1), 160)`

/** True when trigram indexes help: they contain groups of three letters or digits, and beginnings and ends of words. */
export const isIndexedTerm = (text: string): boolean =>
  /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}\s|\s[\p{L}\p{N}]{2}/u.test(text)

/** Maximum number of matches to count: a frequent word is in more rows than can be counted in time. */
export const maxCounted = 10_000

/** Number of newest rows that are scanned one by one, before an index is used for older rows. */
export const recentWindowRows = 2000

/**
 * Finds the `count` newest matches, and perhaps some more, in no order. Frequent terms are found quickly among the
 * newest rows. Other terms are rare: their few rows come from the trigram index, where the planner, which assumes an
 * even distribution, would scan the whole table. `horizon` is the time of the last row to scan, if there are that many.
 * A term that no index supports is only searched up to there.
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
    .orderBy(sql`${sql.ref(time)} + interval '0'`, 'desc') // an order without an index
    .orderBy(id, 'desc')
  if (!isIndexed) return sql`(${near.limit(count)})`
  return sql`(with near as (${near.limit(count)}), far as (${far.limit(count)})
    select * from near union all select * from far)`
}
