import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { hostileEndpoints } from '../../../testing/hostile-endpoints.ts'
import { isAllowedEndpoint, isPublicAddress } from './endpoint.ts'
import { openPushClient } from './push-client.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A listener on all local addresses that counts connections. */
async function openSink(answer: RequestListener = (_, reply) => reply.writeHead(201).end()) {
  const sink = { port: 0, connections: 0, addresses: [] as (string | undefined)[] }
  const server = createServer(answer)
  server.on('connection', (socket) => {
    sink.connections++
    sink.addresses.push(socket.localAddress?.replace('::ffff:', ''))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  sink.port = (server.address() as AddressInfo).port
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return sink
}

const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
const request = { endpoint, headers: {}, body: Buffer.from('sealed') }

/** A client that asks this resolver. Each call of it takes the next answer, and the last one again. */
function openClient(port: number, answers: readonly string[][], isAllowed?: (address: string) => boolean) {
  let calls = 0
  const client = openPushClient({
    hosts: [],
    resolve(_host, _options, callback) {
      const addresses = answers[Math.min(calls++, answers.length - 1)] ?? []
      const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      callback(null, found)
    },
    testing: { port, ...(isAllowed && { isAllowed }) },
  })
  closers.push(() => client.close())
  return { client, calls: () => calls }
}

test('accepts the endpoints of the known push services and of added hosts', () => {
  for (const allowed of [
    endpoint,
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuQ',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2b',
  ])
    expect(isAllowedEndpoint(allowed), allowed).toBe(true)
  expect(isAllowedEndpoint('https://push.example.org/abc')).toBe(false)
  expect(isAllowedEndpoint('https://push.example.org/abc', ['push.example.org'])).toBe(true)
  expect(isAllowedEndpoint('https://a.push.example.org/abc', ['*.push.example.org'])).toBe(true)
  expect(isAllowedEndpoint('https://push.example.org/abc', ['*.push.example.org'])).toBe(false)
})

test('sends to no hostile endpoint: none is resolved, none is connected to', async () => {
  const sink = await openSink()
  const { client, calls } = openClient(sink.port, [['127.0.0.1']], () => true)
  expect(hostileEndpoints.length).toBeGreaterThanOrEqual(40)
  for (const hostile of hostileEndpoints)
    expect(await client.send({ ...request, endpoint: hostile }), hostile).toEqual({ outcome: 'refused' })
  expect([calls(), sink.connections]).toEqual([0, 0])
  expect(await client.send(request), 'an allowed one would arrive').toEqual({ outcome: 'sent' })
  expect(sink.connections).toBe(1)
})

// biome-ignore format: a table
const privateAddresses = [
  '127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1',
  '100.127.255.254', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1',
  '255.255.255.255', '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1',
  '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0',
  'fec0::1', 'ff02::1', '4000::1', 'no address',
]

test('refuses every address that is not public', async () => {
  const sink = await openSink()
  for (const address of privateAddresses) {
    expect(isPublicAddress(address), address).toBe(false)
    const { client } = openClient(sink.port, [[address]])
    expect(await client.send(request), address).toEqual({ outcome: 'refused' })
    const { client: mixed } = openClient(sink.port, [['93.184.216.34', address]])
    expect(await mixed.send(request), `one of two is ${address}`).toEqual({ outcome: 'refused' })
  }
  expect(sink.connections).toBe(0)
  for (const address of ['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34'])
    expect(isPublicAddress(address), address).toBe(true)
})

test('connects to the checked address although the answer of the DNS changes afterwards', async () => {
  const sink = await openSink()
  const isAllowed = (address: string) => address === '127.0.0.2' // stands for a public address
  const { client, calls } = openClient(sink.port, [['127.0.0.2'], ['127.0.0.1']], isAllowed)
  expect(await client.send(request)).toEqual({ outcome: 'sent' })
  expect([calls(), sink.addresses]).toEqual([1, ['127.0.0.2']])
  const changed = openClient(sink.port, [['127.0.0.1']], isAllowed)
  expect(await changed.client.send(request)).toEqual({ outcome: 'refused' })
  expect(sink.connections).toBe(1)
})

test('follows no redirect', async () => {
  const target = await openSink()
  for (const status of [301, 302, 303, 307, 308]) {
    const sink = await openSink((_, reply) =>
      reply.writeHead(status, { location: `http://127.0.0.1:${target.port}/` }).end(),
    )
    const { client } = openClient(sink.port, [['127.0.0.1']], () => true)
    expect(await client.send(request)).toEqual({ outcome: 'refused' })
    expect(sink.connections).toBe(1)
  }
  expect(target.connections).toBe(0)
})

test('reads at most two kilobytes of a reply', async () => {
  let written = 0
  const sink = await openSink((_, reply) => {
    reply.writeHead(201)
    const more = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(1024))) written += 1024
      if (!reply.destroyed) reply.once('drain', more)
    }
    more()
  })
  const { client } = openClient(sink.port, [['127.0.0.1']], () => true)
  const startedAt = performance.now()
  expect(await client.send(request)).toEqual({ outcome: 'sent' })
  expect(performance.now() - startedAt, 'it does not wait for the end').toBeLessThan(5000)
  expect(written).toBeLessThan(50 * 1024 * 1024)
})

test.each([
  [201, {}, { outcome: 'sent' }],
  [404, {}, { outcome: 'gone' }],
  [410, {}, { outcome: 'gone' }],
  [400, {}, { outcome: 'refused' }],
  [413, {}, { outcome: 'refused' }],
  [429, { 'retry-after': '120' }, { outcome: 'later', retryAfterSeconds: 120 }],
  [429, { 'retry-after': '999999999' }, { outcome: 'later', retryAfterSeconds: 3600 }],
  [429, { 'retry-after': 'soon' }, { outcome: 'later' }],
  [503, {}, { outcome: 'later' }],
] as const)('a reply %i with %j means %j', async (status, headers, result) => {
  const sink = await openSink((_, reply) => reply.writeHead(status, headers).end())
  const { client } = openClient(sink.port, [['127.0.0.1']], () => true)
  expect(await client.send(request)).toEqual(result)
})

test('an unreachable push service is tried again later', async () => {
  const sink = await openSink()
  const { port } = sink
  for (const close of closers.splice(0)) await close()
  const { client } = openClient(port, [['127.0.0.1']], () => true)
  expect(await client.send(request)).toEqual({ outcome: 'later' })
})
