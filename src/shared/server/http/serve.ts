import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { z } from 'zod'
import { type Body, findAcrossCells, type Params, type Query, type Reply, type Route } from '../../contract.ts'
import { blockedError, withUserTransaction, writeInOneStatement } from '../auth/moderation-status.ts'
import { type Account, loadSession, type Session } from '../auth/session.ts'
import { sessionCookieName } from '../auth/session-cookie.ts'
import type { Viewer } from '../auth/viewer.ts'
import { answerAcrossCells, type MergeReplies, throwElsewhere } from '../cells/across-cells.ts'
import type { Db } from '../db/pools.ts'
import { openSearchDb } from '../db/replica-reads.ts'
import type { Trx } from '../db/transaction.ts'
import type { App } from '../services.ts'
import { badRequest, forbidden, notFound, unauthorized } from './errors.ts'
import { runIdempotently, runStepwiseIdempotently, type StoredReply } from './idempotency.ts'
import { hasWritten, noteWrite } from './recent-write.ts'
import { buildSerializer } from './reply-json.ts'
import { createSearchQueue, isSearch } from './search-queue.ts'

/** True for a write that runs in one transaction, opened and guarded by `serve`. */
type IsGuarded<R extends Route> = R extends
  | { method: 'GET' }
  | { access: 'public' | 'authenticated' | 'pending_deletion' }
  | { multipart: true }
  | { transaction: false }
  ? false
  : true

/** The same at run time. */
const isGuarded = ({ method, access = 'active', multipart, transaction }: Route): boolean =>
  method !== 'GET' &&
  ['active', 'custodian', 'admin', 'site_admin'].includes(access) &&
  !multipart &&
  transaction !== false

/**
 * Input of a handler. `db` of a write is the one transaction of the request (see `isGuarded`); of a read
 * it is the database.
 */
