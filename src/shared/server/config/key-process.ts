import { ConfigError } from './config-error.ts'
import { Environment } from './environment.ts'
import { readSecretFiles } from './secret-files.ts'

/** What a key process is started with. Secret keys newest first. */
export type KeyProcessSettings = {
  readonly secretKeys: readonly [string, ...string[]]
  readonly socket: string
  readonly log: string
  readonly openingsPerDay: number
}

const KeyProcessEnvironment = Environment.pick({
  KEYS_SOCKET: true,
  KEYS_LOG: true,
  SEAL_OPENINGS_PER_DAY: true,
  SECRET_KEY: true,
  SECRET_KEY_OLD: true,
}).required({ KEYS_SOCKET: true, KEYS_LOG: true, SECRET_KEY: true })

/** The settings of a key process that the operator starts. Throws a ConfigError. */
export function readKeyProcessConfig(environment: Readonly<Record<string, string | undefined>>): KeyProcessSettings {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = KeyProcessEnvironment.safeParse({
    ...readSecretFiles(filled, ['SECRET_KEY', 'SECRET_KEY_OLD']),
    ...filled,
  })
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  const { KEYS_SOCKET: socket, KEYS_LOG: log, SECRET_KEY: newest, SECRET_KEY_OLD: older, ...env } = parsed.data
  return { secretKeys: [newest, ...older], socket, log, openingsPerDay: env.SEAL_OPENINGS_PER_DAY }
}
