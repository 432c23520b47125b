import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../shared/server/config.ts'
import { openHealthCheck, poolStats } from '../shared/server/db/pools.ts'
import { HttpError } from '../shared/server/http/errors.ts'
import { isForwarded, isLoopback } from '../shared/server/http/forwarded.ts'
import { processMetrics } from '../shared/server/metrics.ts'
import type { App } from '../shared/server/services.ts'
import { archiveGauges, backupGauges, cellGauges, databaseGauges, diskGauges, replicaGauges } from './gauges.ts'

/** Paths outside the contract, for operators and their tools. */
export const operationPaths = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'] as const

const stateReasons = {
  draining: 'The server is shutting down.',
  'read-only': 'The database accepts no writes. It is a standby, or another primary has replaced it.',
  unreachable: 'The database does not respond.',
} as const

/** Health, readiness and metrics. `isDraining` is true while this server shuts down. */
export function healthRoutes({ http, db, config, live, cells }: App, isDraining: () => boolean) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'quad_http_request_seconds',
    help: 'HTTP request duration in seconds, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2.5], // 0.3: the objective of the feed
    registers: [registry],
  })
  new Gauge({
    name: 'quad_live_streams',
    help: 'Open event streams (SSE) on this server.',
    registers: [registry],
    collect() {
      this.set(live.count())
    },
  })
  new Gauge({
    name: 'quad_database_connections',
    help: 'PostgreSQL pool connections by state. "waiting" counts requests queued for a connection.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(poolStats(db))) this.set({ state }, count)
    },
  })
  const probe = openHealthCheck(db)
  http.addHook('onClose', () => probe.close())
  databaseGauges(registry, db, probe)
  replicaGauges(registry, db)
  diskGauges(registry, config)
  if (config.backups) backupGauges(registry, db)
  if (config.backups?.recoveryDays !== undefined) archiveGauges(registry, db, config)
  const signIns = new Counter({
    name: 'quad_sign_ins_total',
    help: 'Sign-in callbacks from identity providers by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { url = '?' } = request.routeOptions
    if (/^\/auth\/\w+\/callback$/.test(url)) {
      const [, error = 'signed_in'] = /[?&]error=(\w+)/.exec(String(reply.getHeader('location') ?? '')) ?? []
      signIns.inc({ outcome: error })
    }
    seconds.observe({ method: request.method, route: url, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })

  if (cells) cellGauges(registry, cells)
  const all = Registry.merge([registry, processMetrics])
  const watch = { config: { isWatch: true } }
  http.get('/healthz', watch, async () => ({ status: 'alive' }))
  http.get('/readyz', watch, async (_request, reply) => {
    const state = isDraining() ? 'draining' : await probe.check()
    return state === 'ready'
      ? { status: 'ready' }
      : reply.code(503).send({ status: 'not ready', reason: stateReasons[state] })
  })
  http.get('/metrics', watch, async (request, reply) => {
    if (!canReadMetrics(request, config)) {
      reply.header('www-authenticate', 'Bearer')
      throw new HttpError(401, 'unauthorized', 'Metrics are only available from this machine or with METRICS_TOKEN.')
    }
    return reply.type(registry.contentType).send(await all.metrics())
  })
}

/**
 * Metrics reveal when users write and sign in: they are for this machine, not through a proxy, or for the bearer of the
 * token.
 */
function canReadMetrics(request: FastifyRequest, { metricsToken }: Config): boolean {
  const [, sent] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (sent !== undefined) return metricsToken !== undefined && timingSafeEqual(digest(sent), digest(metricsToken))
  return isLoopback(request.raw.socket.remoteAddress ?? '') && !isForwarded(request)
}

const digest = (text: string) => createHash('sha256').update(text).digest()
