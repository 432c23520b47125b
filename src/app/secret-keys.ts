import { randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../shared/server/config.ts'

/** Set by the process that started a key process for this one. */
export const ownKeysVariable = 'QUAD_OWN_KEYS'

/**
 * The secret keys, newest first. Throws where another process holds them.
 */
export function findSecretKeys({ keys, secretKey, olderKeys, dataDir }: Config): [string, ...string[]] {
  if (keys.socket) throw new Error('Run this with SECRET_KEY instead of KEYS_SOCKET.')
  return [secretKey ?? demoSecret(dataDir), ...olderKeys]
}

export function prepareFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new Error(
      `The data folder ${folder} can't be written (${(error as NodeJS.ErrnoException).code}). Choose another with DATA_DIR.`,
    )
  }
}

/** The demo creates and stores its own key, so that it can read its sealed data after a restart. */
function demoSecret(dataDir: string): string {
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    // Atomic, even if this process is killed, and on disk before anything is sealed with it.
    writeFileSync(`${file}.new`, randomBytes(48).toString('base64'), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
    const folder = openSync(dataDir, 'r')
    fsyncSync(folder)
    closeSync(folder)
  }
  return readFileSync(file, 'utf8').trim()
}
