import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { freePort, startRedis } from '../../../../tools/services.ts'
import { openPreviousBus } from '../../../testing/previous-bus.ts'
import { isInstalled, testWith } from '../../../testing/requirements.ts'
import { openKeysHere } from '../keys/keys.ts'
import { processMetrics } from '../metrics.ts'
import { bucketCount, toBucket } from './buckets.ts'
import type { NewEvent } from './bus.ts'
import { openRedisBus } from './redis-bus.ts'
import { compareIds, createReplayBuffer, type LiveEvent } from './replay-buffer.ts'

const testWithRedis = testWith('redis-server')
const test = (title: string, work: () => Promise<unknown>) => testWithRedis(title, { timeout: 30_000 }, work)
const port = await freePort()
let redis = isInstalled('redis-server') ? await startRedis(port) : undefined
const url = `redis://127.0.0.1:${port}`
const { anonymity } = await openKeysHere(['only for this test, long enough to be taken'])
const box = anonymity.box('live events', 64)
const closers: (() => unknown)[] = []
beforeEach(async () => {
  const client = new Redis(url)
  await client.flushall()
  client.disconnect()
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
afterAll(() => redis?.stop())

/** A school of this bucket. */
const schoolIn = (bucket: number) => randomUUID().slice(0, -2) + bucket.toString(16).padStart(2, '0')
const [school, other] = [schoolIn(7), schoolIn(200)]
const event = (schoolId: string, number: number): NewEvent => ({
  keys: [`s ${schoolId}`],
  name: 'post.liked',
  data: String(number),
})
const numbers = (events: readonly { readonly data: string }[]) => events.map(({ data }) => Number(data))
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A server's bus, and what it delivers. */
async function openServer(options: { lingerMs?: number; sweepIntervalMs?: number } = {}) {
  /** Events of all buckets, also those of their history. */
  const heard: LiveEvent[] = []
  const live: LiveEvent[] = []
  const local: LiveEvent[] = []
  const broadcasts: string[] = []
  const gaps: string[] = []
  const closed: number[] = []
  const problems: string[] = []
  const buffers = new Map<number, ReturnType<typeof createReplayBuffer>>()
  const bus = await openRedisBus({
    url,
    box,
    onProblem: ({ message }) => problems.push(message),
    ...options,
    hearing: {
      onOpen(bucket, startId, history) {
        const buffer = createReplayBuffer()
        buffer.startAt(startId)
        for (const entry of history) buffer.add(entry)
        buffers.set(bucket, buffer)
        heard.push(...history)
      },
      onClose(bucket) {
        buffers.delete(bucket)
        closed.push(bucket)
      },
      onEvent(bucket, entry) {
        buffers.get(bucket)?.add(entry)
        heard.push(entry)
        live.push(entry)
      },
      onLocalEvent: (entry) => local.push(entry),
      onBroadcast: ({ data }) => broadcasts.push(data),
      onGap(id) {
        for (const buffer of buffers.values()) buffer.startAt(id)
        gaps.push(id)
      },
    },
  })
  closers.push(() => bus.close())
  const since = (id: string, of = school) => buffers.get(toBucket(of))?.since(id, [`s ${of}`])
  return { bus, heard, live, local, broadcasts, gaps, closed, problems, since }
}

/** Waits for a sweep of the server whose sweeps are frequent: it removes old events, also of buckets that no server reads. */
async function nextSweep() {
  const client = new Redis(url)
  closers.push(() => client.disconnect())
  // The first one may be of a sweep that had begun before.
  for (let sweep = 0; sweep < 2; sweep++) {
    await client.xadd('quad:live:9', `${Date.now() - 400_000 + sweep}-0`, 'e', '')
    await expect.poll(() => client.xlen('quad:live:9')).toBe(0)
  }
}

const parsed = async () => {
  const { values } = (await processMetrics.getSingleMetric('quad_live_events_parsed_total')?.get()) ?? { values: [] }
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.source), value]))
}

