// Rows of a school in tables that the demo leaves empty.
import type pg from 'pg'
import { listSchoolTables, selectRows } from '../src/cli/moving/tables.ts'
import { quoteIdentifier } from '../src/shared/server/db/row-digest.ts'

type Column = { name: string; type: string; isNeeded: boolean; isUser: boolean; check: string | null }

/**
 * Adds a row to each table of a school that has none, with values by type, or that the constraints of its columns name. No trigger and no
 * foreign key is asked: the rows are for copies. Returns the tables that are still empty, with the reason.
 */
export async function fillEveryTable(client: pg.Client, schoolId: string): Promise<string[]> {
  const problems: string[] = []
  const { rows: users } = await client.query('select id from users where school_id = $1 order by id limit 1', [
    schoolId,
  ])
  await client.query('set session_replication_role = replica')
  for (const table of await listSchoolTables(client)) {
    const { rowCount } = await client.query(`${selectRows(table, schoolId)} limit 1`)
    if (rowCount) continue
    const columns = await listColumns(client, table.name)
    const values = columns.map((column) =>
      column.name === table.school ? schoolId : (given[`${table.name}.${column.name}`] ?? toValue(column, users[0].id)),
    )
    const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ')
    const slots = columns.map(({ type }, index) => `$${index + 1}::${type}`).join(', ')
    await client
      .query(`insert into ${quoteIdentifier(table.name)} (${names}) values (${slots})`, values)
      .catch((error: Error) => problems.push(`${table.name}: ${error.message}`))
  }
  await client.query('reset session_replication_role')
  return problems
}

/** Columns that need a value, and those that a check of several columns may need. */
async function listColumns(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select att.attname as name, format_type(att.atttypid, att.atttypmod) as type, att.attnotnull and not att.atthasdef as "isNeeded",
      exists (select from pg_constraint as link where link.conrelid = att.attrelid and link.contype = 'f'
        and link.confrelid = 'users'::regclass and att.attnum = any (link.conkey)) as "isUser",
      (select pg_get_constraintdef(rule.oid) from pg_constraint as rule
        where rule.conrelid = att.attrelid and rule.contype = 'c' and rule.conkey = array[att.attnum] limit 1) as check
    from pg_attribute as att
    where att.attrelid = $1::regclass and att.attnum > 0 and not att.attisdropped and att.attgenerated = '' and att.attidentity = ''`,
    [table],
  )
  return rows.filter(({ name, isNeeded }) => isNeeded || `${table}.${name}` in given)
}

/** For checks that a value by type does not satisfy. */
const given: Readonly<Record<string, unknown>> = {
  'evidence.name': 'e'.repeat(32),
  'listing_reservations.seller_slot': 1,
  'listing_reservations.buyer_slot': 1,
  'mutes.muted_id': crypto.randomUUID(),
  'notices.text': 'Please look at this.',
  'notices.report_id': crypto.randomUUID(),
  'notices.school_id': null, // replaced by the school
  'pause_requests.requested_by': crypto.randomUUID(),
  'role_requests.requested_by': crypto.randomUUID(),
  'seal_epochs.epoch': '2026-01-01',
  'seal_epochs.wrapped_key': Buffer.alloc(60, 7),
  'seal_requests.state': 'waiting',
  'uploads.name': 'u'.repeat(32),
  'uploads.owner_id': crypto.randomUUID(),
}

function toValue({ type, isUser, check }: Column, user: string): unknown {
  const [, listed] = /'([^']+)'::text/.exec(check ?? '') ?? []
  if (type === 'uuid') return isUser ? user : crypto.randomUUID()
  if (type === 'text') return listed ?? `text of ${crypto.randomUUID()}`
  if (type === 'bytea') return Buffer.alloc(32, 7)
  if (type === 'boolean') return true
  if (type.startsWith('timestamp') || type === 'date') return new Date(Date.now() + 86_400_000)
  if (type === 'jsonb' || type === 'json') return '{}'
  if (type.endsWith('[]')) return []
  return 1
}
