import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pools.ts'
import type { DB } from '../db/schema.gen.ts'

/** Rows that expire. */
export type RetentionRule = {
  readonly table: keyof DB & string
  /** The time that `keptFor` is added to. An index starts with it: the oldest rows are read first. */
  readonly column: string
  /** PostgreSQL interval. */
  readonly keptFor: string
  /** Names the rule among those of its table. */
  readonly part?: string
  readonly condition?: RawBuilder<boolean>
}

type Progress = {
  readonly rule: RetentionRule
  /** The time of the last deleted row: what lies before it is an index full of deleted entries. */
  readonly from: Date | null
}

const maxBatch = 5000

/**
 * Deletes expired rows in batches, alternating between the tables, so that one with a backlog delays no other. Every batch is a
 * transaction, followed by a pause of the same length: the other half of the time belongs to the requests. Ends when nothing is left,
 * after `deadlineMs`, or when the signal aborts; the next run continues. A rule that fails does not stop the others.
 */
export async function deleteExpiredRows(
  db: Db,
  rules: readonly RetentionRule[],
  {
    deadlineMs = 9 * 60_000,
    batch = maxBatch,
    signal,
  }: { deadlineMs?: number; batch?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const endsAt = performance.now() + deadlineMs
  const failures: unknown[] = []
  const isOver = () => signal?.aborted === true || performance.now() > endsAt
  for (let due: Progress[] = rules.map((rule) => ({ rule, from: null })); due.length > 0 && !isOver(); ) {
    const behind: Progress[] = []
    for (const { rule, from } of due) {
      if (isOver()) break
      const startedAt = performance.now()
      try {
        const { deleted, last } = await deleteBatch(db, rule, from, batch)
        if (deleted >= batch) behind.push({ rule, from: last })
        if (deleted > 0) await sleep(performance.now() - startedAt, undefined, signal && { signal }).catch(() => {})
      } catch (error) {
        failures.push(error)
      }
    }
    due = behind
  }
  if (failures.length > 0) throw new AggregateError(failures, `Deleting expired rows failed: ${failures.join(', ')}`)
}

const isExpired = ({ column, keptFor, condition }: RetentionRule) =>
  sql<boolean>`${sql.ref(column)} < now() - ${keptFor}::interval ${condition ? sql`and ${condition}` : sql``}`

/** Rows that another transaction has locked are left for the next run. */
async function deleteBatch(db: Db, rule: RetentionRule, from: Date | null, batch: number) {
  const [table, column] = [sql.table(rule.table), sql.ref(rule.column)]
  const { rows } = await sql<{ deleted: number; last: Date | null }>`
    with expired as (delete from ${table} where ctid = any (array(
      select ctid from ${table} where ${isExpired(rule)} ${from ? sql`and ${column} >= ${from}` : sql``}
      order by ${column} limit ${batch} for update skip locked)) returning ${column} as at)
    select count(*)::int as deleted, max(at) as last from expired`.execute(db)
  return rows[0] ?? { deleted: 0, last: null }
}

/** Seconds since the oldest row of each rule should have been deleted, 0 if none is. One look at an index per rule. */
export async function measureRetentionLag(
  db: Db,
  rules: readonly RetentionRule[],
): Promise<{ readonly table: string; readonly part: string; readonly seconds: number }[]> {
  const parts = rules.map(({ table, column, keptFor, part = '', condition }) => {
    const oldest = sql`select min(${sql.ref(column)}) from ${sql.table(table)} ${condition ? sql`where ${condition}` : sql``}`
    return sql`select ${table}::text as table, ${part}::text as part,
      greatest(0, coalesce(extract(epoch from now() - ((${oldest}) + ${keptFor}::interval)), 0))::float8 as seconds`
  })
  if (parts.length === 0) return []
  const { rows } = await sql<{
    table: string
    part: string
    seconds: number
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}
