// `node bench/live-buckets.ts`: how many live events each of 20 servers parses, with one stream for all schools as in the previous
// release, and with buckets of schools. Needs Redis and HAProxy: streams of 300 schools are opened through the shipped
// configuration of the proxy, and each server reads the buckets of the schools whose streams it got.
import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSessionToken } from '../src/shared/server/auth/session.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { openKeysHere } from '../src/shared/server/keys/keys.ts'
import { toBucket } from '../src/shared/server/live/buckets.ts'
import { openRedisBus } from '../src/shared/server/live/redis-bus.ts'
import { processMetrics } from '../src/shared/server/metrics.ts'
import { openPreviousBus } from '../src/testing/previous-bus.ts'
import { freePort, startProxy, startRedis } from '../tools/services.ts'

const servers = 20
const schools = Array.from({ length: 300 }, newId)
const streamsPerSchool = 10
const events = 3000
const perSecond = 1000

const { anonymity } = await openKeysHere(['only for this measurement, long enough to be taken'])
const box = anonymity.box('live events', 64)
const event = (schoolId: string) => ({
  keys: [`s ${schoolId}`],
  name: 'post.liked',
  data: JSON.stringify({ post_id: newId(), likes_count: 7, comments_count: 2 }),
})
const schoolOfEvent = (index: number) => schools[index % schools.length] ?? ''

/** Publishes all events, at most `perSecond`, and waits until no server receives more. */
async function publish(append: (schoolId: string) => unknown, received: () => number): Promise<void> {
  for (let sent = 0; sent < events; sent++) {
    append(schoolOfEvent(sent))
    if (sent % 20 === 19) await sleep(20_000 / perSecond)
  }
  for (let before = -1; before !== received(); await sleep(1000)) before = received()
}

/** Opens the streams through the proxy. Returns the schools of each server, once per stream. */
async function routeStreams(): Promise<string[][]> {
  const served: string[][] = Array.from({ length: servers }, () => [])
  const nodes = await Promise.all(
    served.map(async (own) => {
      const server = createServer((request, response) => {
        if (request.url !== '/readyz')
          own.push(new URL(request.url ?? '', 'http://server').searchParams.get('school') ?? '')
        response.flushHeaders() // a stream stays open
        if (request.url === '/readyz') response.end()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return { server, port: (server.address() as AddressInfo).port }
    }),
  )
  const folder = mkdtempSync(join(tmpdir(), 'quad-bench-'))
  const proxy = await startProxy(folder, await freePort(), nodes)
  await sleep(2000) // all servers are checked
  const open: ClientRequest[] = []
  for (let round = 0; round < streamsPerSchool; round++)
    for (const school of schools) {
      const headers = { cookie: `quad=${createSessionToken(school).token}` }
      await new Promise<void>((resolve, reject) => {
        const stream = get(`${proxy.url}/api/live?school=${school}`, { headers, agent: false }, () => resolve())
        stream.on('error', reject)
        open.push(stream)
      })
    }
  for (const stream of open) stream.on('error', () => {}).destroy()
  await proxy.stop()
  for (const { server } of nodes) server.closeAllConnections()
  for (const { server } of nodes) server.close()
  rmSync(folder, { recursive: true })
  return served
}

const redis = await startRedis(await freePort())
const before = Array.from({ length: servers }, () => 0)
const previous = await Promise.all(
  before.map((_, index) =>
    openPreviousBus(redis.url, box, () => {
      before[index] = (before[index] ?? 0) + 1
    }),
  ),
)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
await publish(
  (school) => previous[toBucket(school) % servers]?.append(event(school)),
  () => sum(before),
)
for (const bus of previous) await bus.close()
await redis.stop()

const served = await routeStreams()
const other = await startRedis(await freePort())
const after = served.map(() => 0)
const buses = await Promise.all(
  served.map((_, index) => {
    const count = () => {
      after[index] = (after[index] ?? 0) + 1
    }
    const ignore = () => {}
    return openRedisBus({
      url: other.url,
      box,
      onProblem: (error) => {
        throw error
      },
      hearing: {
        onOpen: ignore,
        onClose: ignore,
        onEvent: count,
        onLocalEvent: ignore,
        onBroadcast: count,
        onGap: count,
      },
    })
  }),
)
for (const [index, own] of served.entries()) await Promise.all(own.map((school) => buses[index]?.join(school)))
await publish(
  (school) => buses[served.findIndex((own) => own.includes(school))]?.append(school, event(school)),
  () => sum(after),
)
const parsed = await processMetrics.getSingleMetric('quad_live_events_parsed_total')?.get()
for (const bus of buses) await bus.close()
await other.stop()

const buckets = served.map((own) => new Set(own.map(toBucket)).size)
const mean = (numbers: readonly number[]) => Math.round(sum(numbers) / numbers.length)
const row = (name: string, numbers: readonly number[]) =>
  console.log(`${name.padEnd(44)} mean ${mean(numbers)}, least ${Math.min(...numbers)}, most ${Math.max(...numbers)}`)
console.log(`${servers} servers, ${schools.length} schools, ${streamsPerSchool} streams each, ${events} events`)
row(
  'streams per server',
  served.map((own) => own.length),
)
row('buckets per server', buckets)
row('before: events parsed per server', before)
row('after: events parsed per server', after)
console.log(
  'after, all servers, by source:',
  Object.fromEntries(parsed?.values.map(({ labels, value }) => [labels.source, value]) ?? []),
)
console.log(
  `a server parses ${((100 * mean(after)) / mean(before)).toFixed(1)} % of what it did, at most ${((100 * Math.max(...after)) / mean(before)).toFixed(1)} %`,
)
process.exit(mean(after) * 10 <= mean(before) ? 0 : 1)
