import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Starts the product on a copy of the seeded demo. */
export async function startTestServer(): Promise<RunningServer> {
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
