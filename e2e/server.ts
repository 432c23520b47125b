import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Starts the product as a person would, on a free port and an empty data folder, and stops it as Ctrl-C would. With
 * E2E_CLUSTER=1 it is two servers behind a proxy.
 */
export default async function start() {
  if (process.env.E2E_CLUSTER) return startSeveral()
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'quad-e2e-'))
  chmodSync(dataDir, 0o755) // as root, PostgreSQL runs as nobody, who has to get in
  const url = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ANONYMOUS_DELAY: '0', // journeys of two people would wait for minutes
  }
  const server = spawn(process.execPath, ['src/app/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => server.on('exit', resolve))

  for (let tries = 0; ; tries++) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) break
    if (tries > 900 || server.exitCode !== null) throw new Error('The server did not start.')
    await sleep(100)
  }
  process.env.E2E_URL = url
  process.env.E2E_DATA_DIR = dataDir

  return async () => {
    server.kill('SIGINT')
    const code = await ended
    rmSync(dataDir, { recursive: true, force: true })
    if (code !== 0) throw new Error(`The server ended with ${code}.`)
  }
}

async function startSeveral() {
  const { startCluster } = await import('../tools/cluster.ts')
  const folder = mkdtempSync(join(tmpdir(), 'quad-e2e-'))
  const cluster = await startCluster(folder, { port: await freePort(), more: { ANONYMOUS_DELAY: '0' } })
  process.env.E2E_URL = cluster.url
  process.env.E2E_DATA_DIR = folder
  process.env.E2E_DATABASE_URL = cluster.databaseUrl
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port')),
      )
    })
  })
}
