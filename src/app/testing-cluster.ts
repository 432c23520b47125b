import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { openDb } from '../shared/server/db.ts'
import { careless, startCluster } from '../shared/server/embedded/cluster.ts'
import { prepareJobs } from '../shared/server/jobs.ts'
import { migrate } from '../shared/server/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { host: string; port: number; user: string }
  }
}

/** One PostgreSQL for the whole run, in memory where that exists, with a migrated database for the files to clone. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'quad-test-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as nobody, who has to get in
  const cluster = await startCluster(folder, { settings: careless })
  const server = openDb({ ...cluster.connection, database: 'postgres' }, { max: 1 })
  await sql`create database template_quad`.execute(server)
  const template = openDb({ ...cluster.connection, database: 'template_quad' }, { max: 1 })
  await migrate(template)
  await template.destroy()
  await prepareJobs({ ...cluster.connection, database: 'template_quad' })
  await server.destroy()
  project.provide('cluster', cluster.connection)
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
