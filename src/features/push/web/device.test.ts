import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimStorage } from '../../../shared/web/user-storage.ts'
import { canOffer, findPushSupport, keepPushOn, postponeOffer, turnOnPush } from './device.ts'

const toBytes = (key: string) => Uint8Array.from(atob(key), (character) => character.charCodeAt(0)).buffer

/** The server: its key, whether it knows this device, and what it answers to a subscription. */
const server = { key: 'AAAA', isKnown: false, refusals: [] as string[], saved: [] as string[] }
/** The browser's subscription. */
let held: { endpoint: string; key: string } | undefined
let made = 0
let permission: NotificationPermission = 'default'

const toSubscription = (own: NonNullable<typeof held>) => ({
  options: { applicationServerKey: toBytes(own.key) },
  toJSON: () => ({ endpoint: own.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    held = undefined
    return true
  },
})

const reply = (status: number, body: object) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  Object.assign(server, { key: 'AAAA', isKnown: false, refusals: [], saved: [] })
  held = undefined
  permission = 'default'
  localStorage.clear()
  claimStorage('ada')
  const pushManager = {
    getSubscription: async () => held && toSubscription(held),
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      held ??= { endpoint: `endpoint ${++made}`, key }
      return toSubscription(held)
    },
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => {
      if (permission === 'default') permission = 'granted'
      return permission
    },
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager, getNotifications: async () => [] }) },
  })
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    if (url === '/api/push/key') return reply(200, { success: true, data: { key: server.key, key_id: server.key } })
    if (method === 'GET') return reply(200, { success: true, data: server.isKnown ? [{ is_current: true }] : [] })
    const code = server.refusals.shift()
    if (code) return reply(409, { success: false, error: 'No', code, request_id: 'r' })
    server.saved.push(JSON.parse(body ?? '{}').endpoint)
    server.isKnown = true
    return reply(200, { success: true, data: { id: 'x' } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('subscribes after the browser allowed it, and not when the user refuses', async () => {
  permission = 'denied'
  expect([await turnOnPush(), findPushSupport(), server.saved]).toEqual([false, 'blocked', []])
  permission = 'default'
  expect(await turnOnPush()).toBe(true)
  expect(server.saved).toEqual([held?.endpoint])
})

test('subscribes with another endpoint when another user held this one', async () => {
  held = { endpoint: 'of the former user', key: 'AAAA' }
  server.refusals = ['endpoint_in_use']
  expect(await turnOnPush()).toBe(true)
  expect(server.saved).toEqual([held?.endpoint])
  expect(held?.endpoint).not.toBe('of the former user')
})

test('gives up when the server refuses again and again', async () => {
  server.refusals = ['key_changed', 'key_changed', 'key_changed', 'key_changed']
  await expect(turnOnPush()).rejects.toThrow('No')
  expect(server.saved).toEqual([])
})

test('a start keeps what is complete, and subscribes again with a new key or after a lost subscription', async () => {
  await turnOnPush()
  await keepPushOn()
  expect(server.saved.length).toBe(1)
  server.key = 'BBBB'
  await keepPushOn()
  expect([server.saved.length, held?.key]).toEqual([2, 'BBBB'])
  held = undefined
  await keepPushOn()
  expect(server.saved.length).toBe(3)
})

test('a device that was removed elsewhere stays off', async () => {
  await turnOnPush()
  server.isKnown = false
  await keepPushOn()
  expect([server.saved.length, held]).toEqual([1, undefined])
  await keepPushOn()
  expect(server.saved.length).toBe(1)
})

test('the next user of the browser starts without push', async () => {
  await turnOnPush()
  claimStorage('grace')
  held = undefined
  server.isKnown = false
  await keepPushOn()
  expect(server.saved.length).toBe(1)
})

test('offers push where it works, and not again for 60 days', async () => {
  expect(await canOffer()).toBe(true)
  postponeOffer()
  expect(await canOffer()).toBe(false)
  vi.useFakeTimers({ now: Date.now() + 59 * 24 * 3600_000 })
  expect(await canOffer()).toBe(false)
  vi.setSystemTime(Date.now() + 2 * 24 * 3600_000)
  expect(await canOffer()).toBe(true)
  vi.useRealTimers()
  localStorage.clear()
  permission = 'denied'
  expect(await canOffer()).toBe(false)
})
