// Each event is read from /metrics after it has happened.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { media } from '../features/media/contract.ts'
import { posts } from '../features/posts/contract.ts'
import { openDb } from '../shared/server/db/pools.ts'
import { newId } from '../shared/server/db/sql.ts'
import { withTransaction } from '../shared/server/db/transaction.ts'
import { enqueue } from '../shared/server/jobs/jobs.ts'
import { openMail } from '../shared/server/mail/mail.ts'
import { as, openTestApp, testConfig } from '../testing/app.ts'
import { campus } from '../testing/campus.ts'
import { readMetrics } from '../testing/metrics.ts'
import { openStream } from '../testing/streams.ts'

const { app, school, ada } = await campus({ people: { ada: {} }, alone: true })

/** By how much samples grew while `work` ran. */
async function growth(work: () => Promise<unknown>) {
  const before = await readMetrics(app)
  await work()
  const after = await readMetrics(app)
  return (sample: string) => after(sample) - before(sample)
}

test('a search is observed with its outcome, another read is not', async () => {
  const grown = await growth(async () => {
    expect((await as(app, ada)(posts.feed, { query: { search: 'lake' } })).status).toBe(200)
    expect((await as(app, ada)(posts.feed)).status).toBe(200)
  })
  expect(grown('quad_search_seconds_count{outcome="found"}')).toBe(1)
  expect(grown('quad_search_seconds_count{outcome="slow"}')).toBe(0)
})

const upload = (bytes: Buffer) => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
  return as(app, ada)(media.upload, { body })
}

test('uploads are counted with their bytes, the time to decode them, and refusals', async () => {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const grown = await growth(async () => {
    expect((await upload(picture)).status).toBe(200)
    expect((await upload(Buffer.from('no picture'))).status).toBe(400)
  })
  const outcomes = ['stored', 'refused', 'failed'].map((outcome) => grown(`quad_uploads_total{outcome="${outcome}"}`))
  expect(outcomes).toEqual([1, 1, 0])
  expect(grown('quad_upload_files_total')).toBe(1)
  expect(grown('quad_upload_bytes_total')).toBeGreaterThan(picture.length)
  expect(grown('quad_upload_processing_seconds_count')).toBe(2)
})

test('mails are counted as sent or failed, with their delay, and those that wait', async () => {
  const [job] = openMail({ ...app.config, smtpUrl: undefined }).jobs
  const minuteAgo = new Date(Date.now() - 60_000).toISOString()
  const mail = { to: 'a@northfield.example', subject: 'Hi', text: 'Hello', at: minuteAgo }
  const grown = await growth(async () => {
    await job?.run({ ...mail, id: 'mail-1' })
    await expect(job?.run({ ...mail, id: 'no-such-folder/mail' })).rejects.toThrow()
    await withTransaction(app.db, (trx) => enqueue(trx, 'send_mail', { ...mail, id: 'mail-2' }))
  })
  expect(grown('quad_mails_total{outcome="sent"}')).toBe(1)
  expect(grown('quad_mails_total{outcome="failed"}')).toBe(1)
  expect(grown('quad_mail_delay_seconds_bucket{le="60"}')).toBe(0)
  expect(grown('quad_mail_delay_seconds_bucket{le="300"}')).toBe(1)
  expect(grown('quad_mail_jobs_waiting')).toBe(1)
})

test('the delay of a live event is observed once, however many streams it reaches, and not without one', async () => {
  const publish = () =>
    app.live.publish(app.db, { schoolId: school.id, people: [ada.id] }, 'post.liked', {
      post_id: newId(),
      likes_count: 1,
      comments_count: 0,
    })
  const unheard = await growth(async () => publish())
  expect(unheard('quad_live_delay_seconds_count')).toBe(0)
  const streams = [await openStream(app, ada), await openStream(app, ada)]
  const grown = await growth(async () => {
    publish()
    for (const stream of streams) await stream.next('post.liked')
  })
  for (const stream of streams) stream.close()
  expect(grown('quad_live_delay_seconds_count')).toBe(1)
  expect(grown('quad_live_delay_seconds_bucket{le="2"}')).toBe(1)
})

/** A connection as of a standby, which PostgreSQL lists until it is closed. */
function openStandby(database: string) {
  const options = { ...inject('cluster'), database, replication: 'database' }
  return new pg.Client(options as pg.ClientConfig)
}

test('connected standbys are reported with their state and lag', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  const standby = openStandby(rows[0]?.name ?? '')
  const grown = await growth(() => standby.connect())
  expect(grown('quad_replication_standbys{state="startup",sync="async"}')).toBe(1)
  expect((await app.http.inject('/metrics')).body).toMatch(
    /quad_replication_lag_seconds\{state="startup",sync="async"\} 0/,
  )
  await standby.end()
})

test('the longest wait of a job is that of the same scrape', async () => {
  await sql`select graphile_worker.add_job('nothing', run_at := now() - interval '900 seconds')`.execute(app.db)
  const metrics = await readMetrics(app)
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  expect(metrics('quad_jobs_longest_wait_seconds')).toBeGreaterThanOrEqual(900)
  expect((await readMetrics(app))('quad_jobs_longest_wait_seconds')).toBe(0)
})

test('reports the disks of the data folder and of the backups, the latter once they are there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-disk-'))
  const backups = { folder: join(folder, 'later'), keep: 14, time: '02:15' }
  const other = await openTestApp({ ...testConfig, backups }, { alone: true })
  const before = await readMetrics(other)
  expect(before('quad_disk_free_bytes{folder="data"}')).toBeGreaterThan(0)
  expect(before('quad_disk_size_bytes{folder="data"}')).toBeGreaterThan(before('quad_disk_free_bytes{folder="data"}'))
  expect(before('quad_disk_size_bytes{folder="backups"}')).toBe(0)
  mkdirSync(backups.folder)
  expect((await readMetrics(other))('quad_disk_size_bytes{folder="backups"}')).toBeGreaterThan(0)
  rmSync(folder, { recursive: true })
})

test('a scrape succeeds without the database, and says that it is away', async () => {
  const other = await openTestApp(undefined, { alone: true })
  const whole = (await other.http.inject('/metrics')).body
  expect(whole).toContain('\nquad_database_up 1\n')
  expect(whole).toContain('\nquad_database_read_only 0\n')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(other.db)
  const server = openDb({ ...inject('cluster'), database: 'postgres' }, { max: 1 })
  const allow = (value: string) =>
    sql`alter database ${sql.id(rows[0]?.name ?? '')} allow_connections ${sql.raw(value)}`.execute(server)
  await allow('false')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${rows[0]?.name}`.execute(server)
  const { statusCode, body } = await other.http.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(body).toContain('\nquad_database_up 0\n')
  for (const name of ['quad_database_read_only', 'quad_jobs', 'quad_retention_lag_seconds', 'quad_mail_jobs_waiting'])
    expect(body, name).not.toMatch(new RegExp(`^${name}[ {]`, 'm'))
  expect(body).toContain('\nquad_live_streams 0\n')
  await allow('true')
  await server.destroy()
})
