// F35: a school moves between two cells and back while its users write, and each of the three that take part is killed.

import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { listSchoolTables, selectRows } from '../src/cli/moving/tables.ts'
import { recount } from '../src/cli/recount.ts'
import { digestRows } from '../src/shared/server/db/row-digest.ts'
import { openKeysHere } from '../src/shared/server/keys/keys.ts'
import { sealedNoticeBox, sealNotice } from '../src/shared/server/notifications/sealed-notices.ts'
import { fillEveryTable } from './every-table.ts'
import { type Fault, inFolder } from './kit.ts'
import {
  type Cell,
  type CellName,
  type Experience,
  otherCell,
  query,
  secretKey,
  seedCell,
  startCells,
  startMove,
  startUsers,
} from './moving-scene.ts'

const completeRounds = 11
const maxRefusedMs = 1000
/** For this long a hung command does nothing. Its lock is gone after 1.5 seconds (`maxSilenceMs` in src/cli/moving/move.ts). */
const hungMs = 5000
const maxRefusedByHungMs = 2500
const maxRuns = 12

type Victim = 'command' | 'hung command' | 'source' | 'target'
/** What the source says when the victim is killed. */
type Moment = 'copying' | 'paused' | 'done'
const plan: readonly ([Victim, Moment] | undefined)[] = [
  undefined,
  ['command', 'paused'],
  ['source', 'done'],
  ['target', 'copying'],
  ['command', 'done'],
  ['source', 'paused'],
  ['target', 'paused'],
  ['command', 'copying'],
  ['source', 'copying'],
  ['target', 'done'],
  ['hung command', 'paused'],
]

type Scene = {
  readonly cells: Record<CellName, Cell>
  readonly folder: string
  readonly schoolId: string
  readonly wrong: string[]
}

export const moveBetweenCells: Fault = {
  name: 'F35',
  title:
    'a school moves between two cells while it is used, and the command, the source or the target is killed, or the command hangs',
  rounds: completeRounds,
  run: (rounds) =>
    inFolder(async (folder) => {
      const cells = await startCells(folder)
      const wrong: string[] = []
      try {
        const schoolId = await furnish(cells.north, wrong)
        const scene: Scene = { cells, folder, schoolId, wrong }
        const bystander = await digestOthers(scene)
        await queueJobs(cells.north, schoolId)
        const users = await startUsers(cells, schoolId, 'north')
        await abortOne(scene)
        const damaged = await findDamage(scene)
        const rests: Rest[] = []
        let home: CellName = 'north'
        for (let round = 0; round < rounds; round++) {
          rests.push(await moveOnce(scene, home, plan[round % plan.length], users.seen))
          home = otherCell(home)
        }
        await users.stop()
        await compareAll(scene, home, users.seen)
        if ((await digestOthers(scene)) !== bystander) wrong.push('rows of another school have changed')
        return { figures: summarize(users.seen, rests, damaged, rounds, wrong), wrong }
      } finally {
        for (const cell of Object.values(cells)) await cell.stop()
      }
    }),
}

/** Returns a school with rows in every table. */
async function furnish(cell: Cell, wrong: string[]): Promise<string> {
  await seedCell(cell)
  const [school] = await query<{ id: string }>(cell, `select id from schools where email_domain = 'northfield.example'`)
  const schoolId = school?.id ?? ''
  const client = new pg.Client(cell.url)
  await client.connect()
  wrong.push(...(await fillEveryTable(client, schoolId)))
  for (const table of await listSchoolTables(client)) {
    const { rowCount } = await client.query(`${selectRows(table, schoolId)} limit 1`)
    if (!rowCount) wrong.push(`${table.name} has no row of the school`)
  }
  await client.end()
  await recount(cell.db, { fix: true })
  return schoolId
}

const jobsOfSchool = 20

