import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Account, findCurrentPrograms, openToOthers, othersCanEnter, outsideHomes } from './programs.ts'

/**
 * PostgreSQL refuses to run as root. It then runs as this account if it exists, else as `nobody`, which needs no
 * set-up.
 */
const dedicated = 'quad'
const nobody = { uid: 65534, gid: 65534 }
const maxSocketPathBytes = 90

/** The folders of one embedded cluster, and the account of its processes. */
export type ClusterPaths = {
  /** The DATA_DIR. */
  readonly home: string
  /** Folder with bin/, lib/ and share/ of PostgreSQL, and its major version. */
  readonly binaries: string
  readonly major: number
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

/** Where an upgrade builds the next data folder, and what it writes into it once it only has to take its place. */
export const upgradingPath = ({ data }: Pick<ClusterPaths, 'data'>) => `${data}.upgrading`
export const upgradedFile = 'quad-upgrade.json'

/** Where the former data folder is kept after a recovery or an upgrade. */
export const toKeptPath = ({ data }: Pick<ClusterPaths, 'data'>, at: Date) =>
  `${data}.before-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`

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

  const { folder: binaries, major } = findCurrentPrograms(home, account, notes)
  return { home: dataDir, binaries, major, data, socket: findSocketFolder(data, account), account, notes }
}

/** The same account with another data folder, such as one that takes the place of the first later. */
export const atFolder = (place: ClusterPaths, data: string): ClusterPaths => ({
  ...place,
  data,
  socket: findSocketFolder(data, place.account),
})

function findSocketFolder(data: string, account: Account | undefined): string {
  if (data.length <= maxSocketPathBytes) return data
  const inTemporary = join(tmpdir(), `quad-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`)
  prepareSocketFolder(inTemporary, account)
  return inTemporary
}

function prepareSocketFolder(folder: string, account: Account | undefined) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid } = statSync(folder)
  if (uid !== process.getuid?.() && uid !== account?.uid)
    throw new Error(`${folder} belongs to another account. Remove it.`)
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
}

/** Owner of an existing cluster, or of one that only has to take its place. */
function findOwner(data: string): Account | undefined {
  const found = [data, upgradingPath({ data }), recoveringPath({ data })].find((folder) =>
    existsSync(join(folder, 'PG_VERSION')),
  )
  if (!found) return undefined
  const { uid, gid } = statSync(found)
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

/** Major version of the data; undefined when there are none. */
export function readMajor({ data }: ClusterPaths): number | undefined {
  const file = join(data, 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

/** True for data of another major version than the programs, and after an upgrade that was interrupted at its end. */
export function isUpgradeDue(place: ClusterPaths): boolean {
  const major = readMajor(place)
  return major === undefined ? existsSync(join(upgradingPath(place), upgradedFile)) : major !== place.major
}
