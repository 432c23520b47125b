import { z } from 'zod'

const optional = z.string().optional()
const address = z.url({ protocol: /^https?$/, error: 'must be an address like http://localhost:4318' }).optional()
const protocol = z.literal('http/protobuf', 'must be http/protobuf: Quad sends traces in no other way').optional()
const compression = z.enum(['none', 'gzip'], 'must be none or gzip').optional()
const milliseconds = z.coerce
  .number({ error: 'must be a number of milliseconds above 0' })
  .int('must be a number of milliseconds above 0')
  .min(1, 'must be a number of milliseconds above 0')
const count = z.coerce
  .number({ error: 'must be a number above 0' })
  .int('must be a number above 0')
  .min(1, 'must be a number above 0')
const pairs = z
  .string()
  .default('')
  .transform((list, context) => {
    const parsed = parsePairs(list)
    if (parsed) return parsed
    context.addIssue('must be pairs like name=value, separated by commas, with percent-encoded values')
    return z.NEVER
  })

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Unless a sampler is named: a trace takes about 40 µs of processor time, which is much beside a feed (decision 0133). */
const defaultRatio = 0.02

/** The variables of OpenTelemetry that Quad reads, with its defaults. */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], 'must be true or false').optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds.optional(),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: milliseconds.optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: compression,
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: compression,
  OTEL_SERVICE_NAME: optional,
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: z.enum(samplers, `must be one of ${samplers.join(', ')}`).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .optional(),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5000),
  OTEL_BSP_EXPORT_TIMEOUT: milliseconds.default(30_000),
  OTEL_BSP_MAX_QUEUE_SIZE: count.default(2048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count.default(512),
}
const Variables = z.object(tracingVariables)

export type TracingConfig = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly compression: 'none' | 'gzip'
  /** Attributes of this server. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: (typeof samplers)[number]
  /** Share of the traces that the samplers with a ratio keep. */
  readonly ratio: number
  readonly delayMs: number
  readonly exportTimeoutMs: number
  readonly maxQueuedSpans: number
  readonly maxBatchSpans: number
}

/** Undefined unless an endpoint or an exporter is named. Unlike other programs, Quad exports nothing by default. */
export function toTracingConfig(env: z.output<typeof Variables>, faults: string[]): TracingConfig | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const isNamed = base !== undefined || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined
  const isWanted = env.OTEL_TRACES_EXPORTER === 'otlp' || (isNamed && env.OTEL_TRACES_EXPORTER === undefined)
  if (!isWanted || env.OTEL_SDK_DISABLED === 'true') return undefined
  if (env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE > env.OTEL_BSP_MAX_QUEUE_SIZE)
    faults.push('OTEL_BSP_MAX_EXPORT_BATCH_SIZE must be at most OTEL_BSP_MAX_QUEUE_SIZE.')
  const serviceName = env.OTEL_SERVICE_NAME ?? env.OTEL_RESOURCE_ATTRIBUTES['service.name'] ?? 'quad'
  return {
    url: env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? `${(base ?? 'http://localhost:4318').replace(/\/+$/, '')}/v1/traces`,
    headers: { ...env.OTEL_EXPORTER_OTLP_HEADERS, ...env.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMs: env.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? env.OTEL_EXPORTER_OTLP_TIMEOUT ?? 10_000,
    compression: env.OTEL_EXPORTER_OTLP_TRACES_COMPRESSION ?? env.OTEL_EXPORTER_OTLP_COMPRESSION ?? 'none',
    resource: { ...env.OTEL_RESOURCE_ATTRIBUTES, 'service.name': serviceName },
    sampler: env.OTEL_TRACES_SAMPLER ?? 'parentbased_traceidratio',
    ratio: env.OTEL_TRACES_SAMPLER_ARG ?? (env.OTEL_TRACES_SAMPLER ? 1 : defaultRatio),
    delayMs: env.OTEL_BSP_SCHEDULE_DELAY,
    exportTimeoutMs: env.OTEL_BSP_EXPORT_TIMEOUT,
    maxQueuedSpans: env.OTEL_BSP_MAX_QUEUE_SIZE,
    maxBatchSpans: env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
  }
}

function parsePairs(list: string): Record<string, string> | undefined {
  const found: Record<string, string> = {}
  for (const pair of list.split(',').filter((part) => part.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([^\s=]+)\s*=(.*)$/.exec(pair) ?? []
    if (name === '') return undefined
    try {
      found[name] = decodeURIComponent(value.trim())
    } catch {
      return undefined
    }
  }
  return found
}
