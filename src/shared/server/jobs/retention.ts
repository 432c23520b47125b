import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/pools.ts'
import { findExpiredRows } from './due-schools.ts'
import { isExpired, type RetentionRule } from './retention-rule.ts'

type Progress = {
  readonly rule: RetentionRule
  /** The time of the last deleted row: what lies before it is an index full of deleted entries. */
  readonly from: Date | null
}

/** Few enough that what a request waits for is short: a batch is one statement and one commit. */
const maxBatch = 250
/** The pause after a batch, as a multiple of its duration. */
const pauseFactor = 9

/**
 * Deletes expired rows in batches, alternating between the tables, so that one with a backlog delays no other. Every batch is a
 * transaction, followed by a pause nine times as long: nine tenths of the time belong to the requests. Ends when nothing is left,
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
        const { found, deleted, last } = await deleteBatch(db, rule, from, batch)
        if (found >= batch && deleted > 0) behind.push({ rule, from: last })
        if (deleted > 0)
          await sleep(pauseFactor * (performance.now() - startedAt), undefined, signal && { signal }).catch(() => {})
      } catch (error) {
        failures.push(error)
      }
    }
    due = behind
  }
  if (failures.length > 0) throw new AggregateError(failures, `Deleting expired rows failed: ${failures.join(', ')}`)
}

/**
 * Deletes the oldest expired rows, those of each school by a statement of its own. Rows that another transaction has locked are
 * left for the next run.
 */
async function deleteBatch(db: Db, rule: RetentionRule, from: Date | null, batch: number) {
  const [table, column] = [sql.table(rule.table), sql.ref(rule.column)]
  let [found, deleted, last] = [0, 0, null as Date | null]
  for (const { school_id, count, addresses } of await findExpiredRows(db, rule, from, batch)) {
    found += count
    const ofSchool = school_id === null ? sql`true` : sql`school_id = ${school_id}`
    // The address of a row that was changed since belongs to no row, or to one that is checked again.
    const { rows } = await sql<{ deleted: number; last: Date | null }>`
      with expired as (delete from ${table} where ${ofSchool} and ctid = any (array(
        select ctid from ${table} where ${ofSchool} and ctid = any (${addresses}::tid[]) and ${isExpired(rule)}
        for update skip locked)) returning ${column} as at)
      select count(*)::int as deleted, max(at) as last from expired`.execute(db)
    const [result] = rows
    deleted += result?.deleted ?? 0
    if (result?.last && (last === null || result.last > last)) last = result.last
  }
  return { found, deleted, last }
}
