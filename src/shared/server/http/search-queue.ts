import { plural } from '../../plural.ts'
import { searches } from '../db/pooler.ts'
import { searchSeconds } from '../metrics.ts'
import { HttpError } from './errors.ts'

/** How many searches of one user may wait for the running one, how many run on this server, and how long each waits. */
const defaults = { maxWaiting: 3, maxRunning: searches.maxConnections, maxWaitMs: 2000 }
const retryAfterSeconds = 2

/** Names of search terms in the queries of routes; `title` is compared with similar questions. */
const termNames = ['q', 'search', 'title'] as const

/** True when a parsed query contains a search term. */
export const isSearch = (query: unknown): boolean =>
  termNames.some((name) => Boolean((query as Readonly<Record<string, unknown>> | undefined)?.[name]))

/**
 * Runs one search per user at a time on this server, and `maxRunning` of all users; later ones wait briefly in order, then
 * fail with 429, or with 503 when others' searches run. A search whose client has gone does not wait and is not run: who
 * types on abandons one search after the other.
 */
export function createSearchQueue({ maxWaiting, maxRunning, maxWaitMs } = defaults) {
  const server = createGate({
    maxRunning,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitMs,
    toProblem: overloadedProblem,
  })
  const users = new Map<string, ReturnType<typeof createGate>>()

  const findGate = (userId: string) => {
    const gate = users.get(userId) ?? createGate({ maxRunning: 1, maxWaiting, maxWaitMs, toProblem: busyProblem })
    users.set(userId, gate)
    return gate
  }

  return async <T>(userId: string, client: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const observe = searchSeconds.startTimer()
    const own = findGate(userId)
    try {
      const result = await own.pass(client, () => server.pass(client, work))
      observe({ outcome: 'found' })
      return result
    } catch (error) {
      const outcome = findOutcome(error)
      observe({ outcome })
      throw outcome === 'slow' ? slowProblem(error) : error
    } finally {
      if (own.isIdle()) users.delete(userId)
    }
  }
}

type GateLimits = {
  readonly maxRunning: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
  /** The error of work that does not get its turn. */
  readonly toProblem: () => NotRunError
}

/** Lets so much work run at the same time; more waits in order, unless its client goes. */
function createGate({ maxRunning, maxWaiting, maxWaitMs, toProblem }: GateLimits) {
  let running = 0
  const waiting: (() => void)[] = []

  const enter = async (client: AbortSignal) => {
    if (client.aborted) throw abandonedProblem()
    if (running < maxRunning) return void running++
    if (waiting.length >= maxWaiting) throw toProblem()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = (problem: NotRunError) => {
      waiting.splice(waiting.indexOf(resolve), 1)
      reject(problem)
    }
    const late = setTimeout(() => giveUp(toProblem()), maxWaitMs)
    const leave = () => giveUp(abandonedProblem())
    waiting.push(resolve)
    client.addEventListener('abort', leave)
    await promise.finally(() => {
      clearTimeout(late)
      client.removeEventListener('abort', leave)
    })
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return {
    isIdle: () => running === 0,
    async pass<T>(client: AbortSignal, work: () => Promise<T>): Promise<T> {
      await enter(client)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** Why a search was not run. */
class NotRunError extends HttpError {
  readonly outcome: 'busy' | 'abandoned'
  constructor(outcome: 'busy' | 'abandoned', status: number, code: string, message: string) {
    super(status, code, message, { extra: { retry_after: retryAfterSeconds } })
    this.outcome = outcome
  }
}

function findOutcome(error: unknown): 'slow' | 'busy' | 'abandoned' | 'failed' {
  if (error instanceof NotRunError) return error.outcome
  return (error as { code?: unknown }).code === statementTimedOut ? 'slow' : 'failed'
}

const statementTimedOut = '57014'

const soon = plural(retryAfterSeconds, 'second')
const busyProblem = () =>
  new NotRunError('busy', 429, 'too_many_requests', `Your last search is still running. Try again in ${soon}.`)
const overloadedProblem = () =>
  new NotRunError('busy', 503, 'unavailable', `Too many searches right now. Try again in ${soon}.`)
/** Only the log shows it. */
const abandonedProblem = () => new NotRunError('abandoned', 499, 'abandoned', 'The client did not wait.')

const slowProblem = (cause: unknown) =>
  new HttpError(503, 'unavailable', 'This search is taking too long. Try a longer or less common word.', {
    cause,
    extra: { retry_after: retryAfterSeconds },
  })
