// Metrics that are recorded where something happens; one set per process. Gauges that are read at each scrape are in src/app.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export const processMetrics = new Registry()
const registers = [processMetrics]

/** Every outcome is reported from the start, as 0: a rate sees the first event only after an earlier value. */
function createCounter<L extends string>(name: string, help: string, outcomes: readonly L[], label = 'outcome') {
  const counter = new Counter({ name, help, labelNames: [label], registers })
  for (const outcome of outcomes) counter.inc({ [label]: outcome }, 0)
  return { count: (outcome: L, by = 1) => counter.inc({ [label]: outcome }, by) }
}

export const searchSeconds = new Histogram({
  name: 'quad_search_seconds',
  help: 'Search duration in seconds, with the wait for other searches, by outcome. "slow" was cancelled by its deadline, "busy" refused, "abandoned" not run because its client had gone.',
  labelNames: ['outcome'],
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
})

export const replicaReads = createCounter(
  'quad_replica_used_total',
  'Reads from the replica by what they are for.',
  ['search', 'analytics', 'export'],
  'use',
)

export const replicaFallbacks = createCounter(
  'quad_replica_fallbacks_total',
  'Reads that the primary served although a replica is configured, by reason. "behind": it is too old, or not there. "failed": it could not complete the read. "changed": the primary lacks a row that the replica found.',
  ['behind', 'failed', 'changed'],
  'reason',
)

export const uploadForms = createCounter(
  'quad_uploads_total',
  'Forms with files by outcome. "refused" are errors of the client (size, type, quota, blocklist), "failed" are errors of the server.',
  ['stored', 'refused', 'failed'],
)

export const uploadedFiles = new Counter({
  name: 'quad_upload_files_total',
  help: 'Stored files of uploads, without their smaller copies.',
  registers,
})

export const uploadedBytes = new Counter({
  name: 'quad_upload_bytes_total',
  help: 'Received bytes of forms with files, stored or not.',
  registers,
})

export const uploadSeconds = new Histogram({
  name: 'quad_upload_processing_seconds',
  help: 'Time to decode and resize one file in seconds, with the wait for a decoder.',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers,
})

export const mails = createCounter(
  'quad_mails_total',
  'Attempts to send an email by outcome. A failed one is repeated.',
  ['sent', 'failed'],
)

export const mailDelaySeconds = new Histogram({
  name: 'quad_mail_delay_seconds',
  help: 'Seconds from queueing an email to its delivery to the mail server.',
  buckets: [1, 5, 15, 60, 300, 900, 3600],
  registers,
})

export const pushes = createCounter(
  'quad_pushes_total',
  'Pushes to devices by outcome. "gone": the device is no longer registered. "later": the push service was busy; the push is repeated.',
  ['sent', 'gone', 'refused', 'later'],
)

export const liveDelaySeconds = new Histogram({
  name: 'quad_live_delay_seconds',
  help: 'Seconds from the commit that caused a live event to its write on the event streams of this server.',
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15],
  registers,
})

export const liveGaps = new Counter({
  name: 'quad_live_gaps_total',
  help: 'Notices that live events were lost between servers; clients then load their lists again.',
  registers,
})

export const liveEventsParsed = createCounter(
  'quad_live_events_parsed_total',
  'Live events that this server read from Redis and parsed, by where they were. "bucket": events of schools in the buckets that it serves. "shared": events for all servers. "previous": events by servers of the previous release.',
  ['bucket', 'shared', 'previous'],
  'source',
)

export const traceSpans = createCounter(
  'quad_trace_spans_total',
  'Spans of traces by outcome. "failed": the collector did not take them. "dropped": too many waited for it.',
  ['exported', 'failed', 'dropped'],
)

export const backupRuns = createCounter(
  'quad_backup_runs_total',
  'Daily backups that this server began, by outcome. "problem": a backup was taken, but it or an earlier one is not sound.',
  ['proved', 'problem', 'failed'],
)

const redisParts = ['live', 'limits', 'tabs'] as const
type RedisPart = (typeof redisParts)[number]
/** The part of ioredis that is watched. */
type RedisClient = { readonly status: string; on(event: 'ready' | 'end', listener: () => void): unknown }

const redisClients = new Map<RedisClient, RedisPart>()
const redisReconnects = new Counter({
  name: 'quad_redis_reconnects_total',
  help: 'Connections to Redis that were opened again after they were lost, by what they are for.',
  labelNames: ['part'],
  registers,
})

new Gauge({
  name: 'quad_redis_up',
  help: '1 while all connections to Redis are open, by what they are for; no value without REDIS_URL.',
  labelNames: ['part'],
  registers,
  collect() {
    this.reset()
    for (const part of redisParts) {
      const own = [...redisClients].filter(([, each]) => each === part)
      if (own.length > 0) this.set({ part }, own.every(([client]) => client.status === 'ready') ? 1 : 0)
    }
  },
})

/** Reports whether this connection is open, until it is closed. */
export function watchRedis(client: RedisClient, part: RedisPart): void {
  redisClients.set(client, part)
  redisReconnects.inc({ part }, 0)
  let wasReady = client.status === 'ready'
  client.on('ready', () => {
    if (wasReady) redisReconnects.inc({ part })
    wasReady = true
  })
  client.on('end', () => redisClients.delete(client))
}
