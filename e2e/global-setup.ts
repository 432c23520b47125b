import type { FullConfig } from '@playwright/test'
import { startTestCluster, startTestServer } from './server.ts'

/** Starts a server per worker, or with E2E_CLUSTER=1 one cluster for all workers, and lists them in E2E_SERVERS. */
export default async function globalSetup({ workers }: FullConfig) {
  // The first one creates the template; the others only copy it.
  const servers = [await (process.env.E2E_CLUSTER ? startTestCluster() : startTestServer())]
  if (!process.env.E2E_CLUSTER)
    servers.push(...(await Promise.all(Array.from({ length: workers - 1 }, startTestServer))))
  process.env.E2E_SERVERS = JSON.stringify(servers)
  return async () => {
    const ends = await Promise.allSettled(servers.map((server) => server.stop()))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
}
