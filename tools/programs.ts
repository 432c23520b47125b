// Finds the Debian programs that a cluster on one machine and the benchmark need, and installs them where possible.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { installCommand, installPackages } from './install.ts'

const packages = {
  postgres: 'postgresql',
  'redis-server': 'redis-server',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  exiftool: 'libimage-exiftool-perl',
  wrk: 'wrk',
  promtool: 'prometheus',
  pgbackrest: 'pgbackrest',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
} as const
export type Program = keyof typeof packages

/**
 * Path of a program, in PATH or where Debian installs it outside of PATH; of several PostgreSQL versions the newest.
 */
export function findProgram(name: Program): string | undefined {
  const folders = [...globSync('/usr/lib/postgresql/*/bin').sort().reverse(), ...(process.env.PATH ?? '').split(':')]
  return [...folders, '/usr/sbin'].map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Names the missing programs, and how to install them. */
export function missingPrograms(names: readonly Program[]): string | undefined {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length === 0) return undefined
  return `Not found: ${missing.join(', ')}. On Debian: ${installCommand(missing.map((name) => packages[name]))}`
}

/** As root on Debian and with consent, installs missing programs. Returns a message about those still missing. */
export function installPrograms(names: readonly Program[]): string | undefined {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length > 0) installPackages(missing.map((name) => packages[name]))
  return missingPrograms(names)
}
