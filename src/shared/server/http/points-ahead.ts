import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

type Points = { left: number; readonly until: number; readonly isRefused: boolean }

/**
 * Consumes one point of a limit that servers share, with few calls to Redis: a server takes `size` points together and
 * consumes them until the duration of the limit ends. What it does not consume is lost for the others, so a limit ends
 * up to `size` per server early, and never late. Throws a RateLimiterRes beyond the limit.
 */
export function consumeAhead(limiter: RateLimiterAbstract, size: number) {
  const taken = new Map<string, Points>()
  const taking = new Map<string, Promise<void>>()
  const take = async (key: string) => {
    const { msBeforeNext, isRefused } = await limiter.consume(key, size).then(
      ({ msBeforeNext }) => ({ msBeforeNext, isRefused: false }),
      (refusal) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return { msBeforeNext: refusal.msBeforeNext, isRefused: true }
      },
    )
    taken.set(key, { left: isRefused ? 0 : size, until: Date.now() + msBeforeNext, isRefused })
  }
  return async (key: string): Promise<void> => {
    for (;;) {
      const points = taken.get(key)
      if (points && points.until > Date.now()) {
        if (points.isRefused) throw new RateLimiterRes(0, points.until - Date.now())
        if (points.left-- > 0) return
      }
      const running = taking.get(key) ?? take(key).finally(() => taking.delete(key))
      taking.set(key, running)
      await running
    }
  }
}
