import { createHmac, hkdfSync } from 'node:crypto'
import { once as onceEmitted } from 'node:events'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { plural } from '../../plural.ts'
import { createClientNetworks } from './client-network.ts'
import { limitReached, tooManyRequests } from './errors.ts'

/**
 * Requests per minute. Reads and writes count per user and kind of request; requests with an Idempotency-Key also count
 * per user, so that replays are limited; sign-in counts per network (a campus has one).
 */
const perMinute = { read: 600, write: 120, idempotent: 1200, anonymous: 1200 }

/**
 * Requests per minute of all users of a school at one server: far above any campus, below what would starve the others.
 */
const schoolPerMinute = { read: 600_000, write: 150_000 }

/** Creates per user and UTC day: more than a user writes by hand. */
const perDay = { confession: 30, report: 50, post: 200, comment: 1000 }
type DailyKind = keyof typeof perDay
const daySeconds = 24 * 3600

export type RateLimits = {
  /** Counts one request; throws 429 with the seconds to wait when the limit for this minute is exceeded. */
  consume(kind: 'read' | 'write' | 'idempotent', key: string): Promise<void>
  /** The same for a request of a signed-out client, by its network. */
  consumeSignedOut(address: string, path: string): Promise<void>
  /**
   * The same for a request of a user of this school, after it was counted for the user, so that no user exceeds their
   * share.
   */
  consumeForSchool(kind: keyof typeof schoolPerMinute, schoolId: string): Promise<void>
  /**
   * Counts one create of this kind for today and returns a function that reverts the count, for a create that failed.
   * The count is kept in memory, or in Redis under a keyed hash that changes daily, never in a table.
   */
  consumeDaily(kind: DailyKind, userId: string): Promise<() => Promise<void>>
  /** Whether this is the first time in a minute that a user does this with an item. Kept like the daily counts. */
  isFirstInMinute(action: string, userId: string, itemId: string): Promise<boolean>
  close(): void
}

/**
 * Milliseconds that a request, and a starting server, waits for the shared count before it falls back to local counts.
 */
const redisTimeoutMs = 250

/**
 * Counts on this server, or with `redisUrl` across all servers. While Redis is unavailable each server counts locally:
 * limits still apply, and no request is refused because of it. Keys in Redis are hashed with a key derived from
 * `secretKey`, so that its contents reveal neither users nor requests.
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
  const once = limiter('once', 1, 60)
  const toNetwork = createClientNetworks()
  return {
    consume: (kind, key) => take(limiters[kind], hashed(kind, key)),
    consumeSignedOut: (address, path) => take(limiters.anonymous, hashed('anonymous', toNetwork(address), path)),
    consumeForSchool: (kind, schoolId) => take(schools[kind], schoolId),
    async consumeDaily(kind, userId) {
      const key = hashed('today', kind, userId, new Date().toISOString().slice(0, 10))
      const message = `You’ve reached the limit of ${plural(perDay[kind], kind)} per day. Try again tomorrow.`
      await take(days[kind], key, () => limitReached(message, secondsLeftToday()))
      return async () => void (await days[kind].reward(key).catch(() => {})) // on failure the count stays too high, which is the safe side
    },
    isFirstInMinute: (action, userId, itemId) =>
      once.consume(hashed(action, userId, itemId)).then(
        () => true,
        (refusal) => {
          if (refusal instanceof RateLimiterRes) return false
          throw refusal
        },
      ),
    close: () => redis?.disconnect(),
  }
}

const secondsLeftToday = () => daySeconds - (Math.floor(Date.now() / 1000) % daySeconds)

async function openRedis(url: string) {
  const { Redis } = await import('ioredis') // an installation on one machine does not need it, and saves the memory
  const redis = new Redis(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: redisTimeoutMs })
  redis.on('error', () => {}) // the live streams log it
  // so that a server shares the count from its first request on, if it can
  await onceEmitted(redis, 'ready', { signal: AbortSignal.timeout(redisTimeoutMs) }).catch(() => {})
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
