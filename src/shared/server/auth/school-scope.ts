import { type RawBuilder, sql } from 'kysely'
import type { SqlParam } from '../db/db.ts'
import type { Viewer } from './viewer.ts'

/** The schools that an administrator's call concerns: one, or all of them (null), which only site administrators reach. */
export type SchoolScope = string | null

/** A school's administrator never leaves their school, whatever they ask for. */
export const schoolScope = (viewer: Viewer, asked?: string | undefined): SchoolScope =>
  viewer.role === 'site_admin' ? (asked ?? null) : viewer.schoolId

/** True in SQL for a column that holds a school within the scope. Lists across schools go school by school instead. */
export const inScope = (scope: SqlParam<string> | null, column: string): RawBuilder<boolean> =>
  scope === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${scope}::uuid`

/** A page of a list: 1 is the first. */
export type PageRequest = { readonly page: number; readonly limit: number }

/**
 * One page of what `rowsOf` finds in each school, newest first across all schools in the scope: SQL that yields the
 * rows as `page`. `rowsOf` is given the school's column and has to select created_at and id; each school's part
 * is cut to what the page can need, so an index in that order reads no more.
 */
export const pageAcrossSchools = (
  scope: SqlParam<string> | null,
  { page, limit }: { readonly page: SqlParam<number>; readonly limit: SqlParam<number> },
  rowsOf: (school: RawBuilder<string>) => RawBuilder<unknown>,
) => sql`(
  select listed.* from schools as scope cross join lateral (
    ${rowsOf(sql.ref('scope.id'))} order by created_at desc, id desc limit ${page}::int8 * ${limit}::int8
  ) as listed
  where ${inScope(scope, 'scope.id')}
  order by listed.created_at desc, listed.id desc limit ${limit} offset (${page}::int8 - 1) * ${limit}::int8
) as page`

/** How many of these sorts there are in the scope, by the tallies that triggers keep. */
export const talliedCount = (scope: SchoolScope, sorts: readonly string[]): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(count), 0)::int8 from tallies
    where ${inScope(scope, 'tallies.school_id')} and what = any(${sorts}::text[]))`
