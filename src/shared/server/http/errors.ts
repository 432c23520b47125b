/** An answer other than success: a status, a text fit for a person, and what the client may act on. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  /** Messages by field, when single fields are to blame. */
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
export const unauthorized = () => new HttpError(401, 'unauthorized', 'Please sign in.')
export const forbidden = (message = 'You are not allowed to do this.') => new HttpError(403, 'forbidden', message)
/** Also for what exists but is hidden from this viewer: nobody can tell the two apart. */
export const notFound = (message = 'Not found') => new HttpError(404, 'not_found', message)
export const conflict = (message: string, extra?: Record<string, unknown>) =>
  new HttpError(409, 'conflict', message, { extra })
export const tooManyRequests = (seconds: number) =>
  new HttpError(429, 'too_many_requests', `That was a lot at once. Please try again in ${seconds} seconds.`)
/** A limit over more than a minute, in words of its own. */
export const limitReached = (message: string, retryAfterSeconds: number) =>
  new HttpError(429, 'too_many_requests', message, { extra: { retry_after: retryAfterSeconds } })
/** `cause` is for the log. */
export const unavailable = (cause?: unknown) =>
  new HttpError(503, 'unavailable', 'The service is briefly unavailable. Please try again in a moment.', { cause })

/** What the driver says, without a code, of a connection that was cut or could not be had. */
const lostConnectionCodes =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/

/**
 * PostgreSQL can't right now: it cuts, is starting or stopping, has no room, no memory or no disk (08, 53, 57P, 58), can't
 * be written after a failover (25006), took too long, or met the same deadlock again and again; or it can't be reached.
 */
const transientCodes =
  /^(08...|53...|57P..|58...|25006|57014|40P01|40001|55P03|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/

/** A refusal by PostgreSQL in the words of HTTP; undefined when it is no fault of the request. */
export function toHttpError(error: unknown): HttpError | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code !== 'string') return lostConnectionCodes.test(String(message)) ? unavailable(error) : undefined
  if (code === '23503') return notFound() // what it points at was deleted a moment ago
  if (code === '23505') return conflict('This exists already.')
  if (code === '23514' || code.startsWith('22')) return badRequest('A value is out of range.')
  if (transientCodes.test(code)) return unavailable(error)
  return undefined
}