export type HandlerInput<R extends Route, D = IsGuarded<R> extends true ? Trx : Db> = {
  readonly params: Params<R>
  readonly query: Query<R>
  readonly body: Body<R>
  readonly db: D
  readonly viewer: R extends { access: 'public' } ? Viewer | undefined : Viewer
  /** For the few routes that set cookies, redirect or send a file. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const searchQueue = createSearchQueue()

/** Builds the reply. A write may run again after a deadlock, so its only effects are those of its transaction. */
export type Handler<R extends Route> = (call: HandlerInput<R>) => HandlerResult<R> | Promise<HandlerResult<R>>

/** The reply by the contract, or for a route without one whatever was sent by the handler itself. */
type HandlerResult<R extends Route> = R extends { reply: z.ZodType } ? Reply<R> : FastifyReply | undefined

/** A write whose reply is built after its transaction has released its locks. */
export type PresentedWrite<R extends Route, T> = {
  readonly run: (call: HandlerInput<R>) => Promise<T>
  /** Gets what `run` returned. With an Idempotency-Key it runs before the commit, since the reply is stored. */
  readonly present: (result: T, call: HandlerInput<R, Db>) => Reply<R> | Promise<Reply<R>>
  /** `run` as the one statement of `writeInOneStatement`. Not with an Idempotency-Key, which is stored in the transaction. */
  readonly atOnce?: (call: HandlerInput<R, Db>) => Promise<T | undefined>
}

/** A read whose reply joins those of all cells for a site administrator (`acrossCells: 'merged'`). */
export type MergedRead<R extends Route> = {
  readonly run: (call: HandlerInput<R>) => Promise<Reply<R>>
  readonly merge: (first: Reply<R>, next: Reply<R>) => Reply<R>
}

/** All paths of a route. */
export function routePaths(route: Route): string[] {
  return [route.path, ...(route.aliases ?? [])].flatMap((path) =>
    path.startsWith('/api/') ? [path] : [path, `/api${path}`],
  )
}

/**
 * Mounts one route of a contract: checks access, parses the input, consumes rate limits, and writes the reply by the
 * contract's schema, so that a column which is not part of it cannot leak. Handlers never see a blocked viewer or
 * invalid input.
 */
export function serve<R extends Route, T>(
  app: App,
  route: R,
  handler: Handler<R> | PresentedWrite<R, T> | MergedRead<R>,
): void {
  mount(app, route, buildAnswer(app, route, handler))
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function buildAnswer<R extends Route, T>(
  app: App,
  route: R,
  handler: Handler<R> | PresentedWrite<R, T> | MergedRead<R>,
): Answer {
  const steps = typeof handler === 'function' ? { run: handler } : handler
  const { run, present = (made: unknown) => made, atOnce } = steps as PresentedWrite<R, unknown>
  const { merge } = steps as Partial<MergedRead<R>>
  const write = buildSerializer(route)
  const guarded = isGuarded(route)
  const across = findAcrossCells(route)
  if (across === 'merged' && !merge) throw new Error(`${route.path} does not say how replies are merged.`)
  return async (request, reply) => {
    const viewer =
      findVouched(app, route, request) ?? authorize(route, await loadSession(app.db, readToken(app, request)))
    // Uploads are slow and must not hold a transaction open: an upload that is sent twice is stored twice.
    const repeatable = write && viewer && route.method === 'POST' && !route.multipart
    const key = repeatable ? request.headers['idempotency-key'] : undefined
    if (viewer?.vouched) {
      // Their own cell has counted the request.
    } else if (key === undefined) await consumeRateLimits(app, route, viewer, request)
    else if (viewer) await app.limits.consume('idempotent', viewer.id)
    const input = {
      params: parse(route.params, request.params, 'params'),
      query: parse(route.query, request.query, 'query'),
      body: parse(route.body, request.body, 'body'),
    }
    const call = (db: Db, query = input.query) =>
      ({ ...input, query, db, viewer, request, reply }) as unknown as HandlerInput<R>
    const runIn = (db: Db, query = input.query) =>
      viewer && isSearch(query)
        ? searchQueue(viewer.id, toClientSignal(reply), () =>
            run(call(openSearchDb(db, { isCurrent: hasWritten(app, request, viewer) }), query)),
          )
        : run(call(db, query))
    const toStored = async (db: Db, result: unknown): Promise<StoredReply> => {
      const body = await present(result, call(db) as HandlerInput<R, Db>)
      return { status: toStatus(route, body), text: write?.(body) ?? '' }
    }
    const send = ({ status, text }: StoredReply) =>
      reply.code(status).type('application/json; charset=utf-8').send(text)
    const toRepeatable = (name: string) => {
      const act = `${route.path} ${JSON.stringify(input.params)}`
      return { act, key: name, replay: route.replay, isOpenToBlocked: route.access === 'authenticated' }
    }
    const createOnce = (by: Viewer, name: string) => {
      const create = async (db: Db) => {
        await consumeRateLimits(app, route, by, request) // only now: a replay consumes nothing
        return countDaily(app, route, by, async () => toStored(db, await runIn(db)))
      }
      const once = guarded ? runIdempotently : runStepwiseIdempotently
      return once(app, by, toRepeatable(name), create)
    }

    const answerHere = async () => {
      if (!write) return runIn(app.db)
      const made =
        viewer && key !== undefined
          ? await createOnce(viewer, String(key))
          : await countDaily(app, route, viewer, async () => {
              if (!viewer || !guarded) return toStored(app.db, await runIn(app.db))
              const result = atOnce
                ? await writeInOneStatement(app.db, viewer, (db) => atOnce(call(db) as HandlerInput<R, Db>), runIn)
                : await withUserTransaction(app.db, viewer, (trx) => runIn(trx))
              return toStored(app.db, result)
            })
      if (viewer && !viewer.vouched && route.method !== 'GET') noteWrite(app, reply)
      return send(made)
    }

    if (!app.cells || viewer?.role !== 'site_admin') return answerHere()
    if (route.acrossCells === 'never') return answerHere().catch(throwElsewhere)
    if (!across) return answerHere()
    return answerAcrossCells(app, app.cells.siteRequests, {
      across,
      asked: { viewer, request },
      input,
      reply,
      answerHere,
      read: (query) => runIn(app.db, query) as Promise<object>,
      isJson: write !== undefined,
      write: (body) => write?.(body) ?? '',
      merge: merge as MergeReplies | undefined,
      once: (create) =>
        key === undefined ? create() : runStepwiseIdempotently(app, viewer, toRepeatable(String(key)), create),
    })
  }
}

/** A read that finds its row together with the session, in one statement, and sends its reply itself. */
type ReadWithSession<R extends Route, T> = {
  /** Must find nothing that a blocked account could learn from. The rate limit is consumed afterwards. */
  readonly load: (db: Db, token: string | undefined, params: unknown) => Promise<SessionWith<T>>
  readonly run: (
    call: Pick<HandlerInput<R, Db>, 'params' | 'db' | 'request' | 'reply'> & {
      readonly viewer: Account
      readonly row: T | undefined
    },
  ) => Promise<FastifyReply>
}

export type SessionWith<T> = { readonly session: Session<Account> | undefined; readonly row: T | undefined }

/** The same as `serve` for a frequent read of signed-in users that sends no JSON. */
export function serveWithSession<R extends Route & { method: 'GET' }, T>(
  app: App,
  route: R,
  { load, run }: ReadWithSession<R, T>,
): void {
  const answerAnywhere = buildAnswer(app, route, ((call: HandlerInput<R, Db>) =>
    run({ ...call, viewer: call.viewer as Account, row: undefined })) as unknown as Handler<R>)
  mount(app, route, async (request, reply) => {
    if (findVouched(app, route, request)) return answerAnywhere(request, reply)
    const { session, row } = await load(app.db, readToken(app, request), request.params)
    const viewer = authorize(route, session)
    if (!viewer) throw new Error('This route is not for signed-out clients.')
    if (app.cells && viewer.role === 'site_admin') return answerAnywhere(request, reply)
    await consumeRateLimits(app, route, viewer, request)
    const params = parse(route.params, request.params, 'params') as Params<R>
    return run({ db: app.db, viewer, params, request, reply, row })
  })
}

const readToken = ({ config }: App, { cookies }: FastifyRequest) => cookies[sessionCookieName(config.secure)]

/** Mounts all paths of a route. */
function mount(app: App, route: Route, answer: Answer): void {
  for (const url of routePaths(route)) {
    const shared = route.method === 'GET' && !url.startsWith('/api/') && !route.handlesNavigation
    app.http.route({
      method: route.method,
      url,
      config: {
        isSlow: route.multipart ?? false,
        ignoresBody: route.ignoresBody ?? false,
        schoolFrom: route.schoolFrom ?? 'session',
      },
      handler: (request, reply) => (shared && wantsHtml(request) ? reply.callNotFound() : answer(request, reply)),
    })
  }
}

/** Aborts when the client closes the connection before it has the reply. The request's own signal ends with its body. */
function toClientSignal(reply: FastifyReply): AbortSignal {
  const client = new AbortController()
  if (reply.raw.closed) client.abort()
  reply.raw.once('close', () => client.abort())
  return client.signal
}

/** True when a browser navigates (it wants the app) instead of fetching JSON. */
export const wantsHtml = (request: FastifyRequest): boolean =>
  new Negotiator(request.raw).mediaType(['application/json', 'text/html']) === 'text/html'

/** The site administrator of another cell who makes the request. Throws 404 where a cell vouches for no one. */
function findVouched(app: App, route: Route, request: FastifyRequest): Viewer | undefined {
  const vouched = app.cells?.findVouched(request)
  if (vouched && !findAcrossCells(route)) throw notFound()
  return vouched
}

/** The viewer of a session that may use a route; undefined for a signed-out client of a public one. */
function authorize<V extends Account>(route: Route, session: Session<V> | undefined): V | undefined {
  const { access = 'active', grants = [] } = route
  if (!session) {
    if (access === 'public') return undefined
    throw unauthorized()
  }
  if (access === 'public' || access === 'authenticated') return session.viewer
  const comesBack = access === 'pending_deletion' && session.moderationStatus?.blockedAs === 'deleted'
  if (session.moderationStatus && !comesBack) throw blockedError(session.moderationStatus)
  const { role } = session.viewer
  const isGranted = grants.some((name) => session.viewer.grants?.includes(name))
  if (access === 'admin' && role === 'student' && !isGranted) throw forbidden()
  if (access === 'custodian' && role === 'student' && !session.viewer.isCustodian) throw forbidden()
  if (access === 'site_admin' && role !== 'site_admin') throw forbidden()
  return session.viewer
}

async function consumeRateLimits(
  app: App,
  route: Route,
  viewer: Pick<Viewer, 'id' | 'schoolId'> | undefined,
  request: FastifyRequest,
): Promise<void> {
  if (!viewer) return app.limits.consumeSignedOut(request.ip, route.path)
  const kind = route.method === 'GET' ? 'read' : 'write'
  await app.limits.consume(kind, `${viewer.id} ${route.method} ${route.path}`)
  await app.limits.consumeForSchool(kind, viewer.schoolId)
}

const toLimit = ({ daily }: Route, { reportsPerDay }: Viewer) => (daily === 'report' ? reportsPerDay : undefined)

/** Counts a create against the viewer's daily limit, unless it fails. */
async function countDaily<T>(app: App, route: Route, viewer: Viewer | undefined, create: () => Promise<T>): Promise<T> {
  const refund =
    viewer && route.daily ? await app.limits.consumeDaily(route.daily, viewer.id, toLimit(route, viewer)) : undefined
  try {
    return await create()
  } catch (problem) {
    await refund?.()
    throw problem
  }
}

/** Parses input that a handler has read itself, such as the fields of a form, with the same rules and messages. */
export const parseBody = <S extends z.ZodType>(shape: S, value: unknown): z.output<S> =>
  parse(shape, value, 'body') as z.output<S>

function parse(shape: z.ZodType | undefined, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!shape) return undefined
  const parsed = shape.safeParse(part === 'body' && value === undefined ? {} : value)
  if (parsed.success) return parsed.data
  if (part === 'params') throw notFound()
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= formatIssue(issue)
  const [[field, message] = ['', '']] = Object.entries(fields)
  throw badRequest(field || !message ? message : 'The request body must be a JSON object.', fields)
}

/** zod's own messages name types; users get the name of the field that is missing or invalid. */
const formatIssue = (issue: z.core.$ZodIssue) =>
  /^Invalid (input|option|UUID|GUID|URL)|^Too (big|small)|^Unrecognized/.test(issue.message)
    ? `${issue.path.join('.') || 'body'} is missing or invalid`
    : issue.message

/** `{success: true, data}`, with an optional message for the user. */
export const ok = <T>(data: T, message?: string) => ({
  success: true as const,
  data,
  ...(message ? { message } : {}),
})

const acceptedKey = Symbol('accepted')

/** The reply, with the status 202 if it waits for another person. Only of a route that `mayWait`. */
export const accepted = <T extends object>(reply: T, isWaiting: boolean): T => ({ ...reply, [acceptedKey]: isWaiting })

function toStatus(route: Route, body: unknown): number {
  if (!(body as { readonly [acceptedKey]?: boolean })[acceptedKey]) return route.status ?? 200
  if (!route.mayWait) throw new Error(`${route.path} does not declare that it may wait.`)
  return 202
}

/** `{success: true}`. */
export const okEmpty = (message?: string) => ({ success: true as const, ...(message ? { message } : {}) })
