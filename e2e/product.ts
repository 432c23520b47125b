import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../tools/services.ts'

/**
 * Starts the product on a data folder, as a user would, by default on a free port and without further settings. `stop` ends it like Ctrl-C.
 */
export async function startProduct(
  dataDir: string,
  givenPort?: number,
  settings: Readonly<Record<string, string>> = {},
) {
  const port = givenPort ?? (await freePort())
  const url = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: 'node_modules/.cache/quad',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ANONYMOUS_DELAY: '0', // journeys with two users would wait for minutes
    ...settings,
  }
  const server = spawn(process.execPath, ['src/app/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => server.on('exit', resolve))
  for (let tries = 0; ; tries++) {
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) break
    if (tries > 1800 || server.exitCode !== null) throw new Error('The server did not start.')
    await sleep(50)
  }
  return {
    url,
    async stop() {
      server.kill('SIGINT')
      const code = await ended
      if (code !== 0) throw new Error(`The server ended with ${code}.`)
    },
  }
}
