import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from './errors.ts'

/** Calls a minute. Reads and writes count per person and kind of call; sign-in counts per address (a campus has one). */
const perMinute = { read: 600, write: 120, stranger: 1200 }

export type Limits = {
  /** Counts one call; throws 429 with the seconds to wait once there were too many in this minute. */
  spend(kind: keyof typeof perMinute, key: string): Promise<void>
}

export function openLimits(): Limits {
  const limiter = (kind: keyof typeof perMinute) =>
    new RateLimiterMemory({ keyPrefix: kind, points: perMinute[kind], duration: 60 })
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
  }
}
