// `quad school:move`: moves a school to another cell while it is used (docs/decisions/0189).
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseHandle } from '../app/bootstrap.ts'
import type { Config } from '../shared/server/config.ts'
import { rewriteKeys } from '../shared/server/crypto/epoch-destruction.ts'
import { toHttpError } from '../shared/server/http/errors.ts'
import { assertMovable } from './moving/checks.ts'
import { eraseRows } from './moving/erase.ts'
import { buildFence, removeFence } from './moving/fence.ts'
import { countRunningJobs, takeWaitingJobs } from './moving/jobs.ts'
import { type Database, inTransaction, type Move, openEnd, select } from './moving/move.ts'
import {
  awaitCopy,
  awaitMark,
  hasPublication,
  hasSubscription,
  isBroken,
  subscribe,
  unsubscribe,
} from './moving/replication.ts'
import { copyBlocklist } from './moving/site-rows.ts'
import { findState, findSwitch, removeHandovers, removeState, setMark, setState, takeJobs } from './moving/state.ts'
import { compareCopy, giveWay, switchSchool, takeOver } from './moving/switch.ts'
import { hasRows, listSchoolTables } from './moving/tables.ts'
import { compareUnchanged } from './moving/verify.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Arguments = { readonly school: string; readonly to: string; readonly isAborted: boolean }

/**
 * Every step looks at what it finds, so that the command can be repeated after any interruption, and until the switch be aborted.
 * `words` are those of the command line. Throws a readable error.
 */
export async function moveSchool(
  { db, keys }: Pick<DatabaseHandle, 'db' | 'keys'>,
  config: Config,
  words: readonly string[],
  { environment = process.env, say }: { environment?: Environment; say(line: string): void },
): Promise<string> {
  const { school, to, isAborted } = parse(words)
  const { cells, databaseUrl } = config
  const targetAddress = environment.MOVE_TO_DATABASE_URL
  if (!cells || !databaseUrl) throw new Error('Only a school of a cell can move: set CELL, CELLS and DATABASE_URL.')
  if (to === cells.own) throw new Error(`This cell is ${to}.`)
  if (!cells.addresses.has(to)) throw new Error(`CELLS does not list ${to}.`)
  if (!targetAddress) throw new Error('Set MOVE_TO_DATABASE_URL to the database of the other cell.')
  const source = await openEnd(databaseUrl)
  const target = await openEnd(targetAddress).catch(async (error: Error) => {
    await source.close()
    throw new Error(`The database of ${to} can't be reached: ${error.message}`) // its address has a password
  })
  try {
    const schoolId = await findSchool([source, target], school)
    const sourceAddress = environment.MOVE_FROM_DATABASE_URL ?? databaseUrl
    const { anonymity } = keys
    const move: Move = { schoolId, from: cells.own, to, source, target, sourceAddress, anonymity, say }
    return await withLock(move, async () => {
      if (isAborted) return abort(move)
      const done = await run(move, config)
      await rewriteKeys(db) // keys that end authorship would otherwise stay in the file of their table
      return done
    })
  } catch (error) {
    if (toHttpError(error)?.code !== 'unavailable') throw error
    const { message } = error as Error
    throw new Error(`A PostgreSQL went away: ${message}. Run the command again: it goes on from here.`, {
      cause: error,
    })
  } finally {
    await Promise.allSettled([source.close(), target.close()])
  }
}

const usage =
  'Enter the school and the name of the other cell: school:move quad.edu --to south. --abort undoes a move before its switch.'

function parse(words: readonly string[]): Arguments {
  const [school = '', option, to = '', last] = words
  if (!school || option !== '--to' || !to || (last !== undefined && last !== '--abort') || words.length > 4)
    throw new Error(usage)
  return { school, to, isAborted: last === '--abort' }
}

/** By its id or its email domain, in whichever cell it is. */
async function findSchool(databases: readonly Database[], school: string): Promise<string> {
  for (const { client } of databases) {
    const [row] = await select<{ id: string }>(
      client,
      `select id from schools where id::text = lower($1) or email_domain = lower($1)
      union all select school_id from school_moves where school_id::text = lower($1) limit 1`,
      [school],
    )
    if (row) return row.id
  }
  throw new Error(`No school has the id or the email domain ${school}.`)
}

/** One command at a time for each school. */
async function withLock<T>({ source, schoolId }: Move, work: () => Promise<T>): Promise<T> {
  const client = await source.open()
  try {
    const [row] = await select<{ isOurs: boolean }>(
      client,
      `select pg_try_advisory_lock(hashtextextended($1, 0)) as "isOurs"`,
      [`school:move ${schoolId}`],
    )
    if (!row?.isOurs) throw new Error('This school is being moved by another command.')
    return await work()
  } finally {
    await client.end()
  }
}

