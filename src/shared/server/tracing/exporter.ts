// The only file that loads OpenTelemetry; it is imported when traces are configured.
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace as spans, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  type Span,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../config.ts'
import { traceSpans } from '../metrics.ts'
import type { TracingConfig } from './config.ts'
import { setTracedTables } from './sql-steps.ts'
import { type Step, setTraceStarter, type Trace, type TraceParent, type TraceStart, toErrorType } from './trace.ts'

/** Per trace: a job that deletes for minutes makes thousands. */
const maxSteps = 300
/** Time that the last spans get when the server stops. */
const flushTimeoutMs = 2000

export type Tracing = { stop(): Promise<void> }

/** Reports that spans are lost, and that they no longer are. */
type Report = (isFailing: boolean, error: Error | undefined) => void

/** Starts to export traces of this process until stopped. Exporting never delays or fails what is traced. */
export function startTracing(
  { tracing, port }: Pick<Config, 'port'> & { readonly tracing: TracingConfig },
  tableNames: readonly string[],
  report: Report,
): Tracing {
  const ids = new RandomIdGenerator()
  let nextTraceId: string | undefined
  const queue = { length: 0 }
  const processor = new BatchSpanProcessor({
    exporter: watchExporter(openExporter(tracing), queue, report),
    scheduledDelayMillis: tracing.delayMs,
    exportTimeoutMillis: tracing.exportTimeoutMs,
    maxQueueSize: tracing.maxQueuedSpans,
    maxExportBatchSize: tracing.maxBatchSpans,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.instance.id': `${hostname()}:${port}`, ...tracing.resource }),
    sampler: createSampler(tracing),
    idGenerator: {
      generateTraceId: () => nextTraceId ?? ids.generateTraceId(),
      generateSpanId: () => ids.generateSpanId(),
    },
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('quad')
  /** The processor drops a span that finds its queue full. */
  const countQueued = () => {
    if (queue.length >= tracing.maxQueuedSpans) traceSpans.count('dropped')
    else queue.length += 1
  }

  const start = (start: TraceStart): Trace | undefined => {
    const { name, parent, link, elapsedMs = 0, attributes } = start
    const now = Date.now()
    nextTraceId = start.traceId
    const span = tracer.startSpan(
      name,
      {
        kind: start.kind === 'server' ? SpanKind.SERVER : SpanKind.CONSUMER,
        startTime: start.hidesSteps ? Math.floor(now - elapsedMs) : now - elapsedMs,
        attributes: { ...attributes },
        links: link ? [{ context: toSpanContext(link) }] : [],
      },
      parent ? spans.setSpanContext(ROOT_CONTEXT, { ...toSpanContext(parent), isRemote: true }) : ROOT_CONTEXT,
    ) as Span
    nextTraceId = undefined
    if (!span.isRecording()) return undefined
    return createTrace(span, { now, elapsedMs, hidesSteps: start.hidesSteps })
  }

  function createTrace(
    span: Span,
    { now, elapsedMs, hidesSteps }: { now: number; elapsedMs: number; hidesSteps: boolean },
  ) {
    const { traceId, spanId } = span.spanContext()
    const context = spans.setSpan(ROOT_CONTEXT, span)
    const origin = now - performance.now() // of the clock of the steps, which no one sets
    let steps: EndedStep[] = []
    let omitted = 0
    let isHidden = hidesSteps
    let isEnded = false
    const add = (step: EndedStep) => {
      if (isHidden) return
      if (isEnded)
        record(context, step, origin) // what a request starts and does not wait for
      else if (steps.length < maxSteps) steps.push(step)
      else omitted += 1
    }
    const trace: Trace = {
      get traceparent() {
        return isHidden ? undefined : `00-${traceId}-${spanId}-01`
      },
      async step(step, work) {
        if (isHidden) return work()
        const from = performance.now()
        try {
          const result = await work()
          add({ step, from, to: performance.now(), error: undefined })
          return result
        } catch (error) {
          add({ step, from, to: performance.now(), error: toErrorType(error) })
          throw error
        }
      },
      hideSteps() {
        isHidden = true
        steps = []
      },
      end({ status, error } = {}) {
        if (isEnded) return
        isEnded = true
        for (const step of steps) record(context, step, origin)
        steps = []
        if (status !== undefined) span.setAttribute('http.response.status_code', status)
        if (omitted > 0 && !isHidden) span.setAttribute('quad.omitted_steps', omitted)
        setError(span, error)
        const endedAt = performance.now() + origin
        countQueued()
        if (isHidden) span.end(Math.floor(now - elapsedMs) + Math.max(0, Math.round(endedAt - now + elapsedMs)))
        else span.end(endedAt)
      },
    }
    return trace
  }

  function record(context: Context, { step, from, to, error }: EndedStep, origin: number) {
    const { name, attributes } = step
    const options = { kind: SpanKind.CLIENT, startTime: origin + from, attributes: { ...attributes } }
    const span = tracer.startSpan(name, options, context) as Span
    if (!span.isRecording()) return
    setError(span, error)
    countQueued()
    span.end(origin + to)
  }

  setTracedTables(tableNames)
  setTraceStarter(start)
  return {
    async stop() {
      setTraceStarter(undefined)
      await Promise.race([provider.shutdown().catch(() => {}), sleep(flushTimeoutMs, undefined, { ref: false })])
    },
  }
}

type EndedStep = { readonly step: Step; readonly from: number; readonly to: number; readonly error: string | undefined }

const toSpanContext = ({ traceId, spanId, isSampled }: TraceParent) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
})

function setError(span: Span, error: string | undefined): void {
  if (error === undefined) return
  span.setAttribute('error.type', error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

const openExporter = ({ url, headers, timeoutMs, compression }: TracingConfig) =>
  new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: timeoutMs, compression: compression as never })

function createSampler({ sampler, ratio }: TracingConfig): Sampler {
  const root = sampler.endsWith('traceidratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler()
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root
}

/** Counts what becomes of the spans, and reports the first failure and the first success after it. */
function watchExporter(exporter: SpanExporter, queue: { length: number }, report: Report): SpanExporter {
  let isFailing = false
  return {
    export(batch, done) {
      queue.length -= batch.length
      exporter.export(batch, (result) => {
        const hasFailed = result.code !== 0
        traceSpans.count(hasFailed ? 'failed' : 'exported', batch.length)
        if (hasFailed !== isFailing) report(hasFailed, result.error)
        isFailing = hasFailed
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
