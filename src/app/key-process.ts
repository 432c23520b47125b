// The process that holds SECRET_KEY, so that no server does. It answers the calls of servers on a Unix socket and needs no
// network. `npm start` starts one and gives it its settings as the standard input (`start-keys.ts`); on a machine with an
// account for it, systemd does (deploy/quad-keys.service).
import { chmodSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { json } from 'node:stream/consumers'
import type { KeyProcessSettings } from '../shared/server/config/key-process.ts'
import { openOpeningLog } from '../shared/server/keys/opening-log.ts'
import { callDirectly, openKeyOperations } from '../shared/server/keys/operations.ts'
import { serveKeys } from '../shared/server/keys/server.ts'

/** How often this process looks whether the server that started it still runs. */
const parentCheckMs = 1000

/** Loaded only where they are needed: every start of a server waits for this process. */
async function readSettings(): Promise<KeyProcessSettings> {
  const [{ readKeyProcessConfig }, { readOrExit }] = await Promise.all([
    import('../shared/server/config/key-process.ts'),
    import('./exits.ts'),
  ])
  return readOrExit(() => readKeyProcessConfig(process.env))
}

process.umask(0o077)
const isOwn = process.argv[2] === '--settings-from-stdin'
const settings = isOwn ? ((await json(process.stdin)) as KeyProcessSettings) : await readSettings()
const { secretKeys, socket, log, openingsPerDay } = settings
const operations = openKeyOperations(secretKeys, openOpeningLog(log, secretKeys[0], { perDay: openingsPerDay }))

const stop = () => {
  rmSync(isOwn ? dirname(socket) : socket, { recursive: true, force: true })
  process.exit(0)
}
rmSync(socket, { force: true }) // of a process that was killed
await serveKeys(callDirectly(operations), socket)
if (isOwn) {
  // Ctrl+C reaches the whole group: this process ends with its server, which still needs it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  const server = process.ppid
  setInterval(() => process.ppid === server || stop(), parentCheckMs)
} else {
  chmodSync(socket, 0o660) // for the group of the servers
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
process.stdout.on('error', () => {})
console.log('ready')
