import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openTraceCollector } from '../../../testing/trace-collector.ts'
import { readConfig } from '../config.ts'
import { processMetrics } from '../metrics.ts'
import { startTracing } from './exporter.ts'
import { runInTrace, startTrace, type Trace, traceStep } from './trace.ts'

async function openTraces(more: Readonly<Record<string, string>> = {}, url?: string) {
  const collector = await openTraceCollector()
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: url ?? collector.url,
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_BSP_SCHEDULE_DELAY: '10',
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    ...more,
  })
  if (!tracing) throw new Error('Traces are not configured.')
  const reports: boolean[] = []
  const running = startTracing({ tracing, port: 3000 }, [], (isFailing) => reports.push(isFailing))
  onTestFinished(async () => {
    await running.stop()
    await collector.close()
  })
  return { collector, running, reports }
}

const begin = (name = 'GET /x', more: { traceId?: string; parent?: Parameters<typeof startTrace>[0]['parent'] } = {}) =>
  startTrace({ name, kind: 'server', attributes: {}, hidesSteps: false, ...more })

const count = async (outcome: string) => {
  const { values } = (await processMetrics.getSingleMetric('quad_trace_spans_total')?.get()) ?? { values: [] }
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
}
/** By how many spans each outcome grew while `work` ran. */
async function growth(work: () => Promise<unknown>) {
  const outcomes = ['exported', 'failed', 'dropped']
  const before = await Promise.all(outcomes.map(count))
  await work()
  const after = await Promise.all(outcomes.map(count))
  return Object.fromEntries(outcomes.map((outcome, index) => [outcome, (after[index] ?? 0) - (before[index] ?? 0)]))
}

const step = { name: 'a step', attributes: { 'db.operation.name': 'select' } }

test('exports the last spans when the server stops', async () => {
  const { collector, running } = await openTraces({ OTEL_BSP_SCHEDULE_DELAY: '60000' })
  const grown = await growth(async () => {
    const trace = begin() as Trace
    await runInTrace(trace, () => traceStep(step, async () => {}))
    trace.end({ status: 200 })
    expect(collector.spans).toEqual([])
    await running.stop()
  })
  expect(collector.spans.map(({ name }) => name).sort()).toEqual(['GET /x', 'a step'])
  expect(grown).toEqual({ exported: 2, failed: 0, dropped: 0 })
  expect(begin(), 'nothing is traced after the stop').toBeUndefined()
})

test('a step that ends after its request still belongs to it', async () => {
  const { collector, running } = await openTraces()
  const trace = begin() as Trace
  const late = runInTrace(trace, () => traceStep(step, () => sleep(20)))
  trace.end()
  await late
  await running.stop()
  const [root, child] = ['GET /x', 'a step'].map((name) => collector.spans.find((span) => span.name === name))
  expect(child?.parentId).toBe(root?.spanId)
})

test('a trace with thousands of steps keeps the first 300 and counts the others', async () => {
  const { collector, running } = await openTraces()
  const trace = begin() as Trace
  await runInTrace(trace, async () => {
    for (let at = 0; at < 1000; at++) await traceStep(step, async () => {})
  })
  trace.end()
  await running.stop()
  expect(collector.spans).toHaveLength(301)
  expect(collector.spans.find(({ parentId }) => parentId === '')?.attributes['quad.omitted_steps']).toBe(700)
})

test('hiding the steps drops those before and after it, and the link', async () => {
  const { collector, running } = await openTraces()
  const trace = begin() as Trace
  expect(trace.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  await runInTrace(trace, async () => {
    await traceStep(step, async () => {})
    trace.hideSteps()
    await traceStep(step, async () => {})
  })
  expect(trace.traceparent).toBeUndefined()
  trace.end()
  await running.stop()
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /x'])
})

test('a sampler decides by the id of the trace, or by the proxy that began it', async () => {
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
  await openTraces(sampler)
  const ids = Array.from({ length: 2000 }, () => crypto.randomUUID().replaceAll('-', ''))
  const kept = ids.filter((traceId) => begin('GET /x', { traceId })).length
  expect(kept / ids.length).toBeGreaterThan(0.2)
  expect(kept / ids.length).toBeLessThan(0.3)
  const [traceId = '', spanId] = [ids[0], '00f067aa0ba902b7']
  expect(begin('GET /x', { parent: { traceId, spanId: spanId ?? '', isSampled: true } })).toBeDefined()
  expect(begin('GET /x', { parent: { traceId, spanId: spanId ?? '', isSampled: false } })).toBeUndefined()
})

test('compresses when asked', async () => {
  const { collector, running } = await openTraces({ OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip' })
  begin()?.end()
  await running.stop()
  expect(collector.headers[0]?.['content-encoding']).toBe('gzip')
  expect(collector.spans).toHaveLength(1)
})

test('a collector that refuses, hangs or is away is reported once, and delays nothing', async () => {
  const { collector, reports } = await openTraces()
  for (const answer of ['refuse', 'hang'] as const) {
    collector.state.answer = answer
    const grown = await growth(async () => {
      const failed = (await count('failed')) + 1
      expect(begin()?.end({ status: 200 }), 'a request has nothing to wait for').toBeUndefined()
      await expect.poll(() => count('failed'), { timeout: 10_000 }).toBe(failed)
    })
    expect(grown).toEqual({ exported: 0, failed: 1, dropped: 0 })
  }
  expect(reports).toEqual([true])
  collector.state.answer = 'accept'
  begin()?.end({ status: 200 })
  await expect.poll(() => collector.spans.length, { timeout: 10_000 }).toBe(1)
  await expect.poll(() => reports).toEqual([true, false])

  const { reports: away, running } = await openTraces({}, 'http://127.0.0.1:9')
  begin()?.end({ status: 200 })
  await running.stop()
  expect(away).toEqual([true])
})

test('while a collector hangs, spans beyond the queue are dropped, and the stop takes two seconds', async () => {
  const limits = { OTEL_BSP_MAX_QUEUE_SIZE: '20', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10' }
  const { collector, running } = await openTraces({ ...limits, OTEL_EXPORTER_OTLP_TIMEOUT: '60000' })
  collector.state.answer = 'hang'
  const grown = await growth(async () => {
    for (let at = 0; at < 10; at++) begin()?.end()
    await expect.poll(() => collector.headers.length).toBe(1)
    for (let at = 0; at < 50; at++) begin()?.end()
  })
  expect(grown.dropped).toBe(30)
  const startedAt = performance.now()
  await running.stop()
  expect(performance.now() - startedAt).toBeLessThan(4000)
})
