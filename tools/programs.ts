// Finds the programs of Debian that several servers on one machine and the benchmark need, and installs them where that
// is possible.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { installCommand, installPackages } from './install.ts'

const packages = {
  postgres: 'postgresql',
  'redis-server': 'redis-server',
  haproxy: 'haproxy',
  exiftool: 'libimage-exiftool-perl',
  wrk: 'wrk',
} as const
export type Program = keyof typeof packages

/** Path of a program, also where Debian keeps it outside of PATH; of several PostgreSQLs the newest. */
export function findProgram(name: Program): string | undefined {
  const folders = [...globSync('/usr/lib/postgresql/*/bin').sort().reverse(), ...(process.env.PATH ?? '').split(':')]
  return [...folders, '/usr/sbin'].map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Names those that are missing, and how to get them. */
export function missingPrograms(names: readonly Program[]): string | undefined {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length === 0) return undefined
  return `Not found: ${missing.join(', ')}. On Debian: ${installCommand(missing.map((name) => packages[name]))}`
}

/** As root on Debian and with leave, installs what is missing. Returns what still is. */
export function installPrograms(names: readonly Program[]): string | undefined {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length > 0) installPackages(missing.map((name) => packages[name]))
  return missingPrograms(names)
}
