import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KeyProcessSettings } from '../shared/server/config/key-process.ts'
import type { Config } from '../shared/server/config.ts'
import { findSecretKeys, ownKeysVariable, prepareFolder } from './secret-keys.ts'

const program = fileURLToPath(new URL('./key-process.ts', import.meta.url))
/** Variables that may hold the secret keys, or name the file that does. */
const secretVariables = ['SECRET_KEY', 'SECRET_KEY_OLD', 'SECRET_KEY_FILE', 'SECRET_KEY_OLD_FILE']
/** A network namespace without interfaces. Root needs no namespace of users, in which it could not enter folders of other accounts. */
const withoutNetwork = [
  '/usr/bin/unshare',
  '--net',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user']),
]

/**
 * Starts the key process of this server, and then the server again in this process, without the secret keys: neither its
 * memory nor its environment has ever held them. Returns where that is not possible, as under Windows and `--watch`.
 */
export async function moveKeysOut(config: Config): Promise<void> {
  // A channel to the parent would be lost.
  if (config.keys.socket || !process.execve || process.env.NODE_CHANNEL_FD !== undefined) return
  prepareFolder(config.dataDir)
  const socket = join(mkdtempSync(join(tmpdir(), 'quad-keys-')), 'socket')
  const { log, openingsPerDay } = config.keys
  await startKeyProcess({ secretKeys: findSecretKeys(config), socket, log, openingsPerDay })
  const env: Record<string, string> = { KEYS_SOCKET: socket, [ownKeysVariable]: '1' }
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && !secretVariables.includes(name)) env[name] ??= value
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env)
}

/** Resolves when it listens. */
async function startKeyProcess(settings: KeyProcessSettings): Promise<void> {
  const node = [process.execPath, '--max-old-space-size=128', program, '--settings-from-stdin']
  const canIsolate = spawnSync(withoutNetwork[0] ?? '', [...withoutNetwork.slice(1), '/bin/true']).status === 0
  const [file = '', ...args] = canIsolate ? [...withoutNetwork, ...node] : node
  const child = spawn(file, args, { env: {}, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(settings))
  const hasStarted = await Promise.race([
    once(child.stdout, 'data').then(() => true),
    once(child, 'exit').then(() => false),
  ])
  if (!hasStarted) throw new Error('The key process did not start.')
  child.unref()
}
