// Copies the database of one PostgreSQL into a new one of another major version: each row as it is, and each proved by a digest.
import { availableParallelism } from 'node:os'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type AppliedMigration, assertKnown, migrateLike } from '../db/migrate.ts'
import { openDb } from '../db/pools.ts'
import { digestRows, digestSettings, quoteIdentifier } from '../db/row-digest.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import type { Cluster } from './cluster.ts'
import { copySettings } from './copy-settings.ts'

const database = 'quad'

/** Of the new PostgreSQL while it is filled: nothing is lost if this fails, because it begins again. */
export const fillSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'maintenance_work_mem=256MB',
]

type Connection = Cluster['connection']
type Clients = { readonly from: pg.Client; readonly to: pg.Client }

type Table = {
  readonly name: string
  /** Those that are not generated. */
  readonly columns: readonly string[]
  readonly types: readonly string[]
  /** The binary format of a type of an extension or a user contains ids that differ between databases. */
  readonly isBinary: boolean
  readonly bytes: number
}

export type DatabaseSize = { readonly bytes: number; readonly largestTableBytes: number }

/** Undefined without a database: the first start was interrupted. */
export async function measureDatabase(from: Connection): Promise<DatabaseSize | undefined> {
  const server = await connect(from, 'postgres')
  const { rows } = await server.query(`select from pg_database where datname = $1`, [database])
  await server.end()
  if (rows.length === 0) return undefined
  const client = await connect(from)
  try {
    const { rows } = await client.query<{ bytes: number; largest: number }>(
      `select pg_database_size(current_database())::float as bytes,
        (select coalesce(max(pg_table_size(oid)), 0)::float from pg_class where relkind = 'r') as largest`,
    )
    return { bytes: rows[0]?.bytes ?? 0, largestTableBytes: rows[0]?.largest ?? 0 }
  } finally {
    await client.end()
  }
}

/**
 * Creates the database in `to` with the schema that it has in `from`, and copies all rows, sequences, large objects and
 * settings. Returns sentences about what it did not copy. Throws when a row differs.
 */
export async function copyDatabase(
  from: Connection,
  to: Connection,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const server = await connect(to, 'postgres')
  await server.query(`create database ${database}`)
  await server.end()
  const opened: pg.Client[] = []
  const open = async (connection: Connection) => {
    const client = await connect(connection)
    opened.push(client)
    return client
  }
  try {
    const source = await open(from)
    const applied = await listMigrations(source)
    assertKnown(applied)
    await buildSchema(to, applied)
    const target = await open(to)
    const { tables, left } = compareTables(await listTables(source), await listTables(target))
    const objects = await takeApart(target)
    const pairs: Clients[] = []
    while (pairs.length < Math.max(2, availableParallelism()))
      pairs.push({ from: await open(from), to: await open(to) })

    const report = reportProgress(tables, say)
    await inParallel(pairs, tables, (clients, table) => copyTable(clients, table, report))
    say('Building the indexes and checking the references between tables …')
    await inParallel(pairs, objects.indexes, ({ to }, definition) => to.query(definition))
    for (const statement of objects.references) await target.query(statement)
    await copySequences(source, target)
    await copyLargeObjects(source, target)
    left.push(...(await copySettings(source, target)))
    await target.query('analyze')
    return left
  } finally {
    await Promise.all(opened.map((client) => client.end()))
  }
}

async function connect(connection: Connection, name = database): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, database: name })
  client.on('error', () => {}) // the statement that runs rejects, too
  await client.connect()
  await client.query('set statement_timeout = 0')
  return client
}

async function listMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ name: string | null }>(`select to_regclass('public.migrations')::text as name`)
  if (rows[0]?.name == null) return []
  return (await client.query<AppliedMigration>('select version, name, checksum from migrations')).rows
}

async function buildSchema(to: Connection, applied: readonly AppliedMigration[]) {
  const connection = { ...to, database }
  const db = openDb(connection, { max: 2 })
  try {
    await migrateLike(db, applied)
    await migrateJobs(db, connection)
  } finally {
    await db.destroy()
  }
}

