import 'fake-indexeddb/auto'
import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const day = 24 * 3_600_000
let userId: string
let isInstalled: boolean

beforeEach(() => {
  userId = crypto.randomUUID()
  isInstalled = true
  localStorage.clear()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('standalone') && isInstalled }))
})
afterEach(async () => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
})

/** A page: its own copy of the code, as after a reload. */
async function openPage() {
  vi.resetModules()
  const storage = await import('./user-storage.ts')
  return {
    ...storage,
    ...(await import('./offline-store.ts')),
    ...(await import('./offline-choice.ts')),
    ...(await import('./connection.ts')),
    ...(await import('./offline-start.ts')),
  }
}

const key = (name: string) => ['/api/posts/feed', { name }]
const state = (confirmedAt = Date.now()) => ({ me: { id: userId, name: 'Ada' }, confirmed_at: confirmedAt })
const reply = (name: string, data: unknown = name) => ({ queryKey: key(name), data })

/** What an earlier page has kept. */
async function keep(...replies: ReturnType<typeof reply>[]) {
  const page = await openPage()
  page.claimStorage(userId)
  page.noteContact()
  await page.replaceKept(userId, state(), replies)
}

/** A page without a connection: its user, and what it can show. */
async function startWithoutConnection() {
  const page = await openPage()
  const client = new QueryClient()
  const user = await page.startOffline<{ name: string }>(client)
  const shown = client.getQueryCache().getAll()
  return { page, user, client, data: shown.map(({ state: { data } }) => data) }
}

const isStored = async () => (await indexedDB.databases()).some(({ name }) => name?.endsWith(userId))

test('shows the user and the replies that were kept, with the time of the last contact', async () => {
  await keep(reply('feed', ['a post']), reply('events'))
  const { page, user, client } = await startWithoutConnection()
  expect(user?.name).toBe('Ada')
  expect(client.getQueryData(key('feed'))).toEqual(['a post'])
  expect(client.getQueryData(key('events'))).toBe('events')
  expect(Date.now() - (page.offlineSince() ?? 0)).toBeLessThan(day)
  expect(onlineManager.isOnline()).toBe(false)
})

test('what was kept a moment ago is loaded again when the connection returns: it lacks sealed items', async () => {
  await keep(reply('feed', ['a post']))
  const { client } = await startWithoutConnection()
  const observer = new QueryObserver(client, {
    queryKey: key('feed'),
    queryFn: async () => ['a post', 'a sealed post'],
    staleTime: 5 * 60_000,
  })
  client.mount() // listens to the connection
  const unsubscribe = observer.subscribe(() => {})
  expect(observer.getCurrentResult().data).toEqual(['a post'])
  onlineManager.setOnline(true)
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['a post', 'a sealed post'])
  unsubscribe()
  client.unmount()
})

test('a replacement leaves nothing of before, and a change only what it names', async () => {
  await keep(reply('withdrawn'), reply('old'))
  await keep(reply('old'), reply('left'), reply('changed', 1))
  const page = await openPage()
  page.claimStorage(userId)
  await page.patchKept(userId, state(), { written: [reply('changed', 2)], deleted: [key('left')] })
  const { replies } = await page.readKept(userId)
  expect(replies.map(({ data }) => data).toSorted()).toEqual([2, 'old'])
})

test('messages that have disappeared since are not shown', async () => {
  const now = Date.now() / 1000
  const messages = [
    { id: 'gone', vanishes_at: now - 1 },
    { id: 'still there', vanishes_at: now + 60 },
    { id: 'stays', vanishes_at: null },
  ]
  await keep(reply('messages', { pages: [{ data: messages }] }))
  const { data } = await startWithoutConnection()
  expect(JSON.stringify(data)).toContain('still there')
  expect(JSON.stringify(data)).toContain('stays')
  expect(JSON.stringify(data)).not.toContain('gone')
})

test('does not replace what the page has loaded', async () => {
  await keep(reply('feed', 'kept'))
  const page = await openPage()
  page.claimStorage(userId)
  const client = new QueryClient()
  client.setQueryData(key('feed'), 'newer')
  await page.restoreKept(client, userId)
  expect(client.getQueryData(key('feed'))).toBe('newer')
})

test('nothing is shown without the choice, unless the app is installed', async () => {
  await keep(reply('feed'))
  isInstalled = false
  expect((await startWithoutConnection()).user).toBeUndefined()
  const page = await openPage()
  page.claimStorage(userId)
  page.chooseKeptOffline(true)
  expect((await startWithoutConnection()).user?.name).toBe('Ada')
  isInstalled = true
  page.chooseKeptOffline(false)
  expect((await startWithoutConnection()).user).toBeUndefined()
})

test('after seven days without contact everything is deleted', async () => {
  await keep(reply('feed'))
  localStorage.setItem(`quad draft ${userId} post`, 'a draft')
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 7 * day - 1000)
  expect((await startWithoutConnection()).user?.name).toBe('Ada')
  vi.mocked(Date.now).mockReturnValue(now + 7 * day + 1000)
  expect((await startWithoutConnection()).user).toBeUndefined()
  expect(localStorage).toHaveLength(0)
  await expect.poll(() => isStored()).toBe(false)
})

test('shows nothing where it is not clear whose content is kept', async () => {
  await keep(reply('feed'))
  const other = indexedDB.open('quad offline another-user')
  await new Promise((resolve) => other.addEventListener('success', resolve))
  expect((await startWithoutConnection()).user).toBeUndefined()
  other.result.close()
})

test('stores nothing for anyone but the user of the page, and nothing on a shared computer', async () => {
  const page = await openPage()
  page.claimStorage(userId)
  await expect(page.replaceKept('another-user', state(), [reply('feed')])).rejects.toThrow('Nothing may be stored')
  page.claimStorage(userId, true)
  await expect(page.replaceKept(userId, state(), [reply('feed')])).rejects.toThrow('Nothing may be stored')
  expect(await isStored()).toBe(false)
  expect(page.isKeptOffline()).toBe(false)
})

test('what a page begins to store when the session ends is deleted, too', async () => {
  const page = await openPage()
  page.claimStorage(userId)
  const writing = page.replaceKept(userId, state(), [reply('feed')])
  page.clearStorage()
  await writing.catch(() => {}) // it may be too late
  await expect.poll(() => isStored()).toBe(false)
})

test('the next user of the browser finds nothing', async () => {
  await keep(reply('feed'))
  const page = await openPage()
  page.claimStorage('another-user')
  await expect.poll(() => isStored()).toBe(false)
  expect((await startWithoutConnection()).user).toBeUndefined()
})
