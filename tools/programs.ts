// Finds the programs of Debian that several servers on one machine and the benchmark need, and installs them where that
// is possible.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

const packages = { postgres: 'postgresql', 'redis-server': 'redis-server', haproxy: 'haproxy', wrk: 'wrk' } as const
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
  const wanted = missing.map((name) => packages[name]).join(' ')
  return `Not found: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${wanted}`
}

/** As root on Debian, installs what is missing, without starting any of it as a service. Returns what still is. */
export function installPrograms(names: readonly Program[]): string | undefined {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0)
    return missingPrograms(names)
  console.log(`Installing ${missing.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', ...missing.map((name) => packages[name]))
  return missingPrograms(names)
}
