import { HttpError, limitReached } from '../../../shared/server/http/errors.ts'

/** Forms that one user may send at a time, and bytes that all forms together may keep in the scratch folder; per server. */
const defaults = { maxForms: 2, maxScratchBytes: 2 * 1024 ** 3 }
/** A form ends within seconds, as a rule. */
const retryAfterSeconds = 5
/** Received bytes between two counts in the database: so many more than the quota each open form can receive. */
const countEveryBytes = 4 * 1024 ** 2

/** One form that is being received. */
export type FormAllowance = {
  /** Bytes that came, whatever becomes of them. */
  received(bytes: number): void
  /** Counts them once they are many; at the end, all. Throws what `count` throws. */
  settle(options?: { isEnd: boolean }): Promise<void>
  /** Takes room in the scratch folder until the form is closed; 503 when there is none. */
  store(bytes: number): void
  close(): void
}

export function createUploadLimits({ maxForms, maxScratchBytes } = defaults) {
  const open = new Map<string, number>()
  let stored = 0
  /** 429 when the user has too many forms open. */
  return (userId: string, count: (bytes: number) => Promise<void>): FormAllowance => {
    const forms = open.get(userId) ?? 0
    if (forms >= maxForms)
      throw limitReached(
        `You are uploading already. Please try again in ${retryAfterSeconds} seconds.`,
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
  new HttpError(503, 'unavailable', 'Too much is being uploaded at this moment. Please try again in a minute.', {
    extra: { retry_after: 60 },
  })
