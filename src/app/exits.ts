import { existsSync } from 'node:fs'
import { ConfigError } from '../shared/server/config/config-error.ts'
import { type Config, readConfig } from '../shared/server/config.ts'
import { ownKeysVariable } from './secret-keys.ts'

/** Exit status for a configuration error (sysexits.h, EX_CONFIG). */
const configErrorExitCode = 78

/** Returns what `read` makes of the configuration. An invalid one ends the process with a readable list. */
export function readOrExit<C>(read: () => C): C {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`Invalid configuration:\n${error.lines.map((line) => `  - ${line}`).join('\n')}`)
    process.exit(configErrorExitCode)
  }
}

/** Reads the configuration of this process. An invalid one ends the process with a readable list. */
export function configOrExit(): Config {
  process.umask(0o077) // files of this process are readable by its own account only
  // A server whose key process was started for it was given the file's settings, without the key that is in it.
  if (process.env[ownKeysVariable] === undefined && existsSync('.env')) process.loadEnvFile('.env')
  return readOrExit(() => readConfig(process.env))
}

export function exitWith(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

/**
 * Ends this process when the one that started it has ended, even if it was killed: the next server starts the same work again. Does
 * nothing without a channel to it (`stdio: 'ipc'`), as in a command that a person starts.
 */
export function exitWithParent(): void {
  if (!process.channel) return
  process.once('disconnect', () => exitWith('The process that started this command has ended.'))
  process.channel.unref() // it does not keep this process running
}
