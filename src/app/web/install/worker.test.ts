import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Handler = (event: object) => void
const origin = 'https://quad.example.edu'
const handlers = new Map<string, Handler>()
const shown: { title: string; options: Record<string, unknown> }[] = []
const opened: string[] = []
const badges: number[] = []
const windows: { navigate: (url: string) => Promise<unknown> }[] = []

/** Runs a handler and waits for the work that it asked the browser to wait for. */
async function emit(name: string, event: object) {
  const work: Promise<unknown>[] = []
  handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) })
  await Promise.all(work)
}
const push = (text: string | undefined) => emit('push', { data: text === undefined ? null : { text: () => text } })
const click = (data: unknown) => emit('notificationclick', { notification: { data, close: () => {} } })

beforeEach(async () => {
  vi.resetModules()
  const cache = { addAll: async () => {} }
  vi.stubGlobal('caches', { open: async () => cache, keys: async () => [] })
  vi.stubGlobal('BUILD', 'test')
  vi.stubGlobal('KEPT', [])
  vi.stubGlobal('navigator', { setAppBadge: async (count: number) => void badges.push(count) })
  vi.stubGlobal('self', {
    location: { origin },
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) => void shown.push({ title, options }),
      getNotifications: async () => shown.map(() => ({ close: () => void shown.pop() })),
      pushManager: { getSubscription: async () => ({ unsubscribe: async () => opened.push('unsubscribed') }) },
    },
    clients: { matchAll: async () => windows, openWindow: async (url: string) => void opened.push(url) },
  })
  await import('./worker.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const list of [shown, opened, badges, windows]) list.length = 0
})

const notification = { title: 'Ada wrote to you', navigate: `${origin}/messages/1`, lang: 'en', dir: 'ltr', tag: 't' }

test('shows a push with its tag, and sets the badge', async () => {
  await push(JSON.stringify({ web_push: 8030, notification: { ...notification, body: 'Hello' }, app_badge: 3 }))
  const options = {
    body: 'Hello',
    lang: 'en',
    dir: 'ltr',
    tag: 't',
    icon: '/icons/192.png',
    data: notification.navigate,
  }
  expect(shown).toEqual([{ title: 'Ada wrote to you', options }])
  expect(badges).toEqual([3])
})

test.each([undefined, '', 'no JSON', 'null', '{}', '[]', '{"notification":null}'])(
  'shows something for the payload %j',
  async (text) => {
    await push(text)
    expect(shown.map(({ title }) => title)).toEqual(['Something new'])
  },
)

test('a click opens the page, in a window that is open if there is one', async () => {
  await click(`${origin}/messages/1`)
  expect(opened.splice(0)).toEqual([`${origin}/messages/1`])
  const focused: string[] = []
  windows.push({ navigate: async (url) => ({ focus: async () => void focused.push(url) }) })
  await click(`${origin}/events`)
  expect([opened, focused]).toEqual([[], [`${origin}/events`]])
  windows[0] = { navigate: () => Promise.reject(new Error('not controlled')) }
  await click(`${origin}/events`)
  expect(opened).toEqual([`${origin}/events`])
})

test('a click never leaves the site', async () => {
  for (const address of [
    'https://evil.example/',
    '//evil.example/',
    'javascript:alert(1)',
    'http://quad.example.edu/',
  ]) {
    await click(address)
    expect(opened.splice(0), address).toEqual([`${origin}/`])
  }
})

test('the end of a session closes what is shown, and ends the subscription', async () => {
  await push(JSON.stringify({ notification, app_badge: 1 }))
  await emit('message', { data: 'forget' })
  expect([shown, opened, badges]).toEqual([[], ['unsubscribed'], [1, 0]])
})
