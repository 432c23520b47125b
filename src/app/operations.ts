import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { House } from '../shared/server/house.ts'
import { openApi } from './openapi.ts'

/** Paths outside the contract table, for operators and their tools. */
export const operationPaths = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'] as const

/** Health, readiness, metrics and the API page. `isDraining` tells that this server is on its way out. */
export async function serveOperations({ http, db, config, live }: House, isDraining: () => boolean) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'quad_http_request_seconds',
    help: 'Time from a request to the end of its reply.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  new Gauge({
    name: 'quad_live_streams',
    help: 'Event streams that are open on this server.',
    registers: [registry],
    collect() {
      this.set(live.count())
    },
  })
  http.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? '?', status: String(reply.statusCode) }
    seconds.observe(labels, reply.elapsedTime / 1000)
  })

  http.get('/healthz', async () => ({ status: 'alive' }))
  http.get('/readyz', async (_request, reply) => {
    const reachable = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    const ready = reachable && !isDraining()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  http.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))

  const document = openApi(config.productName, config.publicUrl)
  http.get('/openapi.json', async () => document)
  await http.register(swagger, { mode: 'static', specification: { document: document as never } })
  await http.register(swaggerUi, { routePrefix: '/docs' })
}
