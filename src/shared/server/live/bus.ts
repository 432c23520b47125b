import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SecretBox } from '../crypto/secret-box.ts'
import type { LiveEvent } from './replay-buffer.ts'

export type BusSubscriber = {
  /** Hears every entry once, in one order. */
  onEvent(entry: LiveEvent): void
  /** Hears at once what the other servers could not be told; its id is the one before it. */
  onLocalEvent(entry: LiveEvent): void
  /** Some of what the servers told each other before this id was lost, here or elsewhere. */
  onGap(id: string): void
}

/** Where events of live streams pass through, one after the other; ids grow, the same on all servers. */
export type EventBus = {
  append(entry: Omit<LiveEvent, 'id'>): void
  /** The id from which on everything has been heard. */
  readonly startId: string
  /** The id of the latest entry; what is older has been heard. */
  lastEventId(): string
  close(): Promise<void>
}

/** A log for one server: it hears what it says, at once. */
export function openLocalBus({ onEvent }: Pick<BusSubscriber, 'onEvent'>, now = Date.now): EventBus {
  let last = { time: now(), count: 0 }
  const idOf = () => `${last.time}-${last.count}`
  return {
    startId: idOf(),
    append(entry) {
      const time = Math.max(now(), last.time) // a clock that is set back makes no id twice
      last = { time, count: time === last.time ? last.count + 1 : 0 }
      onEvent({ id: idOf(), ...entry })
    },
    lastEventId: idOf,
    close: async () => {},
  }
}

const key = 'quad:live'
/** Entries that Redis keeps, for servers that start or were cut off. */
const maxEvents = 10_000
/** Milliseconds: how far back a starting server reads, how long a read waits, how long after a failure. */
const replayWindowMs = 5 * 60_000
const blockMs = 5000
/** Milliseconds after which entries are removed that no server reads any more. */
const trimIntervalMs = 30_000
const retryDelayMs = 500

/** With this name an entry says that those before it have a gap. */
const gap = 'gap'

type Entries = [id: string, fields: string[]][]

/**
 * A log for several servers, in a stream of Redis: each hears all entries in the order of Redis, also those that passed
 * while its connection was down. What can't be written there is heard on this server at least, and `onProblem` told; once
 * Redis is back, all servers hear that something was lost.
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

  const [seconds] = await writer.time()
  let last = `${Number(seconds) * 1000 - replayWindowMs}-0`
  const self = randomBytes(6).toString('hex')
  let appended = 0
  let closed = false
  let heardAny = false
  const early = new Set<string>()
  /** Redis holds neither ids nor words in clear text. A server of before that still writes them while it is replaced. */
  const read = (stored: string) => (stored.startsWith('{') ? stored : box.decrypt(Buffer.from(stored, 'base64'), key))
  const take = (entries: Entries) => {
    for (const [id, [, stored = '']] of entries) {
      last = id
      heardAny = true
      const text = read(stored)
      const entry = { id, ...JSON.parse(text) }
      if (entry.name === gap) {
        hearing.onGap(id)
        if (entry.by === self) early.clear() // what Redis was to take before this one, it has taken
      } else if (!early.delete(text)) hearing.onEvent(entry) // else Redis was only slow to take it
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
    writer.xadd(key, 'MAXLEN', '~', maxEvents, '*', 'e', box.encrypt(text, key).toString('base64'))
  const trim = async () => {
    const [now] = await writer.time()
    await writer.xtrim(key, 'MINID', Number(now) * 1000 - replayWindowMs)
  }
  const trimming = setInterval(() => void trim().catch(() => {}), trimIntervalMs).unref() // a failed one: the next does it
  let telling = false
  /** Tells all servers that they have missed something, as soon as they can be told anything. */
  const tellOfGap = async () => {
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
  /** A Redis that comes back without what it had may also have lost what nobody had read yet. */
  const lookForLoss = async () => {
    if (heardAny && (await writer.xrange(key, last, last)).length === 0) void tellOfGap()
  }
  reader.on('ready', () => void lookForLoss().catch(() => tellOfGap()))

  return {
    startId: begins,
    append(entry) {
      const text = JSON.stringify({ ...entry, by: `${self} ${appended++}` })
      write(text).catch((error: Error) => {
        onProblem(error)
        if (early.size === maxEvents) early.clear()
        early.add(text)
        hearing.onLocalEvent({ id: last, ...entry }) // the others miss it; those here do not
        void tellOfGap()
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