test('a server parses the events of the schools that it serves, and no others', async () => {
  const [north, south] = [await openServer(), await openServer()]
  await north.bus.join(school)
  await south.bus.join(other)
  const before = await parsed()
  for (const number of upTo(300)) {
    north.bus.append(other, event(other, number))
    south.bus.append(school, event(school, number))
  }
  await expect.poll(() => [numbers(north.heard), numbers(south.heard)]).toEqual([upTo(300), upTo(300)])
  const after = await parsed()
  expect((after.bucket ?? 0) - (before.bucket ?? 0), 'each event on one of two servers').toBe(600)
  expect(after).toMatchObject({ shared: before.shared, previous: before.previous })
  expect(north.heard.every(({ keys: [key] }) => key === `s ${school}`)).toBe(true)
})

test('reads a bucket as soon as it is joined, although a read of the others blocks', async () => {
  const [north, south] = [await openServer(), await openServer()]
  for (const number of upTo(10)) south.bus.append(school, event(school, number))
  await north.bus.join(other)
  await sleep(50) // the read blocks
  const began = performance.now()
  await north.bus.join(school)
  expect(performance.now() - began, 'less than a read blocks').toBeLessThan(500)
  await expect.poll(() => numbers(north.heard)).toEqual(upTo(10))
})

test('a bucket without events is open as soon as it is joined', async () => {
  const { bus } = await openServer()
  for (const bucket of upTo(5)) {
    const began = performance.now()
    await bus.join(schoolIn(bucket))
    expect(performance.now() - began, 'less than a read blocks').toBeLessThan(500)
  }
})

test('a server that joins while events flow misses none and receives none twice, with equal ids', async () => {
  const [north, writer] = [await openServer(), await openServer()]
  await north.bus.join(school)
  let sent = 0
  const send = (count: number) => {
    for (let step = 0; step < count; step++) writer.bus.append(school, event(school, sent++))
  }
  send(1700) // more than one read returns
  for (let round = 0; round < 5; round++) {
    const late = await openServer()
    const joining = late.bus.join(school)
    for (let step = 0; step < 20; step++) {
      send(5)
      await sleep(1)
    }
    await joining
    send(5)
    await expect.poll(() => late.heard.length, { timeout: 10_000 }).toBe(sent)
    expect(late.live.length, 'some came after the history').toBeGreaterThan(0)
    await expect.poll(() => north.heard.length).toBe(sent)
    expect(numbers(late.heard)).toEqual(upTo(sent))
    expect(late.heard.map(({ id }) => id)).toEqual(north.heard.map(({ id }) => id))
  }
})

test('a server that did not read a bucket replays what came after an event that another server delivered', async () => {
  const [north, writer] = [await openServer(), await openServer()]
  await north.bus.join(school)
  for (const number of upTo(40)) writer.bus.append(school, event(school, number))
  await expect.poll(() => north.heard.length).toBe(40)
  const known = north.heard[9]?.id ?? ''
  const south = await openServer()
  await south.bus.join(school)
  expect(numbers(south.since(known) ?? [])).toEqual(upTo(40).slice(10))
  expect(south.since('1-0'), 'older than what is kept').toBeUndefined()
})

test('a page that was loaded before its server reads the bucket misses no later event', async () => {
  const server = await openServer()
  for (let round = 0; round < 50; round++) {
    const mine = schoolIn(round)
    const id = await server.bus.currentId(mine)
    server.bus.append(mine, event(mine, round))
    await server.bus.join(mine)
    await expect.poll(() => numbers(server.since(id, mine) ?? [])).toEqual([round])
  }
  const known = await server.bus.currentId(school)
  expect(known, 'of the latest event of the school').toBe(server.heard.find(({ data }) => data === '7')?.id)
})

test('reads a bucket while a stream is open, and some time after its last one has ended', async () => {
  const [north, writer] = [await openServer({ lingerMs: 60_000, sweepIntervalMs: 20 }), await openServer()]
  await north.bus.join(school)
  north.bus.leave(school)
  await nextSweep()
  writer.bus.append(school, event(school, 0))
  await expect.poll(() => numbers(north.heard)).toEqual([0])
  expect(north.closed).toEqual([])
})

