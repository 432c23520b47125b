import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

/** Variables that contain a secret. */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'SMTP_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
  'METRICS_TOKEN',
  'CELLS_SECRET',
  'VAPID_PRIVATE_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'SECRET_KEY',
  'SECRET_KEY_OLD',
] as const

/**
 * Secrets in files, so that they appear in no environment: the file that `NAME_FILE` names, else the file `NAME` of systemd's
 * credentials (`LoadCredential=`), of which an empty one counts as unset. Throws a ConfigError for files that cannot be read and for secrets that are given twice.
 */
export function readSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> {
  const { CREDENTIALS_DIRECTORY: folder } = environment
  const faults: string[] = []
  const secrets: Record<string, string> = {}
  for (const name of names) {
    const named = environment[`${name}_FILE`]
    if (named && environment[name]) faults.push(`${name} and ${name}_FILE are both set; one of them is enough.`)
    const credential = folder && !environment[name] ? join(folder, name) : undefined
    const file = named ?? (credential && existsSync(credential) ? credential : undefined)
    if (!file) continue
    try {
      const secret = readFileSync(file, 'utf8').trim()
      if (secret) secrets[name] = secret
      else if (named) faults.push(`${name}: the file ${file} is empty.`)
    } catch (error) {
      faults.push(`${name}: the file ${file} can’t be read (${(error as NodeJS.ErrnoException).code}).`)
    }
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return secrets
}
