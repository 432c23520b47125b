import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectReady, newcomer, type Student, test } from './kit.ts'

const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#8a5a3c' } })
    .png()
    .toBuffer()

/** What Otto has written, for Ada to read without a connection. */
async function prepare({ api }: Student, ada: { id: string }) {
  const mark = randomUUID().slice(0, 8)
  const create = async (path: string, data: object) => {
    const reply = await api.post(path, { data })
    expect(reply.ok(), `${path} ${await reply.text()}`).toBe(true)
    return ((await reply.json()) as { data: { id: string } }).data.id
  }
  const file = { name: 'umbrella.png', mimeType: 'image/png', buffer: await picture() }
  const uploaded = await api.post('/upload', { multipart: { type: 'post', file } })
  const { url } = ((await uploaded.json()) as { data: { url: string } }).data
  const conversation = await create('/api/conversations', { participants: [ada.id] })
  await create(`/conversations/${conversation}/messages`, { content: `See you at six ${mark}` })
  const withdrawn = await create(`/conversations/${conversation}/messages`, { content: `Withdrawn ${mark}` })
  const day = Math.floor(Date.now() / 1000) + 5 * 86_400
  const toEvent = (title: string, start_date: number) =>
    create('/api/events', {
      title,
      description: 'We walk at night.',
      start_date,
      end_date: start_date + 3600,
      location: 'Gate',
    })
  return {
    mark,
    conversation,
    withdrawn,
    post: await create('/api/posts', { content: `Lost umbrella ${mark}`, media_urls: [url] }),
    event: await toEvent(`Night walk ${mark}`, day),
    later: await toEvent(`Far walk ${mark}`, day + 40 * 86_400),
  }
}

/** What the browser stores for this site, as text with the names of the stores. Pictures and code by their paths. */
const readStores = `(async () => {
  const databases = []
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
    })
    for (const store of database.objectStoreNames) {
      const request = database.transaction(store).objectStore(store).getAll()
      databases.push([name, store, await new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })])
    }
    database.close()
  }
  const cached = []
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) cached.push(name + ' ' + new URL(url).pathname)
  return JSON.stringify({ databases, cached, local: { ...localStorage }, session: { ...sessionStorage } })
})()`
const stores = (page: Page) => page.evaluate<string>(readStores)

/** Signs in a student whose device keeps what Otto has written. */
async function openKept(context: BrowserContext, newStudent: (name?: string) => Promise<Student>) {
  const page = await context.newPage()
  const ada = await newcomer(page, 'Ada')
  const otto = await newStudent('Otto')
  const prepared = await prepare(otto, ada)
  await page.goto('/settings')
  await page.evaluate('navigator.serviceWorker.ready')
  await page.reload()
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  await page.getByRole('switch', { name: 'Keep on this device' }).click()
  await expectKept(page, prepared.mark)
  return { page, ada, otto, ...prepared }
}

/** Waits until content, pictures and code are stored. */
async function expectKept(page: Page, mark: string) {
  for (const text of ['/app.html', `Lost umbrella ${mark}`, `See you at six ${mark}`, `Night walk ${mark}`])
    await expect.poll(async () => (await stores(page)).includes(text), { message: text, timeout: 30_000 }).toBe(true)
}

