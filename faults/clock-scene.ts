// Two servers and a PostgreSQL with clocks that can be set at runtime.
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Db, openDb } from '../src/shared/server/db/pools.ts'
import { freePort, type QuadNode, startNode, startPostgres } from '../tools/services.ts'
import { ask, inFolder, type Outcome, signIn, type Writer } from './kit.ts'

/** A time zone with daylight saving time. */
const zone = 'America/New_York'

export type Scene = {
  readonly db: Db
  readonly nodes: readonly QuadNode[]
  readonly people: { reader: Writer; readonly suspended: Writer }
  readonly wrong: string[]
  /** Seconds by which each clock is ahead: of the first server, the second server, and PostgreSQL. */
  set(north: number, south: number, database: number): void
}

/** Two servers and their PostgreSQL, each with a clock that can be set at runtime. */
export async function onClocks(work: (scene: Scene) => Promise<Outcome>): Promise<Outcome> {
  return inFolder(async (folder) => {
    const own = {
      north: clockIn(folder, 'north'),
      south: clockIn(folder, 'south'),
      database: clockIn(folder, 'database'),
    }
    const postgres = await startPostgres(folder, await freePort(), [`timezone=${zone}`], own.database.environment)
    const toLogPath = (name: string) => join(folder, `${name}.log`)
    const start = async (name: 'north' | 'south') => {
      const more = { DATA_DIR: join(folder, name), SECRET_KEY: 'k'.repeat(40), TZ: zone, ...own[name].environment }
      return startNode(await freePort(), { DATABASE_URL: postgres.url, ...more }, toLogPath(name))
    }
    const nodes: QuadNode[] = []
    const db = openDb(postgres.url, { max: 2 })
    try {
      for (const name of ['north', 'south'] as const) nodes.push(await start(name))
      for (const node of nodes) await node.ready()
      const set = (north: number, south: number, database: number) => {
        own.north.set(north)
        own.south.set(south)
        own.database.set(database)
      }
      const outcome = await work({ db, nodes, people: await makePeople(nodes[0] as QuadNode), wrong: [], set })
      const gone = nodes.flatMap(({ process: { exitCode, signalCode } }, at) => {
        const said = readFileSync(toLogPath(at === 0 ? 'north' : 'south'), 'utf8').slice(-500)
        return exitCode === null && signalCode === null
          ? []
          : [`a server ended with ${exitCode ?? signalCode}: ${said}`]
      })
      return { ...outcome, wrong: [...gone, ...outcome.wrong] }
    } finally {
      await db.destroy()
      for (const service of [...nodes, postgres]) {
        await service.stop()
        removeFakeClock(service.process.pid)
      }
    }
  })
}

/** The library does not remove its shared memory. */
function removeFakeClock(pid: number | undefined) {
  for (const name of ['faketime_shm', 'sem.faketime_sem']) rmSync(`/dev/shm/${name}_${pid}`, { force: true })
}

/** Environment with which a process takes its time from a file. Durations are unaffected, as on a real machine. */
function clockIn(folder: string, name: string) {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
  if (!library) throw new Error('Not found: libfaketime. On Debian: apt-get install faketime')
  const file = join(folder, `${name}.time`)
  const set = (ahead: number) => {
    writeFileSync(`${file}.new`, `${ahead < 0 ? '' : '+'}${ahead}\n`)
    renameSync(`${file}.new`, file)
  }
  set(0)
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { environment, set }
}

/** A user who reads and writes, and one who is suspended for a day. */
async function makePeople({ address }: QuadNode) {
  const [reader, suspended, dean] = await Promise.all(
    ['grace', 'noisy', 'dean'].map((name) => signIn(address, `${name}@northfield.example`)),
  )
  if (!reader || !suspended || !dean) throw new Error('A demo user could not sign in')
  const me = (await ask(address, suspended, 'GET', '/api/me')).body as { data?: { id: string }; id?: string }
  const path = `/api/admin/users/${me.data?.id ?? me.id}/suspend`
  const { status, body } = await ask(address, dean, 'POST', path, { reason: 'Noise', duration: 1 })
  if (status >= 300) throw new Error(`The suspension was answered ${status} ${body.error}`)
  return { reader, suspended }
}
