// `node bench/replica.ts [small|school]`: processor time per search of the primary and of its standby, for a server without a replica and one with
// it, on the same campus. Needs Debian's PostgreSQL, wrk, and a machine that does nothing else.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/app/bootstrap.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { copyPostgres, freePort, startPostgres } from '../tools/services.ts'
import { buildCalls, type Call } from './calls.ts'
import { campusSizes, fillCampus } from './campus/fill.ts'
import { drive } from './drive.ts'
import { listProcesses, median, startServer } from './server.ts'

const [, , name = 'small'] = process.argv
const size = campusSizes[name]
if (!size) throw new Error(`No campus is called ${name}.`)
const rounds = 3
const seconds = 8
const connections = 3

const over = new AsyncDisposableStack()
try {
  const folder = mkdtempSync(join(tmpdir(), 'quad-bench-'))
  over.defer(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
  const start = async (part: string) => {
    const postgres = await startPostgres(join(folder, part), await freePort(), [
      'shared_buffers=1GB',
      'max_wal_size=8GB',
    ])
    over.defer(async () => void (await postgres.stop('SIGQUIT')))
    return postgres
  }
  const primary = await start('primary')
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: primary.url, DEMO: '1' }
  const calls = await prepare(settings)
  copyPostgres(primary.url, join(folder, 'standby'))
  const standby = await start('standby')
  const servers = {
    'without a replica': await startServer(folder, settings),
    'with a replica': await startServer(folder, { ...settings, DATABASE_REPLICA_URL: standby.url }),
  }
  for (const server of Object.values(servers)) over.defer(server.stop)

  for (const call of calls) {
    for (const server of Object.values(servers)) await drive(server.address, call, connections, 2) // caches and plans
    const spent = Object.fromEntries(Object.keys(servers).map((each) => [each, [] as Cost[]]))
    for (let round = 0; round < rounds; round++)
      for (const [each, server] of Object.entries(servers)) {
        const before = [primary, standby].map(readProcessorTime)
        const { requests, p50, p95, perSecond, refused } = await drive(server.address, call, connections, seconds)
        const [ofPrimary = 0, ofStandby = 0] = [primary, standby].map(
          (postgres, index) => (readProcessorTime(postgres) - (before[index] ?? 0)) / requests,
        )
        spent[each]?.push({ primary: ofPrimary, standby: ofStandby, p50, p95, perSecond, refused })
      }
    for (const [each, costs] of Object.entries(spent)) {
      const of = (figure: keyof Cost) => median(costs.map((cost) => cost[figure])).toFixed(2)
      console.log(
        `${call.name}, ${each}: ${of('primary')} ms of the primary and ${of('standby')} ms of the standby per request; p50 ${of('p50')} ms, p95 ${of('p95')} ms, ${of('perSecond')}/s, ${of('refused')} refused`,
      )
    }
  }
} finally {
  await over.disposeAsync()
}

type Cost = Readonly<Record<'primary' | 'standby' | 'p50' | 'p95' | 'perSecond' | 'refused', number>>

async function prepare(settings: Readonly<Record<string, string>>): Promise<Call[]> {
  const { db, close } = await openDatabase(readConfig(settings))
  const [schoolId = ''] = await fillCampus(db, size as NonNullable<typeof size>, (what) =>
    console.log(`filling: ${what}`),
  )
  const calls = await buildCalls(db, schoolId)
  await close()
  return calls.filter(({ name: each }) => ['search', 'feed, searched', 'analytics of a week'].includes(each))
}

/** Milliseconds of a PostgreSQL and of its processes, also of those that have ended. */
function readProcessorTime({ process: { pid } }: { readonly process: { readonly pid?: number | undefined } }): number {
  return listProcesses()
    .filter((each) => each.pid === pid || each.parent === pid)
    .reduce((sum, { spent }) => sum + spent, 0)
}
