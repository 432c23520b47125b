// The moment in which a school changes its cell.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { takeWaitingJobs } from './jobs.ts'
import { inTransaction, lockWrites, type Move, select, unlockWrites } from './move.ts'
import { awaitMark } from './replication.ts'
import { readAdRows, writeAdRows } from './site-rows.ts'
import { findState, noteSwitch, recordMove, removeState, setMark, setState, takeJobs } from './state.ts'
import { compareSnapshots, openSnapshots, type Snapshots, takeSnapshots } from './verify.ts'

/** What writes of the school may be refused for before the move gives way and tries again later. */
const maxPauseMs = 800
/** Of that, the time that running writes have to end. */
const maxLockMs = 300
const retryMs = 2000
const maxAttempts = 30

/**
 * Stops the writes for an instant to see both cells at the same time, and compares them while the school goes on. Throws if they differ:
 * then nothing has happened yet.
 */
export const compareCopy = (move: Move): Promise<number> =>
  withSnapshots(move, async (snapshots) => {
    await repeat(move, async (deadline) => {
      if (!(await awaitMark(move, await setMark(move.source.client, move.schoolId), deadline))) return false
      await takeSnapshots(snapshots)
      return true
    })
    return compareSnapshots(move, snapshots)
  })

/** Moves the school, and compares both cells as of the switch while it is used in the other. Returns the number of rows. */
export const switchSchool = (move: Move): Promise<number> =>
  withSnapshots(move, async (snapshots) => {
    await repeat(move, async (deadline) => {
      try {
        return (await trySwitch(move, snapshots, deadline)) || (await giveWay(move))
      } catch (error) {
        const state = await findState(move.source, move.schoolId).catch(() => undefined) // its connection is lost
        if (state?.state === 'paused') await giveWay(move).catch(() => {}) // the next run does
        throw error
      }
    })
    return compareSnapshots(move, snapshots)
  })

async function withSnapshots<T>(move: Move, work: (snapshots: Snapshots) => Promise<T>): Promise<T> {
  const snapshots = await openSnapshots(move)
  try {
    return await work(snapshots)
  } finally {
    await snapshots.close()
  }
}

/** Runs `work` while no one writes to the school, until it has succeeded within its time. */
async function repeat(move: Move, work: (deadline: number) => Promise<boolean>): Promise<void> {
  const { source, schoolId, say } = move
  for (let attempt = 1; ; attempt++) {
    const began = performance.now()
    let isDone = false
    try {
      isDone = (await lockWrites(source, schoolId, maxLockMs)) && (await work(began + maxPauseMs))
    } finally {
      await unlockWrites(source)
    }
    say(`Writes were refused for ${Math.round(performance.now() - began)} ms${isDone ? '' : ', which was not enough'}.`)
    if (isDone) return
    if (attempt === maxAttempts)
      throw new Error('The school found no moment to move. It goes on in its cell: try again later.')
    await sleep(retryMs)
  }
}

async function trySwitch(move: Move, snapshots: Snapshots, deadline: number): Promise<boolean> {
  const { source, target, schoolId, from, to, anonymity } = move
  const mark = await inTransaction(source.client, async () => {
    await setState(source.client, schoolId, { direction: 'out', state: 'paused', cell: to })
    return setMark(source.client, schoolId, await takeWaitingJobs(source.client, anonymity, schoolId))
  })
  if (!(await awaitMark(move, mark, deadline))) return false
  await takeSnapshots(snapshots)
  const [sequences, adRows] = [await readSequences(source.client), await readAdRows(move)]
  const switchedBy = await inTransaction(target.client, async () => {
    for (const { name, last } of sequences)
      await target.client.query(
        `select setval($1::text::regclass, greatest($2::bigint,
          (select last_value from pg_sequences where schemaname = 'public' and sequencename = $1)))`,
        [name, last],
      )
    await writeAdRows(move, adRows)
    await setState(target.client, schoolId, { direction: 'in', state: 'ready', cell: from })
    const [row] = await select<{ xid: string }>(target.client, 'select pg_current_xact_id()::text as xid')
    return row?.xid
  })
  if (performance.now() > deadline) return false
  await inTransaction(source.client, async () => {
    await setState(source.client, schoolId, { direction: 'out', state: 'done', cell: to })
    await noteSwitch(source, schoolId, mark, switchedBy)
    await recordMove(move)
  })
  await takeOver(move)
  return true
}

/** The target serves the school from here on. A server of the target may have done this before us. */
export const takeOver = ({ target, schoolId }: Move) => removeState(target, schoolId, 'ready')

/** The school goes on at the source, with the jobs that waited. Jobs that look for what is due may then run once more. */
export async function giveWay({ source, target, schoolId, from, to }: Move): Promise<false> {
  if ((await findState(target, schoolId))?.state === 'ready')
    await setState(target.client, schoolId, { direction: 'in', state: 'copying', cell: from })
  await inTransaction(source.client, async () => {
    await takeJobs(source, schoolId)
    await setState(source.client, schoolId, { direction: 'out', state: 'copying', cell: to })
  })
  return false
}

/** The last numbers of the moved tables' sequences: a place in a queue must stay before those that come later. */
const readSequences = (client: pg.Client) =>
  select<{ name: string; last: string }>(
    client,
    `select sequencename as name, last_value::text as last from pg_sequences
    join pg_depend on pg_depend.objid = format('%I.%I', schemaname, sequencename)::regclass and deptype in ('a', 'i')
    join pg_attribute as own on own.attrelid = refobjid and own.attname = 'school_id'
    where schemaname = 'public' and last_value is not null and refobjid <> 'audit_log'::regclass`,
  )
