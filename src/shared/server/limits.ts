import { once } from 'node:events'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from './errors.ts'

/**
 * Calls a minute. Reads and writes count per person and kind of call, and so that replays end somewhere, all that carry an
 * Idempotency-Key per person; sign-in counts per address (a campus has one).
 */
const perMinute = { read: 600, write: 120, keyed: 1200, stranger: 1200 }

/** Calls a minute of all people of a school at one server: far above any campus, below what would drown the others. */
const ofSchool = { read: 600_000, write: 150_000 }

export type Limits = {
  /** Counts one call; throws 429 with the seconds to wait once there were too many in this minute. */
  spend(kind: keyof typeof perMinute, key: string): Promise<void>
  /** The same for a call of somebody of this school, after it was counted for them: nobody spends more than their part. */
  spendOfSchool(kind: keyof typeof ofSchool, schoolId: string): Promise<void>
  close(): void
}

/** Milliseconds that a call, and a server that starts, waits for the shared count before it counts by itself. */
const patience = 250

/**
 * Counts on this server, or with `redisUrl` on all servers together. While Redis is away each server counts by itself, so
 * that nobody is let in without a limit, nor kept out.
 */
export async function openLimits(redisUrl?: string): Promise<Limits> {
  const redis = redisUrl === undefined ? undefined : await openRedis(redisUrl)
  const limiter = (kind: keyof typeof perMinute) => {
    const limit = { keyPrefix: kind, points: perMinute[kind], duration: 60 }
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
    read: limiter('read'),
    write: limiter('write'),
    keyed: limiter('keyed'),
    stranger: limiter('stranger'),
  }
  const schools = {
    read: new RateLimiterMemory({ points: ofSchool.read, duration: 60 }),
    write: new RateLimiterMemory({ points: ofSchool.write, duration: 60 }),
  }
  return {
    spend: (kind, key) => take(limiters[kind], key),
    spendOfSchool: (kind, schoolId) => take(schools[kind], schoolId),
    close: () => redis?.disconnect(),
  }
}

async function openRedis(url: string) {
  const { Redis } = await import('ioredis') // a school on one machine has none, and no memory for it
  const redis = new Redis(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: patience })
  redis.on('error', () => {}) // the live streams tell the log of it
  // a server counts with the others from its first call on, if it can
  await once(redis, 'ready', { signal: AbortSignal.timeout(patience) }).catch(() => {})
  return redis
}

async function take(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw tooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
    throw refusal
  }
}
