import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Reply, RequestInput, Route } from '../contract.ts'

/** A refusal by the server, in its words. `status` is 0 when it could not be reached at all. */
export class ApiError extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body.error === 'string' ? body.error : 'An error occurred')
    this.status = status
    this.body = body
  }
  /** A ban or suspension; the account status page tells more. */
  get isBlocked(): boolean {
    return (this.status === 403 || this.status === 423) && this.body.isBlocked === true
  }
}

/**
 * Told of every 401 ('unauthorized'), and when a call shows that the session has ended ('signed-out'), that the account is blocked ('blocked'), or that
 * it was one call too many ('too-many', with the server's words as `detail`).
 */
export const authEvents = new EventTarget()

/**
 * The latest event that this page has heard; before the first one, the latest there was when the page asked who is signed
 * in. Its event stream goes on from there, so that nothing which the page has fetched since has to be fetched anew.
 */
export const streamPosition: { lastEventId: string | undefined } = { lastEventId: undefined }

type CallInput<R extends Route> = {
  [K in keyof RequestInput<R> as RequestInput<R>[K] extends undefined ? never : K]: RequestInput<R>[K]
}
type CallOptions<R extends Route> = CallInput<R> & CommonCallOptions
/** `form` is for the routes that take files. */
type CommonCallOptions = {
  form?: FormData
  idempotencyKey?: string
  signal?: AbortSignal
  quiet?: boolean
  later?: boolean
}
type RouteAddress<R extends Route> = `${R['method']} ${R['path']}`

/**
 * Makes one call: `call<typeof posts.like>('POST /api/posts/:id/like', { params: { id } })`. The types come from the
 * contract, of which nothing but types reaches the browser; a wrong address does not compile. Throws ApiError.
 * `quiet` leaves an ended session to the caller; `later` lets the page that is opened first be drawn first.
 */
export async function call<R extends Route>(
  address: RouteAddress<R>,
  ask: CallOptions<R> = {} as CallOptions<R>,
): Promise<Reply<R>> {
  const [method = 'GET', path = ''] = address.split(' ')
  const { params, query, body, form, idempotencyKey, signal, quiet, later } = ask as unknown as LooseCallOptions
  const url =
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? '')) + toSearchString(query)
  if (later) await idleMoment()
  let response: Response
  let answer: Record<string, unknown>
  try {
    response = await fetch(url, {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form ? { body: form } : {}),
      ...(signal ? { signal } : {}),
    })
    streamPosition.lastEventId ??= response.headers.get('last-event-id') ?? undefined
    answer = await response.json().catch(() => ({}))
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, {})
  }
  if (response.ok) return answer as Reply<R>
  throw toApiError(response.status, answer, quiet)
}

/** Milliseconds after which nothing waits for a browser that is busy. */
const idleTimeoutMs = 1500

let spare: Promise<void> | undefined

/**
 * Resolves in the first moment that the browser has to spare since this was first asked, and at once ever after. On a slow
 * line what is nice to know would take its part of it from what somebody came to see. Where browsers tell no such moment,
 * nothing waits.
 */
function idleMoment(): Promise<void> {
  spare ??= new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: idleTimeoutMs })
    else resolve()
  })
  return spare
}

/** A refusal to be thrown, of which the gate is told where it concerns more than its caller. */
export function toApiError(status: number, body: Readonly<Record<string, unknown>>, quiet = false): ApiError {
  const problem = new ApiError(status, body)
  if (status === 401) authEvents.dispatchEvent(new Event('unauthorized'))
  if (problem.isBlocked) authEvents.dispatchEvent(new Event('blocked'))
  else if (status === 401 && !quiet) authEvents.dispatchEvent(new Event('signed-out'))
  else if (status === 429) authEvents.dispatchEvent(new CustomEvent('too-many', { detail: problem.message }))
  return problem
}

type LooseCallOptions = CommonCallOptions & {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

function toSearchString(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

/** Query options for one call; its key begins with the path, so that `refresh` can renew everything below it. */
export const query = <R extends Route>(address: RouteAddress<R>, ask: CallOptions<R> = {} as CallOptions<R>) =>
  queryOptions({
    queryKey: queryKeyFor(address, ask as LooseCallOptions),
    queryFn: ({ signal }) => call<R>(address, { ...ask, signal }),
  })

/** The key of a call, for lists that page by themselves. */
export const queryKeyFor = (address: string, { params, query }: LooseCallOptions = {}): readonly unknown[] => [
  address.split(' ')[1],
  params ?? {},
  query ?? {},
]

/**
 * Loads everything again that was read from paths beginning with this one. TanStack Query would keep the result of a first load
 * that is under way, although it may have been answered before the change: such a load is cancelled and sent again.
 */
export async function invalidate(client: QueryClient, path: string): Promise<void> {
  const isBelow = ({ queryKey }: Query) => String(queryKey[0]).startsWith(path)
  await client.cancelQueries({ predicate: (query) => isBelow(query) && query.state.data === undefined })
  await client.invalidateQueries({ predicate: isBelow })
}
