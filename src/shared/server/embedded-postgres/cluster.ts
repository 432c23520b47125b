import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type ClusterPaths, recoveringPath, resolveClusterPaths, upgradedFile, upgradingPath } from './paths.ts'
import type { Account } from './programs.ts'
import { archiveSettings } from './wal-archive.ts'

/** A running embedded PostgreSQL. */
export type Cluster = {
  /** Connection settings for `pg`, without a database name. */
  readonly connection: { readonly host: string; readonly port: number; readonly user: string }
  readonly notes: readonly string[]
  /** Stops PostgreSQL after all commits are on disk. */
  stop(): Promise<void>
}

const port = 5432
const user = 'quad'
const startTimeoutMs = 30_000
/** Settings for throw-away test clusters: data does not survive a crash. */
export const unsafeTestSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

/**
 * Starts PostgreSQL in a data folder, creating the cluster the first time, or adopts one that a killed server left
 * running. A second caller on the same folder gets the error 'Another Quad is using …': the owner holds an advisory
 * lock, which PostgreSQL releases when its process is gone for any reason. Restarts a PostgreSQL that dies; calls
 * `onLost` when that fails.
 */
export const startCluster = (dataDir: string, options: StartOptions = {}): Promise<Cluster> =>
  startClusterAt(resolveClusterPaths(dataDir), options)

type StartOptions = { settings?: readonly string[]; onLost?: () => void; isArchived?: boolean }

/** The same with the programs of `place`, whose major version is that of its data. */
export async function startClusterAt(place: ClusterPaths, options: StartOptions = {}): Promise<Cluster> {
  if (!existsSync(join(place.data, 'PG_VERSION'))) createData(place)
  const settings = [...(options.settings ?? []), ...(options.isArchived ? archiveSettings(place) : [])]

  let stopping = false
  const guardIt = async (): Promise<pg.Client> => {
    const guard = await adoptOrStart(place, settings)
    const { rows } = await guard.query<{ ours: boolean }>(
      `select pg_try_advisory_lock(hashtext('quad server')) as ours`,
    )
    if (!rows[0]?.ours) {
      await guard.end()
      throw new Error(`Another Quad is using ${place.home}. Stop it first, or give this one a DATA_DIR of its own.`)
    }
    guard.on('error', () => {}) // the 'end' event follows and is handled
    guard.on('end', () => {
      if (!stopping) guardAgain().then((again) => Object.assign(held, { guard: again }), options.onLost)
    })
    return guard
  }
  /** Retries, because the remains of a killed PostgreSQL take some time to disappear. */
  const guardAgain = async (): Promise<pg.Client> => {
    for (const deadline = Date.now() + startTimeoutMs; ; await sleep(200)) {
      try {
        return await guardIt()
      } catch (error) {
        if (stopping || Date.now() > deadline) throw error
      }
    }
  }
  const held = { guard: await guardIt() }
  return {
    connection: { host: place.socket, port, user },
    notes: place.notes,
    stop: async () => {
      stopping = true
      await held.guard.end()
      await stopPostgres(place)
    },
  }
}

/**
 * For a command that runs beside a server: uses the PostgreSQL that is running on this folder and leaves it running;
 * starts one when there is none.
 */
export async function attachToCluster(dataDir: string, options: { isArchived?: boolean } = {}): Promise<Cluster> {
  const place = resolveClusterPaths(dataDir)
  const share = (running: pg.Client): Cluster => ({
    connection: { host: place.socket, port, user },
    notes: [],
    stop: () => running.end(),
  })
  const running = await adopt(place)
  if (running) return share(running)
  try {
    return await startCluster(dataDir, options)
  } catch (error) {
    const restarted = await adopt(place) // a server restarts a PostgreSQL that died, maybe just now
    if (!restarted) throw error
    return share(restarted)
  }
}

/** True while a PostgreSQL runs on these folders. */
export const isRunning = (place: ClusterPaths): boolean => runningPid(place) !== undefined

/**
 * Replays the log in the folder `wal` on a copy of a data folder, up to the last commit before a time or to the end, and ends
 * the recovery. Resolves with the running cluster.
 */
export async function startForRecovery(
  place: ClusterPaths,
  { wal, to }: { wal: string; to: Date | undefined },
): Promise<Pick<Cluster, 'connection' | 'stop'>> {
  rmSync(logPath(place), { force: true }) // its end is read below
  writeFileSync(join(place.data, 'recovery.signal'), '', { mode: 0o600 })
  if (place.account) chownSync(join(place.data, 'recovery.signal'), place.account.uid, place.account.gid)
  const folder = wal.replaceAll('%', '%%').replaceAll("'", `'\\''`)
  const settings = [
    `restore_command=cp '${folder}/%f' %p`,
    'recovery_target_timeline=current',
    'archive_mode=off',
    'hot_standby=off', // no connection before the recovery is complete
  ]
  const until = to
    ? [
        `recovery_target_time=${to.toISOString().replace('T', ' ').replace('Z', '+00')}`,
        'recovery_target_action=promote',
      ]
    : []
  let running: pg.Client
  try {
    running = await start(place, [...settings, ...until])
  } catch (error) {
    // The last commit of the log is before the time: then all of it is replayed.
    if (!to || !readLog(place).includes('recovery ended before configured recovery target was reached')) throw error
    running = await start(place, settings)
  }
  await running.end()
  return { connection: { host: place.socket, port, user }, stop: () => stopPostgres(place) }
}

