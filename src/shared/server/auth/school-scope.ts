import { type RawBuilder, sql } from 'kysely'
import type { SqlParam } from '../db/prepared.ts'
import type { Viewer } from './viewer.ts'

/** The schools that an admin request covers: one, or all (null), which only site admins may request. */
export type SchoolScope = string | null

/** A school admin always gets their own school, whatever school they request. */
export const schoolScope = (viewer: Viewer, asked?: string | undefined): SchoolScope =>
  viewer.role === 'site_admin' ? (asked ?? null) : viewer.schoolId

/** SQL condition: the school column is within the scope. Lists across schools use `pageAcrossSchools` instead. */
export const inScope = (scope: SqlParam<string> | null, column: string): RawBuilder<boolean> =>
  scope === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${scope}::uuid`

/**
 * SQL that yields, as `page`, one page of what `rowsOf` selects in each school, newest first across all schools in the
 * scope. `rowsOf` receives the school's column and must select created_at and id. Each school's part is limited to the
 * rows that the page can need, so an index in that order reads no more.
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

/** Number of items of these sorts in the scope, from the tallies that triggers maintain. */
export const talliedCount = (scope: SchoolScope, sorts: readonly string[]): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(count), 0)::int8 from tallies
    where ${inScope(scope, 'tallies.school_id')} and what = any(${sorts}::text[]))`
