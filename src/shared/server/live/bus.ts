import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SecretBox } from '../crypto/secret-box.ts'
import { liveGaps, watchRedis } from '../metrics.ts'
import { redisStep } from '../tracing/redis-steps.ts'
import { traceStep } from '../tracing/trace.ts'
import type { LiveEvent } from './replay-buffer.ts'

export type BusSubscriber = {
  /** Receives every event once, in one order. */
  onEvent(entry: LiveEvent): void
  /** Receives immediately an event that other servers could not be sent; its id is that of the previous event. */
  onLocalEvent(entry: LiveEvent): void
  /** Events before this id were lost between the servers, on this one or another. */
  onGap(id: string): void
}

/** The ordered sequence of live events; ids increase and are the same on all servers. */
export type EventBus = {
  append(entry: Omit<LiveEvent, 'id'>): void
  /** Everything after this id has been received. */
  readonly startId: string
  /** The id of the latest event; all older ones have been received. */
  lastEventId(): string
  close(): Promise<void>
}

/** A bus for one server, which delivers its events synchronously. */
export function openLocalBus({ onEvent }: Pick<BusSubscriber, 'onEvent'>, now = Date.now): EventBus {
  let last = { time: now(), count: 0 }
  const currentId = () => `${last.time}-${last.count}`
  return {
    startId: currentId(),
    append(entry) {
      const time = Math.max(now(), last.time) // a clock that is set back creates no duplicate ids
      last = { time, count: time === last.time ? last.count + 1 : 0 }
      onEvent({ id: currentId(), ...entry })
    },
    lastEventId: currentId,
    close: async () => {},
  }
}

const key = 'quad:live'
/** Events that Redis keeps, for servers that start or were disconnected. */
const maxEvents = 10_000
/** How far back a starting server reads, and how long one read blocks. */
const replayWindowMs = 5 * 60_000
const blockMs = 5000
/** Interval at which expired events are removed. */
const trimIntervalMs = 30_000
const retryDelayMs = 500

/** An event with this name means that events before it were lost. */
const gap = 'gap'

type Entries = [id: string, fields: string[]][]

/**
 * A bus for several servers, in a Redis stream: each server receives all events in the order of Redis, also those
 * appended while it was disconnected. An event that can't be written is delivered on this server at least, and reported
 * to `onProblem`; once Redis is back, all servers are notified of a gap.
 */
export async function openRedisBus(
  url: string,
  box: SecretBox,
  hearing: BusSubscriber,
  onProblem: (error: Error) => void,
): Promise<EventBus> {
  const { Redis } = await import('ioredis')
  const settings = { lazyConnect: true, maxRetriesPerRequest: 1, connectTimeout: 5000, enableAutoPipelining: true }
  const writer = new Redis(url, { ...settings, commandTimeout: 2000 })
  const reader = new Redis(url, { ...settings, maxRetriesPerRequest: null, enableAutoPipelining: false })
  for (const redis of [writer, reader]) redis.on('error', onProblem)
  try {
    await Promise.all([writer.connect(), reader.connect()])
  } catch (error) {
    writer.disconnect()
    reader.disconnect()
    throw new Error(`The Redis at ${new URL(url).host} can't be reached: ${(error as Error).message}`)
  }
  for (const redis of [writer, reader]) watchRedis(redis, 'live')

  const [seconds] = await writer.time()
  let last = `${Number(seconds) * 1000 - replayWindowMs}-0`
  const self = randomBytes(6).toString('hex')
  let appended = 0
  let closed = false
  let heardAny = false
  const early = new Set<string>()
  /**
   * Redis holds neither ids nor text in clear. During a rolling update, a server of an older version still writes plain
   * JSON.
   */
  const read = (stored: string) => (stored.startsWith('{') ? stored : box.decrypt(Buffer.from(stored, 'base64'), key))
  const take = (entries: Entries) => {
    for (const [id, [, stored = '']] of entries) {
      last = id
      heardAny = true
      const text = read(stored)
      const entry = { id, ...JSON.parse(text) }
      if (entry.name === gap) {
        liveGaps.inc()
        hearing.onGap(id)
        if (entry.by === self) early.clear() // Redis has stored all writes before this one
      } else if (!early.delete(text)) hearing.onEvent(entry) // in `early`: Redis was only slow to store it
    }
  }
  const before = (await reader.xrange(key, last, '+')) as Entries
  const begins = before.length < maxEvents ? last : (before[0]?.[0] ?? last)
  take(before)
  const follow = async () => {
    while (!closed) {
      try {
        const read = await reader.xread('COUNT', 500, 'BLOCK', blockMs, 'STREAMS', key, last)
        take((read?.[0]?.[1] ?? []) as Entries)
      } catch (error) {
        if (closed) return
        onProblem(error as Error)
        await sleep(retryDelayMs)
      }
    }
  }
  const following = follow()

  const write = (text: string) =>
    traceStep(redisStep('XADD', 'live'), () =>
      writer.xadd(key, 'MAXLEN', '~', maxEvents, '*', 'e', box.encrypt(text, key).toString('base64')),
    )
  const trim = async () => {
    const [now] = await writer.time()
    await writer.xtrim(key, 'MINID', Number(now) * 1000 - replayWindowMs)
  }
  const trimming = setInterval(() => void trim().catch(() => {}), trimIntervalMs).unref() // after a failure, the next run does it
  let telling = false
  /** Appends a gap event for all servers as soon as Redis accepts writes. */
  const publishGap = async () => {
    if (telling) return
    telling = true
    while (!closed && telling) {
      await sleep(retryDelayMs, undefined, { ref: false })
      await write(JSON.stringify({ keys: [], name: gap, data: '', by: self })).then(
        () => {
          telling = false
        },
        () => {},
      )
    }
  }
  /** A Redis that restarts without its data may also have lost events that no server had read yet. */
  const lookForLoss = async () => {
    if (heardAny && (await writer.xrange(key, last, last)).length === 0) void publishGap()
  }
  reader.on('ready', () => void lookForLoss().catch(() => publishGap()))

  return {
    startId: begins,
    append(entry) {
      const text = JSON.stringify({ ...entry, by: `${self} ${appended++}` })
      write(text).catch((error: Error) => {
        onProblem(error)
        if (early.size === maxEvents) early.clear()
        early.add(text)
        hearing.onLocalEvent({ id: last, ...entry }) // other servers miss it; streams on this one do not
        void publishGap()
      })
    },
    lastEventId: () => last,
    async close() {
      closed = true
      clearInterval(trimming)
      writer.disconnect()
      reader.disconnect()
      await following
    },
  }
}
