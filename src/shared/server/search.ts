import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './db/pools.ts'
import type { SqlParam } from './db/prepared.ts'
import { likePattern } from './db/sql.ts'

/** A term, and patterns of texts: that contain it, that begin with it, and that may contain it. */
type TermTexts = {
  readonly text: string
  readonly containing: string
  readonly beginning: string
  readonly resembling: string
}

export const toTermTexts = (text: string): TermTexts => {
  const containing = likePattern(text)
  return { text, containing, beginning: containing.slice(1), resembling: containing.replace(/[IKik]|[^ -~]/gu, '%') }
}

/** What to search for: values, or placeholders in a prepared statement. */
export type SearchTerm = { readonly [K in keyof TermTexts]: SqlParam<TermTexts[K]> } & {
  /** Whether similar words are found, too. */
  readonly tolerant: boolean
  /** The most hits per content type. */
  readonly limit: SqlParam<number>
  /** Only in the rows with these ids. */
  readonly among?: readonly string[]
}

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

/** Minimum word similarity of a tolerant match: the share of common trigrams. */
export const tolerance = 0.45

/**
 * SQL condition: the text in `table.column` contains the term. Uses the trigram index of its column, or with `among` the primary key: then a
 * tolerant match does not depend on the setting of its operator either.
 */
export function matchesTerm(column: string, { text, containing, tolerant, among }: Omit<SearchTerm, 'limit'>) {
  const contains = sql<boolean>`${sql.ref(column)} ilike ${containing}`
  if (!among) return tolerant ? sql<boolean>`${text} <% ${sql.ref(column)}` : contains
  const matches = tolerant ? sql<boolean>`word_similarity(${text}, ${sql.ref(column)}) >= ${tolerance}` : contains
  return sql<boolean>`(${sql.ref(`${column.split('.')[0]}.id`)} = any(${among}::uuid[]) and ${matches})`
}

/**
 * The same for rows that are read one by one. Before PostgreSQL compares a text, it converts the whole text to lower case, which takes most of the
 * time. Under the collation "C" it does not: there, only ASCII letters have a lower case. So that excludes most texts first. The pattern for it
 * leaves out I and K, because other letters have the same lower case (İ, the kelvin sign) and a Turkish database has another one for I. `case` keeps
 * the order, and the planner does not take the two comparisons for independent.
 */
export function matchesScanned(column: string, term: Omit<SearchTerm, 'limit'>) {
  const matches = matchesTerm(column, term)
  if (term.tolerant || term.among) return matches
  return sql<boolean>`case when ${sql.ref(column)} collate "C" ilike ${term.resembling} then ${matches} end`
}

/** 160 characters of a text, around the term if it occurs. */
export const excerpt = (column: string, { text }: SearchTerm) =>
  sql<string>`substr(${sql.ref(column)}, greatest(position(lower(${text}) in lower(${sql.ref(column)})) - 40, 1), 160)`

/** True when trigram indexes help: they contain groups of three letters or digits, and beginnings and ends of words. */
export const isIndexedTerm = (text: string): boolean =>
  /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}\s|\s[\p{L}\p{N}]{2}/u.test(text)

/** Maximum number of matches to count: a frequent word is in more rows than can be counted in time. */
export const maxCounted = 10_000

/** The most matches that a search orders by how well they fit. */
const maxCandidates = 100

/**
 * SQL condition: the row is among the first matches that these queries select the ids of; a later one is read only for what the earlier ones
 * leave. It bounds the cost of a frequent term where the best matches cannot be read in their order.
 */