async function run(move: Move, config: Config): Promise<string> {
  const { source, schoolId, from, to, say } = move
  const began = Date.now()
  const state = await findState(source, schoolId)
  if (state?.direction === 'in')
    throw new Error(`The school is on its way here from ${state.cell}. Run the command there.`)
  if (state && state.cell !== to)
    throw new Error(`The school ${state.state === 'done' ? 'is' : 'is on its way'} in ${state.cell}.`)
  if (state?.state === 'paused') await giveWay(move)
  if (state?.state !== 'done') {
    await prepare(move, config)
    await awaitCopy(move)
    const rows = await compareCopy(move)
    say(`The copy is complete: ${rows} rows are the same in both cells.`)
    const switched = await switchSchool(move)
    say(`The school is in ${to}: ${switched} rows were the same at the switch.`)
    await finish(move, true)
  } else {
    await finish(move, false)
  }
  return `The school moved from ${from} to ${to}, in ${Math.round((Date.now() - began) / 1000)} s.`
}

/** Replication, which copies the rows and then follows, and triggers, which let everything pass until the switch. */
async function prepare(move: Move, config: Config): Promise<void> {
  const { source, target, schoolId, from, to } = move
  const arriving = await findState(target, schoolId)
  if (arriving?.direction === 'out' && arriving.state !== 'done') throw new Error(`The school is leaving ${to}.`)
  if (arriving?.direction === 'in' && arriving.cell !== from)
    throw new Error(`The school comes to ${to} from ${arriving.cell}.`)
  if (arriving?.direction === 'in' && (await isReplicated(move))) return
  if (arriving?.direction === 'in') await clearTarget(move)
  await assertMovable(move, { hasOwnVapidKeys: config.push?.keys !== undefined })
  // The target first: its rows must not be taken for a school of its own.
  await setState(target.client, schoolId, { direction: 'in', state: 'copying', cell: from })
  await setState(source.client, schoolId, { direction: 'out', state: 'copying', cell: to })
  await buildFence(target, move)
  await buildFence(source, move)
  await subscribe(move)
}

/** Whether an earlier run has got as far as its replication, and that can go on. */
const isReplicated = async (move: Move) =>
  (await hasSubscription(move)) && (await hasPublication(move)) && !(await isBroken(move))

/** Back to before the move. The rows of the target are copies. */
async function clearTarget(move: Move): Promise<void> {
  await unsubscribe(move)
  await eraseRows(move.target, move)
}

async function abort(move: Move): Promise<string> {
  const { source, target, schoolId, from, to } = move
  const state = await findState(source, schoolId)
  if (state?.state === 'done') throw new Error(`The school is in ${state.cell} already. Move it back from there.`)
  if (state && (state.direction === 'in' || state.cell !== to)) throw new Error(`The school is not moving to ${to}.`)
  if (state) await giveWay(move)
  const arriving = await findState(target, schoolId)
  if (arriving?.direction === 'in' && arriving.cell === from) {
    await clearTarget(move)
    await removeFence(target, move)
    await removeState(target, schoolId, 'copying')
  }
  await removeFence(source, move)
  await removeHandovers(source, schoolId)
  await removeState(source, schoolId, 'copying')
  return `The school stays in ${from}.`
}

/** After the switch: the source's rows are compared if they were not, and deleted. */
async function finish(move: Move, isCompared: boolean): Promise<void> {
  const { source, target, schoolId, say } = move
  await takeOver(move)
  if (await hasPublication(move)) {
    if (!isCompared) await compareAgain(move)
    await copyBlocklist(move)
    if (await hasSubscription(move)) await handOverRest(move)
    await unsubscribe(move)
  }
  if ((await findState(target, schoolId))?.direction === 'in')
    throw new Error('The target does not serve the school yet.')
  if (!(await isServed(target, schoolId)))
    throw new Error('The target has lost the school. The rows of the source stay.')
  const erased = await eraseRows(source, move)
  await removeFence(source, move)
  await removeFence(target, move)
  await removeHandovers(target, schoolId)
  say(`${erased} rows were deleted from the source.`)
}

async function isServed({ client }: Database, schoolId: string): Promise<boolean> {
  const [table] = (await listSchoolTables(client)).filter(({ name }) => name === 'schools')
  return table !== undefined && hasRows(client, table, schoolId)
}

async function compareAgain(move: Move): Promise<void> {
  const switchedBy = await findSwitch(move.source, move.schoolId)
  if (!switchedBy) throw new Error('The source does not know when the school left it. Its rows stay.')
  const { compared, changed, missing } = await compareUnchanged(move, switchedBy)
  move.say(
    `${compared} rows are the same in both cells. ${changed} were changed in ${move.to} since, and ${missing} deleted there.`,
  )
}

const jobPollMs = 1000
const maxJobWaitMs = 60_000

/** Jobs that ran during the switch fail at the source, and wait there again: they go to the target, too. */
async function handOverRest(move: Move): Promise<void> {
  const { source, target, schoolId, anonymity, say } = move
  const deadline = Date.now() + maxJobWaitMs
  while ((await countRunningJobs(source.client, schoolId)) > 0 && Date.now() < deadline) await sleep(jobPollMs)
  const mark = await inTransaction(source.client, async () =>
    setMark(source.client, schoolId, await takeWaitingJobs(source.client, anonymity, schoolId)),
  )
  if (!(await awaitMark(move, mark, performance.now() + maxJobWaitMs)))
    throw new Error('The last jobs did not reach the target. Run the command again.')
  await takeJobs(target, schoolId)
  const running = await countRunningJobs(source.client, schoolId)
  if (running > 0) say(`${running} jobs still run at the source. If they need the school, they fail.`)
}
