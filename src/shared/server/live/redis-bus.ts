import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { SecretBox } from '../crypto/secret-box.ts'
import { liveEventsParsed, liveGaps, watchRedis } from '../metrics.ts'
import { redisStep } from '../tracing/redis-steps.ts'
import { traceStep } from '../tracing/trace.ts'
import { bucketCount, toBucket } from './buckets.ts'
import type { BusSubscriber, EventBus } from './bus.ts'
import { compareIds, type LiveEvent, parseSchoolId } from './replay-buffer.ts'

/**
 * What is for all servers. Servers of the previous release know only this stream: until the next release it also holds a copy
 * of each event, and events that they wrote (decision 0147).
 */
const sharedKey = 'quad:live'
const bucketKey = (bucket: number) => `${sharedKey}:${bucket}`
/** Events that Redis keeps per stream, for servers that begin to read it or were disconnected. */
const maxEvents = 10_000
/** How far back a server reads when it begins, and how long one read blocks. */
const replayWindowMs = 5 * 60_000
const blockMs = 1000
const maxPerRead = 500
/** Time that a new event stream waits for the history of its bucket, and a request for the time of Redis. */
const joinTimeoutMs = 2000
const clockTimeoutMs = 250
const retryDelayMs = 500
const interruptDelayMs = 5

/** An event with this name means that events before it were lost. */
const gap = 'gap'

/**
 * Appends an event to its bucket, and to the shared stream a copy with the same id and a mark. A server of the next release
 * writes to the bucket only; then the id may be taken, and the bucket chooses its own.
 */
const appendScript = `
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'e', ARGV[2], 'copy', '1')
local added = redis.pcall('XADD', KEYS[2], 'MAXLEN', '~', ARGV[1], id, 'e', ARGV[2])
if type(added) == 'table' then redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[1], '*', 'e', ARGV[2]) end
return id`

type Entries = readonly (readonly [id: string, fields: readonly string[]])[]

/** A bucket that this server reads. */
type Bucket = {
  readonly number: number
  /** Where its history begins. */
  readonly begins: string
  /** The latest entry that was read from its stream. */
  read: string
  /** The id of its latest event. */
  latest: string
  /** True once all recent events were read; until then they are collected in `history`. */
  isOpen: boolean
  history: LiveEvent[]
  streams: number
  unusedSince: number
  readonly opened: PromiseWithResolvers<void>
}

type Received = { readonly text: string; readonly entry: LiveEvent & { readonly by?: string } }

type Settings = {
  url: string
  box: SecretBox
  hearing: BusSubscriber
  onProblem: (error: Error) => void
  /** How long a bucket is read after its last event stream has ended, and how often that is checked. */
  lingerMs?: number
  sweepIntervalMs?: number
}

/**
 * A bus for several servers, with a Redis stream per bucket of schools: a server receives the events of the buckets whose
 * schools it serves, in the order of Redis, also those appended while it was disconnected. An event that can't be written is
 * delivered on this server at least, and reported to `onProblem`; once Redis is back, all servers are notified of a gap.
 */
