import { plural } from '../../../shared/plural.ts'
import { HttpError, limitReached } from '../../../shared/server/http/errors.ts'

/** Open forms per user, and bytes that all open forms may occupy in the temporary folder. Per server. */
const defaults = { maxForms: 2, maxScratchBytes: 2 * 1024 ** 3 }
/** Forms usually end within seconds. */
const retryAfterSeconds = 5
/** Received bytes between two counts in the database. Each open form can exceed the quota by this much. */
const countEveryBytes = 4 * 1024 ** 2

/** One form being received. */
export type FormAllowance = {
  /** Adds received bytes, whether or not they are stored. */
  received(bytes: number): void
  /** Writes the count to the database when enough bytes have accumulated, and at the end. Throws what `count` throws. */
  settle(options?: { isEnd: boolean }): Promise<void>
  /** Reserves space in the temporary folder until the form is closed. Throws 503 when it is full. */
  store(bytes: number): void
  close(): void
}

export function createUploadLimits({ maxForms, maxScratchBytes } = defaults) {
  const open = new Map<string, number>()
  let stored = 0
  /** Throws 429 when the user has too many open forms. */
  return (userId: string, count: (bytes: number) => Promise<void>): FormAllowance => {
    const forms = open.get(userId) ?? 0
    if (forms >= maxForms)
      throw limitReached(
        `Another upload of yours is still in progress. Try again in ${plural(retryAfterSeconds, 'second')}.`,
        retryAfterSeconds,
      )
    open.set(userId, forms + 1)
    let uncounted = 0
    let ours = 0
    return {
      received(bytes) {
        uncounted += bytes
      },
      async settle({ isEnd } = { isEnd: false }) {
        if (uncounted === 0 || (!isEnd && uncounted < countEveryBytes)) return
        const bytes = uncounted
        uncounted = 0
        await count(bytes)
      },
      store(bytes) {
        if (stored + bytes > maxScratchBytes) throw busyProblem()
        stored += bytes
        ours += bytes
      },
      close() {
        stored -= ours
        ours = 0
        const left = (open.get(userId) ?? 1) - 1
        if (left > 0) open.set(userId, left)
        else open.delete(userId)
      },
    }
  }
}

const busyProblem = () =>
  new HttpError(503, 'unavailable', 'Too many uploads right now. Try again in a minute.', {
    extra: { retry_after: 60 },
  })
