import type { BlockedReply, ErrorData, ErrorReply, Route } from '../../contract.ts'
import { plural } from '../../plural.ts'

/** An error reply. Proxies and lost connections give none of it. */
export type ErrorBody = Readonly<Partial<ErrorReply>>

/** An error reply of the server, with its message. `status` is 0 when the server could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(typeof body.error === 'string' ? body.error : unknownFailure)
    this.status = status
    this.body = body
  }
  /** For programs; stable. */
  get code(): string | undefined {
    return this.body.code
  }
  /** Finds the request in the server's log. */
  get requestId(): string | undefined {
    return this.body.request_id
  }
  get fieldErrors(): Readonly<Record<string, string>> {
    return this.body.fields ?? {}
  }
  get retryAfterSeconds(): number | undefined {
    return this.body.retry_after
  }
  /** The server's message for the user; undefined for other failures, such as a lost connection. */
  get serverMessage(): string | undefined {
    return typeof this.body.error === 'string' && this.body.error !== '' ? this.body.error : undefined
  }
  /** Details of a ban, a suspension or a deletion; the account status page shows them. */
  get blocked(): BlockedReply | undefined {
    const isBlocked = (this.status === 403 || this.status === 423) && 'isBlocked' in this.body && this.body.isBlocked
    return isBlocked ? (this.body as BlockedReply) : undefined
  }
}

/** What is shown for a failure of which nothing is known. */
export const unknownFailure = 'An error occurred'

const isApiError = (error: unknown): error is ApiError => error instanceof ApiError
const findStatus = (error: unknown): number | undefined => (isApiError(error) ? error.status : undefined)
/** The server could not be reached. */
export const isOffline = (error: unknown): boolean => findStatus(error) === 0
/** Neither the server nor a proxy before it has an answer: it may come back. */
export const isUnreachable = (error: unknown): boolean => [0, 502, 503, 504].includes(findStatus(error) ?? 500)
export const isUnauthorized = (error: unknown): boolean => findStatus(error) === 401
export const isForbidden = (error: unknown): boolean => findStatus(error) === 403
export const isNotFound = (error: unknown): boolean => findStatus(error) === 404
export const isConflict = (error: unknown): boolean => findStatus(error) === 409
export const isRateLimit = (error: unknown): boolean => findStatus(error) === 429
/** The server has not done it, and will not do it for the same request. */
export const isRefused = (error: unknown): boolean => {
  const status = findStatus(error) ?? 0
  return status >= 400 && status < 500
}

/** The messages by field of a failed call. */
export const findFieldErrors = (error: unknown): Readonly<Record<string, string>> =>
  isApiError(error) ? error.fieldErrors : {}

export const findBlocked = (error: unknown): BlockedReply | undefined => (isApiError(error) ? error.blocked : undefined)

/** The id of a request that failed inside the server, by which it is found in the log. */
export const findFaultId = (error: unknown): string | undefined =>
  isApiError(error) && error.status >= 500 ? error.requestId : undefined

/** What the contract declares for a failure with this status; undefined for any other failure. */
export const findErrorData = <R extends Route, S extends keyof R['errors'] & number>(
  error: unknown,
  status: S,
): Partial<ErrorData<R, S>> | undefined =>
  isApiError(error) && error.status === status ? (error.body as Partial<ErrorData<R, S>>) : undefined

export type MessageOptions = {
  /** The statuses for which the server's message is meant for the user. */
  readonly statuses?: readonly number[] | 'all'
  /** Texts for single statuses; 0 is a lost connection. */
  readonly texts?: Readonly<Record<number, string>>
  /** Replaces the fallback when the server has replied. */
  readonly withStatus?: (status: number) => string
  /** The server's details, after the fallback, take precedence over its message. */
  readonly withDetails?: boolean
}

/** What the user reads about a failed call. `fallback` is the text of the specification. */
export function userMessage(error: unknown, fallback: string, options: MessageOptions = {}): string {
  if (!isApiError(error)) return fallback
  const { status, serverMessage, body } = error
  const { statuses = [], texts = {}, withStatus, withDetails = false } = options
  const isForUser = statuses === 'all' || statuses.includes(status)
  return (
    texts[status] ??
    (withDetails && body.details ? `${fallback}: ${body.details}` : undefined) ??
    (isForUser ? serverMessage : undefined) ??
    (withStatus && status > 0 ? withStatus(status) : fallback)
  )
}

/** What the user reads about a rate limit: the server's message, which states how long to wait. */
export const waitMessage = ({ serverMessage, retryAfterSeconds }: ApiError): string =>
  serverMessage ??
  (retryAfterSeconds === undefined ? unknownFailure : `Try again in ${plural(retryAfterSeconds, 'second')}.`)