/** Jobs that name the school, and one that says it only inside; besides, an email, which stays where it is. */
async function queueJobs({ db: _, ...cell }: Cell, schoolId: string): Promise<void> {
  const { anonymity } = await openKeysHere([secretKey])
  const happening = { kind: 'like', link: '/', sentence: 'Someone liked your post' }
  const item = { schoolId, kind: 'posts', id: crypto.randomUUID() }
  const sealedNotice = sealNotice(sealedNoticeBox(anonymity), { happening, item, seal: 'c2VhbA==' })
  const jobs = [
    ...Array.from({ length: jobsOfSchool }, (_, number) => ['tell_of_announcement', { schoolId, number }] as const),
    ['tell_sealed_author', { sealedNotice }] as const,
    [
      'tell_sealed_author',
      {
        sealedNotice: sealNotice(sealedNoticeBox(anonymity), {
          happening,
          item: { ...item, schoolId: crypto.randomUUID() },
          seal: 'c2VhbA==',
        }),
      },
    ] as const,
    ['send_mail', { to: 'ada@northfield.example' }] as const,
  ]
  for (const [task, payload] of jobs)
    await query(cell, `select graphile_worker.add_job($1, $2::json, run_at := now() + interval '1 day')`, [
      task,
      JSON.stringify(payload),
    ])
  // One that a worker runs during the first switches, and that fails then.
  await query(
    cell,
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker' where payload ->> 'number' = '0'`,
  )
}

/** Begins a move, kills its command while it copies, and undoes it. */
async function abortOne({ cells, folder, schoolId, wrong }: Scene): Promise<void> {
  const move = startMove(cells, schoolId, 'north', folder)
  await reach(cells.north, schoolId, 'copying', move.process)
  await sleep(Math.random() * 1000)
  await move.stop('SIGKILL')
  const code = await startMove(cells, schoolId, 'north', folder, true).ended
  if (code !== 0) wrong.push(`--abort ended with ${code}`)
  wrong.push(...(await findLeftovers(cells.south, schoolId)), ...(await findObjects(cells.north)))
  for (const cell of Object.values(cells))
    if ((await query(cell, 'select from school_moves')).length > 0) wrong.push(`${cell.name} still moves after --abort`)
}

/** Changes a row of the copy: the command must refuse the switch, and name the table. Then the move is undone. */
async function findDamage({ cells, folder, schoolId, wrong }: Scene): Promise<string> {
  const { north, south } = cells
  const first = startMove(cells, schoolId, 'north', folder)
  await reach(north, schoolId, 'copying', first.process)
  while ((await query(south, 'select from pg_subscription_rel')).length === 0) await sleep(10)
  await first.stop('SIGKILL')
  while ((await query(south, `select from pg_subscription_rel where srsubstate <> 'r'`)).length > 0) await sleep(50)
  await query(
    south,
    `update group_members set role = 'admin' where (school_id, group_id, user_id) = (
      select school_id, group_id, user_id from group_members where school_id = '${schoolId}' and role <> 'admin' limit 1)`,
  ).then(
    () => wrong.push('the copy could be changed without the replication'),
    () => {},
  )
  const client = new pg.Client(south.url)
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `update group_members set role = 'admin' where (school_id, group_id, user_id) = (
      select school_id, group_id, user_id from group_members where school_id = $1 and role <> 'admin' limit 1)`,
    [schoolId],
  )
  await client.end()
  const { report, code } = await runMove(cells, schoolId, 'north', folder)
  const found = /differ in (.*)\./.exec(report)?.[1] ?? 'nothing'
  if (code === 0 || !found.startsWith('group_members (')) wrong.push(`after a damage the command said: ${report}`)
  const [state] = await query<{ state: string }>(north, 'select state from school_moves')
  if (state?.state !== 'copying') wrong.push(`after a damage the move is ${state?.state}`)
  if ((await startMove(cells, schoolId, 'north', folder, true).ended) !== 0) wrong.push('--abort failed after a damage')
  return found
}

type Rest = {
  readonly ms: number
  readonly runs: number
  /** The victim, and what the source said afterwards. */
  readonly killed: string | undefined
  /** The longest time of a writer without success. */
  readonly refusedMs: number
}

