import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
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
