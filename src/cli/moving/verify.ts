// Compares the rows of a school in both cells.
import type pg from 'pg'
import { digestRows, digestSettings, quoteIdentifier } from '../../shared/server/db/row-digest.ts'
import { inTransaction, type Move, select } from './move.ts'
import { listSchoolTables, type SchoolTable, selectRows } from './tables.ts'

/** Connections in which both databases stay as they were when the snapshots were taken. */
export type Snapshots = { readonly source: pg.Client; readonly target: pg.Client; close(): Promise<void> }

/** Connects before the pause, so that `takeSnapshots` is one statement in each database. */
export async function openSnapshots({ source, target }: Move): Promise<Snapshots> {
  const clients = await Promise.all([source.open(), target.open()])
  const [from, to] = clients as [pg.Client, pg.Client]
  return {
    source: from,
    target: to,
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  }
}

export const takeSnapshots = ({ source, target }: Snapshots) =>
  Promise.all(
    [source, target].map((client) =>
      client.query(`rollback; begin isolation level repeatable read read only; select; ${digestSettings}`),
    ),
  )

/** Compares each table by a digest. Throws and names the tables that differ. Returns the number of rows. */
export async function compareSnapshots(move: Move, { source, target }: Snapshots): Promise<number> {
  let rows = 0
  const different: string[] = []
  for (const table of await listSchoolTables(source)) {
    const [own, other] = await Promise.all([source, target].map((client) => digestTable(client, table, move.schoolId)))
    rows += own?.count ?? 0
    if (own?.count !== other?.count) different.push(`${table.name} (${own?.count} rows, ${other?.count} at the target)`)
    else if (own?.digest !== other?.digest) different.push(`${table.name} (${own?.count} rows)`)
  }
  if (different.length > 0) throw new Error(`The rows of the school differ in ${different.join(', ')}.`)
  return rows
}

async function digestTable(client: pg.Client, table: SchoolTable, schoolId: string) {
  const rows = selectRows(table, schoolId)
  const [found] = await select<{ count: number }>(client, `select count(*)::int as count from (${rows}) as own`)
  return { count: found?.count ?? 0, digest: await digestRows(client, rows) }
}

/** Rows that are compared in memory at a time. */
const maxPart = 100_000

/**
 * The same when the target is in use already and its snapshot was lost, because the command was killed after the switch: compares the rows
 * that the target has not written since. A row that is missing there counts as deleted since.
 */
export async function compareUnchanged(move: Move, switchedBy: string) {
  const { source, target, schoolId } = move
  const result = { compared: 0, changed: 0, missing: 0 }
  const different: string[] = []
  for (const table of await listSchoolTables(source.client)) {
    const [size] = await select<{ count: number }>(
      source.client,
      `select count(*)::int as count from (${selectRows(table, schoolId)}) as own`,
    )
    const parts = Math.ceil((size?.count ?? 0) / maxPart) || 1
    const wrong = new Set<string>()
    for (let part = 0; part < parts; part++) {
      const one = { table, schoolId, switchedBy, part, parts }
      const [own, other] = await Promise.all([readPart(source.client, one), readPart(target.client, one)])
      for (const [key, { digest }] of own) {
        const found = other.get(key)
        if (!found) result.missing++
        else if (found.isChanged) result.changed++
        else if (found.digest === digest) result.compared++
        else wrong.add(key)
      }
      for (const [key, { isChanged }] of other) if (!isChanged && !own.has(key)) wrong.add(key)
    }
    if (wrong.size > 0) different.push(`${table.name} (${wrong.size} rows)`)
  }
  if (different.length > 0) throw new Error(`The rows of the school differ in ${different.join(', ')}.`)
  return result
}

type Part = {
  readonly table: SchoolTable
  readonly schoolId: string
  readonly switchedBy: string
  readonly part: number
  readonly parts: number
}

const readPart = (client: pg.Client, { table, schoolId, switchedBy, part, parts }: Part) =>
  inTransaction(client, async () => {
    await client.query(digestSettings)
    const key = `jsonb_build_array(${table.key.map((column) => `${quoteIdentifier(column)}::text`).join(', ')})::text`
    const columns = table.columns.map(quoteIdentifier).join(', ')
    const rows = await select<{ key: string; digest: string; isChanged: boolean }>(
      client,
      `select ${key} as key, md5((select own from (select ${columns}) as own)::text) as digest,
        age(xmin) < age(($1::bigint % 4294967296)::text::xid) as "isChanged"
      from ${quoteIdentifier(table.name)} where ${table.school} = '${schoolId}' and abs(hashtext(${key})::bigint) % ${parts} = ${part}`,
      [switchedBy],
    )
    return new Map(rows.map(({ key: id, ...row }) => [id, row]))
  })