async function moveOnce(
  { cells, folder, schoolId, wrong }: Scene,
  from: CellName,
  kill: (typeof plan)[number],
  seen: Experience,
): Promise<Rest> {
  const to = otherCell(from)
  const began = Date.now()
  seen.refusedMs.splice(0)
  const readsBefore = seen.failedReads.length
  let killed: string | undefined
  if (kill) {
    const [victim, moment] = kill
    const move = startMove(cells, schoolId, from, folder)
    await reach(cells[from], schoolId, moment, move.process)
    if (moment === 'copying') await sleep(Math.random() * 1500)
    if (victim === 'command') move.process.kill('SIGKILL')
    else if (victim === 'hung command') await hang(move.process)
    else await cells[victim === 'source' ? from : to].crash()
    await move.ended
    const [state] = await query<{ state: string }>(cells[from], 'select state from school_moves')
    killed = `${victim}: ${state?.state}`
  }
  const failing = kill ? undefined : failRunningJobs(cells[from], schoolId)
  let runs = 0
  for (; runs < maxRuns; runs++) {
    const { code } = await runMove(cells, schoolId, from, folder)
    if (code === 0) break
    await sleep(1000)
  }
  await failing
  if (runs === maxRuns)
    throw new Error(`The move from ${from}, with ${killed ?? 'no kill'}, did not end: ${readLog(folder).slice(-2000)}`)
  wrong.push(
    ...(await findLeftovers(cells[from], schoolId)),
    ...(await findObjects(cells[from])),
    ...(await findObjects(cells[to])),
  )
  const [pointer] = await query<{ cell: string }>(
    cells[from],
    `select cell from school_moves where direction = 'out' and state = 'done'`,
  )
  if (pointer?.cell !== to) wrong.push(`${from} does not say that the school is in ${to}`)
  if ((await query(cells[to], 'select from school_moves')).length > 0) wrong.push(`${to} does not serve the school`)
  if (!kill && seen.failedReads.length > readsBefore) wrong.push(`reads failed: ${seen.failedReads.at(-1)}`)
  return { ms: Date.now() - began, runs: runs + 1, killed, refusedMs: Math.max(0, ...seen.refusedMs) }
}

async function hang(command: ChildProcess): Promise<void> {
  command.kill('SIGSTOP')
  await sleep(hungMs)
  command.kill('SIGCONT')
}

const readLog = (folder: string) => readFileSync(join(folder, 'move.log'), 'utf8')

async function runMove(cells: Scene['cells'], schoolId: string, from: CellName, folder: string) {
  const said = readLog(folder).length
  const code = await startMove(cells, schoolId, from, folder).ended
  return { code, report: readLog(folder).slice(said) }
}

/** Waits until the source says so, or the command has ended. */
async function reach({ url }: Cell, schoolId: string, moment: Moment, command: ChildProcess): Promise<void> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  while (command.exitCode === null) {
    const { rows } = await client.query(
      `select from school_moves where school_id = $1 and direction = 'out' and state = $2`,
      [schoolId, moment],
    )
    if (rows.length > 0) break
    await sleep(1)
  }
  await client.end()
}

