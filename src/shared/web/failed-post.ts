import { ApiError } from './data/errors.ts'

/** Statuses that the whole app reports: an ended session, a blocked account, a rate limit. */
const reportedElsewhere = [401, 423, 429]

/** The line that a form shows when its call failed (decision 0065). */
export function formatFailedPost(error: Error | null, verb: 'posted' | 'saved' = 'posted'): string | undefined {
  if (!error || (error instanceof ApiError && reportedElsewhere.includes(error.status))) return undefined
  return `Not ${verb}. Try again.`
}