/** What PostgreSQL writes about itself. */
export const logPath = ({ data }: ClusterPaths) => join(dirname(data), `${basename(data)}.log`)
const readLog = (place: ClusterPaths) => readFileSync(logPath(place), 'utf8')

function createData(place: ClusterPaths) {
  if (existsSync(recoveringPath(place)))
    throw new Error(
      `A recovery was interrupted. Run quad recover again, or remove ${recoveringPath(place)} to begin with an empty database.`,
    )
  if (existsSync(join(upgradingPath(place), upgradedFile)))
    throw new Error('An upgrade of the database was interrupted. Start the server: it continues.')
  for (const name of readdirSync(dirname(place.data))) {
    if (name.startsWith(`${basename(place.data)}.new-`))
      rmSync(join(dirname(place.data), name), { recursive: true, force: true })
  }
  const half = `${place.data}.new-${process.pid}`
  mkdirSync(half, { mode: 0o700 })
  if (place.account) chownSync(half, place.account.uid, place.account.gid)
  const options = ['-A', 'peer', '-U', user, '-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const { status, stderr } = spawnSync(join(place.binaries, 'bin/initdb'), ['-D', half, ...options], {
    ...asAccount(place, half),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`PostgreSQL could not create its data in ${half}: ${lastLine(stderr)}`)
  try {
    writeAccessRules({ ...place, data: half })
    renameSync(half, place.data) // all or nothing: an interrupted start begins again from scratch
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(join(place.data, 'PG_VERSION'))) throw error
  }
}

/**
 * Lets only this account and root connect, identified by the kernel (peer): not even PostgreSQL's own account, which
 * other programs use too. Written at every start, also for clusters that let every account in. Returns true when a file
 * changed.
 */
function writeAccessRules({ data }: ClusterPaths): boolean {
  const accounts = [...new Set(['root', userInfo().username])]
  const files = {
    'pg_hba.conf': `# Quad writes this file at every start.\nlocal all ${user} peer map=quad\n`,
    'pg_ident.conf': `# Quad writes this file at every start.\n${accounts.map((name) => `quad "${name}" ${user}\n`).join('')}`,
  }
  const changed = Object.entries(files).filter(([name, text]) => readFileSync(join(data, name), 'utf8') !== text)
  for (const [name, text] of changed) writeFileSync(join(data, name), text) // in place, so that PostgreSQL remains the owner
  return changed.length > 0
}

/** A killed PostgreSQL leaves processes that end shortly after; until then no other can start in its folder. */
async function adoptOrStart(place: ClusterPaths, settings: readonly string[]): Promise<pg.Client> {
  for (const deadline = Date.now() + startTimeoutMs; ; await sleep(200)) {
    try {
      return (await adopt(place)) ?? (await start(place, settings))
    } catch (error) {
      if (!/another postmaster|old server processes/.test(String(error)) || Date.now() > deadline) throw error
    }
  }
}

/** Above Linux's maximum process id. */
const nobodysPid = 2 ** 22 + 1

/**
 * After a power failure or in a restarted container, the process id in PostgreSQL's lock file may belong to any
 * process. PostgreSQL mistakes a process of its own account for itself and refuses to start, so the lock file gets an
 * unused id. The rest of the file stays: PostgreSQL needs it to find its own leftovers.
 */
function disown(place: ClusterPaths) {
  const lock = join(place.data, 'postmaster.pid')
  try {
    const [pid, ...rest] = readFileSync(lock, 'utf8').split('\n')
    const command = readFileSync(`/proc/${Number(pid)}/cmdline`, 'utf8')
    if (command && !command.includes(place.data)) writeFileSync(lock, [nobodysPid, ...rest].join('\n'))
  } catch {} // no lock, no such process or no /proc: PostgreSQL decides
}

