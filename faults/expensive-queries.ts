// F28: the most expensive requests of a large school, and whether the server's event loop stays responsive.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { buildCalls, type Call } from '../bench/calls.ts'
import { campusAdmins } from '../bench/campus/areas.ts'
import { type CampusSize, fillCampus, signInPeople } from '../bench/campus/fill.ts'
import { drive } from '../bench/drive.ts'
import type { Person } from '../bench/server.ts'
import { openDatabase } from '../src/app/bootstrap.ts'
import { readConfig } from '../src/shared/server/config.ts'
import type { ConnectionSettings, Db } from '../src/shared/server/db/pools.ts'
import { freePort, type QuadNode, startNode, startPostgres } from '../tools/services.ts'
import { ask, type Fault, inFolder, type Outcome } from './kit.ts'

/** A school that does not fit into PostgreSQL's cache; a million posts would take ten minutes to fill. */
const size = (posts: number): CampusSize => ({ schools: 1, each: { people: posts / 10, posts } })
/** Maximum number of reports in one export. */
const reports = 50_000
/** Concurrent users, concurrent exports, and seconds per call. */
const crowd = { people: 8, files: 2, seconds: 4 }
/** Milliseconds: maximum p99 delay of the event loop, statement timeout, and allowance for the reply. */
const max = { late: 50, statement: 15_000, answer: 3000 }

export const heavy: Fault = {
  name: 'F28 embedded',
  title: 'the heaviest searches, lists, figures and files of a large school, on the embedded PostgreSQL',
  rounds: 100_000,
  run: (posts) => inFolder((folder) => askHeaviest(folder, posts, { DATA_DIR: join(folder, 'data') })),
}

export const heavyOwn: Fault = {
  name: 'F28 own',
  title: 'the same on a PostgreSQL of its own',
  rounds: 100_000,
  run: (posts) =>
    inFolder(async (folder) => {
      const postgres = await startPostgres(folder, await freePort())
      const environment = {
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: postgres.url,
        SECRET_KEY: 'k'.repeat(40),
        DEMO: '1',
      }
      return askHeaviest(folder, posts, environment).finally(() => postgres.stop())
    }),
}

async function askHeaviest(folder: string, posts: number, environment: Record<string, string>): Promise<Outcome> {
  const school = await fill(environment, posts)
  const log = join(folder, 'node.log')
  const node = startNode(await freePort(), environment, log)
  await node.ready().catch((error: Error) => {
    throw new Error(`${error.message} ${readFileSync(log, 'utf8').slice(-300)}`)
  })
  const beside = await openDatabase(readConfig(environment), { attach: true, skipMigrations: true })
  try {
    const { calls, dean } = await heaviest(beside.db, school)
    const figures: Record<string, string> = { 'posts, comments and likes': `${posts * 9}` }
    const wrong: string[] = []
    for (const call of calls) await drive(node.address, call, findCrowd(call), 1) // compilation and query plans
    for (const call of calls) {
      await lateness(node) // resets the measurement
      const { p99, perSecond } = await drive(node.address, call, findCrowd(call), crowd.seconds)
      const { late, latest } = await lateness(node)
      figures[call.name] =
        `the loop ${late.toFixed(0)}, at most ${latest.toFixed(0)}; an answer ${p99.toFixed(0)}; ${perSecond.toFixed(0)}/s`
      if (late > max.late) wrong.push(`${call.name}: the loop was ${late.toFixed(0)} ms late`)
    }
    const { took, status, left } = await lockedOut(node, beside.connection, dean)
    figures['a statement that is held up'] = `${status} after ${(took / 1000).toFixed(1)} s`
    if (status !== 503 || Math.abs(took - max.statement) > max.answer || left > 0)
      wrong.push(`a statement that is held up was answered ${status} after ${took} ms, ${left} go on`)
    return { figures, wrong }
  } finally {
    await beside.close()
    await node.stop()
  }
}

const findCrowd = ({ name }: Call) => (name.startsWith('a file') ? crowd.files : crowd.people)

async function fill(environment: Record<string, string>, posts: number): Promise<string> {
  const { db, close } = await openDatabase(readConfig(environment))
  const [school = ''] = await fillCampus(db, size(posts), () => {})
  await sql`insert into reports (school_id, id, kind, content_id, reason, description, content, author_id)
    select school_id, gen_random_uuid(), 'post', id, 'other', repeat('He said "no", again. ', 10), content, author_id
    from posts where school_id = ${school} limit ${reports}`.execute(db)
  await sql`analyze reports`.execute(db)
  await close()
  return school
}

/** The deep, searching, counting and exporting calls of the benchmark, and some more. */
async function heaviest(db: Db, school: string): Promise<{ calls: Call[]; dean: Person }> {
  const deans = await signInPeople(db, school, campusAdmins)
  const ofDean = (name: string, path: string): Call => ({
    name,
    kind: 'deep',
    shot: (at) => ({ method: 'GET', path, person: deans[at % deans.length] as Person }),
  })
  const deep = (await buildCalls(db, school)).filter(({ kind }) => kind === 'deep')
  return {
    dean: deans[0] as Person,
    calls: [
      ...deep,
      ofDean('analytics of a month', '/admin/analytics?period=month'),
      ofDean('reports, searched', '/admin/reports?search=lamp'),
      ofDean(`a file of ${reports} reports`, '/admin/reports/export'),
    ],
  }
}

/**
 * Event loop delay in milliseconds since the last call: p99 and maximum. Ten of them come from the measurement itself.
 */
async function lateness({ address }: QuadNode) {
  const text = await (await fetch(`${address}/metrics`)).text()
  const of = (name: string) =>
    1000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1])
  return { late: of('p99') - 10, latest: of('max') - 10 }
}

/**
 * Reply and response time of a search while another transaction locks the table, and the number of statements still
 * running.
 */
async function lockedOut({ address }: QuadNode, connection: ConnectionSettings, dean: Person) {
  const blocker = new pg.Client(connection)
  await blocker.connect()
  try {
    await blocker.query('begin; lock table posts in access exclusive mode')
    const began = Date.now()
    const { status } = await ask(address, { ...dean, email: '' }, 'GET', '/api/search?q=quartet')
    const took = Date.now() - began
    await sleep(500)
    const { rows } = await blocker.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where application_name = 'quad' and wait_event_type = 'Lock'`,
    )
    return { took, status, left: rows[0]?.n ?? 0 }
  } finally {
    await blocker.end()
  }
}
