// The only file that loads OpenTelemetry; it is imported when traces are configured.
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attributes,
  type HrTime,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace as traceContext,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type ReadableSpan,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
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

/** What differs between spans; `from` and `to` are milliseconds since 1970. */
type SpanValues = {
  readonly name: string
  readonly kind: SpanKind
  readonly context: SpanContext
  readonly parent: SpanContext | undefined
  readonly links: ReadableSpan['links']
  readonly attributes: Attributes
  readonly from: number
  readonly to: number
  readonly error: string | undefined
}

type EndedStep = { readonly step: Step; readonly from: number; readonly to: number; readonly error: string | undefined }

/** Starts to export traces of this process until stopped. Exporting never delays or fails what is traced. */
export function startTracing(
  { tracing, port }: Pick<Config, 'port'> & { readonly tracing: TracingConfig },
  tableNames: readonly string[],
  report: Report,
): Tracing {
  const ids = new RandomIdGenerator()
  const sampler = createSampler(tracing)
  const queue = { length: 0 }
  const processor = new BatchSpanProcessor({
    exporter: watchExporter(openExporter(tracing), queue, report),
    scheduledDelayMillis: tracing.delayMs,
    exportTimeoutMillis: tracing.exportTimeoutMs,
    maxQueueSize: tracing.maxQueuedSpans,
    maxExportBatchSize: tracing.maxBatchSpans,
  })
  const shared = {
    resource: resourceFromAttributes({ 'service.instance.id': `${hostname()}:${port}`, ...tracing.resource }),
    instrumentationScope: { name: 'quad' },
    events: [],
    ended: true,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }

  /** Not by the SDK's tracer, whose mutable spans take most of the time of a trace: these are complete. */
  const emit = ({ context, parent, from, to, attributes, error, ...values }: SpanValues) => {
    // The processor drops a span that finds its queue full.
    if (queue.length >= tracing.maxQueuedSpans) return traceSpans.count('dropped')
    queue.length += 1
    processor.onEnd({
      ...shared,
      ...values,
      spanContext: () => context,
      ...(parent && { parentSpanContext: parent }),
      startTime: toHrTime(from),
      endTime: toHrTime(to),
      duration: toHrTime(to - from),
      attributes: error === undefined ? attributes : { ...attributes, 'error.type': error },
      status: { code: error === undefined ? SpanStatusCode.UNSET : SpanStatusCode.ERROR },
    })
  }

  const start = (given: TraceStart): Trace | undefined => {
    const { name, attributes } = given
    const kind = given.kind === 'server' ? SpanKind.SERVER : SpanKind.CONSUMER
    const parent = given.parent && { ...toSpanContext(given.parent), isRemote: true }
    const traceId = parent?.traceId ?? given.traceId ?? ids.generateTraceId()
    const links = given.link ? [{ context: toSpanContext(given.link) }] : []
    const around = parent ? traceContext.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const { decision } = sampler.shouldSample(around, traceId, name, kind, attributes, links)
    if (decision !== SamplingDecision.RECORD_AND_SAMPLED) return undefined
    const context = { traceId, spanId: ids.generateSpanId(), traceFlags: TraceFlags.SAMPLED }
    return createTrace({ name, kind, context, parent, links, attributes }, given)
  }

  function createTrace(
    root: Omit<SpanValues, 'from' | 'to' | 'error'>,
    { hidesSteps, elapsedMs = 0 }: TraceStart,
  ): Trace {
    const { context } = root
    const origin = Date.now() - performance.now() // of the clock of the steps, which no one sets
    const startedAt = performance.now() - elapsedMs
    let steps: EndedStep[] = []
    let omitted = 0
    let isHidden = hidesSteps
    let isEnded = false
    const emitStep = ({ step: { name, attributes }, from, to, error }: EndedStep) =>
      emit({
        name,
        kind: SpanKind.CLIENT,
        context: { ...context, spanId: ids.generateSpanId() },
        parent: context,
        links: [],
        attributes,
        from: origin + from,
        to: origin + to,
        error,
      })
    const add = (step: EndedStep) => {
      if (isHidden) return
      if (isEnded)
        emitStep(step) // what a request starts and does not wait for
      else if (steps.length < maxSteps) steps.push(step)
      else omitted += 1
    }
    return {
      get traceparent() {
        return isHidden ? undefined : `00-${context.traceId}-${context.spanId}-01`
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
        for (const step of steps) emitStep(step)
        steps = []
        const attributes = {
          ...root.attributes,
          ...(status === undefined ? {} : { 'http.response.status_code': status }),
          ...(omitted > 0 && !isHidden ? { 'quad.omitted_steps': omitted } : {}),
        }
        const [from, ms] = [origin + startedAt, performance.now() - startedAt]
        emit({
          ...root,
          attributes,
          error,
          ...(isHidden ? { from: Math.floor(from), to: Math.floor(from) + Math.round(ms) } : { from, to: from + ms }),
        })
      },
    }
  }

  setTracedTables(tableNames)
  setTraceStarter(start)
  return {
    async stop() {
      setTraceStarter(undefined)
      await Promise.race([processor.shutdown().catch(() => {}), sleep(flushTimeoutMs, undefined, { ref: false })])
    },
  }
}

const toHrTime = (ms: number): HrTime => [Math.trunc(ms / 1000), Math.round((ms % 1000) * 1e6)]

const toSpanContext = ({ traceId, spanId, isSampled }: TraceParent): SpanContext => ({
  traceId,
  spanId,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
})

const openExporter = ({ url, headers, timeoutMs, compression }: TracingConfig) =>
  new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: timeoutMs, compression: compression as never })

function createSampler({ sampler, ratio }: TracingConfig): Sampler {
  const createRoot = () => {
    if (sampler.endsWith('traceidratio')) return new TraceIdRatioBasedSampler(ratio)
    return sampler.endsWith('always_off') ? new AlwaysOffSampler() : new AlwaysOnSampler()
  }
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root: createRoot() }) : createRoot()
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
