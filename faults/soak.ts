// F29: ten minutes of mixed load below the server's limit, and whether any resource grows.
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildCalls, type Call } from '../bench/calls.ts'
import { campusSizes, fillCampus, signInPeople } from '../bench/campus/fill.ts'
import { drive } from '../bench/drive.ts'
import { openDatabase } from '../src/app/bootstrap.ts'
import { readConfig } from '../src/shared/server/config.ts'
import type { Db } from '../src/shared/server/db/pools.ts'
import { freePort, startNode } from '../tools/services.ts'
import { pace } from './constant-rate.ts'
import { listen } from './idle-streams.ts'
import { inspect } from './inspect.ts'
import { type Fault, inFolder } from './kit.ts'
import { countOpenFiles, readMemoryMegabytes } from './server.ts'

/** Weights of the calls in percent. */
const mixture: Readonly<Record<string, number>> = {
  feed: 30,
  'a post with 20 comments': 15,
  conversations: 10,
  'page of messages': 8,
  notifications: 5,
  'the bell': 8,
  events: 3,
  listings: 3,
  search: 1,
  'write a post': 2,
  'write a comment': 4,
  'like on and off': 6,
  'send a message': 5,
}
const streams = 300
const connections = 32
/** Share of the server's maximum load. */
const part = 0.6
/** Seconds per round, and warm-up rounds that do not count: events are buffered for five minutes. */
const [seconds, warmUp] = [30, 11]
/**
 * Maximum growth from after the warm-up to the end: of memory after a full garbage collection, and, by linear
 * regression over all rounds, of response time and of open files.
 */
const maxGrowth = { memory: 1.1, time: 1.5, files: 10 }
/** Maximum megabytes of the process, with garbage that V8 has not collected yet (design: memory under load). */
const maxMemoryMegabytes = 350

export const soak: Fault = {
  name: 'F29',
  title: `half-minutes of mixed work at ${part * 100} % of what the server can do, with ${streams} open streams`,
  rounds: 20,
  run: (rounds) =>
    inFolder(async (folder) => {
      const environment = { DATA_DIR: join(folder, 'data') }
      const school = await fill(environment)
      const inspector = await freePort()
      const options = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` }
      const node = startNode(await freePort(), { ...environment, ...options })
      await node.ready()
      const inside = await inspect(inspector)
      const beside = await openDatabase(readConfig(environment), { attach: true, skipMigrations: true })
      try {
        const mix = mixed(await buildCalls(beside.db, school))
        const people = await signInPeople(beside.db, school, streams)
        const open = await Promise.all(people.map((person, index) => listen(node, person, index)))
        await drive(node.address, mix, connections, 5)
        const knee = (await drive(node.address, mix, connections, 10)).perSecond
        const seen: { memory: number; files: number; log: number; p99: number }[] = []
        const begin = Math.max(0, Math.min(warmUp, rounds - 2))
        let kept = 0
        for (let round = 0; round < rounds; round++) {
          if (round === begin) kept = await inside.collect()
          const p99 = await pace(node.address, mix, { connections, seconds, rate: Math.round(knee * part) })
          seen.push({
            memory: readMemoryMegabytes(node),
            files: countOpenFiles(node),
            log: await measureLogMegabytes(beside.db),
            p99,
          })
        }
        const keptAtEnd = await inside.collect()
        const gone = open.filter(({ closed }) => closed).length
        for (const socket of open) socket.destroy()
        const steady = seen.slice(begin)
        const of = (what: keyof (typeof seen)[number]) => steady.map((round) => round[what])
        const growth = { memory: keptAtEnd / kept, time: computeSlope(of('p99')) }
        const memory = Math.max(...seen.map((round) => round.memory))
        const files = (computeSlope(of('files')) - 1) * (steady[0]?.files ?? 0) // there may be more for a short time
        const limit = await loadMaxLogMegabytes(beside.db)
        const span = (values: readonly number[], digits = 0) =>
          `${values[0]?.toFixed(digits)} … ${values.at(-1)?.toFixed(digits)}, at most ${Math.max(...values).toFixed(digits)}`
        return {
          figures: {
            'half-minutes': rounds,
            'requests a second at most': knee.toFixed(0),
            'requests a second': Math.round(knee * part),
            'memory in MB, minute by minute': everyOther(seen.map(({ memory }) => memory.toFixed(0))).join(', '),
            'of which a full collection leaves': `${kept.toFixed(1)} after the warm-up, ${keptAtEnd.toFixed(1)} at the end`,
            'files and lines': span(of('files')),
            'log of PostgreSQL in MB': span(of('log')),
            'p99 in ms': span(of('p99'), 1),
            'growth of the p99': growth.time.toFixed(2),
            'streams that ended': gone,
          },
          wrong: [
            ...(growth.memory > maxGrowth.memory ? ['memory grows'] : []),
            ...(memory > maxMemoryMegabytes ? [`the process takes ${memory.toFixed(0)} MB`] : []),
            ...(growth.time > maxGrowth.time ? ['answers become slower'] : []),
            ...(files > maxGrowth.files ? [`${files.toFixed(0)} more files and lines are open`] : []),
            ...(Math.max(...of('log')) > limit ? ['the log of PostgreSQL is longer than it may be'] : []),
            ...(gone > 0 ? [`${gone} streams ended`] : []),
          ],
        }
      } finally {
        inside.leave()
        await beside.close()
        await node.stop()
      }
    }),
}

async function fill(environment: Record<string, string>): Promise<string> {
  const { db, close } = await openDatabase(readConfig(environment))
  const [school = ''] = await fillCampus(db, campusSizes.small ?? never(), () => {})
  await close()
  return school
}

/** One call that cycles through all of these by weight, in a fixed mixed order. */
function mixed(calls: readonly Call[]): Call {
  const turns = Object.entries(mixture).flatMap(([name, times]) => {
    const call = calls.find((one) => one.name === name)
    if (!call) throw new Error(`Unknown call: '${name}'`)
    return Array.from({ length: times }, () => call)
  })
  const counts = new Map<Call, number>()
  return {
    name: 'everything',
    kind: 'read',
    shot: (at) => {
      const call = turns[(at * 37) % turns.length] as Call // coprime to a hundred
      const count = counts.get(call) ?? Math.floor(Math.random() * 1000) * 2
      counts.set(call, count + 1)
      return call.shot(count)
    },
  }
}

const everyOther = <T>(values: readonly T[]) => values.filter((_, at) => at % 2 === 1)

/** Ratio of end to beginning on the regression line through these values. */
function computeSlope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [up, across] = values.reduce(
    ([up, across], value, at) => [up + (at - middle) * (value - mean), across + (at - middle) ** 2],
    [0, 0],
  )
  const slope = up / across
  return (mean + slope * middle) / (mean - slope * middle)
}

async function measureLogMegabytes(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select sum(size)::int8 / 1e6 as n from pg_ls_waldir()`.execute(db)
  return Number(rows[0]?.n)
}

/** Upper limit in megabytes of PostgreSQL's log, with room for writes during a checkpoint. */
async function loadMaxLogMegabytes(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select setting::int8 as n from pg_settings where name = 'max_wal_size'`.execute(db)
  return 1.5 * (rows[0]?.n ?? 0)
}

const never = (): never => {
  throw new Error('The small campus is missing.')
}
