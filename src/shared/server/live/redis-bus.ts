import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { SecretBox } from '../crypto/secret-box.ts'
import { watchRedis } from '../metrics.ts'
import { bucketCount, toBucket } from './buckets.ts'
import type { BusSubscriber, EventBus } from './bus.ts'
import { createRedisInbox } from './redis-inbox.ts'
import { followStreams } from './redis-reader.ts'
import { bucketKey, sharedKey } from './redis-streams.ts'
import { createRedisWriter } from './redis-writer.ts'
import { compareIds } from './replay-buffer.ts'

/** How far back a server reads when it begins. */
const replayWindowMs = 5 * 60_000
/** Time that a new event stream waits for the history of its bucket, and a request for the time of Redis. */
const joinTimeoutMs = 2000
const clockTimeoutMs = 250

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
  const inbox = createRedisInbox({ self, box, hearing, onProblem, windowStart })
  const events = createRedisWriter({ writer, box, self })
  const streams = await followStreams({ inbox, reader, writer, onProblem })

  const sweep = async () => {
    inbox.sweep(lingerMs, windowStart())
    clockOffset = (await readTime(writer)) - Date.now()
    const start = windowStart()
    // Also of buckets that no server reads.
    const keys = [sharedKey, ...Array.from({ length: bucketCount }, (_, bucket) => bucketKey(bucket))]
    await Promise.all(keys.map((key) => writer.xtrim(key, 'MINID', start)))
  }
  const sweeping = setInterval(() => void sweep().catch(() => {}), sweepIntervalMs).unref() // after a failure, the next run does it

  const keepEarly = (text: string, error: Error) => {
    onProblem(error)
    inbox.addEarly(text)
    void events.publishGap()
  }
  /** A Redis that restarts without its data may also have lost events that no server had read yet. */
  const lookForLoss = async () => {
    const isMissing = async (key: string, id: string) => (await writer.xrange(key, id, id)).length === 0
    const recent = inbox.listBuckets().filter(({ read }) => compareIds(read, windowStart()) > 0) // older ones are trimmed
    const missing = await Promise.all([
      inbox.shared.hasRead && isMissing(sharedKey, inbox.shared.read),
      ...recent.map(({ number, read }) => isMissing(bucketKey(number), read)),
    ])
    if (missing.includes(true)) void events.publishGap()
  }
  reader.on('ready', () => void lookForLoss().catch(() => events.publishGap()))

  const lastEventId = (schoolId: string) => inbox.findBucket(toBucket(schoolId))?.latest ?? inbox.shared.read
  return {
    append(schoolId, entry) {
      const text = events.toText(entry)
      events.writeEvent(toBucket(schoolId), text).catch((error: Error) => {
        keepEarly(text, error)
        hearing.onLocalEvent({ id: lastEventId(schoolId), ...entry }) // other servers miss it; streams on this one do not
      })
    },
    broadcast(entry) {
      const text = events.toText(entry)
      events.writeShared(text).catch((error: Error) => {
        keepEarly(text, error)
        hearing.onBroadcast(entry)
      })
    },
    async join(schoolId) {
      const { bucket, isNew } = inbox.join(toBucket(schoolId))
      if (isNew) streams.include()
      if (!bucket.isOpen) await Promise.race([bucket.opened.promise, sleep(joinTimeoutMs, undefined, { ref: false })])
    },
    leave: (schoolId) => inbox.leave(toBucket(schoolId)),
    lastEventId,
    async currentId(schoolId) {
      const bucket = inbox.findBucket(toBucket(schoolId))
      if (bucket?.isOpen) return bucket.latest
      const { read } = inbox.shared
      // Not the time itself: an event of the same millisecond may follow.
      const time = writer.status === 'ready' ? readTime(writer).then((now) => `${now - 1}-0`) : read
      const late = sleep(clockTimeoutMs, read, { ref: false })
      return Promise.race([time, late]).catch(() => inbox.shared.read)
    },
    async close() {
      clearInterval(sweeping)
      events.close()
      await streams.stop(() => {
        writer.disconnect()
        reader.disconnect()
      })
    },
  }
}

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
