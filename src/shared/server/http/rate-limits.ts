import { createHmac, hkdfSync } from 'node:crypto'
import { once } from 'node:events'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { createClientNetworks } from './client-network.ts'
import { limitReached, tooManyRequests } from './errors.ts'

/**
 * Calls a minute. Reads and writes count per person and kind of call, and so that replays end somewhere, all that carry an
 * Idempotency-Key per person; sign-in counts per network (a campus has one).
 */
const perMinute = { read: 600, write: 120, idempotent: 1200, anonymous: 1200 }

/** Calls a minute of all people of a school at one server: far above any campus, below what would drown the others. */
const schoolPerMinute = { read: 600_000, write: 150_000 }

/** Creates per person and UTC day: more than anybody writes by hand. */
const perDay = { confession: 30, report: 50, post: 200, comment: 1000 }
type DailyKind = keyof typeof perDay
const daySeconds = 24 * 3600

export type RateLimits = {
  /** Counts one call; throws 429 with the seconds to wait once there were too many in this minute. */
  consume(kind: 'read' | 'write' | 'idempotent', key: string): Promise<void>
  /** The same for a call of a signed-out client, by its network. */
  consumeSignedOut(address: string, path: string): Promise<void>
  /** The same for a call of somebody of this school, after it was counted for them: nobody spends more than their part. */
  consumeForSchool(kind: keyof typeof schoolPerMinute, schoolId: string): Promise<void>
  /**
   * Counts one create of this kind for today and returns a function that takes it off again, for a create that failed.
   * The count is kept in memory, or in Redis under a keyed hash that changes daily, and in no table.
   */
  consumeDaily(kind: DailyKind, userId: string): Promise<() => Promise<void>>
  close(): void
}

/** Milliseconds that a call, and a server that starts, waits for the shared count before it counts by itself. */
const redisTimeoutMs = 250

/**
 * Counts on this server, or with `redisUrl` on all servers together. While Redis is away each server counts by itself, so
 * that nobody is let in without a limit, nor kept out. Keys in Redis are hashed with a key derived from `secretKey`: whoever
 * reads it learns neither who called nor what.
 */
export async function openRateLimits(secretKey: string, redisUrl?: string): Promise<RateLimits> {
  const redis = redisUrl === undefined ? undefined : await openRedis(redisUrl)
  const hashKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'quad rate limits v1', 32))
  const hashed = (...parts: string[]) =>
    redis ? createHmac('sha256', hashKey).update(JSON.stringify(parts)).digest('base64url') : parts.join(' ')
  const limiter = (kind: string, points: number, duration: number) => {
    const limit = { keyPrefix: kind, points, duration }
    const own = new RateLimiterMemory(limit)
    if (!redis) return own
    return new RateLimiterRedis({
      ...limit,
      keyPrefix: `quad:limit:${kind}`,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: own,
    })
  }
  const limiters = {
    read: limiter('read', perMinute.read, 60),
    write: limiter('write', perMinute.write, 60),
    idempotent: limiter('idempotent', perMinute.idempotent, 60),
    anonymous: limiter('anonymous', perMinute.anonymous, 60),
  }
  const schools = {
    read: new RateLimiterMemory({ points: schoolPerMinute.read, duration: 60 }),
    write: new RateLimiterMemory({ points: schoolPerMinute.write, duration: 60 }),
  }
  const days = {
    confession: limiter('confession', perDay.confession, daySeconds),
    report: limiter('report', perDay.report, daySeconds),
    post: limiter('post', perDay.post, daySeconds),
    comment: limiter('comment', perDay.comment, daySeconds),
  }
  const networkOf = createClientNetworks()
  return {
    consume: (kind, key) => take(limiters[kind], hashed(kind, key)),
    consumeSignedOut: (address, path) => take(limiters.anonymous, hashed('anonymous', networkOf(address), path)),
    consumeForSchool: (kind, schoolId) => take(schools[kind], schoolId),
    async consumeDaily(kind, userId) {
      const key = hashed('today', kind, userId, new Date().toISOString().slice(0, 10))
      const message = `You have reached the limit of ${perDay[kind]} ${kind}s a day. Please try again tomorrow.`
      await take(days[kind], key, () => limitReached(message, secondsLeftToday()))
      return async () => void (await days[kind].reward(key).catch(() => {})) // the count errs on the strict side
    },
    close: () => redis?.disconnect(),
  }
}

const secondsLeftToday = () => daySeconds - (Math.floor(Date.now() / 1000) % daySeconds)

async function openRedis(url: string) {
  const { Redis } = await import('ioredis') // a school on one machine has none, and no memory for it
  const redis = new Redis(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: redisTimeoutMs })
  redis.on('error', () => {}) // the live streams tell the log of it
  // a server counts with the others from its first call on, if it can
  await once(redis, 'ready', { signal: AbortSignal.timeout(redisTimeoutMs) }).catch(() => {})
  return redis
}

async function take(limiter: RateLimiterAbstract, key: string, problem?: () => Error): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw problem?.() ?? tooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
  }
}
