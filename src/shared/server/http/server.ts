import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import { badRequest, forbidden, HttpError, toHttpError } from './errors.ts'
import { openLog } from './log.ts'

declare module 'fastify' {
  export interface FastifyContextConfig {
    /** Allows a long request: uploads over slow connections. */
    isSlow?: boolean
    /** Polled every second by machines: logged only on failure, or at `debug`. */
    isWatch?: boolean
    ignoresBody?: boolean
  }
  export interface FastifyRequest {
    /** Of a trace that a proxy has begun. Otherwise it is the id of the request without its hyphens. */
    traceId?: string
  }
}

/** Milliseconds; Fastify's defaults have no limit. */
const defaultDeadlines = {
  /** Time for a request to arrive, first its headers and then its body; and for one with files. */
  request: 30_000,
  slowRequest: 15 * 60_000,
  /** Time for which a connection may be silent, and idle between two requests. */
  silence: 60_000,
  betweenRequests: 10_000,
}

/**
 * As long as Node's limit for request line and headers, so that an id of any length reaches the route and is unknown
 * there.
 */
const maxUrlLength = 16 * 1024

/** Log fields to redact: plugins log requests at the level `trace`, and errors of libraries may hold headers at any level. */
const secrets = ['headers', '*.headers']

/** The bare server: parsers, security headers, error bodies. Has no routes. */
export async function openHttp(config: Config, deadlines = defaultDeadlines): Promise<FastifyInstance> {
  const http = Fastify({
    requestTimeout: deadlines.slowRequest,
    connectionTimeout: deadlines.silence,
    keepAliveTimeout: deadlines.betweenRequests,
    // Node checks for late requests only at this interval, so a request may take at most a sixth longer than its limit.
    http: {
      headersTimeout: deadlines.request,
      connectionsCheckingInterval: deadlines.request / 6,
      ...(config.cells && { maxHeaderSize: 2 * maxUrlLength }), // another cell forwards with headers of its own
    },
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: maxUrlLength },
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      reply.code(400).send(errorBody(badRequest('That link isn’t valid.'), request.id))
    },
    genReqId: () => randomUUID(),
    logger:
      config.logLevel === 'silent' ? false : { level: config.logLevel, base: null, redact: secrets, stream: openLog() },
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger, // each line names its request itself
    forceCloseConnections: 'idle',
    return503OnClosing: false, // requests of open connections are still served
    trustProxy: [...config.trustedProxies],
  })
  acceptJsonOnly(http)
  await http.register(cookie)
  const forDocuments = documentHeaders(config)
  const forApi = apiHeaders(forDocuments)
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(apiPath.test(request.url) ? forApi : forDocuments)
    refuseForeignOrigin(request, config)
    if (request.routeOptions.config.isSlow) request.raw.socket.setTimeout?.(deadlines.slowRequest)
    else setBodyDeadline(request, deadlines.request)
  }
  // Hooks of every request have callbacks: promises cost more than what the hooks do.
  http.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket === null)
      return void waitForTurn(request, reply)
        .then(() => begin(request, reply))
        .then(() => done(), done)
    begin(request, reply)
    done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    if (hasBody(request) && !request.raw.readableEnded) discardBody(request, deadlines.request)
    // Logs the route's pattern, not its URL: no log line links a user with an item.
    const { method, id, traceId } = request
    const { url = '?', config } = request.routeOptions
    request.log[config.isWatch && reply.statusCode === 200 ? 'debug' : 'info']({
      id,
      method,
      route: url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(traceId && { trace: traceId }),
    })
    done()
  })
  http.setErrorHandler((error, request, reply) => {
    const problem = httpErrorFor(error)
    if (problem.status >= 500) request.log.error({ id: request.id, route: request.routeOptions.url, err: error })
    if (problem.status === 415) reply.header('connection', 'close') // the rest of the body is not read
    if (problem.status === 429 || problem.status === 503) reply.header('retry-after', problem.extra?.retry_after ?? '1')
    // A route may have set the type of a file that then failed.
    return reply.code(problem.status).type(jsonType).send(errorBody(problem, request.id))
  })
  return http
}

const jsonType = 'application/json; charset=utf-8'

/** The body of every error reply. */
export const errorBody = ({ message, code, fields, extra }: HttpError, requestId: string) => ({
  success: false,
  error: message,
  code,
  request_id: requestId,
  ...(fields ? { fields } : {}),
  ...extra,
})

function httpErrorFor(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const { code, statusCode = 500 } = error as FastifyError
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return notJson()
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new HttpError(413, 'too_large', 'That’s too large.')
  if (statusCode >= 400 && statusCode < 500) return badRequest('We couldn’t read that request.')
  return toHttpError(error) ?? new HttpError(500, 'error', 'An error occurred')
}