test('leaves a bucket after its last stream, and has its events again when it is joined again', async () => {
  const [north, writer] = [await openServer({ lingerMs: 1, sweepIntervalMs: 20 }), await openServer()]
  await north.bus.join(school)
  await north.bus.join(school)
  writer.bus.append(school, event(school, 0))
  await expect.poll(() => numbers(north.heard)).toEqual([0])
  north.bus.leave(school)
  await nextSweep()
  expect(north.closed, 'a stream is still open').toEqual([])
  north.bus.leave(school)
  await expect.poll(() => north.closed).toEqual([7])
  writer.bus.append(school, event(school, 1))
  await writer.bus.join(school)
  await expect.poll(() => numbers(writer.heard)).toEqual([0, 1])
  expect(numbers(north.live), 'no longer received').toEqual([0])
  await north.bus.join(school)
  expect(numbers(north.heard)).toEqual([0, 0, 1])
})

test('beside a server of the previous release each server receives each event once, in one order with equal ids', async () => {
  const [north, south] = [await openServer(), await openServer()]
  const old: LiveEvent[] = []
  const previous = await openPreviousBus(url, box, (entry) => old.push(entry))
  closers.push(() => previous.close())
  await north.bus.join(school)
  await south.bus.join(school)
  await south.bus.join(other)
  for (const number of upTo(600)) {
    const writer = [north.bus, south.bus, undefined][number % 3]
    if (writer) writer.append(school, event(school, number))
    else void previous.append(event(school, number))
    void previous.append(event(other, number))
    if (number % 40 === 0) await sleep(2)
  }
  const ofSchool = (events: readonly LiveEvent[]) => events.filter(({ keys: [key] }) => key === `s ${school}`)
  const seen = (events: readonly LiveEvent[]) => ofSchool(events).map(({ id, data }) => `${id} ${data}`)
  await expect
    .poll(() => [old, north.heard, south.heard].map((events) => ofSchool(events).length))
    .toEqual(Array(3).fill(600))
  expect(seen(north.heard)).toEqual(seen(old))
  expect(seen(south.heard)).toEqual(seen(old))
  expect(new Set(numbers(ofSchool(old))).size).toBe(600)
  expect(north.heard.length, 'none of the other school').toBe(600)
  expect(south.heard.length).toBe(1200)

  // A client moves between servers of both releases; one that begins later has the events of both, too.
  const later = await openServer()
  await later.bus.join(school)
  expect(seen(later.heard)).toEqual(seen(old))
  const known = ofSchool(old)[550]?.id ?? ''
  for (const server of [north, later])
    expect(server.since(known)?.map(({ id }) => id)).toEqual(
      ofSchool(old)
        .slice(551)
        .map(({ id }) => id),
    )
})

test('keeps the order when a read returns only a part of the shared stream or of a bucket', async () => {
  const server = await openServer()
  await server.bus.join(school)
  const client = new Redis(url)
  closers.push(() => client.disconnect())
  const time = Date.now()
  const store = (number: number) => box.encrypt(JSON.stringify(event(school, number)), 'quad:live').toString('base64')
  // One transaction, so that the server finds all of them at its next read: a long series by each release.
  const writing = client.multi()
  for (const number of upTo(3000)) {
    const id = `${time}-${number}`
    const isPrevious = number < 700 || (number > 900 && number % 5 === 0)
    if (isPrevious) writing.xadd('quad:live', id, 'e', store(number))
    else writing.xadd('quad:live', id, 'e', store(number), 'copy', '1').xadd('quad:live:7', id, 'e', store(number))
  }
  await writing.exec()
  await expect.poll(() => server.live.length, { timeout: 10_000 }).toBe(3000)
  expect(numbers(server.live)).toEqual(upTo(3000))
})

test('beside a server of the next release, which writes to buckets only, no event is lost or doubled', async () => {
  const [north, south] = [await openServer(), await openServer()]
  await north.bus.join(school)
  const next = new Redis(url)
  closers.push(() => next.disconnect())
  const store = (number: number) => box.encrypt(JSON.stringify(event(school, number)), 'quad:live').toString('base64')
  // The id that the shared stream gives is taken in the bucket.
  await next.xadd('quad:live:7', `${Date.now() + 500}-0`, 'e', store(-1))
  for (const number of upTo(500)) {
    if (number % 2) south.bus.append(school, event(school, number))
    else void next.xadd('quad:live:7', '*', 'e', store(number))
    if (number % 50 === 0) await sleep(2)
  }
  await expect.poll(() => north.heard.length).toBe(501)
  expect(numbers(north.heard).sort((one, two) => one - two)).toEqual([-1, ...upTo(500)])
  const ids = north.heard.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted(compareIds))
  expect(north.problems).toEqual([])
})

