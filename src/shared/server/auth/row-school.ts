// Finds the school of a row that is named without it: by a site administrator, an address, or a device. These statements read
// all schools; every other one names the school.
import { sql } from 'kysely'
import type { Db } from '../db/pools.ts'
import type { DB } from '../db/schema.gen.ts'
import { listSchools, type SchoolScope } from './school-scope.ts'

type RowTable = {
  [T in keyof DB]: DB[T] extends { readonly school_id: unknown; readonly id: unknown } ? T : never
}[keyof DB]

/** Other columns than `id` that lead to a school, with their types. */
const columnTypes = {
  'moderation_actions.item_id': 'uuid',
  'push_subscriptions.endpoint_hash': 'bytea',
  'reports.case_id': 'uuid',
  'reports.content_id': 'uuid',
  'uploads.item_id': 'uuid',
  'uploads.name': 'text',
  'users.email': 'text',
} as const

/** Columns with an index that does not begin with the school: one look at it finds a row, or that there is none. */
const indexedAlone: readonly RowSource[] = ['push_subscriptions.endpoint_hash', 'uploads.name']

/** A table whose ids lead to a school, or a column of it. */
export type RowSource = RowTable | keyof typeof columnTypes
type Key = string | Buffer

/** The school in the scope that has the row, undefined when none has. One school is not searched: it may lack the row. */
export async function findSchoolOfRow(
  db: Db,
  scope: SchoolScope,
  sources: RowSource | readonly RowSource[],
  key: Key,
): Promise<string | undefined> {
  const [school] = (await findSchoolsOfRows(db, scope, sources, [key])).keys()
  return school
}

/** The keys by the school in the scope that has their row, in the order of the schools. */
export async function findSchoolsOfRows(
  db: Db,
  scope: SchoolScope,
  sources: RowSource | readonly RowSource[],
  keys: readonly Key[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (scope !== null) return new Map([[scope, keys.map(String)]])
  const asked = [sources].flat()
  // By school where each index begins with it.
  const schools = asked.every((source) => indexedAlone.includes(source)) ? [] : await listSchools(db)
  const parts = asked.map((source) => {
    const [table = '', column = 'id'] = source.split('.')
    const name = sql.ref(`named.${column}`)
    const type = sql.raw(source in columnTypes ? columnTypes[source as keyof typeof columnTypes] : 'uuid')
    return sql`select named.school_id, ${name}::text as key from ${sql.table(table)} as named
      where ${indexedAlone.includes(source) ? sql`` : sql`named.school_id = any (${schools}::uuid[]) and`}
        ${name} = any (${[...keys]}::${type}[])`
  })
  const { rows } = await sql<{ school_id: string; key: string }>`
    ${sql.join(parts, sql` union `)} order by school_id, key`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ school_id }) => school_id)].map(([school, some]) => [school, some.map(({ key }) => key)]),
  )
}
