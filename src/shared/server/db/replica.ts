// A standby of PostgreSQL that serves reads which may be some seconds old. `replica-reads.ts` decides which.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { replicaFallbacks, replicaReads } from '../metrics.ts'
import type { PoolKind } from './pooler.ts'
import { type Db, findDirectSettings, openStandbyPool, toStandbySettings } from './pools.ts'
import { createLagWatch } from './replica-lag.ts'

export type ReplicaSettings = {
  /** PostgreSQL itself: one standby at a time, and not through a pooler in transaction mode. */
  readonly address: string
  readonly maxLagSeconds: number
}

/** What a read is for. */
type ReplicaUse = 'search' | 'analytics' | 'export'

export type Replica = {
  /** Reads from the standby. Undefined if it can't be used, or failed: the caller then reads from the primary. */
  tryRead<T extends object>(use: ReplicaUse, read: (standby: Db) => Promise<T>): Promise<T | undefined>
  /** Resolves with true when the standby has everything that was committed before this call, with false if that takes too long. */
  catchUp(): Promise<boolean>
  /** Everything that was committed so many seconds ago is on the standby. Infinite: not known, or it is not a standby of this database. */
  lagSeconds(): number
  close(): Promise<void>
}

type Position = { readonly cluster: string; readonly database: number; readonly lsn: number }
type StandbyPosition = Position & {
  readonly isStandby: boolean
  /** The start of this server process, which no other server has in common. */
  readonly startedAt: string
  readonly hasSettings: boolean
}

const identity = `(select system_identifier::text from pg_control_system()) as cluster,
  (select oid::int8 from pg_database where datname = current_database()) as database`
const primaryPosition = `select ${identity}, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8 as lsn`
const standbyPosition = `select ${identity}, coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::int8 as lsn,
  pg_is_in_recovery() as "isStandby", pg_postmaster_start_time()::text as "startedAt",
  current_setting('quad.counted_by', true) is not null as "hasSettings"`

const checkIntervalMs = 1000
const checkTimeoutMs = 1000
/** Between two looks at a standby that has to catch up. */
const catchUpIntervalMs = 20

const kindByUse: Readonly<Record<ReplicaUse, PoolKind>> = {
  search: 'searches',
  analytics: 'general',
  export: 'general',
}
/** Searches as many as run on a server at the same time, the others so few that the standby has CPU time left for searches. */
const maxConnections: Readonly<Partial<Record<PoolKind, number>>> = { searches: 3, general: 2 }

/** Watches a standby of this database, and reads from it while it is recent enough. Does not fail if it is not there. */
export function openReplica(db: Db, { address, maxLagSeconds }: ReplicaSettings): Replica {
  const primary = openLine(findDirectSettings(db) ?? {})
  const standby = openLine(toStandbySettings(address, 'general'))
  const watch = createLagWatch(maxLagSeconds * 1000)
  let startedAt: string | undefined
  const pools = openStandbyPools(address, (client) => verify(client, startedAt))

  const lose = () => {
    watch.forget()
    pools.cut() // what waits for a standby that says nothing is read from the primary instead
  }
  const check = async () => {
    const at = performance.now()
    const [ours] = await primary.read<Position>(primaryPosition)
    const [theirs] = await standby.read<StandbyPosition>(standbyPosition).catch(() => [])
    if (!ours || !theirs || findMismatch(ours, theirs)) return lose()
    if (startedAt !== theirs.startedAt) lose()
    startedAt = theirs.startedAt
    const isAhead = theirs.lsn > ours.lsn && theirs.lsn > ((await primary.read<Position>(primaryPosition))[0]?.lsn ?? 0)
    watch.note({ at, ours: ours.lsn, theirs: theirs.lsn, isAhead })
  }
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const repeat = async () => {
    await check().catch(() => {}) // the primary does not respond: what is known gets older
    if (!isClosed) timer = setTimeout(start, checkIntervalMs).unref()
  }
  let running: Promise<void> | undefined
  const start = () => {
    running = repeat()
  }
  start()

  return {
    lagSeconds: () => watch.lagMs() / 1000,
    async tryRead(use, read) {
      if (watch.lagMs() > maxLagSeconds * 1000) {
        replicaFallbacks.count('behind')
        return undefined
      }
      try {
        const rows = await read(pools.open(kindByUse[use]))
        replicaReads.count(use)
        return rows
      } catch (error) {
        // The primary would take as long. A job has the time.
        if (use !== 'export' && (error as { code?: unknown }).code === statementTimedOut) throw error
        replicaFallbacks.count('failed')
        if (isConnectionLost(error)) watch.forget()
        return undefined
      }
    },
    async catchUp() {
      const end = performance.now() + maxLagSeconds * 1000
      const [ours] = await primary.read<Position>(primaryPosition).catch(() => [])
      while (ours && watch.lagMs() <= maxLagSeconds * 1000 && performance.now() < end) {
        const [theirs] = await standby.read<StandbyPosition>(standbyPosition).catch(() => [])
        if (!theirs || findMismatch(ours, theirs)) return false
        if (theirs.lsn >= ours.lsn) return true
        await sleep(catchUpIntervalMs)
      }
      return false
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      const lines = [primary, standby]
      for (const line of lines) line.close()
      await running
      for (const line of lines) line.close() // a check between its statements has opened it again
      pools.cut()
      await pools.close()
    },
  }
}

