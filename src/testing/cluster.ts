import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { freePort, startPostgres, startRedis } from '../../tools/services.ts'
import { migrate } from '../shared/server/db/migrate.ts'
import { openDb } from '../shared/server/db/pools.ts'
import { startCluster, unsafeTestSettings } from '../shared/server/embedded-postgres/cluster.ts'
import { migrateJobs } from '../shared/server/jobs/jobs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { host: string; port: number; user: string }
    /** The Redis that the servers of a test app share, if TEST_NODES asks for several. */
    redis: string | null
  }
}

/**
 * Starts one PostgreSQL for the whole run, in memory where possible, with a migrated template database that each file
 * clones: the embedded one, or with TEST_POSTGRES=debian that of Debian. With TEST_NODES=2 every test app is two
 * servers with one Redis, which take requests alternately.
 */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'quad-test-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
  const cluster = process.env.TEST_POSTGRES === 'debian' ? await debians(folder) : await startEmbedded(folder)
  const redis =
    Number(process.env.TEST_NODES) > 1 ? await startRedis(await freePort(), ['--databases', '4000']) : undefined
  const server = openDb({ ...cluster.connection, database: 'postgres' }, { max: 1 })
  await sql`create database template_quad`.execute(server)
  const template = openDb({ ...cluster.connection, database: 'template_quad' }, { max: 2 })
  await migrate(template)
  await migrateJobs(template, { ...cluster.connection, database: 'template_quad' })
  await template.destroy()
  await server.destroy()
  project.provide('cluster', cluster.connection)
  project.provide('redis', redis?.url ?? null)
  return async () => {
    await cluster.stop()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Without autovacuum, which would visit the database of each file, and change plans at random moments. */
const settings = [...unsafeTestSettings, 'autovacuum=off']

const startEmbedded = (folder: string) => startCluster(folder, { settings })

async function debians(folder: string) {
  const port = await freePort()
  const { stop } = await startPostgres(folder, port, settings)
  return { connection: { host: '127.0.0.1', port, user: 'quad' }, stop }
}
