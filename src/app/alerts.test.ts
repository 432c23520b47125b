// Plants faults into the metrics of a sound installation: each raises exactly its alert.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testWith } from '../testing/requirements.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-alerts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const ruleFiles = ['alerts.yaml', 'slo.yaml'].map((name) => resolve('deploy/monitoring', name))

const listNames = (pattern: RegExp) =>
  ruleFiles.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name))

/** Values of series in the notation of promtool: `0+600x100` grows by 600 per minute. */
type Series = Readonly<Record<string, string>>

const feed = 'method="GET",route="/api/posts/feed"'
const healthy = (minutes: number): Series => {
  const grow = (perMinute: number) => `0+${perMinute}x${minutes}`
  const stay = (value: number | string) => `${value}x${minutes}`
  return {
    'up{job="quad"}': stay(1),
    [`quad_http_request_seconds_count{${feed},status="200"}`]: grow(600),
    [`quad_http_request_seconds_bucket{${feed},status="200",le="0.3"}`]: grow(599),
    [`quad_http_request_seconds_bucket{${feed},status="200",le="1"}`]: grow(600),
    [`quad_http_request_seconds_bucket{${feed},status="200",le="+Inf"}`]: grow(600),
    [`quad_http_request_seconds_count{${feed},status="503"}`]: grow(0),
    'quad_http_request_seconds_count{method="GET",route="/readyz",status="503"}': grow(0),
    'quad_database_connections{state="waiting"}': stay(0),
    quad_database_up: stay(1),
    quad_database_read_only: stay(0),
    'quad_replication_standbys{state="streaming",sync="sync"}': stay(1),
    'quad_replication_lag_seconds{state="streaming",sync="sync"}': stay(0.1),
    quad_replica_lag_seconds: stay(0.6),
    'quad_jobs{state="failing"}': stay(0),
    quad_jobs_longest_wait_seconds: stay(1),
    'quad_retention_lag_seconds{table="sessions",part=""}': stay(300),
    quad_backup_age_seconds: stay(40_000),
    quad_backups_with_problems: stay(0),
    'quad_backup_runs_total{outcome="failed"}': stay(0),
    quad_wal_archive_age_seconds: stay(20),
    quad_wal_archive_failures: stay(3),
    quad_wal_archive_waiting: stay(0),
    'quad_sign_ins_total{outcome="signed_in"}': grow(10),
    'quad_sign_ins_total{outcome="oauth_failed"}': grow(1),
    'nodejs_eventloop_lag_p99_seconds{job="quad"}': stay(0.02),
    'quad_redis_up{part="live"}': stay(1),
    quad_live_gaps_total: stay(2),
    'quad_live_delay_seconds_bucket{le="2"}': grow(1000),
    quad_live_delay_seconds_count: grow(1000),
    'quad_disk_free_bytes{folder="data"}': stay(30e9),
    'quad_disk_size_bytes{folder="data"}': stay(100e9),
    'quad_mails_total{outcome="sent"}': grow(20),
    'quad_mails_total{outcome="failed"}': grow(1),
    'quad_mail_delay_seconds_bucket{le="300"}': grow(20),
    quad_mail_delay_seconds_count: grow(20),
    'quad_pushes_total{outcome="sent"}': grow(50),
    'quad_pushes_total{outcome="later"}': grow(2),
    'quad_search_seconds_count{outcome="found"}': grow(60),
    'quad_search_seconds_count{outcome="slow"}': grow(1),
    'quad_uploads_total{outcome="stored"}': grow(30),
    'quad_uploads_total{outcome="refused"}': grow(10),
    'quad_uploads_total{outcome="failed"}': grow(0),
    'quad_trace_spans_total{outcome="exported"}': grow(2000),
    'quad_trace_spans_total{outcome="failed"}': grow(10),
    'quad_trace_spans_total{outcome="dropped"}': grow(0),
  }
}

type Fault = {
  readonly fault: string
  /** The alert, with the objective that it names. */
  readonly alerts: readonly string[]
  readonly series: Series
  /** In steps of ten minutes, and looked at after two days instead of 90 minutes. */
  readonly isSlow?: boolean
}

/** The sound value for `before` minutes, then the other. */
const from = (before: number, sound: number | string, value: number | string, minutes = 300) =>
  `${sound}x${before} ${value}x${minutes}`

