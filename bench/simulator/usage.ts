import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Db } from '../../src/shared/server/db/pools.ts'
import type { BucketTraffic } from './counting-bucket.ts'

/** Milliseconds of CPU time. */
export type CpuTime = {
  /** The thread of the server that runs JavaScript: it carries out one request at a time. */
  readonly main: number
  /** Other threads of the server, its garbage collection among them, and its process for the keys. */
  readonly helpers: number
  /** Processes that decode pictures. */
  readonly decoders: number
  readonly postgres: number
  readonly redis: number
}

/** What was used since the start, of everything behind the server. */
export type Usage = CpuTime & {
  /** CPU time of all processes of the machine, others than those of the measurement included. */
  readonly machine: number
  readonly walBytes: number
  readonly walSyncs: number
  readonly commits: number
  readonly databaseBytes: number
  readonly redisCommands: number
  readonly redisBytes: number
  readonly bucketRequests: number
  readonly bucketReceivedBytes: number
  readonly bucketSentBytes: number
}

export type UsageSources = {
  readonly serverPid: number
  readonly postmasterPid: number
  readonly redisPid: number
  readonly redisUrl: string
  readonly db: Db
  readonly bucketTraffic: () => BucketTraffic
}

type Process = {
  readonly pid: number
  readonly parent: number
  readonly ownMs: number
  readonly spentMs: number
  readonly command: string
}

const watchIntervalMs = 1000
const tickMs = 10 // Linux counts in hundredths of a second

const toSpentMs = (stat: string, fields: readonly number[]): number => {
  const values = stat
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number)
  return fields.reduce((sum, field) => sum + (values[field] ?? 0), 0) * tickMs
}
/** Positions in `stat` after the name: user and system time, and those of ended children. */
const own = [11, 12]
const withChildren = [11, 12, 13, 14]

function listProcesses(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.replace(/^.*\) /s, '').split(' ')[1])
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      return [
        { pid: Number(name), parent, ownMs: toSpentMs(stat, own), spentMs: toSpentMs(stat, withChildren), command },
      ]
    } catch {
      return [] // it has ended meanwhile
    }
  })
}

function listDescendants(processes: readonly Process[], pid: number, except: number): Process[] {
  const children = processes.filter(({ parent, pid: child }) => parent === pid && child !== except)
  return children.flatMap((child) => [child, ...listDescendants(processes, child.pid, except)])
}

const sum = (processes: readonly Process[]) => processes.reduce((total, { spentMs }) => total + spentMs, 0)

/** Decoders come and go, and nothing counts the time of one that has ended in a sandbox: its last known time stays. */
function createDecoderWatch({ serverPid, postmasterPid }: UsageSources) {
  const spentByPid = new Map<number, number>()
  return (processes: readonly Process[]): number => {
    for (const { pid, command, ownMs } of listDescendants(processes, serverPid, postmasterPid))
      if (command.includes('decoder.ts')) spentByPid.set(pid, ownMs)
    return [...spentByPid.values()].reduce((sum, ms) => sum + ms, 0)
  }
}

function readCpuTime(
  { serverPid, postmasterPid, redisPid }: UsageSources,
  processes: readonly Process[],
  decoders: number,
): CpuTime {
  const find = (pid: number) => processes.filter((process) => process.pid === pid)
  const mainStat = readFileSync(join('/proc', `${serverPid}`, 'task', `${serverPid}`, 'stat'), 'utf8')
  const main = toSpentMs(mainStat, own)
  const others = listDescendants(processes, serverPid, postmasterPid).filter(
    ({ command }) => !command.includes('decoder.ts'),
  )
  return {
    main,
    helpers: [...find(serverPid), ...others].reduce((total, { ownMs }) => total + ownMs, 0) - main,
    decoders,
    postgres: sum(find(postmasterPid)) + sum(listDescendants(processes, postmasterPid, -1)),
    redis: sum(find(redisPid)),
  }
}

/** Busy time of all cores, and the time that the hypervisor gave to other machines. */
function readMachineTime(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  )
    .replace(/^cpu\s+/, '')
    .split(' ')
    .map(Number)
  return (user + nice + system + irq + softirq + steal) * tickMs
}

/** Opens a reader of all counters. */
export function openUsage(sources: UsageSources) {
  const redis = new Redis(sources.redisUrl)
  const watchDecoders = createDecoderWatch(sources)
  const timer = setInterval(() => watchDecoders(listProcesses()), watchIntervalMs)
  const readRedis = async () => {
    const info = await redis.info('stats')
    const read = (name: string) => Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1])
    return {
      redisCommands: read('total_commands_processed'),
      redisBytes: read('total_net_input_bytes') + read('total_net_output_bytes'),
    }
  }
  const readDatabase = async () => {
    const { rows } = await sql<{ wal: string; syncs: string; commits: string; bytes: string }>`
      select wal_bytes::text as wal,
        (select sum(fsyncs) from pg_stat_io where object = 'wal')::text as syncs,
        (select xact_commit from pg_stat_database where datname = current_database())::text as commits,
        pg_database_size(current_database())::text as bytes
      from pg_stat_wal`.execute(sources.db)
    const [row] = rows
    return {
      walBytes: Number(row?.wal),
      walSyncs: Number(row?.syncs),
      commits: Number(row?.commits),
      databaseBytes: Number(row?.bytes),
    }
  }
  return {
    async read(): Promise<Usage> {
      const { requests, receivedBytes, sentBytes } = sources.bucketTraffic()
      const processes = listProcesses()
      const [database, ofRedis] = [await readDatabase(), await readRedis()]
      return {
        ...readCpuTime(sources, processes, watchDecoders(processes)),
        machine: readMachineTime(),
        ...database,
        ...ofRedis,
        bucketRequests: requests,
        bucketReceivedBytes: receivedBytes,
        bucketSentBytes: sentBytes,
      }
    },
    /** Resident memory of the server in bytes, without its decoders. */
    serverMemory: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${sources.serverPid}/status`, 'utf8'))?.[1]) * 1024,
    close() {
      clearInterval(timer)
      redis.disconnect()
    },
  }
}

/** What was used between two readings. */
export const subtractUsage = (after: Usage, before: Usage): Usage =>
  Object.fromEntries((Object.keys(after) as (keyof Usage)[]).map((name) => [name, after[name] - before[name]])) as Usage

/** Cores that processes outside of the measurement used meanwhile. `ownMs`: what the measurement used itself. */
export function toOtherCores(used: Usage, ownMs: readonly number[], seconds: number): number {
  const { machine, main, helpers, decoders, postgres, redis } = used
  const own = [main, helpers, decoders, postgres, redis, ...ownMs].reduce((sum, ms) => sum + ms, 0)
  return Math.max(0, machine - own) / 1000 / seconds
}
