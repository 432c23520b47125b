import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../src/app/bootstrap.ts'
import { readConfig } from '../../src/shared/server/config.ts'
import { freePort, startRedis } from '../../tools/services.ts'
import type { Shot } from '../calls.ts'
import { type CampusSize, fillCampus, signInPeople } from '../campus/fill.ts'
import { prepareCampus } from '../measure.ts'
import { countStatements } from '../replay.ts'
import { startServer } from '../server.ts'
import { buildCampusCalls, type CampusCall } from './campus-calls.ts'
import { startCountingBucket } from './counting-bucket.ts'
import { startLoadDriver } from './load.ts'
import { openUsage } from './usage.ts'

export type CampusSite = Awaited<ReturnType<typeof openCampusSite>>

/** Users with an event stream. */
const streamUsers = 1000

/**
 * One server on one PostgreSQL, one Redis and one object store, all on this machine, with a filled campus. `over` closes everything,
 * also after a partial start.
 */
export async function openCampusSite(over: AsyncDisposableStack, size: CampusSize) {
  const folder = mkdtempSync(join(tmpdir(), 'quad-simulator-'))
  over.defer(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
  const bucket = await startCountingBucket(join(folder, 's3'))
  over.defer(bucket.stop)
  const redis = await startRedis(await freePort())
  over.defer(async () => void (await redis.stop()))
  const settings = {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    DEMO: '1',
    REDIS_URL: redis.url,
    STORAGE_URL: bucket.url,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  }
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' })
  const { calls, people, schoolId } = await prepareCampus(
    settings,
    (db) => fillCampus(db, size, (what) => console.log(`  filling: ${what}`)),
    async ({ db, http }, measured, schoolId) => {
      const calls: (CampusCall & { statements: number })[] = []
      for (const call of await buildCampusCalls(measured)) {
        const statements =
          call.kind === 'upload' || call.isStatic ? 0 : await countStatements(http, [toShot(call, 0), toShot(call, 2)])
        calls.push({ ...call, statements })
      }
      return { calls, schoolId, people: await signInPeople(db, schoolId, streamUsers) }
    },
  )
  const server = await startServer(folder, settings)
  over.defer(server.stop)
  const beside = await openDatabase(readConfig(settings), { attach: true })
  over.defer(beside.close)
  const driver = startLoadDriver()
  over.defer(driver.stop)
  const usage = openUsage({
    serverPid: server.pid,
    postmasterPid: Number(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    redisPid: Number(redis.process.pid),
    redisUrl: redis.url,
    db: beside.db,
    bucketTraffic: bucket.traffic,
  })
  over.defer(async () => usage.close())
  /** Connections of the server to PostgreSQL. */
  const countConnections = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where application_name like 'quad%'`.execute(beside.db)
    return rows[0]?.count ?? 0
  }
  return { server, calls, people, schoolId, driver, usage, countConnections }
}

/** Bodies of these calls are text. */
const toShot = ({ shot }: CampusCall, index: number) => shot(index) as Shot
