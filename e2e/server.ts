import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../src/app/bootstrap.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { freePort } from '../tools/services.ts'
import { startProduct } from './product.ts'
import { createDataFolder } from './template.ts'

/** A test server: its URL, its data folder and, unless that is the embedded one, its database. */
export type TestServer = { readonly url: string; readonly dataDir: string; readonly databaseUrl?: string }

type RunningServer = TestServer & { stop(): Promise<void> }

/** Starts one server with the seeded demo and sets E2E_URL and E2E_DATA_DIR. Returns a function that stops it. */
export default async function start(): Promise<() => Promise<void>> {
  const server = await (process.env.E2E_CLUSTER ? startTestCluster() : startTestServer())
  nameInEnvironment(server)
  return server.stop
}

/** Sets the environment variables for the server of this process. */
export function nameInEnvironment({ url, dataDir, databaseUrl }: TestServer) {
  process.env.E2E_URL = url
  process.env.E2E_DATA_DIR = dataDir
  if (databaseUrl) process.env.E2E_DATABASE_URL = databaseUrl
}

/** Starts the product on a copy of the seeded demo, or with TEST_CELLS=2 two cells. */
export async function startTestServer(): Promise<RunningServer> {
  if (Number(process.env.TEST_CELLS) > 1) return startTestCells()
  const dataDir = await createDataFolder()
  const product = await startProduct(dataDir)
  return {
    url: product.url,
    dataDir,
    async stop() {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts the product twice: a cell with the demo, and one that its schools have left, which browsers reach. */
async function startTestCells(): Promise<RunningServer> {
  const [frontPort, farPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${frontPort}`
  const shared = {
    PUBLIC_URL: url,
    CELLS: `front=http://127.0.0.1:${frontPort} far=http://127.0.0.1:${farPort}`,
    CELLS_SECRET: 'only for tests, long enough to be taken',
  }
  const [frontDir, dataDir] = [await createDataFolder(), await createDataFolder()]
  rmSync(join(frontDir, 'mail'), { recursive: true, force: true })
  mkdirSync(join(dataDir, 'mail'), { recursive: true })
  symlinkSync(join(dataDir, 'mail'), join(frontDir, 'mail')) // the page of the demo's mails is that of any server
  const front = await startProduct(frontDir, frontPort, { ...shared, CELL: 'front' })
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: frontDir }), { attach: true })
  await sql`insert into school_moves (school_id, direction, state, cell) select id, 'out', 'done', 'far' from schools`.execute(
    db,
  )
  await close()
  const far = await startProduct(dataDir, farPort, { ...shared, CELL: 'far' })
  return {
    url,
    dataDir,
    async stop() {
      await front.stop()
      await far.stop()
      for (const folder of [frontDir, dataDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts two servers behind a proxy, with an empty database that they seed. */
export async function startTestCluster(): Promise<RunningServer> {
  const { startCluster } = await import('../tools/cluster.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'quad-e2e-'))
  const cluster = await startCluster(dataDir, { port: await freePort(), more: { ANONYMOUS_DELAY: '0' } })
  return {
    url: cluster.url,
    dataDir,
    databaseUrl: cluster.databaseUrl,
    async stop() {
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
