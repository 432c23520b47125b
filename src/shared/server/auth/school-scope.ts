import { type RawBuilder, sql } from 'kysely'
import { schoolsElsewhere } from '../cells/school-moves.ts'
import { type PageRequest, toOffset } from '../db/page.ts'
import type { Db } from '../db/pools.ts'
import type { SqlParam } from '../db/prepared.ts'
import type { Viewer } from './viewer.ts'

/** The schools that an admin request covers: one, or all (null), which only site admins may request. */
export type SchoolScope = string | null

/** A school admin always gets their own school, whatever school they request. */
export const schoolScope = (viewer: Viewer, asked?: string | undefined): SchoolScope =>
  viewer.role === 'site_admin' ? (asked ?? null) : viewer.schoolId

/** Statements of a request for all schools that run concurrently. */
const maxConcurrent = 3

/** All schools that are served here, by their id. */
export const listSchools = async (db: Db): Promise<string[]> => {
  const here = db.selectFrom('schools').where(sql<boolean>`id not in (${schoolsElsewhere})`)
  return (await here.orderBy('id').select('id').execute()).map(({ id }) => id)
}

/** Reads each school of the scope by a statement of its own: none names several schools, and none is left out. */
export async function readEachSchool<R>(
  db: Db,
  scope: SchoolScope,
  read: (school: string) => Promise<R>,
): Promise<R[]> {
  if (scope !== null) return [await read(scope)]
  const schools = await listSchools(db)
  const results: R[] = []
  const step = db.isTransaction ? 1 : maxConcurrent
  for (let start = 0; start < schools.length; start += step)
    results.push(...(await Promise.all(schools.slice(start, start + step).map(read))))
  return results
}

/** Sum of a number of each school in the scope. */
export const sumSchools = async (
  db: Db,
  scope: SchoolScope,
  count: (school: string) => Promise<number>,
): Promise<number> => (await readEachSchool(db, scope, count)).reduce((total, number) => total + number, 0)

/** The rows of a list that are read: `rows` after the first `skip`. */
export type Slice = { readonly rows: number; readonly skip: number }

/**
 * One page of a list over the schools in the scope. `read` returns rows of one school in the order of `compare`; of all
 * schools, each reads as many rows as the page can need.
 */
export async function readPageOfSchools<R>(
  db: Db,
  scope: SchoolScope,
  page: PageRequest,
  {
    read,
    compare,
  }: {
    read(school: string, slice: Slice): Promise<readonly R[]>
    compare(one: NoInfer<R>, other: NoInfer<R>): number
  },
): Promise<readonly R[]> {
  const skip = toOffset(page)
  if (scope !== null) return read(scope, { rows: page.limit, skip })
  const rows = skip + page.limit
  let first: readonly R[] = [] // of the schools read so far, so that memory does not grow with their number
  await readEachSchool(db, null, async (school) => {
    const found = await read(school, { rows, skip: 0 })
    if (found.length > 0) first = [...first, ...found].sort(compare).slice(0, rows)
  })
  return first.slice(skip)
}

type NewestRow = { readonly created_exactly: string; readonly id: string }

/** What a list that is read newest first is sorted by. */
export const toPlace = ({ created_exactly, id }: NewestRow): string[] => [created_exactly, id]

/** Order of a list that is read newest first. */
export const newestFirst = (one: NewestRow, other: NewestRow): number => -comparePlaces(toPlace(one), toPlace(other))

/** Compares the values by which rows are sorted, one after the other. */
export function comparePlaces(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  const index = one.findIndex((value, position) => value !== other[position])
  return index < 0 ? 0 : (one[index] ?? 0) < (other[index] ?? 0) ? -1 : 1
}

/** SQL that yields, as `page`, these rows of one school, newest first. They must have created_at and id. */
export const newestRows = (rows: RawBuilder<unknown>, slice: { readonly [K in keyof Slice]: SqlParam<number> }) => sql`(
  ${rows} order by created_at desc, id desc limit ${slice.rows} offset ${slice.skip}) as page`

/** Number of items of these sorts in a school, from the tallies that triggers maintain. */
export const talliedCount = (school: SqlParam<string>, sorts: readonly string[]): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(count), 0)::int8 from tallies
    where tallies.school_id = ${school}::uuid and what = any(${sorts}::text[]))`
