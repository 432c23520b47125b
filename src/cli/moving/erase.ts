// Deletes the rows of a school from a cell that does not serve it.
import type pg from 'pg'
import { quoteIdentifier } from '../../shared/server/db/row-digest.ts'
import { type Database, inTransaction, type Move, objectName, select } from './move.ts'
import { adTables, listSchoolTables } from './tables.ts'

/** Few enough that the log and other statements are not held up. */
const maxBatch = 5000

/**
 * Without triggers: those of deletions notify, count, and abandon files that the other cell still has. Foreign keys are triggers, too, so
 * the order does not matter; the school goes last, since a command that is repeated looks for it. Throws while the rows are replicated:
 * the other cell would delete them as well.
 */
export async function eraseRows({ open }: Database, move: Pick<Move, 'schoolId'>): Promise<number> {
  const client = await open()
  try {
    await client.query('set session_replication_role = replica')
    const tables = (await listSchoolTables(client)).map(({ name, school }) => ({ name, school }))
    const all = [
      ...tables.filter(({ name }) => name !== 'schools'),
      { name: 'school_handovers', school: 'school_id' },
      { name: 'schools', school: 'id' },
    ]
    for (const name of adTables)
      await client.query(`delete from ${name} where ad_id in (select id from ads where target_school_id = $1)`, [
        move.schoolId,
      ])
    let erased = 0
    for (const { name, school } of all)
      for (let count = maxBatch; count === maxBatch; erased += count)
        count = await inTransaction(client, () => eraseBatch(client, move, `${quoteIdentifier(name)}`, school))
    return erased
  } finally {
    await client.end()
  }
}

async function eraseBatch(
  client: pg.Client,
  move: Pick<Move, 'schoolId'>,
  table: string,
  school: string,
): Promise<number> {
  const published = await select(client, 'select from pg_publication where pubname = $1', [objectName(move)])
  if (published.length > 0) throw new Error('The rows are still replicated.')
  const { rowCount } = await client.query(
    `delete from ${table} where ${school} = $1 and ctid = any (array(
      select ctid from ${table} where ${school} = $1 limit ${maxBatch}))`,
    [move.schoolId],
  )
  return rowCount ?? 0
}
