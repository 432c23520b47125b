// PostgreSQL's logical replication of one school: a publication with a row filter and a slot at the source, a subscription at the target.
import { setTimeout as sleep } from 'node:timers/promises'
import { quoteIdentifier } from '../../shared/server/db/row-digest.ts'
import { type Move, objectName, select } from './move.ts'
import { hasMark, setMark } from './state.ts'
import { listSchoolTables } from './tables.ts'

const pollMs = 5
const progressMs = 5000
/** A worker that fails starts again after five seconds. A restart of either PostgreSQL makes it fail once or twice. */
const maxWorkerErrors = 12
/** What the switch may have to wait for the last changes. */
const maxLagMs = 250

export async function hasSubscription({ target, ...move }: Move): Promise<boolean> {
  const rows = await select(target.client, 'select from pg_subscription where subname = $1', [objectName(move)])
  return rows.length > 0
}

export async function hasPublication({ source, ...move }: Move): Promise<boolean> {
  const rows = await select(source.client, 'select from pg_publication where pubname = $1', [objectName(move)])
  return rows.length > 0
}

/** Creates all three. Whatever an earlier attempt left behind without a subscription is removed first. */
export async function subscribe(move: Move): Promise<void> {
  const { source, target, schoolId, sourceAddress } = move
  const name = objectName(move)
  const tables = await listSchoolTables(source.client)
  await dropSource(move)
  const filtered = [...tables, { name: 'school_handovers', school: 'school_id' }]
    .map(({ name: table, school }) => `${quoteIdentifier(table)} where (${school} = '${schoolId}')`)
    .join(', ')
  await source.client.query(`create publication ${name} for table ${filtered}`)
  await source.client.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
  await target.client.query(
    `create subscription ${name} connection '${toConnection(sourceAddress)}' publication ${name}
    with (create_slot = false, slot_name = ${name}, synchronous_commit = on)`, // a crash forgets no table whose copy has ended
  )
  const { total } = await countCopied(move)
  if (total !== tables.length + 1)
    throw new Error(
      'The target found another publication than that of this cell: MOVE_FROM_DATABASE_URL must lead to the database of the source.',
    )
}

const toConnection = (address: string) => address.replaceAll(`'`, `''`)

async function countCopied({ target, ...move }: Move) {
  const [row] = await select<{ total: number; copied: number }>(
    target.client,
    `select count(*)::int as total, count(*) filter (where srsubstate = 'r')::int as copied
    from pg_subscription_rel join pg_subscription as sub on sub.oid = srsubid where subname = $1`,
    [objectName(move)],
  )
  return row ?? { total: 0, copied: 0 }
}

async function countWorkerErrors({ target, ...move }: Move): Promise<number> {
  const [row] = await select<{ errors: number }>(
    target.client,
    'select (apply_error_count + sync_error_count)::int as errors from pg_stat_subscription_stats where subname = $1',
    [objectName(move)],
  )
  return row?.errors ?? 0
}

/** Waits until all rows were copied and the changes since then arrive soon after their commit. */
export async function awaitCopy(move: Move): Promise<void> {
  const before = await countWorkerErrors(move)
  let saidAt = 0
  const report = async (line: string) => {
    if (Date.now() - saidAt < progressMs) return
    saidAt = Date.now()
    move.say(line)
    const errors = (await countWorkerErrors(move)) - before
    if (errors >= maxWorkerErrors)
      throw new Error(`The replication failed ${errors} times. The log of the target's PostgreSQL says why.`)
    if (await isBroken(move))
      throw new Error(
        'A failover or a crash has interrupted the replication for good. Run the command again: it begins with the copy.',
      )
  }
  for (;;) {
    const { total, copied } = await countCopied(move)
    await report(`${copied} of ${total} tables are copied.`)
    if (copied === total && total > 0) break
    await sleep(100)
  }
  for (;;) {
    const mark = await setMark(move.source.client, move.schoolId)
    const began = Date.now()
    while (!(await hasMark(move.target, move.schoolId, mark))) {
      await report('The target is still behind.')
      await sleep(pollMs)
    }
    if (Date.now() - began <= maxLagMs) return
  }
}

/** A worker drops the slot of a table just before it commits that the copy has ended. */
const maxCommitMs = 10_000

/**
 * True if the replication cannot go on: a slot of the source was lost, in a failover, or the target has forgotten that the copy of a
 * table has ended, and would go on from a slot that was dropped then.
 */
export async function isBroken(move: Move): Promise<boolean> {
  const findMissing = async () => {
    const needed = await listSlots(move)
    const rows = await select<{ name: string }>(
      move.source.client,
      'select slot_name::text as name from pg_replication_slots',
    )
    return needed.filter((slot) => !rows.some(({ name }) => name === slot))
  }
  const deadline = Date.now() + maxCommitMs
  for (let missing = await findMissing(); missing.length > 0; await sleep(500)) {
    const found = await findMissing()
    missing = missing.filter((slot) => found.includes(slot)) // those that are missing all the time
    if (missing.length > 0 && Date.now() > deadline) return true
  }
  return false
}

/** Of the subscription, and of the tables whose copy is complete but not followed up. */
async function listSlots({ target, ...move }: Move): Promise<string[]> {
  const name = objectName(move)
  const rows = await select<{ slot: string }>(
    target.client,
    `select format('pg_%s_sync_%s_%s', srsubid, srrelid, (select system_identifier from pg_control_system())) as slot
    from pg_subscription_rel join pg_subscription as sub on sub.oid = srsubid where subname = $1 and srsubstate = 'f'`,
    [name],
  )
  return [name, ...rows.map(({ slot }) => slot)]
}

/** False when the mark has not arrived in time. */
export async function awaitMark(move: Move, mark: string, deadline: number): Promise<boolean> {
  while (!(await hasMark(move.target, move.schoolId, mark))) {
    if (performance.now() > deadline) return false
    await sleep(pollMs)
  }
  return true
}

/** Ends the replication. The rows stay where they are. */
export async function unsubscribe(move: Move): Promise<void> {
  const { target } = move
  const name = objectName(move)
  const [subscription] = await select<{ slots: string }>(
    target.client,
    `select format('pg\\_%s\\_sync\\_%%\\_%s', oid, (select system_identifier from pg_control_system())) as slots
    from pg_subscription where subname = $1`,
    [name],
  )
  if (subscription) {
    // Apart from its slot, so that it can be dropped although the slot was lost.
    await target.client.query(`alter subscription ${name} disable`)
    await target.client.query(`alter subscription ${name} set (slot_name = none)`)
    await target.client.query(`drop subscription ${name}`)
    // Of copies that were interrupted.
    await move.source.client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name like $1 and not active',
      [subscription.slots],
    )
  }
  await dropSource(move)
}

async function dropSource({ source, ...move }: Move): Promise<void> {
  const name = objectName(move)
  // A server process that still sends from the slot keeps it.
  await source.client.query(
    'select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1 and active_pid is not null',
    [name],
  )
  for (let attempt = 0; ; attempt++) {
    try {
      await source.client.query(
        'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
        [name],
      )
      break
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt > 100) throw error // in use
      await sleep(50)
    }
  }
  await source.client.query(`drop publication if exists ${name}`)
}
