import { hashKey, type Query, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Reply, RequestInput, Route } from '../contract.ts'
import { ApiError, type ErrorBody } from './data/errors.ts'
import type { RouteRef, RouteTable } from './data/route-refs.ts'
import { trackLoad, whenIdle } from './page-load.ts'

// TODO #27: forms still import them from here

/**
 * Emits 'unauthorized' for every 401, 'signed-out' when a call shows that the session has ended, 'blocked' when the
 * account is blocked, and 'too-many' for a rate limit (with the error as `detail`).
 */
export const authEvents = new EventTarget()

/**
 * The latest event that this page has received; before the first one, the latest at the time of the session request.
 * The event stream continues from there, so that data fetched since then need not be refetched.
 */
export const streamPosition: { lastEventId: string | undefined } = { lastEventId: undefined }

/** What a request needs besides the route: `params` for a path with parameters, `query`, `body`. */
export type CallInput<R extends Route> = {
  [K in 'params' | 'body' as RequestInput<R>[K] extends undefined ? never : K]: RequestInput<R>[K]
} & (RequestInput<R>['query'] extends undefined ? unknown : { query?: NonNullable<RequestInput<R>['query']> })
export type CallOptions<R extends Route> = CallInput<R> & CommonCallOptions
/** `form` is for routes that take files. */
type CommonCallOptions = {
  form?: FormData
  idempotencyKey?: string
  signal?: AbortSignal
  quiet?: boolean
  later?: boolean
  keepalive?: boolean
}

/**
 * Makes one request: `call(postsApi.like, { params: { id } })`. Only the types of the contract reach the browser.
 * Throws ApiError. `quiet` leaves an ended session to the caller; `later` waits until the first page is drawn;
 * `keepalive` lets the request outlive the page (bodies of up to 64 KB).
 */
export async function call<R extends Route>(
  route: RouteRef<R>,
  ask: CallOptions<R> = {} as CallOptions<R>,
): Promise<Reply<R>> {
  const { body, form, idempotencyKey, signal, quiet, later, keepalive } = ask as unknown as LooseCallOptions
  if (later) await idleMoment()
  let response: Response
  let answer: Record<string, unknown>
  try {
    const reply = fetch(urlFor(route, ask as unknown as CallInput<R>), {
      method: route.split(' ')[0] ?? 'GET',
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form ? { body: form } : {}),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    })
    response = await (route.startsWith('GET ') ? trackLoad(reply) : reply)
    streamPosition.lastEventId ??= response.headers.get('last-event-id') ?? undefined
    answer = await response.json().catch(() => ({}))
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, {})
  }
  if (response.ok) return answer as Reply<R>
  throw toApiError(response.status, answer, quiet)
}

/** The URL of a route, for links and other requests than `call`. */
export function urlFor<R extends Route>(route: RouteRef<R>, input: CallInput<R> = {} as CallInput<R>): string {
  const { params, query } = input as LooseCallOptions
  return (
    toPath(route).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? '')) +
    toSearchString(query)
  )
}

let spare: Promise<void> | undefined

/**
 * Resolves when the browser is idle for the first time since the first call, and immediately from then on. On a slow
 * connection, optional requests would delay what the user came to see. Without requestIdleCallback it resolves
 * immediately.
 */
function idleMoment(): Promise<void> {
  spare ??= new Promise(whenIdle)
  return spare
}

/** The ApiError to throw. Emits an auth event when the error concerns more than its caller. */
export function toApiError(status: number, body: ErrorBody, quiet = false): ApiError {
  const problem = new ApiError(status, body)
  if (status === 401) authEvents.dispatchEvent(new Event('unauthorized'))
  if (problem.blocked) authEvents.dispatchEvent(new Event('blocked'))
  else if (status === 401 && !quiet) authEvents.dispatchEvent(new Event('signed-out'))
  else if (status === 429) authEvents.dispatchEvent(new CustomEvent('too-many', { detail: problem }))
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

/** Query options for one route. */
export const query = <R extends Route>(route: RouteRef<R>, ask: CallOptions<R> = {} as CallOptions<R>) =>
  queryOptions({
    queryKey: queryKeyFor(route, ask as unknown as CallInput<R>),
    queryFn: ({ signal }) => call(route, { ...ask, signal }),
  })

/** The query key of a route and its input. It begins with the path. */
export function queryKeyFor<R extends Route>(
  route: RouteRef<R>,
  input: CallInput<R> = {} as CallInput<R>,
): readonly [path: string, params: object, query: object] {
  const { params, query } = input as LooseCallOptions
  return [toPath(route), params ?? {}, query ?? {}]
}

const toPath = (route: RouteRef): string => route.split(' ')[1] ?? ''

/** Which queries are meant: those of a route, of a table, with a key, or of all routes below the path of one. */
export type QueryTarget = RouteRef | RouteTable | QueryKey | Below
type Below = { readonly below: RouteRef }

/** Whether the query with this key is meant. */
export function matchesTarget(queryKey: QueryKey, target: QueryTarget): boolean {
  if (typeof target === 'string') return queryKey[0] === toPath(target)
  if (Array.isArray(target)) return hashKey(queryKey) === hashKey(target)
  if ('below' in target) return `${queryKey[0]}/`.startsWith(`${toPath(target.below as RouteRef)}/`)
  return Object.values(target as RouteTable).some((route) => queryKey[0] === toPath(route))
}

/** Loads queries again. */
export const invalidate = (client: QueryClient, ...targets: readonly QueryTarget[]): Promise<void> =>
  invalidateQueries(client, ({ queryKey }) => targets.some((target) => matchesTarget(queryKey, target)))

/** Loads queries of a route again the next time that a component needs them. */
export const markStale = (client: QueryClient, target: QueryTarget): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => matchesTarget(queryKey, target), refetchType: 'none' })

/** Loads everything again: names and photos of users, or whose content is visible, concern every feature. */
export const invalidateAll = (client: QueryClient): Promise<void> => invalidateQueries(client, () => true)

/** All paths that only administrators may request begin with it. */
export const adminPathPrefix = '/admin/'

/** Loads everything again that the admin area shows: one action changes reports, users, content and figures. */
export const invalidateAdmin = (client: QueryClient): Promise<void> =>
  invalidateQueries(client, ({ queryKey }) => String(queryKey[0]).startsWith(adminPathPrefix))

/**
 * TanStack Query would keep the result of a first load that is under way, although it may have been answered before the
 * change: such a load is cancelled and sent again.
 */
async function invalidateQueries(client: QueryClient, isMeant: (query: Query) => boolean): Promise<void> {
  await client.cancelQueries({ predicate: (query) => isMeant(query) && query.state.data === undefined })
  await client.invalidateQueries({ predicate: isMeant })
}
