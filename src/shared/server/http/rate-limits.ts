import { createHmac } from 'node:crypto'
import { once as onceEmitted } from 'node:events'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { plural } from '../../plural.ts'
import { watchRedis } from '../metrics.ts'
import { redisStep } from '../tracing/redis-steps.ts'
import { traceStep } from '../tracing/trace.ts'
import { createClientNetworks } from './client-network.ts'
import { limitReached, tooManyRequests } from './errors.ts'
import { consumeAhead } from './points-ahead.ts'

/**
 * Requests per minute. Reads and writes count per user and kind of request; requests with an Idempotency-Key also count
 * per user, so that replays are limited; so do checks of anonymous texts for names and new reactions to messages; sign-in counts per network (a campus has one); typed codes of a check-in count
 * per user and event.
 */
const perMinute = { read: 600, write: 120, idempotent: 1200, anonymous: 1200, checkIn: 10, naming: 30, reaction: 60 }

/**
 * Requests per minute of all users of a school at all servers: far above any campus, below what would starve the others.
 */
const schoolPerMinute = { read: 600_000, write: 150_000 }
/** Parts of the limit of a school: a server takes one of them from Redis together. */
const schoolShares = 150

/** Creates per user and UTC day: more than a user writes by hand. */
const perDay = { confession: 30, report: 50, post: 200, comment: 1000 }
/** Above every limit per day: the limit of a school is compared with the count. */
const maxPerDay = 1_000_000
type DailyKind = keyof typeof perDay

/** Per user and hour; notices of people without an account per network, and per email address. A push beyond the limit becomes part of a summary. */
const perHour = { pushChange: 20, pushTest: 3, push: 60, notice: 5, file: 20 }
type HourlyKind = Exclude<keyof typeof perHour, 'notice'>
const hourSeconds = 3600

const daySeconds = 24 * 3600