/** What a worker does with a job whose school has left: it waits for another attempt. */
async function failRunningJobs(cell: Cell, schoolId: string): Promise<void> {
  while (
    (await query(cell, `select from school_moves where school_id = $1 and state = 'done'`, [schoolId])).length === 0
  )
    await sleep(20)
  await query(
    cell,
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_by = 'worker'`,
  )
}

/** Rows of the school in a cell that it has left. */
async function findLeftovers({ url, name }: Cell, schoolId: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  const left: string[] = []
  for (const table of await listSchoolTables(client)) {
    const { rowCount } = await client.query(`${selectRows(table, schoolId)} limit 1`)
    if (rowCount) left.push(`${name} still has rows in ${table.name}`)
  }
  await client.end()
  return left
}

/** What a move that has ended leaves in no cell. */
async function findObjects(cell: Cell): Promise<string[]> {
  const rows = await query<{ name: string }>(
    cell,
    `select slot_name::text as name from pg_replication_slots union all select pubname from pg_publication
    union all select subname from pg_subscription union all select tgname from pg_trigger where tgname like 'quad_move%'
    union all select 'handover ' || mark from school_handovers`,
  )
  return rows.map(({ name }) => `${cell.name} still has ${name}`)
}

/** The rows of all other schools, which stay in the north. */
async function digestOthers({ cells, schoolId }: Scene): Promise<string> {
  const client = new pg.Client(cells.north.url)
  await client.connect()
  const digests: string[] = []
  for (const { name, school } of await listSchoolTables(client))
    digests.push(await digestRows(client, `select * from ${name} where ${school} is distinct from '${schoolId}'`))
  await client.end()
  return digests.join(' ')
}

/** Everything acknowledged is in the last cell, once. Jobs of the school have come along, and no other. */
async function compareAll({ cells, schoolId, wrong }: Scene, home: CellName, seen: Experience): Promise<void> {
  for (const [table, wanted] of [
    ['comments', seen.comments],
    ['posts', seen.posts],
  ] as const) {
    const word = table.slice(0, -1)
    const rows = await query<{ content: string; copies: number }>(
      cells[home],
      `select content, count(*)::int as copies from ${table} where school_id = $1 and content like $2 group by content`,
      [schoolId, `${word} ________-____-%`],
    )
    const stored = new Map(rows.map(({ content, copies }) => [content, copies]))
    const lost = [...wanted].filter((content) => !stored.has(content)).length
    const doubled = rows.filter(({ copies }) => copies > 1).length
    const unknown = rows.filter(({ content }) => !wanted.has(content)).length
    if (wanted.size === 0) wrong.push(`no ${word} was acknowledged`)
    if (lost + doubled + unknown > 0)
      wrong.push(`${table}: ${lost} lost, ${doubled} twice, ${unknown} never acknowledged`)
  }
  const drift = await recount(cells[home].db)
  if (drift.length > 0) wrong.push(`wrong counts: ${drift.map(({ what }) => what).join(', ')}`)
  const jobs = async (cell: Cell) =>
    (
      await query<{ task: string; count: number }>(
        cell,
        `select identifier as task, count(*)::int as count from graphile_worker._private_jobs
        join graphile_worker._private_tasks as task on task.id = task_id
        where identifier in ('tell_of_announcement', 'tell_sealed_author', 'send_mail') and run_at > now() + interval '1 hour'
        group by 1 order by 1`,
      )
    ).map(({ task, count }) => `${task} ${count}`)
  const own = [`tell_of_announcement ${jobsOfSchool}`, 'tell_sealed_author 1']
  const others = ['send_mail 1', 'tell_sealed_author 1']
  const expected =
    home === 'north' ? { north: [others[0], own[0], 'tell_sealed_author 2'], south: [] } : { north: others, south: own }
  for (const cell of Object.values(cells)) {
    const found = await jobs(cell)
    if (found.join() !== expected[cell.name].join()) wrong.push(`jobs in ${cell.name}: ${found.join(', ')}`)
  }
}

function summarize(seen: Experience, rests: readonly Rest[], damaged: string, rounds: number, wrong: string[]) {
  wrong.push(...seen.surprises.slice(0, 5))
  const longest = (some: readonly Rest[]) => Math.round(Math.max(0, ...some.map((rest) => rest.refusedMs)))
  const isHung = ({ killed }: Rest) => killed?.startsWith('hung') === true
  const refusedMs = longest(rests.filter(({ killed }) => killed === undefined))
  const refusedByHungMs = longest(rests.filter(isHung))
  // A short run, among other tests on a busy machine, judges what is lost, not the times.
  if (rounds >= completeRounds && refusedMs > maxRefusedMs) wrong.push(`writes were refused for ${refusedMs} ms`)
  if (refusedByHungMs > maxRefusedByHungMs) wrong.push(`a hung command refused writes for ${refusedByHungMs} ms`)
  return {
    moves: rests.length,
    'killed, and what the source said then': rests.flatMap(({ killed }) => killed ?? []).join(', '),
    'runs of the command': rests.reduce((sum, { runs }) => sum + runs, 0),
    'acknowledged comments and posts': seen.comments.size + seen.posts.size,
    reads: seen.reads,
    'reads that failed, with a PostgreSQL down': seen.failedReads.length,
    'longest refusal of a writer without a kill, in ms': refusedMs,
    'longest refusal of a writer with a kill, in ms': longest(rests.filter((rest) => !isHung(rest))),
    'longest refusal of a writer with a hung command, in ms': refusedByHungMs,
    'slowest move in s': Math.round(Math.max(...rests.map(({ ms }) => ms)) / 1000),
    'damage found in': damaged,
  }
}