export const isCandidate = (column: string, ...sources: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`${sql.ref(column)} = any(array(select id from (${sql.join(
    sources.map((source) => sql`(${source} limit ${sql.lit(maxCandidates)})`),
    sql` union all `,
  )}) as candidates limit ${sql.lit(maxCandidates)}))`

type RecentSearch = {
  /** The table that the query reads under this name, and the columns by which it is ordered. */
  readonly table: string
  readonly time: string
  readonly id: string
  /** SQL condition for all rows in which a match may be: those of the school, before a position. An index has them in order. */
  readonly scope: RawBuilder<boolean>
  readonly matches: RawBuilder<boolean>
  /** The same for rows that are read one by one, if that is faster in another way. */
  readonly scanned?: RawBuilder<boolean>
  readonly count: SqlParam<number>
  /** Number of newest rows that are scanned one by one, before an index is used for older rows. */
  readonly recentRows: number
  /** Whether three times as many rows are scanned after these, if the missing matches are expected in them. */
  readonly canScanMore?: boolean
  /** False for a term that no index supports: only the newest rows are searched. */
  readonly isIndexed?: boolean
}

/**
 * Finds the `count` newest matches, and perhaps some more, in no order. Frequent terms are found quickly among the
 * newest rows. Other terms are rare: their few rows come from the trigram index, where the planner, which assumes an
 * even distribution, would scan the whole table. In all parts `found` reads the rows in their order, and so only as many as it needs.
 */
export function searchRecentFirst<R>(
  found: Query<R>,
  {
    table,
    time,
    id,
    scope,
    matches,
    scanned = matches,
    count,
    recentRows,
    canScanMore,
    isIndexed = true,
  }: RecentSearch,
): RawBuilder<R> {
  const [rows, at, key, old] = [sql.table(table), ...[time, id, 'sort_time'].map((name) => sql.ref(`${table}.${name}`))]
  const inOrder = (condition: RawBuilder<boolean>) =>
    sql`from ${rows} where ${condition} order by ${at} desc, ${key} desc`
  const scan = (condition: RawBuilder<boolean>, offset: number, length: number, most: SqlParam<number>) => sql<R>`(
    with ${rows} as (select * ${inOrder(condition)} offset ${sql.lit(offset)} limit ${sql.lit(length)})
    ${found.where(scanned).orderBy(sql`${at}`, 'desc').orderBy(sql`${key}`, 'desc').limit(most)})`
  const near = scan(scope, 0, recentRows, count)
  if (!isIndexed) return near
  const nearCount = sql`(select count(*) from near)`
  // A term of which one match is missing has thousands of old ones, which the index cannot order.
  const isMoreScanned = sql<boolean>`(${nearCount} < ${count} and ${nearCount} * 4 >= ${count})`
  const missing = sql<number>`${count} - ${nearCount}`
  const more = scan(sql<boolean>`${scope} and ${isMoreScanned}`, recentRows, 3 * recentRows, missing)
  const scannedRows = canScanMore
    ? sql`(case when ${isMoreScanned} then ${sql.lit(4 * recentRows)} else ${sql.lit(recentRows)} end)`
    : sql.lit(recentRows)
  const hits = canScanMore ? sql`(select * from near union all select * from more)` : sql`near`
  const far = sql`(with ${rows} as (
      select ${rows}.*, ${at} + interval '0' as sort_time from ${rows} where ${scope} and ${matches}
        and (${at}, ${key}) <= (select ${at}, ${key} ${inOrder(scope)} offset ${scannedRows} limit 1)
        and (select count(*) from ${hits} as hits) < ${count}
      order by ${at} + interval '0' desc, ${key} desc offset 0)
    ${found.orderBy(sql`${old}`, 'desc').orderBy(sql`${key}`, 'desc').limit(count)})`
  return sql`(with near as ${near}, ${canScanMore ? sql`more as ${more},` : sql``} far as ${far}
    select * from ${hits} as hits union all select * from far)`
}

/** The newest hits of a table that is ordered by `created_at` and `id`, in no order with `among`. It has fewer rows than there are posts. */
export function searchNewest<R extends SearchHit>(
  db: Db,
  found: Query<R>,
  { table, column, school, term }: { table: string; column: string; school: SqlParam<string>; term: SearchTerm },
) {
  const text = `${table}.${column}`
  const [matches, scanned] = [matchesTerm(text, term), matchesScanned(text, term)]
  if (term.among) return found.where(matches)
  const scope = sql<boolean>`${sql.ref(`${table}.school_id`)} = ${school}`
  const search = { table, time: 'created_at', id: 'id', scope, matches, scanned, count: term.limit, recentRows: 500 }
  return db.selectFrom(searchRecentFirst(found, search).as('hits')).selectAll().orderBy('at', 'desc').limit(term.limit)
}
