// What must be true before anything is changed.
import type pg from 'pg'
import { quoteIdentifier } from '../../shared/server/db/row-digest.ts'
import { type Move, select } from './move.ts'
import { hasRows, listSchoolTables, type SchoolTable } from './tables.ts'

/** Row filters of publications. */
const minVersion = 150_000
/** For the subscription, and the copies of two tables at a time. */
const minSlots = 3
/** With these, several schools can move. The tables need one each until the changes during their copy have arrived. */
const minOrigins = 250

/** Throws one error with all problems. */
export async function assertMovable(move: Move, { hasOwnVapidKeys }: { hasOwnVapidKeys: boolean }): Promise<void> {
  const { source, target, schoolId } = move
  const servers = await Promise.all([source, target].map(({ client }) => describeServer(client)))
  const [from, to] = servers as [Server, Server]
  const problems: string[] = []
  if (from.version < minVersion || to.version < minVersion)
    problems.push('Both cells need PostgreSQL 15 or newer: older ones publish tables only as a whole.')
  if (from.database === to.database) problems.push('MOVE_TO_DATABASE_URL leads to the database of this cell.')
  if (from.migrations !== to.migrations)
    problems.push('The cells have different migrations. Run the same release in both, and start a server of each.')
  if (from.walLevel !== 'logical')
    problems.push('The source needs wal_level = logical, which takes a restart of its PostgreSQL.')
  if (from.freeSlots < minSlots || from.maxSenders < minSlots)
    problems.push(
      `The source needs ${minSlots} free replication slots and senders (max_replication_slots, max_wal_senders).`,
    )
  if (!from.isSuperuser)
    problems.push('The account at the source must be a superuser: it publishes, and deletes without triggers.')
  if (!to.isSuperuser)
    problems.push('The account at the target must be a superuser: it subscribes, and deletes without triggers.')
  if (problems.length > 0) throw new Error(problems.join('\n')) // the rest compares the same tables
  const tables = await listSchoolTables(source.client)
  if (to.freeOrigins < tables.length + 2)
    problems.push(
      `The target follows one origin per table: set max_replication_slots (from PostgreSQL 18 on max_active_replication_origins) to ${minOrigins} there.`,
    )
  problems.push(
    ...(await findUnfilterable(source.client, tables)).map(
      (name) => `The replica identity of ${name} needs the column of the school.`,
    ),
    ...(await findConflicts(move, tables)),
    ...(await findRest(target.client, tables, schoolId)),
    ...(hasOwnVapidKeys ? [] : await findPushKeys(move)),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

type Server = {
  readonly version: number
  readonly database: string
  readonly walLevel: string
  readonly freeSlots: number
  readonly maxSenders: number
  readonly freeOrigins: number
  readonly isSuperuser: boolean
  readonly migrations: string
}

async function describeServer(client: pg.Client): Promise<Server> {
  const [server] = await select<Server>(
    client,
    `select current_setting('server_version_num')::int as version,
      (select system_identifier::text from pg_control_system()) || current_database() as database,
      current_setting('wal_level') as "walLevel",
      current_setting('max_replication_slots')::int - (select count(*)::int from pg_replication_slots) as "freeSlots",
      current_setting('max_wal_senders')::int - (select count(*)::int from pg_stat_replication) as "maxSenders",
      coalesce(current_setting('max_active_replication_origins', true), current_setting('max_replication_slots'))::int
        - (select count(*)::int from pg_replication_origin) as "freeOrigins",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      (select string_agg(version || ' ' || checksum, ' ' order by version) from migrations) as migrations`,
  )
  return server as Server
}

/** Tables whose updates and deletions could not be published by school: PostgreSQL would then refuse them. */
export async function findUnfilterable(client: pg.Client, tables: readonly SchoolTable[]): Promise<string[]> {
  const rows = await select<{ name: string }>(
    client,
    `select cls.relname as name from jsonb_to_recordset($1) as wanted (name text, school text)
    join pg_class as cls on cls.relname = wanted.name and cls.relnamespace = 'public'::regnamespace
    join pg_attribute as att on att.attrelid = cls.oid and att.attname = wanted.school
    where cls.relreplident <> 'f' and not exists (
      select from pg_index as index where index.indrelid = cls.oid and att.attnum = any (index.indkey::int2[])
        and case cls.relreplident when 'd' then index.indisprimary when 'i' then index.indisreplident end)`,
    [JSON.stringify(tables)],
  )
  return rows.map(({ name }) => name)
}

/** Rows of other schools at the target that take what the school needs for itself, such as its email domain. */
async function findConflicts({ source, target, schoolId }: Move, tables: readonly SchoolTable[]): Promise<string[]> {
  const indexes = await select<{ table: string; columns: string[] }>(
    source.client,
    `select cls.relname as table, array_agg(att.attname::text order by att.attname) as columns
    from pg_index as index join pg_class as cls on cls.oid = index.indrelid
    join pg_attribute as att on att.attrelid = cls.oid and att.attnum = any (index.indkey::int2[])
    where index.indisunique and cls.relnamespace = 'public'::regnamespace and cls.relname = any ($1)
    group by cls.relname, index.indexrelid having not bool_or(att.attname = 'school_id')`,
    [tables.map(({ name }) => name)],
  )
  const problems: string[] = []
  for (const { table, columns } of indexes) {
    const { school } = tables.find(({ name }) => name === table) as SchoolTable
    const value = `jsonb_build_array(${columns.map((column) => `${quoteIdentifier(column)}::text`).join(', ')})::text`
    const own = await select<{ value: string }>(
      source.client,
      `select ${value} as value from ${quoteIdentifier(table)} where ${school} = $1`,
      [schoolId],
    )
    const taken = await select<{ count: number }>(
      target.client,
      `select count(*)::int as count from ${quoteIdentifier(table)} where ${value} = any ($1) and ${school} is distinct from $2`,
      [own.map((row) => row.value), schoolId],
    )
    const count = taken[0]?.count ?? 0
    if (count > 0)
      problems.push(`The target has ${count} rows in ${table} with the same ${columns.join(', ')}, of another school.`)
  }
  return problems
}

async function findRest(target: pg.Client, tables: readonly SchoolTable[], schoolId: string): Promise<string[]> {
  const filled: string[] = []
  for (const table of tables) if (await hasRows(target, table, schoolId)) filled.push(table.name)
  if (filled.length === 0) return []
  return [
    `The target already has rows of the school, in ${filled.slice(0, 5).join(', ')}: it moved away, and its old rows are not deleted yet. Run that move again, in the cell that it left.`,
  ]
}

/** A browser's subscription works with the keys only that it was made with. */
async function findPushKeys({ source, target, schoolId }: Move): Promise<string[]> {
  const keys = `select coalesce(string_agg(public_key, ' ' order by public_key), '') as keys,
    exists (select from push_subscriptions where school_id = $1) as used from push_keys`
  const [[own], [other]] = (await Promise.all(
    [source, target].map(({ client }) => select<{ keys: string; used: boolean }>(client, keys, [schoolId])),
  )) as [{ keys: string; used: boolean }[], { keys: string; used: boolean }[]]
  return own?.used && own.keys !== other?.keys
    ? [
        'The cells have different keys for push messages. Give all of them the same VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY.',
      ]
    : []
}
