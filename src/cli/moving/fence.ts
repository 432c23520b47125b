// Triggers that refuse writes to a school: at the source while it is paused and after it left, at the target until it is there.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { quoteIdentifier } from '../../shared/server/db/row-digest.ts'
import { type Database, type Move, objectName, select } from './move.ts'
import { listSchoolTables, type SchoolTable } from './tables.ts'

/** Columns that reading a page may change. Their change is dropped while writes are refused, and the page is shown. */
const changedByReading: Readonly<Record<string, readonly string[]>> = {
  sessions: ['last_seen_at', 'expires_at'],
  users: ['last_active_at'],
}

/** All other statements of a table queue behind one that waits for its lock. */
const lockTimeoutMs = 50
const retryMs = 250
const maxAttempts = 240

/** Adds what is missing. Without a paused or finished move, the triggers let everything pass. */
export async function buildFence({ client }: Database, move: Pick<Move, 'schoolId'>): Promise<void> {
  const built = new Set((await listFence(client, move)).map(({ table, trigger }) => `${table} ${trigger}`))
  for (const table of await listSchoolTables(client))
    for (const [event, row] of [
      ['write', 'new'],
      ['delete', 'old'],
    ] as const) {
      const trigger = `${objectName(move)}_${event}`
      if (!built.has(`${table.name} ${trigger}`))
        await withShortLock(
          client,
          `create trigger ${trigger} before ${event === 'write' ? 'insert or update' : event}
          on ${quoteIdentifier(table.name)} for each row when (${row}.${table.school} = '${move.schoolId}')
          execute function refuse_moving_school('${move.schoolId}', '${toArray(table)}')`,
        )
    }
}

const toArray = ({ name }: SchoolTable) => `{${(changedByReading[name] ?? []).join(',')}}`

export async function removeFence({ client }: Database, move: Pick<Move, 'schoolId'>): Promise<void> {
  for (const { table, trigger } of await listFence(client, move))
    await withShortLock(client, `drop trigger ${trigger} on ${quoteIdentifier(table)}`)
}

const listFence = (client: pg.Client, move: Pick<Move, 'schoolId'>) =>
  select<{ table: string; trigger: string }>(
    client,
    `select cls.relname as table, tgname as trigger from pg_trigger join pg_class as cls on cls.oid = tgrelid
    where cls.relnamespace = 'public'::regnamespace and tgname = any ($1)`,
    [['write', 'delete'].map((event) => `${objectName(move)}_${event}`)],
  )

async function withShortLock(client: pg.Client, statement: string): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(statement)
        return
      } catch (error) {
        const { code } = error as { code?: string }
        if ((code !== '55P03' && code !== '40P01') || attempt === maxAttempts) throw error
        await sleep(retryMs)
      }
    }
  } finally {
    await client.query('reset lock_timeout').catch(() => {}) // the connection is lost
  }
}
