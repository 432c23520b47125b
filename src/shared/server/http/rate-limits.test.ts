import { createServer, type Socket } from 'node:net'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, startRedis } from '../../../../tools/services.ts'
import { testWith } from '../../../testing/requirements.ts'
import { openRateLimits } from './rate-limits.ts'

/** A minimal Redis with the commands that the limiter needs; `heard` is everything it received. */
async function openListeningRedis() {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const text = data.toString()
      heard.push(text)
      for (const command of text.match(/\*\d+\r\n\$\d+\r\n\w+/g) ?? []) {
        if (/info$/i.test(command)) socket.write('$19\r\nredis_version:7.0.0\r\n')
        else if (/eval/i.test(command)) socket.write('*2\r\n:1\r\n:60000\r\n')
        else socket.write('+OK\r\n')
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as { port: number }
  return { heard, url: `redis://127.0.0.1:${port}` }
}

test('sends only keyed hashes to Redis, and no user, address or path', async () => {
  const { heard, url } = await openListeningRedis()
  const [limits, other] = [
    await openRateLimits(Buffer.from('one key'), url),
    await openRateLimits(Buffer.from('another key'), url),
  ]
  const person = '0193a1b2-0000-7000-8000-00000000abcd'
  for (const each of [limits, other]) {
    await each.consume('write', `${person} POST /api/confessions`)
    await each.consumeSignedOut('198.51.100.7', '/api/public/schools')
    await each.consumeDaily('confession', person)
    await each.isFirstInMinute('ad clicks', person, '0193a1b2-0000-7000-8000-00000000ad00')
    each.close()
  }
  const text = heard.join('')
  const keys = [...text.matchAll(/quad:limit:(\w+):([\w-]{43})\r\n/g)].map(([, kind, hash]) => `${kind} ${hash}`)
  expect(keys.map((key) => key.split(' ')[0])).toEqual(
    expect.arrayContaining(['write', 'anonymous', 'confession', 'once']),
  )
  expect(new Set(keys).size, 'another key hashes to another value').toBe(8)
  for (const trace of [person, 'api', 'POST', '198.51.100.7', 'public', 'clicks', 'ad00'])
    expect(text).not.toContain(trace)
})

test('counts an action of a user with an item once per minute', async () => {
  const limits = await openRateLimits(Buffer.from('a key'))
  const click = (user: string, item: string) => limits.isFirstInMinute('ad clicks', user, item)
  expect(
    await Promise.all([click('ada', 'tea'), click('ada', 'tea'), click('grace', 'tea'), click('ada', 'cake')]),
  ).toEqual([true, false, true, true])
  expect(await limits.isFirstInMinute('ad impressions', 'ada', 'tea')).toBe(true)
})

test('limits creates per kind and day, and does not count failed ones', async () => {
  const limits = await openRateLimits(Buffer.from('a key'))
  const confess = (person: string) => limits.consumeDaily('confession', person)
  for (let count = 0; count < 29; count++) await confess('ada')
  const refund = await confess('ada')
  const problem = await confess('ada').catch((refusal) => refusal)
  expect(problem).toMatchObject({
    status: 429,
    message: 'You’ve reached the limit of 30 confessions per day. Try again tomorrow.',
  })
  expect(problem.extra.retry_after).toBeGreaterThan(0)
  expect(problem.extra.retry_after).toBeLessThanOrEqual(24 * 3600)
  await confess('grace')
  await limits.consumeDaily('post', 'ada')
  const [first, second] = [await confess('alan'), await confess('alan')]
  await first()
  await second()
  for (let count = 0; count < 30; count++) await confess('alan')
  await expect(confess('alan')).rejects.toMatchObject({ status: 429 })
  await refund()
})

test('limits all users of a school together on one server without Redis', async () => {
  const limits = await openRateLimits(Buffer.from('a key'))
  onTestFinished(() => limits.close())
  const write = (school: string) => limits.consumeForSchool('write', school)
  for (let round = 0; round < 150; round++) await Promise.all(Array.from({ length: 1000 }, () => write('one')))
  await expect(write('one')).rejects.toMatchObject({ status: 429 })
  await write('another')
})

testWith('redis-server')(
  'limits all users of a school together across servers, with few calls to Redis',
  { timeout: 60_000 },
  async () => {
    const redis = await startRedis(await freePort())
    onTestFinished(() => void redis.stop())
    const servers = [
      await openRateLimits(Buffer.from('one key'), redis.url),
      await openRateLimits(Buffer.from('one key'), redis.url),
    ]
    onTestFinished(() => {
      for (const server of servers) server.close()
    })
    let [accepted, refused] = [0, 0]
    const write = async (index: number) => {
      await servers[index % 2]?.consumeForSchool('write', 'one').then(
        () => accepted++,
        ({ status }) => {
          expect(status).toBe(429)
          refused++
        },
      )
    }
    for (let round = 0; round < 170; round++)
      await Promise.all(Array.from({ length: 1000 }, (_, index) => write(index)))
    expect(accepted).toBeLessThanOrEqual(150_000)
    expect(accepted, 'each server may hold points that it did not consume').toBeGreaterThanOrEqual(148_000)
    expect(accepted + refused).toBe(170_000)
    for (const server of servers) await server.consumeForSchool('write', 'another')

    const client = new Redis(redis.url)
    onTestFinished(() => client.disconnect())
    const calls = Number(/cmdstat_incrby:calls=(\d+)/.exec(await client.info('commandstats'))?.[1])
    expect(calls, 'a call per thousand requests').toBeLessThan(160)
    expect((await client.keys('*')).every((key) => /^quad:limit:school_write:[\w-]{43}$/.test(key))).toBe(true)
  },
)

testWith('redis-server')(
  'names one key per command to Redis, so that schools may have different ones',
  { timeout: 30_000 },
  async () => {
    const redis = await startRedis(await freePort())
    onTestFinished(() => void redis.stop())
    const client = new Redis(redis.url)
    onTestFinished(() => client.disconnect())
    const monitor = await client.monitor()
    onTestFinished(() => monitor.disconnect())
    const keys: string[][] = []
    monitor.on('monitor', (_time, words: string[], source: string) => {
      if (source !== 'lua') keys.push(words.filter((word) => word.startsWith('quad:')))
    })
    const limits = await openRateLimits(Buffer.from('a key'), redis.url)
    onTestFinished(() => limits.close())
    for (const kind of ['read', 'write', 'idempotent', 'checkIn', 'naming'] as const) await limits.consume(kind, 'ada')
    await limits.consumeSignedOut('198.51.100.7', '/')
    for (const kind of ['read', 'write'] as const) await limits.consumeForSchool(kind, 'a school')
    const reverts = [await limits.consumeDaily('post', 'ada'), await limits.takeDaily('added', 3)]
    for (const revert of reverts) await revert?.()
    await limits.consumeNotice('198.51.100.7', 'ada@example.org')
    await limits.takeHourly('push', 'ada')
    await limits.isFirstInMinute('ad clicks', 'ada', 'tea')
    await client.ping()
    await expect.poll(() => keys.filter((some) => some.length > 0).length).toBeGreaterThanOrEqual(16)
    expect(keys.filter((some) => some.length > 1)).toEqual([])
  },
)
