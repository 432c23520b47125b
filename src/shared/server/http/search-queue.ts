import { plural } from '../../plural.ts'
import { searchSeconds } from '../metrics.ts'
import { HttpError, limitReached } from './errors.ts'

/** How many searches of one user may wait for the running one, and for how long each. */
const defaults = { maxWaiting: 3, maxWaitMs: 2000 }
const retryAfterSeconds = 2

/** Names of search terms in the queries of routes; `title` is compared with similar questions. */
const termNames = ['q', 'search', 'title'] as const

/** True when a parsed query contains a search term. */
export const isSearch = (query: unknown): boolean =>
  termNames.some((name) => Boolean((query as Readonly<Record<string, unknown>> | undefined)?.[name]))

/** Runs one search per user at a time on this server; later ones wait briefly in order, then fail with 429. */
export function createSearchQueue({ maxWaiting, maxWaitMs } = defaults) {
  const waitingByUser = new Map<string, (() => void)[]>()

  const enter = async (userId: string) => {
    const waiting = waitingByUser.get(userId)
    if (!waiting) return void waitingByUser.set(userId, [])
    if (waiting.length >= maxWaiting) throw busyProblem()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.push(resolve)
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(resolve), 1)
      reject(busyProblem())
    }, maxWaitMs)
    await promise.finally(() => clearTimeout(late))
  }
  const leave = (userId: string) => {
    const next = waitingByUser.get(userId)?.shift()
    if (next) next()
    else waitingByUser.delete(userId)
  }

  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const observe = searchSeconds.startTimer()
    await enter(userId).catch((problem) => {
      observe({ outcome: 'busy' })
      throw problem
    })
    try {
      const result = await work()
      observe({ outcome: 'found' })
      return result
    } catch (error) {
      const isSlow = (error as { code?: unknown }).code === statementTimedOut
      observe({ outcome: isSlow ? 'slow' : 'failed' })
      throw isSlow ? slowProblem(error) : error
    } finally {
      leave(userId)
    }
  }
}

const statementTimedOut = '57014'

const busyProblem = () =>
  limitReached(
    `Your last search is still running. Try again in ${plural(retryAfterSeconds, 'second')}.`,
    retryAfterSeconds,
  )

const slowProblem = (cause: unknown) =>
  new HttpError(503, 'unavailable', 'This search is taking too long. Try a longer or less common word.', {
    cause,
    extra: { retry_after: retryAfterSeconds },
  })