async function start(place: ClusterPaths, settings: readonly string[]): Promise<pg.Client> {
  disown(place)
  writeAccessRules(place)
  const log = openSync(join(dirname(place.data), `${basename(place.data)}.log`), 'a', 0o600)
  fchmodSync(log, 0o600) // the file may exist with other permissions
  const all = [
    'listen_addresses=',
    `unix_socket_directories=${place.socket}`,
    'unix_socket_permissions=0700',
    ...settings,
  ]
  const args = ['-D', place.data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])]
  const { uid, gid, ...options } = asAccount(place, place.data)
  const guarded = dieWithUs(place.account)
  const [command, ...before] = [...(guarded ?? []), join(place.binaries, 'bin/postgres')]
  const child = spawn(command ?? '', [...before, ...args], {
    ...options,
    ...(uid === undefined || guarded ? {} : { uid, gid }),
    detached: true, // this process handles Ctrl-C and stops PostgreSQL after the last request
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  let exited = false
  child.on('exit', () => {
    exited = true
  })
  let deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    const client = await connect(place)
    if (client === 'starting') deadline = Date.now() + startTimeoutMs
    else if (client) return client
    if (exited) {
      // Another start may have won the race for this folder; then adopt its PostgreSQL.
      const other = await adopt(place)
      if (other) return other
      throw new Error(`PostgreSQL did not start. It said: ${lastLine(readLog(place))}`)
    }
    await sleep(15)
  }
  throw new Error(`PostgreSQL did not answer within ${startTimeoutMs / 1000} seconds; see ${place.data}.log.`)
}

/**
 * The guard connection to a PostgreSQL that already runs on this folder; waits for one that is stopping or starting.
 */
async function adopt(place: ClusterPaths): Promise<pg.Client | undefined> {
  let deadline = Date.now() + startTimeoutMs
  while (runningPid(place) !== undefined && Date.now() < deadline) {
    const client = await connect(place)
    if (client === 'starting') deadline = Date.now() + startTimeoutMs
    else if (client) {
      // A cluster left running by an older version lets every account in; apply the rules now.
      if (writeAccessRules(place)) await client.query('select pg_reload_conf()')
      return client
    }
    await sleep(50)
  }
  return undefined
}

/** PostgreSQL's error while it replays the log after a crash, and while it shuts down. */
const cannotConnectNow = '57P03'

/** PostgreSQL's error for an account that no rule names. */
const refusedAccount = '28000'

/**
 * 'starting' while PostgreSQL is in recovery. Ending it then would restart the recovery at the next start, and so never
 * finish.
 */
async function connect(place: ClusterPaths): Promise<pg.Client | 'starting' | undefined> {
  if (!existsSync(join(place.socket, `.s.PGSQL.${port}`))) return undefined
  const client = new pg.Client({ host: place.socket, port, user, database: 'postgres' })
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if ((error as { code?: string }).code === refusedAccount)
      throw new Error(`The PostgreSQL of ${place.data} was started by another account. Use that one.`)
    return (error as { code?: string }).code === cannotConnectNow ? 'starting' : undefined
  }
}

/** Process id of the PostgreSQL that owns this data folder, if it runs. */
function runningPid(place: ClusterPaths): number | undefined {
  try {
    const pid = Number(readFileSync(join(place.data, 'postmaster.pid'), 'utf8').split('\n')[0])
    if (existsSync('/proc/self') && !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(place.data)) return undefined
    process.kill(pid, 0)
    return pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? -1 : undefined
  }
}

/** Writes all files of a data folder to the disk, for one that was filled without. */
export function syncData(place: ClusterPaths): void {
  const { status, stderr } = spawnSync(join(place.binaries, 'bin/initdb'), ['--sync-only', '-D', place.data], {
    ...asAccount(place, place.data),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The files in ${place.data} could not be written to the disk: ${lastLine(stderr)}`)
}

/** Ends the PostgreSQL that runs on a data folder, if there is one. */
export async function stopPostgres(place: ClusterPaths) {
  const pid = runningPid(place)
  if (pid === undefined) return
  process.kill(pid, 'SIGINT') // "fast": cut connections, write everything, exit
  const deadline = Date.now() + startTimeoutMs
  // The pid file is removed last. Waiting for the process itself would hang where zombies are not reaped, as in
  // containers.
  while (existsSync(join(place.data, 'postmaster.pid')) && Date.now() < deadline) await sleep(10)
}

function asAccount(place: ClusterPaths, cwd: string) {
  const env = { PATH: process.env.PATH, TZ: 'UTC', LD_LIBRARY_PATH: join(place.binaries, 'lib') }
  return { cwd, env, uid: place.account?.uid, gid: place.account?.gid }
}

/** Checked once: a restart of PostgreSQL while requests wait must be fast. */
let hasSetpriv: boolean | undefined

/** On Linux, the kernel can stop PostgreSQL when this process is killed; without setpriv the next start adopts it. */
function dieWithUs(as: Account | undefined): string[] | undefined {
  hasSetpriv ??= process.platform === 'linux' && spawnSync('setpriv', ['--version']).status === 0
  if (!hasSetpriv) return undefined
  const account = as ? [`--reuid=${as.uid}`, `--regid=${as.gid}`, '--clear-groups'] : []
  return ['setpriv', ...account, '--pdeathsig', 'INT']
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''
