import { sql } from 'kysely'
import type { App } from '../shared/server/services.ts'

/** Every row of every table, with all its columns, as `table {"column": …}`. */
export async function listAllRows({ db }: Pick<App, 'db'>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`.execute(
    db,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: object }>`select to_jsonb(t) as row from ${sql.raw(name)} as t`.execute(db)
      return rows.map(({ row }) => `${name} ${JSON.stringify(row)}`)
    }),
  )
  return found.flat()
}