test('the feed with its pictures, a conversation and the events are readable without a network after a reload', async ({
  fullContext: context,
  newStudent,
}) => {
  const { page, mark, conversation } = await openKept(context, newStudent)
  const size = page.getByText(/^[\d.]+ MB used$/)
  await expect(size).toBeVisible()
  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByText(/^Offline\. You see the state of \d/)).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: `Lost umbrella ${mark}` })
  await expect(card).toBeVisible()
  const image = card.locator('img[src^="/media/"][srcset]')
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((shown) => (shown as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0)
  await page.setViewportSize({ width: 390, height: 844 })
  const create = await page.getByRole('button', { name: 'Post', exact: true }).boundingBox()
  const endOfNotice = async () => {
    const box = await page.getByText(/^Offline\. You see/).boundingBox()
    return box ? box.y + box.height : Number.POSITIVE_INFINITY
  }
  await expect.poll(endOfNotice, 'above the create button').toBeLessThanOrEqual(create?.y ?? 0)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.goto(`/messages/${conversation}`)
  await expect(page.getByText(`See you at six ${mark}`).last()).toBeVisible()
  await page.getByLabel(/^Message to/).fill(`From the train ${mark}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waiting for a connection')).toBeVisible()

  await page.goto('/events')
  await expect(page.getByRole('article').filter({ hasText: `Night walk ${mark}` })).toBeVisible()
  await expect(page.getByText(`Far walk ${mark}`)).toHaveCount(0)

  await page.goto('/marketplace')
  await expect(page.getByText('This page is not available offline')).toBeVisible()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('This page is not available offline')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('This page is not available offline')).toHaveCount(0)
  await expect(page.getByText(/^Offline\. You see/)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Marketplace', level: 1 })).toBeVisible()
  await page.goto(`/messages/${conversation}`)
  await expect(page.getByText(`From the train ${mark}`).last()).toBeVisible()
  await expect(page.getByText('Waiting for a connection')).toHaveCount(0)
})

test('the installed app keeps content without being asked, until its user says no', async ({
  fullContext: context,
  newStudent,
}) => {
  const page = await context.newPage()
  // Only a person can install an app; this is what the browser then answers.
  await page.addInitScript(`{
    const ask = window.matchMedia.bind(window)
    window.matchMedia = (query) => ask(query === '(display-mode: standalone)' ? 'all' : query)
  }`)
  const ada = await newcomer(page, 'Ada')
  const { mark } = await prepare(await newStudent('Otto'), ada)
  await page.goto('/settings')
  const keeps = page.getByRole('switch', { name: 'Keep on this device' })
  await expect(keeps).toBeChecked()
  await expectKept(page, mark)
  await keeps.click()
  await expect(keeps).not.toBeChecked()
  await expect.poll(() => stores(page)).not.toContain(mark)
  await page.reload()
  await expect(keeps).not.toBeChecked()
  expect(await stores(page)).not.toContain(mark)
})

test('what the reader may not see any more is deleted at the next contact', async ({
  fullContext: context,
  newStudent,
}) => {
  const { page, otto, mark, conversation, withdrawn, post } = await openKept(context, newStudent)
  expect(await stores(page)).toContain(`Withdrawn ${mark}`)
  await page.goto('about:blank')
  expect((await otto.api.delete(`/api/messages/${withdrawn}`)).ok()).toBe(true)
  expect((await otto.api.delete(`/api/posts/${post}`)).ok()).toBe(true)
  await page.goto('/marketplace')
  await expectReady(page)
  await expect.poll(() => stores(page)).not.toContain(`Withdrawn ${mark}`)
  await expect.poll(() => stores(page)).not.toContain(`Lost umbrella ${mark}`)
  const kept = await stores(page)
  expect(kept).toContain(`See you at six ${mark}`)
  await context.setOffline(true)
  await page.goto(`/messages/${conversation}`)
  await expect(page.getByText(`See you at six ${mark}`).last()).toBeVisible()
  await expect(page.getByText(`Withdrawn ${mark}`)).toHaveCount(0)
})

test('confessions and anonymous posts are never kept, and nothing is kept without being chosen', async ({
  fullContext: context,
  newStudent,
}) => {
  const page = await context.newPage()
  const ada = await newcomer(page, 'Ada', '/dashboard')
  await expectReady(page)
  const secret = `secret-${randomUUID().slice(0, 8)}`
  for (const [path, data] of [
    ['/api/posts', { content: `Unsigned ${secret}`, is_anonymous: true }],
    ['/api/confessions', { content: `Confessed ${secret}`, category: 'general' }],
  ] as const)
    expect((await page.request.post(path, { data })).ok(), path).toBe(true)
  await page.keyboard.press('Shift')
  await page.goto('/confessions')
  await expect(page.getByText(`Confessed ${secret}`)).toBeVisible()
  expect(JSON.parse(await stores(page)).databases).toEqual([])
  const otto = await newStudent('Otto')
  const { mark } = await prepare(otto, ada)
  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Keep on this device' }).click()
  await expectKept(page, mark)
  await page.goto('/confessions')
  await expect(page.getByText(`Confessed ${secret}`)).toBeVisible()
  await page.goto('/dashboard')
  await expectReady(page)
  // Its time is the beginning of a minute, so it comes after all posts of that minute.
  const scroll = async () => {
    await page.keyboard.press('End')
    return page.getByText(`Unsigned ${secret}`).count()
  }
  await expect.poll(scroll).toBe(1)
  await expectKept(page, mark)
  expect(await stores(page)).not.toContain(secret)
})

test('Delete now deletes what is kept, and keeps nothing from then on', async ({
  fullContext: context,
  newStudent,
}) => {
  const { page, mark } = await openKept(context, newStudent)
  await page.getByRole('button', { name: 'Delete now' }).click()
  await expect(page.getByRole('switch', { name: 'Keep on this device' })).not.toBeChecked()
  await expect.poll(() => stores(page)).not.toContain(mark)
  await page.goto('/dashboard')
  await expectReady(page)
  expect(await stores(page)).not.toContain(mark)
  for (const entry of JSON.parse(await stores(page)).cached) expect(entry).toMatch(/^quad /)
})

/** Nothing of the student is left in the browser. */
async function expectNothing(page: Page, { ada, mark }: { ada: { id: string }; mark: string }) {
  await expect.poll(() => stores(page)).not.toContain(ada.id)
  const stored = await stores(page)
  expect(stored).not.toContain(mark)
  for (const entry of JSON.parse(stored).cached) expect(entry).toMatch(/^quad .* \/(assets\/.+|offline\.html)$/)
}

test('nothing that is kept stays after a sign-out', async ({ fullContext: context, newStudent }) => {
  const kept = await openKept(context, newStudent)
  const { page } = kept
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expectNothing(page, kept)
})

test('nothing that is kept stays after a 401 or when another person signs in', async ({
  fullContext: context,
  newStudent,
  db,
}) => {
  const kept = await openKept(context, newStudent)
  const { page } = kept
  await db.deleteFrom('sessions').where('user_id', '=', kept.ada.id).execute()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
  await expectNothing(page, kept)

  const again = await openKept(context, newStudent)
  await again.page.goto('about:blank')
  await newcomer(again.page, 'Bo', '/dashboard')
  await expectReady(again.page)
  await expectNothing(again.page, again)
})

test('nothing that is kept stays after a ban', async ({ fullContext: context, newStudent, db }) => {
  const kept = await openKept(context, newStudent)
  const { page } = kept
  await db
    .updateTable('users')
    .set({ blocked_as: 'banned', blocked_reason: 'Spam' })
    .where('id', '=', kept.ada.id)
    .execute()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/blocked/)
  await expectNothing(page, kept)
})

test('after seven days without contact everything is deleted, with drafts and without a network', async ({
  fullContext: context,
  newStudent,
}) => {
  const kept = await openKept(context, newStudent)
  const { page, mark, conversation } = kept
  await page.goto(`/messages/${conversation}`)
  await page.getByLabel(/^Message to/).fill(`draft ${mark}`)
  await page.goto('about:blank')
  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByText(/^Offline\. You see/)).toBeVisible() // the last contact was just now
  const passed = 7 * 24 * 3_600_000 + 60_000
  await page.addInitScript(`{ const now = Date.now; Date.now = () => now() + ${passed} }`)
  await page.reload()
  await expect(page.getByText(/^Offline\. You see/)).toHaveCount(0)
  await expectNothing(page, kept)
})
