import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from './errors.ts'

/** Calls a minute. Reads and writes count per person and kind of call; sign-in counts per address (a campus has one). */
const perMinute = { read: 600, write: 120, stranger: 1200 }

export type Limits = {
  /** Counts one call; throws 429 with the seconds to wait once there were too many in this minute. */
  spend(kind: keyof typeof perMinute, key: string): Promise<void>
  close(): void
}

/** Milliseconds that a call waits for the shared count, before it is counted here. */
const patience = 250

/**
 * Counts on this server, or with `redisUrl` on all servers together. While Redis is away each server counts by itself, so
 * that nobody is let in without a limit, nor kept out.
 */
export function openLimits(redisUrl?: string): Limits {
  const redis =
    redisUrl === undefined
      ? undefined
      : new Redis(redisUrl, { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: patience })
  redis?.on('error', () => {}) // the live streams tell the log of it
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
  const limiters = { read: limiter('read'), write: limiter('write'), stranger: limiter('stranger') }
  return {
    async spend(kind, key) {
      try {
        await limiters[kind].consume(key)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes)
          throw tooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
        throw refusal
      }
    },
    close: () => redis?.disconnect(),
  }
}
