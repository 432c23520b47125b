import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/app/bootstrap.ts'
import { buildServer } from '../src/app/server.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { type Db, openPools, searchDb } from '../src/shared/server/db/pools.ts'
import type { App } from '../src/shared/server/services.ts'
import { buildCalls, type Call } from './calls.ts'
import { addPictures } from './campus/pictures.ts'
import { type Driven, drive } from './drive.ts'
import { type ReplayPools, recordScripts, replay, type Script } from './replay.ts'
import type { Measured, MeasuredCall } from './report.ts'
import { median, startServer } from './server.ts'

/** Numbers of connections for each call, and for the comparison with its statements alone. */
const loads = [1, 64] as const
const compared = 16
/** Connections of the pool, as in the server. */
const poolSize = 10

/** Fills an empty database; returns the ids of its schools. */
export type Fill = (db: Db) => Promise<string[]>

type Plan = {
  readonly rounds: number
  /** Duration of each round of a call at a load. */
  readonly seconds: number
  /** Matches the names of the selected calls. */
  readonly only: RegExp
}

/**
 * Fills campuses, starts a server on each, and measures every call in their first schools. Each call runs on one campus
 * after the other before the next call, so that other load on the machine affects all compared figures.
 */
export async function measureCampuses(fills: Readonly<Record<string, Fill>>, { rounds, seconds, only }: Plan) {
  const campuses: [string, Campus][] = []
  const over = new AsyncDisposableStack()
  try {
    for (const [name, fill] of Object.entries(fills)) {
      console.log(`\n${name}`)
      campuses.push([name, await openCampus(over, fill, only)])
    }
    const calls = [...(campuses[0]?.[1].calls ?? []).entries()]
    for (const part of [calls.filter(([, { isLast }]) => !isLast), calls.filter(([, { isLast }]) => isLast)]) {
      for (const [, campus] of campuses) for (const [at] of part) await campus.drive(at, compared, 1) // warm-up: compilation, caches, query plans
      for (const [, campus] of campuses) campus.forget(part.map(([at]) => at))
      for (let round = 1; round <= rounds; round++)
        for (const [at, { name }] of part) {
          for (const load of loads) for (const [, campus] of campuses) await campus.drive(at, load, seconds)
          for (const [, campus] of campuses) await campus.compare(at, seconds)
          console.log(`  ${round}, ${name}: ${campuses.map(([, campus]) => campus.latest(at).toFixed(0)).join(', ')}/s`)
        }
    }
    return Object.fromEntries(campuses.map(([name, campus]) => [name, campus.summary()]))
  } finally {
    await over.disposeAsync()
  }
}

type Campus = Awaited<ReturnType<typeof openCampus>>
/** With the milliseconds of processor time per request, of the server and of PostgreSQL. */
type Costed = Driven & { readonly server: number; readonly database: number }
type Figures = { readonly driven: Map<number, Costed[]>; readonly direct: number[]; readonly ratios: number[] }

/** A campus in a separate folder, with its server and a direct pool; `over` cleans up, also after a partial start. */
async function openCampus(over: AsyncDisposableStack, fill: Fill, only: RegExp) {
  const folder = mkdtempSync(join(tmpdir(), 'quad-bench-'))
  over.defer(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
  const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', DEMO: '1' }
  const { calls, scripts } = await prepareCampus(settings, fill, async ({ http }, all) => {
    const calls = all.filter(({ name }) => only.test(name))
    const scripts: Script[][] = []
    for (const call of calls) scripts.push(await recordScripts(http, call))
    return { calls, scripts }
  })
  const server = await startServer(folder)
  over.defer(server.stop)
  const beside = await openDatabase(readConfig(settings), { attach: true })
  over.defer(beside.close)
  const pools: ReplayPools = { ...openPools(beside.connection, poolSize), search: searchDb(beside.db) }
  over.defer(() => pools.general.end())
  over.defer(() => pools.prepared.end())
  const idle = server.memory()
  const none = (): Figures => ({ driven: new Map(), direct: [], ratios: [] })
  const found = calls.map(none)
  const driveCall = async (at: number, load: number, seconds: number) => {
    const { driven } = found[at] as Figures
    const began = server.processorTime()
    const run = await drive(server.address, calls[at] as Call, load, seconds)
    await server.calm()
    const ended = server.processorTime()
    const perRequest = (spent: number) => spent / run.requests
    const costs = {
      server: perRequest(ended.server - began.server),
      database: perRequest(ended.database - began.database),
    }
    driven.set(load, [...(driven.get(load) ?? []), { ...run, ...costs }])
    return run.perSecond
  }
  return {
    calls,
    /** Drives the call with this index. */
    drive: driveCall,
    /** Drives the call, and directly afterwards its statements: only measurements close in time are comparable. */
    async compare(at: number, seconds: number) {
      const whole = await driveCall(at, compared, seconds)
      const script = scripts[at] ?? []
      if (!script[0]?.statements.length) return
      const { perSecond } = await replay(pools, script, compared, seconds)
      found[at]?.direct.push(perSecond)
      found[at]?.ratios.push(whole / perSecond)
    },
    /** Discards the results of these calls so far. */
    forget(these: readonly number[]) {
      for (const at of these) found[at] = none()
    },
    /** Requests per second of a call in the last comparison round. */
    latest: (at: number) => found[at]?.driven.get(compared)?.at(-1)?.perSecond ?? 0,
    summary: (): Measured => ({
      memory: { idle, loaded: server.peak() },
      calls: calls.map((call, at) => toMeasuredCall(call, found[at] as Figures, scripts[at] ?? [])),
    }),
  }
}

/** Fills an empty database, builds the calls of its first school, and runs `work` with an in-process server. */
export async function prepareCampus<T>(
  settings: Record<string, string>,
  fill: Fill,
  work: (app: App, calls: readonly Call[], schoolId: string) => Promise<T>,
): Promise<T> {
  const config = readConfig(settings)
  const { db, keys, close } = await openDatabase(config)
  const app = await buildServer(config, db, keys)
  try {
    const [schoolId = ''] = await fill(db)
    await app.http.ready()
    const pictures = await addPictures({ db, http: app.http, dataDir: config.dataDir, schoolId })
    return await work(app, await buildCalls(db, schoolId, pictures), schoolId)
  } finally {
    await app.http.close()
    await close()
  }
}

function toMeasuredCall(
  { name, kind }: Call,
  { driven, direct, ratios }: Figures,
  scripts: readonly Script[],
): MeasuredCall {
  const of = (load: number, figure: keyof Costed) => median((driven.get(load) ?? []).map((run) => run[figure]))
  return {
    name,
    kind,
    statements: scripts[0]?.statements.length ?? 0,
    bytes: of(compared, 'bytes'),
    processor: { server: of(compared, 'server'), database: of(compared, 'database') },
    loads: [...driven.keys()].map((connections) => ({
      connections,
      perSecond: of(connections, 'perSecond'),
      p50: of(connections, 'p50'),
      p95: of(connections, 'p95'),
      p99: of(connections, 'p99'),
    })),
    directPerSecond: direct.length > 0 ? median(direct) : null,
    ratio: ratios.length > 0 ? median(ratios) : null,
    refused: kind === 'empty' ? 0 : [...driven.values()].flat().reduce((sum, { refused }) => sum + refused, 0),
  }
}
