import type { z } from 'zod'
import type { ErrorData, Route } from '../../contract.ts'
import { plural } from '../../plural.ts'
import { SealQuotaError } from '../crypto/anonymity.ts'

/** An error reply: a status, a user-readable message, and a code that the client can act on. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  /** Messages by field, when single fields are invalid. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /** Further members of the body. */
  readonly extra: Readonly<Record<string, unknown>> | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: Pick<Partial<HttpError>, 'fields' | 'extra' | 'cause'> = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.code = code
    this.fields = more.fields
    this.extra = more.extra
  }
}

export const badRequest = (message: string, fields?: Record<string, string>) =>
  new HttpError(400, 'bad_request', message, { fields })
export const unauthorized = () => new HttpError(401, 'unauthorized', 'Sign in to continue.')
export const forbidden = (message = 'You don’t have permission to do that.') => new HttpError(403, 'forbidden', message)
/** Also for items that are hidden from this viewer, so that the two cannot be distinguished. */
export const notFound = (message = 'Not found') => new HttpError(404, 'not_found', message)
export const conflict = (message: string) => new HttpError(409, 'conflict', message)
/** A conflict with the data that the route's contract declares for it. */
export const conflictWith = <R extends Route & { readonly errors: { readonly 409: z.ZodObject } }>(
  _route: R,
  message: string,
  data: ErrorData<R, 409>,
) => new HttpError(409, 'conflict', message, { extra: data })
/** The item is the viewer's own and not published yet. */
export const notPublishedYet = (message: string) =>
  new HttpError(409, 'conflict', message, { extra: { pending: true } })
export const tooManyRequests = (seconds: number) =>
  limitReached(`You’re going a bit fast. Try again in ${plural(seconds, 'second')}.`, seconds)
/** A limit over more than a minute, with its own message. */
export const limitReached = (message: string, retryAfterSeconds: number) =>
  new HttpError(429, 'too_many_requests', message, { extra: { retry_after: retryAfterSeconds } })
/** `cause` is for the log. */
export const unavailable = (cause?: unknown) =>
  new HttpError(503, 'unavailable', 'The service is briefly unavailable. Try again in a moment.', { cause })

/** Raised by refuse_moving_school(). The same request succeeds within a second, in the other cell. */
const movingSchool = 'QM001'
const moving = () =>
  new HttpError(503, 'moving', 'We’re moving your school to a new home. Try again in a moment.', {
    extra: { retry_after: 1 },
  })

/** The driver's messages, which have no code, for a connection that was lost or could not be opened. */
const lostConnectionCodes =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/

/**
 * PostgreSQL is temporarily unusable: it closes connections, is starting or stopping, is out of connections, memory or
 * disk (08, 53, 57P, 58), is read-only after a failover (25006), timed out, deadlocked repeatedly, or is unreachable.
 */
const transientCodes =
  /^(08...|53...|57P..|58...|25006|57014|40P01|40001|55P03|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Whether a statement failed because of this constraint. Its transaction can only be rolled back. */
export const isViolation = (error: unknown, constraint: string): boolean =>
  (error as { constraint?: unknown }).constraint === constraint

/** Seconds after which another attempt may succeed: openings leave the count one by one. */
const quotaRetrySeconds = 3600

/** Converts an error of PostgreSQL or the key process; undefined when it is not caused by the request. */
export function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof SealQuotaError)
    return limitReached('Too many authors of your school were revealed today. Try again later.', quotaRetrySeconds)
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code !== 'string') return lostConnectionCodes.test(String(message)) ? unavailable(error) : undefined
  if (code === 'QU002') return forbidden('Another moderator has to decide this appeal.')
  if (code === 'QU003') return notFound() // the item above was withheld concurrently
  if (code === movingSchool) return moving()
  if (code === '23503') return notFound() // a referenced row was deleted concurrently
  if (code === '23505') return conflict('This already exists.')
  if (code === '23514' || code.startsWith('22')) return badRequest('One of the values is out of range.')
  if (transientCodes.test(code)) return unavailable(error)
  return undefined
}
