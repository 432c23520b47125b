import { ConfigError } from '../shared/server/config.ts'

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
