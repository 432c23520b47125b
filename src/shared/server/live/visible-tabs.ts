import type { Viewer } from '../auth/viewer.ts'
import type { Anonymity } from '../crypto/anonymity.ts'
import { watchRedis } from '../metrics.ts'
import { redisStep } from '../tracing/redis-steps.ts'
import { traceStep } from '../tracing/trace.ts'

/** Time after which a tab that stopped reporting counts as hidden; tabs report more often (`visibleReportMs`). */
const visibleMs = 45_000
/** Time that a request waits for Redis. */
const redisTimeoutMs = 250
/** Users per server, at 200 bytes each; beyond that, those who reported first are forgotten. */
const maxRemembered = 50_000

type User = { readonly schoolId: string; readonly id: string }

/**
 * Which users have a visible tab, so that they get no push. Kept in memory, or in Redis if several servers share one, under
 * keyed hashes and for less than a minute; never in a table.
 */
export type VisibleTabs = {
  report(viewer: Pick<Viewer, 'id' | 'schoolId' | 'sessionId'>, isVisible: boolean): Promise<void>
  /** False while Redis is unavailable, except for what this server has heard itself. */
  isVisible(user: User): Promise<boolean>
  close(): void
}

export async function openVisibleTabs(
  anonymity: Anonymity,
  redisUrl: string | undefined,
  now = Date.now,
): Promise<VisibleTabs> {
  /** Per user the times until which each of their sessions counts as visible. */
  const remembered = new Map<string, Map<string, number>>()
  const redis = redisUrl === undefined ? undefined : await openRedis(redisUrl)
  const toKey = ({ schoolId, id }: User) => anonymity.serviceHash('visible tabs', schoolId, id).toString('base64url')
  const toMember = (sessionId: string) => anonymity.serviceHash('visible tab', sessionId).toString('base64url')

  const remember = (key: string, member: string, until: number | undefined) => {
    const sessions = remembered.get(key) ?? new Map<string, number>()
    remembered.delete(key) // moves it to the end
    for (const [each, end] of sessions) if (end <= now()) sessions.delete(each)
    if (until === undefined) sessions.delete(member)
    else sessions.set(member, until)
    if (sessions.size > 0) remembered.set(key, sessions)
    const [first] = remembered.keys()
    if (remembered.size > maxRemembered && first !== undefined) remembered.delete(first)
  }

  return {
    async report(viewer, isVisible) {
      const [key, member] = [toKey(viewer), toMember(viewer.sessionId)]
      const until = isVisible ? now() + visibleMs : undefined
      remember(key, member, until)
      const shared = `quad:visible:${key}`
      const writing = redis?.multi()
      if (until === undefined) writing?.zrem(shared, member)
      else writing?.zadd(shared, until, member).pexpire(shared, visibleMs)
      if (writing) await traceStep(redisStep('EXEC', 'tabs'), () => writing.exec()).catch(() => {}) // one push too many is harmless
    },

    async isVisible(user) {
      const key = toKey(user)
      const count = () => redis?.zcount(`quad:visible:${key}`, now(), '+inf') ?? Promise.resolve(undefined)
      const shared = redis && (await traceStep(redisStep('ZCOUNT', 'tabs'), count).catch(() => undefined))
      if (shared !== undefined) return shared > 0
      return [...(remembered.get(key)?.values() ?? [])].some((until) => until > now())
    },

    close: () => redis?.disconnect(),
  }
}

async function openRedis(url: string) {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: redisTimeoutMs })
  redis.on('error', () => {}) // the live streams log it
  watchRedis(redis, 'tabs')
  return redis
}