const faults: readonly Fault[] = [
  { fault: 'nothing is wrong', alerts: [], series: {} },
  { fault: 'nothing is wrong for two days', alerts: [], series: {}, isSlow: true },
  { fault: 'a server does not answer', alerts: ['QuadDown'], series: { 'up{job="quad"}': from(60, 1, 0) } },
  {
    fault: '5 % of requests fail',
    alerts: ['QuadErrorBudgetBurns availability'],
    series: { [`quad_http_request_seconds_count{${feed},status="503"}`]: '0x60 0+30x300' },
  },
  {
    fault: 'a server reports that it is not ready',
    alerts: [],
    series: { 'quad_http_request_seconds_count{method="GET",route="/readyz",status="503"}': '0+60x300' },
  },
  {
    fault: 'a fifth of the month’s errors happen in a day',
    alerts: ['QuadErrorBudgetShrinks availability'],
    series: { [`quad_http_request_seconds_count{${feed},status="503"}`]: '0+2.1x300' },
    isSlow: true,
  },
  {
    fault: 'half of the feeds take longer than 300 ms',
    alerts: ['QuadErrorBudgetBurns feed'],
    series: { [`quad_http_request_seconds_bucket{${feed},status="200",le="0.3"}`]: '0+300x300' },
  },
  {
    fault: 'live events take longer than two seconds',
    alerts: ['QuadErrorBudgetBurns live'],
    series: { 'quad_live_delay_seconds_bucket{le="2"}': '0+500x300' },
  },
  {
    fault: 'emails take longer than five minutes',
    alerts: ['QuadErrorBudgetBurns mail'],
    series: { 'quad_mail_delay_seconds_bucket{le="300"}': '0+10x300' },
  },
  {
    fault: 'a percent of requests takes seconds',
    alerts: ['QuadSlow'],
    series: {
      [`quad_http_request_seconds_bucket{${feed},status="200",le="0.3"}`]: '0+590x300',
      [`quad_http_request_seconds_bucket{${feed},status="200",le="1"}`]: '0+590x300',
      [`quad_http_request_seconds_bucket{${feed},status="200",le="2.5"}`]: '0+600x300',
    },
  },
  {
    fault: 'requests wait for a connection',
    alerts: ['QuadWaitsForDatabase'],
    series: { 'quad_database_connections{state="waiting"}': '40x300' },
  },
  { fault: 'jobs fail', alerts: ['QuadJobsFail'], series: { 'quad_jobs{state="failing"}': '25x300' } },
  {
    fault: 'no server works on jobs',
    alerts: ['QuadJobsWait'],
    series: { quad_jobs_longest_wait_seconds: '0+60x300' },
  },
  {
    fault: 'retention is behind',
    alerts: ['QuadRetentionBehind'],
    series: { 'quad_retention_lag_seconds{table="sessions",part=""}': '9000x300' },
  },
  { fault: 'no backup since yesterday', alerts: ['QuadBackupOld'], series: { quad_backup_age_seconds: '95000x300' } },
  {
    fault: 'there never was a backup',
    alerts: ['QuadBackupOld'],
    series: { quad_backup_age_seconds: Array(100).fill('Inf').join(' ') },
  },
  { fault: 'a backup is damaged', alerts: ['QuadBackupDamaged'], series: { quad_backups_with_problems: '1x300' } },
  {
    fault: 'a backup cannot be taken',
    alerts: ['QuadBackupFails'],
    series: { 'quad_backup_runs_total{outcome="failed"}': from(60, 0, 1) },
  },
  {
    fault: 'the log is not archived',
    alerts: ['QuadWalArchiveOld'],
    series: { quad_wal_archive_age_seconds: '0+60x300' },
  },
  { fault: 'segments wait', alerts: ['QuadWalArchiveFails'], series: { quad_wal_archive_waiting: '30x300' } },
  {
    fault: 'the provider refuses sign-ins',
    alerts: ['QuadSignInsFail'],
    series: { 'quad_sign_ins_total{outcome="oauth_failed"}': '0+30x300' },
  },
  {
    fault: 'the event loop stalls',
    alerts: ['QuadEventLoopStalls'],
    series: { 'nodejs_eventloop_lag_p99_seconds{job="quad"}': '0.5x300' },
  },
  {
    fault: 'the database does not respond',
    alerts: ['QuadDatabaseAway'],
    series: { quad_database_up: from(60, 1, 0) },
  },
  {
    fault: 'the database is a standby',
    alerts: ['QuadDatabaseReadOnly'],
    series: { quad_database_read_only: from(60, 0, 1) },
  },
  {
    fault: 'the only standby is away',
    alerts: ['QuadStandbyAway'],
    series: { 'quad_replication_standbys{state="streaming",sync="sync"}': from(60, 1, '_', 240) },
  },
  {
    fault: 'one of two standbys is away',
    alerts: ['QuadStandbyAway'],
    series: { 'quad_replication_standbys{state="streaming",sync="sync"}': from(60, 2, 1) },
  },
  {
    fault: 'a standby is behind',
    alerts: ['QuadStandbyBehind'],
    series: { 'quad_replication_lag_seconds{state="streaming",sync="sync"}': '60x300' },
  },
  { fault: 'the replica is behind', alerts: ['QuadReplicaBehind'], series: { quad_replica_lag_seconds: '60x300' } },
  {
    fault: 'the replica is away',
    alerts: ['QuadReplicaBehind'],
    series: { quad_replica_lag_seconds: Array(100).fill('Inf').join(' ') },
  },
  { fault: 'Redis is away', alerts: ['QuadRedisAway'], series: { 'quad_redis_up{part="live"}': from(60, 1, 0) } },
  { fault: 'live events get lost', alerts: ['QuadLiveGaps'], series: { quad_live_gaps_total: '0+1x300' } },
  {
    fault: 'the disk is nearly full',
    alerts: ['QuadDiskFull'],
    series: { 'quad_disk_free_bytes{folder="data"}': '5e9x300' },
  },
  {
    fault: 'the mail server refuses',
    alerts: ['QuadMailFails'],
    series: { 'quad_mails_total{outcome="failed"}': '0+40x300' },
  },
  {
    fault: 'push services refuse',
    alerts: ['QuadPushFails'],
    series: { 'quad_pushes_total{outcome="later"}': '0+80x300' },
  },
  {
    fault: 'searches are cancelled',
    alerts: ['QuadSearchSlow'],
    series: { 'quad_search_seconds_count{outcome="slow"}': '0+20x300' },
  },
  {
    fault: 'uploads fail',
    alerts: ['QuadUploadsFail'],
    series: { 'quad_uploads_total{outcome="failed"}': '0+10x300' },
  },
  {
    fault: 'the collector takes no traces',
    alerts: ['QuadTracesLost'],
    series: { 'quad_trace_spans_total{outcome="failed"}': '0+2000x300' },
  },
  {
    fault: 'more spans wait for the collector than the queue holds',
    alerts: ['QuadTracesLost'],
    series: { 'quad_trace_spans_total{outcome="dropped"}': '0+500x300' },
  },
]

