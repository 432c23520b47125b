// A server process with traces, and one without.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDb } from '../src/shared/server/db/pools.ts'
import { openTraceCollector } from '../src/testing/trace-collector.ts'
import { freePort } from '../tools/services.ts'

/** Prints when the SDK of OpenTelemetry is loaded. prom-client loads the interfaces (`@opentelemetry/api`) in any case. */
const printSdk = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ resolve(specifier, context, next) {
    if (specifier === '@opentelemetry/sdk-trace') console.error('loads ' + specifier)
    return next(specifier, context)
  } })`)}`

async function startServer(environment: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'quad-traced-'))
  const { host, port: at } = inject('cluster')
  const postgres = openDb({ ...inject('cluster'), database: 'postgres' }, { max: 1 })
  const database = `t_${randomBytes(8).toString('hex')}`
  await sql.raw(`create database ${database} template template_quad`).execute(postgres)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server: ChildProcess = spawn(process.execPath, ['--import', printSdk, 'src/app/main.ts'], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: `postgres://quad@localhost:${at}/${database}?host=${encodeURIComponent(host)}`,
      SECRET_KEY: 'k'.repeat(40),
      GOOGLE_CLIENT_ID: 'test-client',
      GOOGLE_CLIENT_SECRET: 'nothing',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [log, errors] = [text(server.stdout as Readable), text(server.stderr as Readable)]
  const ended = new Promise<number | null>((resolve) => server.on('exit', resolve))
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await ended
    await sql.raw(`drop database ${database} with (force)`).execute(postgres)
    await postgres.destroy()
    rmSync(folder, { recursive: true, force: true })
  })
  await expect.poll(() => fetch(`${address}/readyz`).then(({ ok }) => ok, String), { timeout: 60_000 }).toBe(true)
  const stop = async () => {
    const startedAt = performance.now()
    server.kill('SIGTERM')
    return { code: await ended, ms: performance.now() - startedAt, log: await log, errors: await errors }
  }
  return { address, stop }
}

test('a server that is stopped exports what is left', async () => {
  const collector = await openTraceCollector()
  onTestFinished(() => collector.close())
  const { address, stop } = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_BSP_SCHEDULE_DELAY: '60000',
  })
  await expect.poll(() => fetch(`${address}/api/me`).then(({ status }) => status)).toBe(401)
  const { code, errors } = await stop()
  expect(code).toBe(0)
  expect(errors).toContain('loads @opentelemetry/sdk-trace')
  expect(collector.spans.filter(({ name }) => name === 'GET /api/me')).toMatchObject([
    { attributes: { 'http.response.status_code': 401 }, hasFailed: false },
  ])
})

test('a collector that hangs delays the stop by two seconds, and is in the log once', async () => {
  const collector = await openTraceCollector()
  onTestFinished(() => collector.close())
  collector.state.answer = 'hang'
  const { address, stop } = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  const ask = async () => {
    expect((await fetch(`${address}/api/me`)).status).toBe(401)
    return collector.headers.length
  }
  await expect.poll(ask, { timeout: 30_000 }).toBeGreaterThan(1)
  const { code, ms, log } = await stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(10_000)
  expect(log.match(/traces are lost/g)).toHaveLength(1)
})

test('a server without an exporter does not load the SDK', async () => {
  const { address, stop } = await startServer({
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  })
  expect((await fetch(`${address}/api/me`)).status).toBe(401)
  const { code, errors } = await stop()
  expect(code).toBe(0)
  expect(errors).not.toContain('loads @opentelemetry/sdk-trace')
})
