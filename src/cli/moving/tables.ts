// Which rows belong to a school, from the catalog: a new table is moved without being named here.
import type pg from 'pg'
import { quoteIdentifier } from '../../shared/server/db/row-digest.ts'
import { select } from './move.ts'

export type SchoolTable = {
  readonly name: string
  /** The column with the school's id. */
  readonly school: string
  /** All columns, by name. */
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

/** Tables with a column for a school whose rows are not moved, and why. */
export const notMoved: Readonly<Record<string, string>> = {
  audit_log: 'One chain per cell, in which each line seals the one before. What was done there stays provable there.',
  school_moves: 'Each cell says itself where the school is.',
  school_handovers: 'Replicated, but not compared: the target takes its rows.',
}

/** Columns with the school's id that are not called `school_id`. Ads for one school go with it; the others belong to a cell. */
const otherColumns: Readonly<Record<string, string>> = { schools: 'id', ads: 'target_school_id' }

/** Tables that belong to the ads of the school. They are small, and are copied during the switch. */
export const adTables = ['ad_days', 'ad_impressions'] as const

/** Tables whose rows are moved. */
export const listSchoolTables = (client: pg.Client): Promise<SchoolTable[]> =>
  select<SchoolTable>(
    client,
    `select cls.relname as name, max(own.school) as school,
      array_agg(att.attname::text order by att.attname) as columns,
      array_agg(att.attname::text order by att.attname) filter (where att.attnum = any (key.conkey)) as key
    from pg_class as cls
    join pg_attribute as att on att.attrelid = cls.oid and att.attnum > 0 and not att.attisdropped
    join pg_constraint as key on key.conrelid = cls.oid and key.contype = 'p'
    cross join lateral (select coalesce($2::jsonb ->> cls.relname, 'school_id') as school) as own
    where cls.relnamespace = 'public'::regnamespace and cls.relkind = 'r' and not cls.relname = any ($1)
    group by cls.oid having count(*) filter (where att.attname = own.school) = 1
    order by cls.relname`,
    [Object.keys(notMoved), otherColumns],
  )

/** The rows of a school, with these columns. */
export const selectRows = ({ name, school, columns }: SchoolTable, schoolId: string, chosen = columns): string =>
  `select ${chosen.map(quoteIdentifier).join(', ')} from ${quoteIdentifier(name)} where ${quoteIdentifier(school)} = '${schoolId}'`

export async function hasRows(client: pg.Client, table: SchoolTable, schoolId: string): Promise<boolean> {
  const [row] = await select<{ has: boolean }>(client, `select exists (${selectRows(table, schoolId)}) as has`)
  return row?.has === true
}
