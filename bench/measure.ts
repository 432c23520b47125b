import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../src/app/open.ts'
import { buildServer } from '../src/app/server.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { type Db, openPools } from '../src/shared/server/db.ts'
import { type Call, callsOf } from './calls.ts'
import { type Driven, drive } from './drive.ts'
import { replay, type Script, scriptsOf } from './replay.ts'
import type { Measured, MeasuredCall } from './report.ts'
import { median, startServer } from './server.ts'

/** Connections that a call is driven with. */
export const loads = [1, 16, 64] as const
/** Connections of the pool, as many as the server has. */
const poolSize = 10

type Plan = {
  readonly fill: (db: Db) => Promise<string[]>
  readonly rounds: number
  /** Of each round of a call at a load. */
  readonly seconds: number
  /** Part of the names of the calls that are wanted; empty for all. */
  readonly only: string
}

/** Fills a campus in an empty folder, starts Quad on it as a user would, and measures every call of its first school. */
export async function measureCampus(folder: string, { fill, rounds, seconds, only }: Plan): Promise<Measured> {
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as nobody, who has to get in
  const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', DEMO: '1' }
  try {
    const { calls, scripts } = await prepare(settings, fill, only)
    const server = await startServer(folder)
    const beside = await openDatabase(readConfig(settings), { beside: true })
    const pools = openPools(beside.connection, poolSize)
    try {
      const idle = server.memory()
      const found = new Map<string, Figures>(calls.map(({ name }) => [name, { driven: new Map(), direct: [] }]))
      for (const call of calls) await drive(server.address, call, 16, 1) // warm: compiled, cached, planned
      await server.calm()
      for (let round = 1; round <= rounds; round++)
        for (const call of calls) {
          const figures = found.get(call.name) as Figures
          for (const load of loads) {
            const run = await drive(server.address, call, load, seconds)
            await server.calm()
            figures.driven.set(load, [...(figures.driven.get(load) ?? []), run])
          }
          const script = scripts.get(call.name) ?? []
          if (script[0]?.length) figures.direct.push((await replay(pools, script, 16, seconds)).perSecond)
          if (round === 1) console.log(`  ${call.name}: ${figures.driven.get(16)?.[0]?.perSecond.toFixed(0)}/s`)
        }
      return {
        memory: { idle, loaded: server.peak() },
        calls: calls.map((call) => summaryOf(call, found.get(call.name) as Figures, scripts.get(call.name) ?? [])),
      }
    } finally {
      await Promise.all([pools.common.end(), pools.hot.end()])
      await beside.close()
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Figures = { readonly driven: Map<number, Driven[]>; readonly direct: number[] }

async function prepare(settings: Record<string, string>, fill: Plan['fill'], only: string) {
  const config = readConfig(settings)
  const opened = await openDatabase(config)
  const house = await buildServer(config, opened.db, opened.secretKey)
  try {
    const [school = ''] = await fill(opened.db)
    const calls = (await callsOf(opened.db, school)).filter(({ name }) => name.includes(only))
    await house.http.ready()
    const scripts = new Map<string, Script[]>()
    for (const call of calls) scripts.set(call.name, await scriptsOf(house.http, call))
    return { calls, scripts }
  } finally {
    await house.http.close()
    await opened.close()
  }
}

function summaryOf({ name, kind }: Call, { driven, direct }: Figures, scripts: readonly Script[]): MeasuredCall {
  const of = (load: number, figure: keyof Driven) => median((driven.get(load) ?? []).map((run) => run[figure]))
  return {
    name,
    kind,
    statements: scripts[0]?.length ?? 0,
    bytes: of(16, 'bytes'),
    loads: loads.map((connections) => ({
      connections,
      perSecond: of(connections, 'perSecond'),
      p50: of(connections, 'p50'),
      p95: of(connections, 'p95'),
      p99: of(connections, 'p99'),
    })),
    directPerSecond: direct.length > 0 ? median(direct) : null,
  }
}