export type RateLimits = {
  /** Counts one request; throws 429 with the seconds to wait when the limit for this minute is exceeded. */
  consume(kind: 'read' | 'write' | 'idempotent' | 'checkIn' | 'naming' | 'reaction', key: string): Promise<void>
  /** The same for a request of a signed-out client, by its network. */
  consumeSignedOut(address: string, path: string): Promise<void>
  /**
   * The same for a request of a user of this school, after it was counted for the user, so that no user exceeds their
   * share.
   */
  consumeForSchool(kind: keyof typeof schoolPerMinute, schoolId: string): Promise<void>
  /**
   * Counts one create of this kind for today and returns a function that reverts the count, for a create that failed.
   * `ofSchool` replaces
   * the limit. The count is kept in memory, or in Redis under a keyed hash that changes daily, never in a table.
   */
  consumeDaily(kind: DailyKind, userId: string, ofSchool?: number): Promise<() => Promise<void>>
  /**
   * Counts `count` of at most `limit` today, by default one, under a key that the caller hashes. Returns a function that
   * reverts the count, or undefined when they are beyond the limit: then none of them is counted.
   */
  takeDaily(key: string, limit: number, count?: number): Promise<(() => Promise<void>) | undefined>
  /** Counts a notice of a person without an account; throws 429 when their network or address has sent too many this hour. */
  consumeNotice(address: string, email: string): Promise<void>
  /** Counts one event of this kind for a user. Returns 0, or the seconds to wait when the limit for this hour is exceeded. */
  takeHourly(kind: HourlyKind, userId: string): Promise<number>
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
 * limits still apply, and no request is refused because of it. Keys in Redis are hashed with
 * `hashKey`, so that its contents reveal neither users nor requests. Each command names one key: of one user, school, network or
 * email address.
 */
export async function openRateLimits(hashKey: Buffer, redisUrl?: string): Promise<RateLimits> {
  const redis = redisUrl === undefined ? undefined : await openRedis(redisUrl)
  const hashed = (...parts: string[]) =>
    redis ? createHmac('sha256', hashKey).update(JSON.stringify(parts)).digest('base64url') : parts.join(' ')
  const limiter = (kind: string, points: number, duration: number) => {
    const limit = { keyPrefix: kind, points, duration }
    const own = new RateLimiterMemory(limit)
    if (!redis) return own
    return new TracedLimiter({
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
    checkIn: limiter('check_in', perMinute.checkIn, 60),
    naming: limiter('naming', perMinute.naming, 60),
    reaction: limiter('reaction', perMinute.reaction, 60),
  }
  const schoolLimiter = (kind: keyof typeof schoolPerMinute) => {
    const points = schoolPerMinute[kind]
    const limit = limiter(`school_${kind}`, points, 60)
    return redis ? { consume: consumeAhead(limit, points / schoolShares) } : limit
  }
  const schools = { read: schoolLimiter('read'), write: schoolLimiter('write') }
  const days = {
    confession: limiter('confession', maxPerDay, daySeconds),
    report: limiter('report', maxPerDay, daySeconds),
    post: limiter('post', maxPerDay, daySeconds),
    comment: limiter('comment', maxPerDay, daySeconds),
  }
  const anonymousDays = limiter('anonymous_day', maxPerDay, daySeconds)
  const hours = {
    pushChange: limiter('push_change', perHour.pushChange, hourSeconds),
    pushTest: limiter('push_test', perHour.pushTest, hourSeconds),
    push: limiter('push', perHour.push, hourSeconds),
    notice: limiter('notice', perHour.notice, hourSeconds),
    file: limiter('file', perHour.file, hourSeconds),
  }
  const once = limiter('once', 1, 60)
  const toNetwork = createClientNetworks()
  return {
    consume: (kind, key) => take(limiters[kind], hashed(kind, key)),
    consumeSignedOut: (address, path) => take(limiters.anonymous, hashed('anonymous', toNetwork(address), path)),
    consumeForSchool: (kind, schoolId) => take(schools[kind], hashed('school', schoolId)),
    async consumeDaily(kind, userId, ofSchool) {
      const key = hashed('today', kind, userId, new Date().toISOString().slice(0, 10))
      const limit = ofSchool ?? perDay[kind]
      const message = `You’ve reached the limit of ${plural(limit, kind)} per day. Try again tomorrow.`
      const revert = await takeWithin(days[kind], key, { limit })
      if (!revert) throw limitReached(message, secondsLeftToday())
      return revert
    },
    takeDaily: (key, limit, count) =>
      takeWithin(anonymousDays, hashed('today', key, new Date().toISOString().slice(0, 10)), { limit, count }),
    async consumeNotice(address, email) {
      for (const sender of [toNetwork(address), email]) await take(hours.notice, hashed('hour', 'notice', sender))
    },
    takeHourly: (kind, userId) =>
      hours[kind].consume(hashed('hour', kind, userId)).then(
        () => 0,
        (refusal) => {
          if (!(refusal instanceof RateLimiterRes)) throw refusal
          return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        },
      ),
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

class TracedLimiter extends RateLimiterRedis {
  override consume(...call: Parameters<RateLimiterRedis['consume']>) {
    return traceStep(redisStep('INCRBY', 'limits'), () => super.consume(...call))
  }
}

const secondsLeftToday = () => daySeconds - (Math.floor(Date.now() / 1000) % daySeconds)

async function openRedis(url: string) {
  const { Redis } = await import('ioredis') // an installation on one machine does not need it, and saves the memory
  const redis = new Redis(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: redisTimeoutMs })
  redis.on('error', () => {}) // the live streams log it
  watchRedis(redis, 'limits')
  // so that a server shares the count from its first request on, if it can
  await onceEmitted(redis, 'ready', { signal: AbortSignal.timeout(redisTimeoutMs) }).catch(() => {})
  return redis
}

/** Counts all or none of them. Returns a function that reverts the count, or undefined when they are beyond the limit. */
async function takeWithin(
  limiter: RateLimiterAbstract,
  key: string,
  { limit, count = 1 }: { readonly limit: number; readonly count?: number | undefined },
): Promise<(() => Promise<void>) | undefined> {
  const { consumedPoints } = await limiter.consume(key, count)
  const revert = async () => void (await limiter.reward(key, count).catch(() => {})) // on failure the count stays too high, which is the safe side
  if (consumedPoints <= limit) return revert
  await revert()
  return undefined
}

async function take(
  limiter: { consume(key: string): Promise<unknown> },
  key: string,
  problem?: () => Error,
): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw problem?.() ?? tooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
  }
}