export async function openRedisBus({
  url,
  box,
  hearing,
  onProblem,
  lingerMs = 5 * 60_000,
  sweepIntervalMs = 30_000,
}: Settings): Promise<EventBus> {
  const { writer, reader } = await connect(url, onProblem)
  let clockOffset = (await readTime(writer)) - Date.now()
  const windowStart = () => `${Math.floor(Date.now() + clockOffset) - replayWindowMs}-0`
  const self = randomBytes(6).toString('hex')
  let appended = 0
  let closed = false
  const buckets = new Map<number, Bucket>()
  /** Events that were delivered here before Redis had stored them. */
  const early = new Set<string>()
  /** `startId`: events before it may be missing in every bucket. */
  const shared = { read: windowStart(), startId: '0-0', hasRead: false }
  /** Events by servers of the previous release, of all buckets: part of the history of a bucket that is joined later. */
  let previous: { readonly bucket: number; readonly entry: LiveEvent }[] = []

  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      onProblem(error as Error)
    }
  }

  /** Nothing for a copy, and for an entry that cannot be decrypted. */
  const parse = (id: string, [, stored = '', ...mark]: readonly string[], from: 'bucket' | 'shared'): Received[] => {
    if (mark.length > 0) return []
    try {
      // During a rolling update, a server of an older version still writes plain JSON.
      const text = stored.startsWith('{') ? stored : box.decrypt(Buffer.from(stored, 'base64'), sharedKey)
      const entry: Received['entry'] = { id, ...JSON.parse(text) }
      liveEventsParsed.count(from === 'shared' && entry.keys.length > 0 ? 'previous' : from)
      return [{ text, entry }]
    } catch (error) {
      onProblem(error as Error)
      return []
    }
  }

  const deliver = (bucket: Bucket, { text, entry }: Received) => {
    bucket.latest = entry.id
    if (!early.delete(text)) hearing.onEvent(bucket.number, entry) // in `early`: Redis was only slow to store it
  }

  const takeShared = ({ text, entry }: Received) => {
    if (entry.name === gap) {
      liveGaps.inc()
      shared.startId = entry.id
      for (const bucket of buckets.values()) if (bucket.isOpen) bucket.latest = entry.id // who knows it has missed nothing later
      hearing.onGap(entry.id)
      if (entry.by === self) early.clear() // Redis has stored all writes before this one
    } else if (entry.keys.length === 0) {
      if (!early.delete(text)) hearing.onBroadcast(entry)
    } else {
      const number = toBucket(parseSchoolId(entry))
      previous.push({ bucket: number, entry })
      if (previous.length > maxEvents) shared.startId = previous.shift()?.entry.id ?? shared.startId
      const bucket = buckets.get(number)
      if (bucket?.isOpen) deliver(bucket, { text, entry })
    }
  }

  const open = (bucket: Bucket) => {
    const complete = bucket.history.length < maxEvents ? bucket.begins : (bucket.history[0]?.id ?? bucket.begins)
    const startId = laterId(complete, shared.startId)
    const byPrevious = previous.filter((event) => event.bucket === bucket.number).map(({ entry }) => entry)
    const history = [...bucket.history, ...byPrevious].sort((one, other) => compareIds(one.id, other.id))
    bucket.isOpen = true
    bucket.history = []
    bucket.latest = laterId(history.at(-1)?.id ?? startId, startId)
    hearing.onOpen(bucket.number, startId, history)
    bucket.opened.resolve()
  }

  /**
   * Takes what one read returned, in the order of the ids over all streams. A stream with more entries than one read returns
   * holds back the later entries of the others, which are read again.
   */
  const take = (found: ReadonlyMap<string, Entries>, asked: readonly Bucket[]) => {
    const reading = asked.filter((bucket) => buckets.get(bucket.number) === bucket)
    const findEntries = (key: string) => found.get(key) ?? []
    const [cut] = [sharedKey, ...reading.filter(({ isOpen }) => isOpen).map(({ number }) => bucketKey(number))]
      .map(findEntries)
      .flatMap((entries) => (entries.length < maxPerRead ? [] : (entries.at(-1)?.[0] ?? [])))
      .sort(compareIds)
    const findDue = (key: string) => findEntries(key).filter(([id]) => cut === undefined || compareIds(id, cut) <= 0)

    const due = findDue(sharedKey)
    shared.read = due.at(-1)?.[0] ?? shared.read
    shared.hasRead ||= due.length > 0
    const received: (Received & { readonly bucket?: Bucket })[] = due.flatMap((entry) => parse(...entry, 'shared'))
    const complete: Bucket[] = []
    for (const bucket of reading) {
      const key = bucketKey(bucket.number)
      const own = findDue(key)
      const events = own.flatMap((entry) => parse(...entry, 'bucket'))
      bucket.read = own.at(-1)?.[0] ?? bucket.read
      if (bucket.isOpen) received.push(...events.map((event) => ({ ...event, bucket })))
      else {
        bucket.history.push(...events.map(({ entry }) => entry))
        if (own.length < maxPerRead && own.length === findEntries(key).length) complete.push(bucket)
      }
    }
    received.sort((one, other) => compareIds(one.entry.id, other.entry.id))
    for (const each of received) attempt(() => (each.bucket ? deliver(each.bucket, each) : takeShared(each)))
    for (const bucket of complete) attempt(() => open(bucket))
  }

  /** Counts buckets that were joined, and those of them that reads include: a read that blocks does not know later ones. */
  const joined = { count: 0, read: 0 }
  let readerId: number | undefined
  reader.on('close', () => {
    readerId = undefined
  })
  /** Returns the number of entries of the shared stream. */
  const readOnce = async (block: boolean): Promise<number> => {
    if (block) readerId ??= await reader.client('ID')
    const asked = [...buckets.values()]
    joined.read = joined.count
    const streams = [sharedKey, ...asked.map(({ number }) => bucketKey(number))]
    const positions = [shared.read, ...asked.map(({ read }) => read)]
    const range = [...streams, ...positions] as [string, ...string[]]
    const reply = block
      ? await reader.xread('COUNT', maxPerRead, 'BLOCK', blockMs, 'STREAMS', ...range)
      : await reader.xread('COUNT', maxPerRead, 'STREAMS', ...range)
    const found = new Map<string, Entries>(reply as [string, [string, string[]][]][] | null)
    take(found, asked)
    return found.get(sharedKey)?.length ?? 0
  }
  /** Makes the current read return, so that the next one includes the buckets that were joined meanwhile. */
  let isInterrupting = false
  const interrupt = async () => {
    if (isInterrupting) return
    isInterrupting = true
    while (joined.read < joined.count && !closed) {
      // It may reach Redis before the read does. Where it is not permitted, reads end after `blockMs`.
      if (readerId !== undefined) await writer.client('UNBLOCK', readerId).catch(() => {})
      await sleep(interruptDelayMs)
    }
    isInterrupting = false
  }

  while ((await readOnce(false)) === maxPerRead);
  const follow = async () => {
    while (!closed) {
      try {
        await readOnce(true)
      } catch (error) {
        if (closed) return
        onProblem(error as Error)
        await sleep(retryDelayMs)
      }
    }
  }
  const following = follow()

  const encrypt = (text: string) => box.encrypt(text, sharedKey).toString('base64')
  const traceWrite = (write: () => Promise<unknown>) => traceStep(redisStep('XADD', 'live'), write)
  const writeShared = (text: string) =>
    traceWrite(() => writer.xadd(sharedKey, 'MAXLEN', '~', maxEvents, '*', 'e', encrypt(text)))
  const writeEvent = (bucket: number, text: string) =>
    traceWrite(() => writer.eval(appendScript, 2, sharedKey, bucketKey(bucket), maxEvents, encrypt(text)))
  const writeText = <T extends object>(entry: T) => JSON.stringify({ ...entry, by: `${self} ${appended++}` })

  const sweep = async () => {
    for (const bucket of buckets.values())
      if (bucket.streams === 0 && Date.now() - bucket.unusedSince >= lingerMs) {
        buckets.delete(bucket.number)
        if (bucket.isOpen) hearing.onClose(bucket.number)
      }
    clockOffset = (await readTime(writer)) - Date.now()
    const start = windowStart()
    previous = previous.filter(({ entry }) => compareIds(entry.id, start) > 0)
    // Also of buckets that no server reads.
    const keys = [sharedKey, ...Array.from({ length: bucketCount }, (_, bucket) => bucketKey(bucket))]
    await Promise.all(keys.map((key) => writer.xtrim(key, 'MINID', start)))
  }
  const sweeping = setInterval(() => void sweep().catch(() => {}), sweepIntervalMs).unref() // after a failure, the next run does it

  let telling = false
  /** Appends a gap event for all servers as soon as Redis accepts writes. */
  const publishGap = async () => {
    if (telling) return
    telling = true
    while (!closed && telling) {
      await sleep(retryDelayMs, undefined, { ref: false })
      await writeShared(JSON.stringify({ keys: [], name: gap, data: '', by: self })).then(
        () => {
          telling = false
        },
        () => {},
      )
    }
  }
  const keepEarly = (text: string, error: Error) => {
    onProblem(error)
    if (early.size === maxEvents) early.clear()
    early.add(text)
    void publishGap()
  }
  /** A Redis that restarts without its data may also have lost events that no server had read yet. */
  const lookForLoss = async () => {
    const isMissing = async (key: string, id: string) => (await writer.xrange(key, id, id)).length === 0
    const recent = [...buckets.values()].filter(({ read }) => compareIds(read, windowStart()) > 0) // older ones are trimmed
    const missing = await Promise.all([
      shared.hasRead && isMissing(sharedKey, shared.read),
      ...recent.map(({ number, read }) => isMissing(bucketKey(number), read)),
    ])
    if (missing.includes(true)) void publishGap()
  }
  reader.on('ready', () => void lookForLoss().catch(() => publishGap()))

  const lastEventId = (schoolId: string) => buckets.get(toBucket(schoolId))?.latest ?? shared.read
  return {
    append(schoolId, entry) {
      const text = writeText(entry)
      writeEvent(toBucket(schoolId), text).catch((error: Error) => {
        keepEarly(text, error)
        hearing.onLocalEvent({ id: lastEventId(schoolId), ...entry }) // other servers miss it; streams on this one do not
      })
    },
    broadcast(entry) {
      const text = writeText(entry)
      writeShared(text).catch((error: Error) => {
        keepEarly(text, error)
        hearing.onBroadcast(entry)
      })
    },
    async join(schoolId) {
      const number = toBucket(schoolId)
      const known = buckets.get(number)
      const begins = windowStart()
      const bucket = known ?? {
        number,
        begins,
        read: begins,
        latest: begins,
        isOpen: false,
        history: [],
        streams: 0,
        unusedSince: 0,
        opened: Promise.withResolvers<void>(),
      }
      bucket.streams++
      if (!known) {
        buckets.set(number, bucket)
        joined.count++
        void interrupt()
      }
      if (!bucket.isOpen) await Promise.race([bucket.opened.promise, sleep(joinTimeoutMs, undefined, { ref: false })])
    },
    leave(schoolId) {
      const bucket = buckets.get(toBucket(schoolId))
      if (!bucket) return
      bucket.streams--
      bucket.unusedSince = Date.now()
    },
    lastEventId,
    async currentId(schoolId) {
      const bucket = buckets.get(toBucket(schoolId))
      if (bucket?.isOpen) return bucket.latest
      // Not the time itself: an event of the same millisecond may follow.
      const time = writer.status === 'ready' ? readTime(writer).then((now) => `${now - 1}-0`) : shared.read
      const late = sleep(clockTimeoutMs, shared.read, { ref: false })
      return Promise.race([time, late]).catch(() => shared.read)
    },
    async close() {
      closed = true
      clearInterval(sweeping)
      writer.disconnect()
      reader.disconnect()
      await following
    },
  }
}

const laterId = (one: string, other: string) => (compareIds(one, other) > 0 ? one : other)

async function connect(url: string, onProblem: (error: Error) => void) {
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
  return { writer, reader }
}

/** The clock of Redis in milliseconds, which the ids of entries begin with. */
async function readTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
}