const notJson = () => new HttpError(415, 'unsupported_media_type', 'Send this as JSON.')

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Requests that may wait on one connection behind the current one; browsers and proxies send none. */
const maxPipelined = 32

const pipelined = new WeakMap<Socket, number>()

/**
 * Delays pipelined requests until their reply can be sent: Node would start them all, and buffer twenty replies for a
 * client that reads none.
 */
async function waitForTurn({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply) {
  const before = pipelined.get(socket) ?? 0
  if (before === maxPipelined) {
    socket.destroy()
    throw badRequest('Too many requests. Try again in a moment.')
  }
  pipelined.set(socket, before + 1)
  await new Promise((begin) => raw.once('socket', begin))
  pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1)
}

/** Closes the connection when the body does not arrive in time; Node has one deadline for all routes. */
function setBodyDeadline(request: FastifyRequest, deadline: number) {
  if (!hasBody(request)) return
  const { raw } = request
  const late = setTimeout(() => raw.destroy(), deadline)
  raw.once('close', () => clearTimeout(late))
  raw.once('end', () => clearTimeout(late))
}

/**
 * Reads and discards the rest of a refused body, up to the deadline: the connection stays open, and the next request on
 * it (behind a proxy, of any user) would otherwise wait behind unread bytes.
 */
function discardBody(request: FastifyRequest, deadline: number) {
  setBodyDeadline(request, deadline)
  request.raw.unpipe().removeAllListeners('data').resume()
}

/** Bodies are JSON or absent. An empty body counts as absent whatever its type is: clients do send that. */
function acceptJsonOnly(http: FastifyInstance) {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, finish) => {
    if (text === '') return finish(null, undefined)
    // The parser's error describes the syntax error; users only need to know that it was not JSON.
    parse(request, text as string, (error, value) =>
      finish(error ? badRequest('The request body is not valid JSON.') : null, value),
    )
  })
  http.addContentTypeParser('*', (request, payload, finish) => {
    const isEmpty = () => finish(null, undefined)
    const isBroken = (error: Error) => finish(error, undefined)
    // Decides on the first bytes: neither waits for the rest of the body nor reads it.
    const isFull = () => {
      payload.pause().off('end', isEmpty).off('error', isBroken)
      finish(notJson(), undefined)
    }
    payload.once('end', isEmpty).once('error', isBroken)
    if (request.routeOptions.config.ignoresBody) payload.resume()
    else payload.once('data', isFull)
  })
}

/**
 * Cross-site request forgery: an unsafe method must come from this site. Browsers send the origin; programs such as
 * curl do not, and hold no cookie but their own.
 */
function refuseForeignOrigin(request: FastifyRequest, config: Config) {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site') throw forbidden('We blocked this request because it came from another site.')
  if (origin === undefined) return
  const own = origin === config.publicUrl || (URL.canParse(origin) && new URL(origin).host === host)
  if (!own) throw forbidden('We blocked this request because it came from another site.')
}

/**
 * The headers of every reply outside of /api/. Helmet would compute them per request, so it runs once. `no-transform`
 * keeps proxies from compressing: the length of a compressed reply would reveal what the viewer wrote anonymously.
 */
function documentHeaders(config: Config): Record<string, string> {
  const headers: Record<string, string> = {
    'cache-control': 'private, no-store, no-transform',
    vary: 'Cookie',
    'permissions-policy': permissionsPolicy,
  }
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(securityHeaders(config))({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

/** What is never a document of the app, uploads included. */
const apiPath = /^\/(api|media)\//

/** Without what only a document needs, and with a policy under which a reply that is opened as a document can do nothing. */
function apiHeaders(forDocuments: Record<string, string>): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'none'",
  }
  for (const name of apiHeaderNames) {
    const value = forDocuments[name]
    if (value) headers[name] = value
  }
  return headers
}

const apiHeaderNames = [
  'cache-control',
  'vary',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-resource-policy',
  'strict-transport-security',
]

function securityHeaders(config: Config) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    frameguard: { action: 'deny' as const },
    hsts: config.secure ? { maxAge: 365 * 24 * 3600 } : false,
    referrerPolicy: { policy: 'same-origin' as const },
    crossOriginResourcePolicy: { policy: 'same-origin' as const },
    crossOriginOpenerPolicy: { policy: 'same-origin' as const },
  }
}

/** The camera scans codes at the entrance of events. The microphone records voice notes. The app needs no location. */
const permissionsPolicy = 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), browsing-topics=()'
