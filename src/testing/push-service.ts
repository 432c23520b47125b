import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushPayload } from '../features/push/server/payload.ts'
import { openPushClient, type PushClient } from '../features/push/server/push-client.ts'
import { createBrowser, pushHost, type TestBrowser } from './push-browser.ts'

/** A push as a browser receives it. */
export type ReceivedPush = {
  readonly device: string
  readonly headers: IncomingHttpHeaders
  readonly json: string
  readonly payload: PushPayload
}

export type TestPushService = {
  readonly client: PushClient
  readonly received: ReceivedPush[]
  /** Requests so far, refused ones included. */
  requests(): number
  /** Answers further pushes with this status and headers. */
  answer(status: number, headers?: Record<string, string>): void
  openBrowser(): TestBrowser
  close(): Promise<void>
}

/** A push service on this machine, which checks the signature of each request (RFC 8292) and decrypts it like the browser. */
export async function openTestPushService(): Promise<TestPushService> {
  const browsers = new Map<string, TestBrowser>()
  const received: ReceivedPush[] = []
  let requests = 0
  let reply: { status: number; headers: Record<string, string> } = { status: 201, headers: {} }
  const server = createServer(async (request, response) => {
    requests++
    const device = request.url?.split('/').at(-1) ?? ''
    const browser = browsers.get(device)
    const body = await buffer(request)
    if (!browser || !isSigned(request.headers.authorization)) return response.writeHead(401).end()
    const json = browser.decrypt(body)
    if (reply.status < 300) received.push({ device, headers: request.headers, json, payload: JSON.parse(json) })
    response.writeHead(reply.status, reply.headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = openPushClient({
    hosts: [],
    resolve: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    testing: { port, isAllowed: (address) => address === '127.0.0.1' },
  })
  return {
    client,
    received,
    requests: () => requests,
    answer: (status, headers = {}) => {
      reply = { status, headers }
    },
    openBrowser() {
      const browser = createBrowser()
      browsers.set(browser.device, browser)
      return browser
    },
    async close() {
      await client.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Whether the token is for this service, not expired, and signed with the key that it names. */
function isSigned(authorization = ''): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return false
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  if (aud !== `https://${pushHost}` || Number(exp) * 1000 < Date.now()) return false
  if (!/^(mailto:|https:)/.test(String(sub))) return false
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  return verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}
