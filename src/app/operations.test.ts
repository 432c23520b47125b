import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { crowdOf, prepared } from '../shared/server/db.ts'
import type { House } from '../shared/server/house.ts'
import { enqueue } from '../shared/server/jobs.ts'
import { openTestHouse } from './testing.ts'

let house: House
let figures: string
beforeAll(async () => {
  house = await openTestHouse(undefined, { alone: true })
  await enqueue(house.db, 'send_mail', { to: 'nobody' })
  await house.http.inject('/auth/google/callback?error=access_denied')
  await house.http.inject('/api/me')
  figures = (await house.http.inject('/metrics')).body
})

test('the metrics tell of requests, streams, connections, jobs and sign-ins', () => {
  expect(figures).toMatch(/quad_http_request_seconds_count\{method="GET",route="\/api\/me",status="401"\} 1/)
  expect(figures).toContain('quad_live_streams 0')
  expect(figures).toMatch(/quad_database_connections\{state="open"\} [1-9]/)
  expect(figures).toContain('quad_jobs{state="due"} 1')
  expect(figures).toContain('quad_jobs{state="failing"} 0')
  expect(figures).toContain('quad_sign_ins_total{outcome="oauth_cancelled"} 1')
})

test('a server is ready, and its hot reads go on, while all other connections are at work', async () => {
  const busy = await openTestHouse(undefined, { alone: true })
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = Array.from({ length: 40 }, () => busy.db.connection().execute(() => promise))
  await expect.poll(() => crowdOf(busy.db).waiting).toBeGreaterThan(0)
  const began = Date.now()
  expect((await busy.http.inject('/readyz')).json()).toEqual({ status: 'ready' })
  expect(await howPlanned(busy.db, {})).toEqual([{ mode: 'force_generic_plan' }])
  expect(Date.now() - began).toBeLessThan(5000)
  resolve()
  await Promise.all(work)
})

const howPlanned = prepared((db) => db.selectNoFrom(sql<string>`current_setting('plan_cache_mode')`.as('mode')))

test('the alerts and the dashboard ask for figures that there are', () => {
  const known = new Set([...figures.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  for (const file of ['alerts.yaml', 'dashboard.json']) {
    const text = readFileSync(`deploy/monitoring/${file}`, 'utf8')
    const asked = [...text.matchAll(/\b((?:quad|nodejs|process)_[a-z0-9_]+)\b/g)].map(([, name = '']) => name)
    expect(asked.length).toBeGreaterThan(5)
    for (const name of asked) expect(known, `${name} of ${file}`).toContain(name.replace(/_(count|bucket|sum)$/, ''))
  }
})
