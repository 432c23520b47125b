import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isFromProxy } from '../http/forwarded.ts'
import { parseTraceparent, runInTrace, startTrace, type Trace } from './trace.ts'

/** Whether the trace of a route has steps. */
export type RouteTracing = 'steps' | 'outline'

/** Traces the requests of these routes, by `METHOD /path/:of/the/route`. No other request is traced. */
export function traceRequests(http: FastifyInstance, routes: ReadonlyMap<string, RouteTracing>): void {
  const traces = new WeakMap<FastifyRequest, Trace>()
  http.addHook('onRequest', (request, reply, done) => {
    const { method, id } = request
    const { url = '' } = request.routeOptions
    const name = `${method} ${url}`
    const kind = routes.get(name)
    if (kind === undefined) return done()
    // A client without a proxy cannot choose the trace.
    const parent = kind === 'steps' && isFromProxy(request) ? parseTraceparent(request.headers.traceparent) : undefined
    if (parent) request.traceId = parent.traceId
    const trace = startTrace({
      name,
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': url },
      traceId: id.replaceAll('-', ''),
      parent,
      elapsedMs: reply.elapsedTime,
      hidesSteps: kind === 'outline',
    })
    if (trace) traces.set(request, trace)
    done()
  })
  // The last hook before the handler: what parses the body runs in the context of the connection.
  http.addHook('preHandler', (request, _reply, done) => {
    const trace = traces.get(request)
    if (trace) runInTrace(trace, done)
    else done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    traces.get(request)?.end({ status, error: status >= 500 ? String(status) : undefined })
    done()
  })
}
