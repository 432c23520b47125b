import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError } from './data/errors.ts'

/** Statuses that the whole app reports: an ended session, a blocked account, a rate limit. */
const reportedElsewhere = [401, 423, 429]

/** The line that a form shows when its call failed (decision 0065). */
export function formatFailedPost(error: Error | null, verb: 'posted' | 'saved' = 'posted'): ReactNode {
  if (!error || (error instanceof ApiError && reportedElsewhere.includes(error.status))) return undefined
  if (isNamingError(error)) return undefined
  return formatMuted(error) ?? `Not ${verb}. Try again.`
}

/** Whether a dialog asks the author about the names in their text, instead of a line. */
export const isNamingError = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'names_person'

/** Until when the viewer cannot write anonymously, with the way to the reasons. Undefined for other failures. */
export function formatMuted(error: Error | null): ReactNode {
  if (!(error instanceof ApiError) || error.code !== 'muted_anonymous') return undefined
  return (
    <>
      {error.serverMessage}{' '}
      <Link to={`/decisions/${error.body.decision_id}`} className="underline">
        Why, and what you can do
      </Link>
    </>
  )
}
