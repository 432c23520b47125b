// Simulates a compromised decoder: started like one, it tries to reach what no decoder may reach.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'

export type ProbeTargets = { readonly pid: number; readonly secretPath: string; readonly port: number }

/** What the probe could reach. */
export type Attempts = { readonly environment: boolean; readonly files: boolean; readonly network: boolean }

const connectTimeoutMs = 2000

process.on('message', async (targets: ProbeTargets) => {
  // The sandbox must also allow a decoder to work.
  await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .webp()
    .toFile('probe.webp')
  if ((await fileTypeFromFile('probe.webp'))?.mime !== 'image/webp') process.exit(1)
  process.send?.({
    environment: canRead(`/proc/${targets.pid}/environ`),
    files: canRead(targets.secretPath),
    network: await canConnect(targets.port),
  } satisfies Attempts)
})
process.on('disconnect', () => process.exit())

function canRead(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch {
    return false
  }
}

function canConnect(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ port, host: '127.0.0.1', timeout: connectTimeoutMs })
  socket.on('connect', () => resolve(true))
  socket.on('error', () => resolve(false))
  socket.on('timeout', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