test('broadcasts and gaps reach all servers, whatever they read', async () => {
  const [north, south] = [await openServer(), await openServer()]
  const old: LiveEvent[] = []
  const previous = await openPreviousBus(url, box, (entry) => old.push(entry))
  closers.push(() => previous.close())
  north.bus.broadcast({ keys: [], name: '#topic', data: '1' })
  void previous.append({ keys: [], name: '#topic', data: '2' })
  void previous.append({ keys: [], name: 'gap', data: '' })
  for (const { broadcasts, gaps } of [north, south]) {
    await expect.poll(() => broadcasts).toEqual(['1', '2'])
    await expect.poll(() => gaps).toHaveLength(1)
  }
  expect(old.map(({ data }) => data)).toEqual(['1', '2', ''])
  const known = await north.bus.currentId(school)
  south.bus.append(school, event(school, 1))
  await south.bus.join(school)
  expect(numbers(south.since(known) ?? []), 'joined after the gap').toEqual([1])
  expect(south.since(`${Number(known.split('-')[0]) - 60_000}-0`), 'from before the gap').toBeUndefined()
})

test('removes events that are older than five minutes, also of buckets that no server reads', async () => {
  const client = new Redis(url)
  closers.push(() => client.disconnect())
  const keys = ['quad:live', ...Array.from({ length: bucketCount }, (_, bucket) => `quad:live:${bucket}`)]
  const [old, young] = [Date.now() - 301_000, Date.now() - 200_000]
  for (const key of keys) for (const time of [old, young]) await client.xadd(key, `${time}-0`, 'e', '{"keys":["s x"]}')
  await openServer({ sweepIntervalMs: 50 })
  for (const key of keys) await expect.poll(() => client.xrange(key, '-', '+')).toMatchObject([[`${young}-0`, {}]])
})

test('without Redis a server delivers what it wrote, lets streams in, and reports a gap when Redis is back', async () => {
  const [north, south] = [await openServer(), await openServer()]
  await north.bus.join(school)
  north.bus.append(school, event(school, 0))
  await expect.poll(() => numbers(north.live)).toEqual([0])
  await redis?.stop('SIGKILL')
  north.bus.append(school, event(school, 1))
  await expect.poll(() => numbers(north.local), { timeout: 5000 }).toEqual([1])
  const began = performance.now()
  await south.bus.join(school)
  expect(await south.bus.currentId(other)).toMatch(/^\d+-\d+$/)
  expect(performance.now() - began, 'not as long as Redis is away').toBeLessThan(3000)
  redis = await startRedis(port)
  for (const { gaps } of [north, south]) await expect.poll(() => gaps.length, { timeout: 10_000 }).toBeGreaterThan(0)
  for (const { bus, since } of [north, south])
    await expect.poll(() => since(bus.lastEventId(school)), { timeout: 5000 }).toEqual([])
  north.bus.append(school, event(school, 2))
  for (const { live } of [north, south]) await expect.poll(() => numbers(live).at(-1), { timeout: 5000 }).toBe(2)
})

test('reports a gap when Redis restarts without its data, although no write failed', async () => {
  const [north, south] = [await openServer(), await openServer()]
  await north.bus.join(school)
  south.bus.append(school, event(school, 0))
  await expect.poll(() => numbers(north.live)).toEqual([0])
  await redis?.stop('SIGKILL')
  redis = await startRedis(port)
  await expect.poll(() => north.gaps.length, { timeout: 10_000 }).toBeGreaterThan(0)
})

test('skips an entry that it cannot decrypt, and reports it', async () => {
  const server = await openServer()
  await server.bus.join(school)
  const client = new Redis(url)
  closers.push(() => client.disconnect())
  await client.xadd('quad:live:7', '*', 'e', 'bm90IGVuY3J5cHRlZA==')
  server.bus.append(school, event(school, 1))
  await expect.poll(() => numbers(server.live)).toEqual([1])
  expect(server.problems).toEqual(['This is not an encrypted value.'])
})