const toAlert = (name: string) => {
  const [alertname, slo] = name.split(' ')
  return { labels: slo ? `{alertname="${alertname}", slo="${slo}"}` : `{alertname="${alertname}"}`, value: 1 }
}

testWith('promtool')('each planted fault raises exactly its alert', { timeout: 300_000 }, async () => {
  for (const isLong of [false, true]) {
    const { status, output } = runPromtool(
      faults.filter(({ isSlow = false }) => isSlow === isLong),
      isLong ? { step: 10, end: 2880 } : { step: 1, end: 90 },
    )
    expect(output).toContain('SUCCESS')
    expect(status).toBe(0)
  }
})

function runPromtool(planted: readonly Fault[], { step, end }: { step: number; end: number }) {
  const tests = planted.map(({ fault, alerts, series }) => ({
    name: fault,
    interval: `${step}m`,
    input_series: Object.entries({ ...healthy(end / step), ...series }).map(([name, values]) => ({
      series: name.includes('{') ? name.replace('{', '{instance="quad-1",') : `${name}{instance="quad-1"}`,
      values,
    })),
    promql_expr_test: [
      {
        expr: 'count by (alertname, slo) (ALERTS{alertstate="firing"})',
        eval_time: `${end}m`,
        exp_samples: alerts.map(toAlert),
      },
    ],
  }))
  const file = join(folder, 'tests.json')
  const group_eval_order = listNames(/- name: (\S+)/g) // otherwise in a random order
  const evaluation_interval = `${step}m`
  writeFileSync(file, JSON.stringify({ rule_files: ruleFiles, evaluation_interval, group_eval_order, tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

test('every alert has a planted fault', () => {
  const names = listNames(/- alert: (\w+)/g)
  expect(names.length).toBeGreaterThan(20)
  const raised = new Set(faults.flatMap(({ alerts }) => alerts.map((alert) => alert.split(' ')[0] ?? '')))
  expect([...raised].sort()).toEqual(names.sort())
})