const isOurs = (schema: string) =>
  `${schema}.nspname not in ('information_schema', 'pg_catalog', 'pg_toast') and ${schema}.nspname not like 'pg\\_temp%'`

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', nspname, relname) as name, pg_table_size(pg_class.oid)::float as bytes,
      coalesce(array_agg(attname::text order by attnum) filter (where attnum is not null), '{}') as columns,
      coalesce(array_agg(format_type(atttypid, atttypmod) order by attnum) filter (where attnum is not null), '{}') as types,
      coalesce(bool_and(atttypid < 16384), true) as "isBinary"
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     left join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relkind = 'r' and ${isOurs('pg_namespace')}
     group by 1, 2 order by 2 desc, 1`,
  )
  return rows
}

/** Created in their newest form, not by migrations: the tables of the job library, and the list of migrations. */
const isOfOwnForm = ({ name }: Table) => name.startsWith('graphile_worker.') || name === 'public.migrations'
/** Says what the new schema has, which may be more. */
const ownList = 'graphile_worker.migrations'

/** Throws when a table of Quad has other columns than its migrations give it. */
function compareTables(source: readonly Table[], target: readonly Table[]): { tables: Table[]; left: string[] } {
  const tables: Table[] = []
  const left: string[] = []
  for (const table of source) {
    const same = target.find(({ name }) => name === table.name)
    if (!same) left.push(`The table ${table.name} is not part of Quad and was not copied.`)
    else if (isOfOwnForm(table)) {
      const columns = table.columns.filter((column) => same.columns.includes(column))
      if (table.name !== ownList) tables.push({ ...table, columns, isBinary: false })
    } else if (toText(table) === toText(same)) tables.push(table)
    else
      throw new Error(`${table.name} has other columns than this Quad has given it: ${toText(table)}, ${toText(same)}.`)
  }
  return { tables, left }
}

const toText = ({ columns, types }: Table) =>
  columns
    .map((column, index) => `${column} ${types[index]}`)
    .sort()
    .join(', ')

/**
 * Drops the references and indexes of empty tables: filling a table first and indexing it then takes a fraction of the
 * time. Returns the statements that create them again. A constraint that is not validated would reject rows that are
 * allowed to break it.
 */
async function takeApart(client: pg.Client): Promise<{ indexes: string[]; references: string[] }> {
  const { rows: constraints } = await client.query<{ table: string; name: string; definition: string }>(
    `select format('%I.%I', nspname, relname) as table, quote_ident(conname) as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
     where (contype = 'f' or contype = 'c' and not convalidated) and conparentid = 0 and ${isOurs('pg_namespace')}
     order by 1, 2`,
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and ${isOurs('pg_namespace')} and not indisreplident and not indisclustered
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
     order by pg_table_size(indrelid) desc, 1`,
  )
  for (const { table, name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return {
    indexes: indexes.map(({ definition }) => definition),
    references: constraints.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
  }
}

async function copyTable({ from, to }: Clients, table: Table, report: Report) {
  const columns = table.columns.map(quoteIdentifier).join(', ')
  await to.query('begin')
  await to.query('set local session_replication_role = replica') // without triggers, which would count rows again
  await to.query(`truncate ${table.name}`) // migrations insert rows; and what a transaction has emptied needs no log
  const format = table.isBinary ? 'binary' : 'text'
  const out = from.query(copyTo(`copy ${table.name} (${columns}) to stdout (format ${format})`))
  const into = to.query(copyFrom(`copy ${table.name} (${columns}) from stdin (format ${format}, freeze)`))
  await pipeline(out, report.count(table), into)
  await to.query('commit')
  const rows = `select ${columns} from ${table.name}`
  const [before, after] = await Promise.all([digest(from, rows), digest(to, rows)])
  if (before !== after || out.rowCount !== into.rowCount)
    throw new Error(`The rows of ${table.name} are not the same after copying them.`)
  report.done(table)
}

async function digest(client: pg.Client, rows: string): Promise<string> {
  await client.query('begin')
  await client.query(digestSettings)
  const found = await digestRows(client, rows)
  await client.query('commit')
  return found
}

async function copySequences(source: pg.Client, target: pg.Client) {
  const { rows } = await source.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'S' and ${isOurs('pg_namespace')}`,
  )
  for (const { name } of rows) {
    const { rows: known } = await target.query<{ id: string | null }>('select to_regclass($1)::text as id', [name])
    if (known[0]?.id == null) continue // of a table that is not part of Quad
    const { rows: state } = await source.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    )
    await target.query('select setval($1::regclass, $2::bigint, $3)', [name, state[0]?.last, state[0]?.called])
  }
}

async function copyLargeObjects(source: pg.Client, target: pg.Client) {
  const { rows } = await source.query<{ id: string }>('select oid::text as id from pg_largeobject_metadata')
  for (const { id } of rows) {
    const { rows: content } = await source.query<{ bytes: Buffer }>('select lo_get($1::oid) as bytes', [id])
    await target.query('select lo_from_bytea($1::oid, $2)', [id, content[0]?.bytes])
  }
}

/** Each pair of connections takes the next item when it has finished one. */
async function inParallel<T>(
  pairs: readonly Clients[],
  items: readonly T[],
  work: (clients: Clients, item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items]
  let hasFailed = false
  await Promise.all(
    pairs.map(async (clients) => {
      for (let item = waiting.shift(); item !== undefined && !hasFailed; item = waiting.shift()) {
        try {
          await work(clients, item)
        } catch (error) {
          hasFailed = true
          throw error
        }
      }
    }),
  )
}

type Report = { count(table: Table): Transform; done(table: Table): void }

const reportIntervalMs = 5000

/** Says the share of bytes that are copied: of a table in work, no more than its size, since rows are longer on their way. */
function reportProgress(tables: readonly Table[], say: (line: string) => void): Report {
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const running = new Map<Table, number>()
  let copied = 0
  let saidAt = Date.now()
  const sayShare = () => {
    if (Date.now() - saidAt < reportIntervalMs) return
    saidAt = Date.now()
    const inWork = [...running].reduce((sum, [table, bytes]) => sum + Math.min(bytes, table.bytes), 0)
    say(`${Math.floor((100 * (copied + inWork)) / total)} % of the rows are copied.`)
  }
  return {
    count: (table) =>
      new Transform({
        transform(chunk: Buffer, _, next) {
          running.set(table, (running.get(table) ?? 0) + chunk.length)
          sayShare()
          next(null, chunk)
        },
      }),
    done: (table) => {
      running.delete(table)
      copied += table.bytes
      sayShare()
    },
  }
}