const statementTimedOut = '57014'

/** True for errors of the connection: PostgreSQL ended it (57P01 and its like), or it could not be opened or was lost. */
function isConnectionLost(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code ?? '')
  return !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P|53)/.test(code)
}

/** Why this is not a standby of this database, or undefined. */
function findMismatch(ours: Position, theirs: StandbyPosition): string | undefined {
  if (ours.cluster !== theirs.cluster || ours.database !== theirs.database) return 'It is not a copy of this database.'
  if (!theirs.isStandby) return 'It is not a standby: it was promoted, or the address leads to the primary.'
  if (!theirs.hasSettings) return 'It does not get the settings of Quad: connect without a pooler in transaction mode.'
  return undefined
}

/** A new connection must lead to the server that is watched: behind a proxy it may be another one, which is further behind. */
async function verify(client: pg.ClientBase, startedAt: string | undefined): Promise<void> {
  const { rows } = await client.query<StandbyPosition>(standbyPosition)
  if (!rows[0]?.isStandby || rows[0].startedAt !== startedAt)
    throw Object.assign(new Error('The connection leads to another server than the one that is watched.'), {
      code: '08004',
    })
}

/** A connection that opens when it is used, and again after an error or a statement that takes too long. */
function openLine(options: pg.ClientConfig) {
  let client: pg.Client | undefined
  const drop = () => {
    if (client) cutConnection(client)
    client = undefined
  }
  const open = async () => {
    const opening = new pg.Client(options)
    opening.on('error', () => {}) // its query reports it
    client = opening
    await opening.connect()
    return opening
  }
  return {
    async read<R extends object>(text: string): Promise<R[]> {
      const late = setTimeout(drop, checkTimeoutMs)
      try {
        return (await (client ?? (await open())).query<R>(text)).rows
      } catch (error) {
        drop()
        throw error
      } finally {
        clearTimeout(late)
      }
    },
    close: drop,
  }
}

const cutConnection = (client: pg.ClientBase) =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy()

/** The pools of a standby, by the deadline of their statements. They open when they are needed. */
function openStandbyPools(address: string, verifyClient: (client: pg.ClientBase) => Promise<void>) {
  const opened = new Map<PoolKind, Db>()
  const clients = new Set<pg.ClientBase>()
  const create = (kind: PoolKind) => {
    const { db, pool } = openStandbyPool(address, kind, {
      max: maxConnections[kind] ?? 1,
      connectionTimeoutMillis: checkTimeoutMs,
      verify: (client, done) => void verifyClient(client).then(() => done(), done),
    })
    pool.on('connect', (client) => clients.add(client))
    pool.on('remove', (client) => clients.delete(client))
    opened.set(kind, db)
    return db
  }
  return {
    open: (kind: PoolKind) => opened.get(kind) ?? create(kind),
    cut: () => clients.forEach(cutConnection),
    close: async () => void (await Promise.all([...opened.values()].map((db) => db.destroy()))),
  }
}

/** How far a standby is behind now, or why it is not used. For `quad doctor`. */
export async function inspectReplica(db: Db, { address, maxLagSeconds }: ReplicaSettings): Promise<string | number> {
  const [primary, standby] = [openLine(findDirectSettings(db) ?? {}), openLine(toStandbySettings(address, 'general'))]
  try {
    const began = performance.now()
    const [ours] = await primary.read<Position>(primaryPosition)
    if (!ours) return 'The primary does not respond.'
    for (;;) {
      const [theirs] = await standby.read<StandbyPosition>(standbyPosition)
      const mismatch = theirs ? findMismatch(ours, theirs) : 'It does not respond.'
      if (mismatch) return mismatch
      const seconds = (performance.now() - began) / 1000
      if ((theirs?.lsn ?? 0) >= ours.lsn) return seconds
      if (seconds > maxLagSeconds) return `It is more than ${maxLagSeconds} seconds behind.`
      await sleep(catchUpIntervalMs)
    }
  } finally {
    primary.close()
    standby.close()
  }
}
