import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium, findHeadlessShell } from '../tools/chromium.ts'
import { quietArguments } from './browser.ts'
import { test as base, expect, expectReady, newcomer, type Student } from './kit.ts'
import { startProduct } from './product.ts'
import { createDataFolder } from './template.ts'

/** A browser with a profile on disk, as a process of its own that can be killed. */
type Killable = {
  start(): Promise<BrowserContext>
  /** Ends the browser like a phone that needs the memory: no code of the page or the browser runs any more. */
  kill(): Promise<void>
}

const test = base.extend<{ killable: Killable }>({
  killable: async ({ baseURL }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'quad-killed-'))
    let child: ChildProcess | undefined
    const kill = async () => {
      if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      process.kill(-child.pid, 'SIGKILL')
      await ended
    }
    await use({
      async start() {
        const portFile = join(folder, 'DevToolsActivePort')
        rmSync(portFile, { force: true })
        child = spawn(
          findHeadlessShell() ?? findChromium() ?? 'chromium',
          ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${folder}`, ...quietArguments],
          { detached: true, stdio: 'ignore' },
        )
        await expect.poll(() => existsSync(portFile) && readFileSync(portFile, 'utf8').split('\n')[0]).toBeTruthy()
        const [port] = readFileSync(portFile, 'utf8').split('\n')
        const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
        const [context] = browser.contexts()
        if (!context || !baseURL) throw new Error('The browser has no context')
        return context
      },
      kill,
    })
    await kill()
    rmSync(folder, { recursive: true, force: true })
  },
})

const picture = () =>
  sharp({ create: { width: 90, height: 90, channels: 3, background: '#8a5a3c' } })
    .png()
    .toBuffer()

/** What Otto has made, for Ada to answer. */
async function prepare({ api }: Student, ada: { id: string }) {
  const mark = randomUUID().slice(0, 8)
  const create = async (path: string, data: object) => {
    const reply = await api.post(path, { data })
    expect(reply.ok(), `${path} ${await reply.text()}`).toBe(true)
    return ((await reply.json()) as { data: { id: string } }).data.id
  }
  const day = Math.floor(Date.now() / 1000) + 5 * 86_400
  return {
    mark,
    post: await create('/api/posts', { content: `Lost umbrella ${mark}` }),
    conversation: await create('/api/conversations', { participants: [ada.id] }),
    event: await create('/api/events', {
      title: `Night walk ${mark}`,
      description: 'We walk at night.',
      start_date: day,
      end_date: day + 3600,
      location: 'Gate',
    }),
  }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

/** Opens a tab at each place, so that their code is loaded before the network is cut. */
async function openTabs(context: BrowserContext, url: string, { post, conversation, event }: Prepared) {
  const open = async (path: string) => {
    const page = await context.newPage()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(url + path)
    await expectReady(page)
    await page.keyboard.press('Shift') // the outbox is loaded with the first action
    return page
  }
  const chat = await open(`/messages/${conversation}`)
  await chat.getByLabel(/^Message to/).waitFor()
  const comments = await open(`/dashboard?post=${post}`)
  await comments.getByRole('dialog').getByLabel('Write a comment').waitFor()
  const feed = await open('/dashboard')
  await feed.getByRole('button', { name: 'Post', exact: true }).click()
  await feed.getByLabel('Your post').waitFor()
  const events = await open(`/events?event=${event}`)
  await events
    .getByRole('dialog')
    .getByRole('button', { name: /^I’m in: RSVP to/ })
    .waitFor()
  return { chat, comments, feed, events }
}

const lines = ['one', 'two', 'three', 'four', 'five']

/** Writes five messages, a comment and an RSVP. */
async function writeShort({ chat, comments, events }: Awaited<ReturnType<typeof openTabs>>, mark: string) {
  for (const line of lines) {
    await chat.getByLabel(/^Message to/).fill(`${line} ${mark}`)
    await chat.keyboard.press('Enter')
  }
  await expect(chat.getByText('Waiting for a connection')).toHaveCount(lines.length)
  const comment = comments.getByRole('dialog').getByLabel('Write a comment')
  await comment.fill(`It is mine ${mark}`)
  await comment.press('Enter')
  await expect(comment).toHaveValue('')
  await events
    .getByRole('dialog')
    .getByRole('button', { name: /^I’m in: RSVP to/ })
    .click()
  await expect(events.getByRole('dialog').getByRole('button', { name: /^Going to/ })).toBeVisible()
  // The badge says so in every tab once all are on the disk.
  await expect(chat.getByRole('button', { name: 'Your account, 7 not sent yet' })).toBeVisible()
}

/** The same, and a post with a picture. */
async function writeAll(tabs: Awaited<ReturnType<typeof openTabs>>, mark: string) {
  await writeShort(tabs, mark)
  const { chat, feed } = tabs
  const composer = feed.getByRole('dialog', { name: 'Create Post' })
  await composer.getByLabel('Your post').fill(`Found a glove ${mark}`)
  await composer
    .getByLabel('Photos or videos', { exact: true })
    .setInputFiles({ name: 'glove.png', mimeType: 'image/png', buffer: await picture() })
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer).toHaveCount(0)
  await expect(chat.getByRole('button', { name: 'Your account, 8 not sent yet' })).toBeVisible()
}

type Reader = { readonly api: APIRequestContext; readonly prepared: Prepared; readonly name: string }

/** Waits until what is short has arrived, and checks that it did so once and in order. */
async function expectShortArrived({ api, prepared: { mark, post, conversation, event }, name }: Reader) {
  const read = async (path: string) =>
    ((await (await api.get(path)).json()) as { data: { content: string; media?: object[]; name?: string }[] }).data
  const contents = async (path: string) =>
    (await read(path)).map(({ content }) => content).filter((content) => content.includes(mark))
  const messages = lines.map((line) => `${line} ${mark}`)
  await expect.poll(() => contents(`/conversations/${conversation}/messages`)).toHaveLength(lines.length)
  expect((await contents(`/conversations/${conversation}/messages`)).toSorted()).toEqual(messages.toSorted())
  const ordered = (await contents(`/conversations/${conversation}/messages`)).join()
  expect([messages.join(), messages.toReversed().join()]).toContain(ordered)
  await expect.poll(() => contents(`/api/posts/${post}/comments`)).toEqual([`It is mine ${mark}`])
  await expect
    .poll(async () => (await read(`/api/events/${event}/attendees`)).map((attendee) => attendee.name))
    .toContain(name)
}

/** The same, and the post with its picture. */
async function expectArrived(api: APIRequestContext, prepared: Prepared, name: string) {
  await expectShortArrived({ api, prepared, name })
  const own = async () => {
    const reply = await api.get('/api/posts/feed?filter=all')
    const { data } = (await reply.json()) as { data: { content: string; media: object[] }[] }
    return data.filter(({ content }) => content === `Found a glove ${prepared.mark}`)
  }
  await expect.poll(async () => (await own()).map(({ media }) => media.length)).toEqual([1])
}

/** Signs in again: the browser writes cookies to the disk after half a minute only, and was killed before. */
async function restart(killable: Killable, cookies: Awaited<ReturnType<BrowserContext['cookies']>>, url: string) {
  const context = await killable.start()
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${url}/dashboard`)
  return page
}

async function signInKillable(context: BrowserContext, url: string) {
  const page = await context.newPage()
  return { page, ada: await newcomer(page, 'Ada', `${url}/dashboard`) }
}

test('what was written without a network survives a killed browser, and arrives once and in order', async ({
  killable,
  server,
  newStudent,
}) => {
  const context = await killable.start()
  const { page, ada } = await signInKillable(context, server.url)
  const otto = await newStudent('Otto')
  const prepared = await prepare(otto, ada)
  const tabs = await openTabs(context, server.url, prepared)
  await page.close()
  await context.setOffline(true)
  await writeAll(tabs, prepared.mark)
  const cookies = await context.cookies()
  await killable.kill()
  const again = await restart(killable, cookies, server.url)
  await expectArrived(otto.api, prepared, ada.name)
  await expect(again.getByRole('button', { name: 'Your account', exact: true })).toBeVisible()
})

/** Lets the server answer the creates, and loses the answers. */
async function loseReplies(page: Page) {
  await page.context().route(/\/(messages|comments|posts|rsvp)$/, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    // A further attempt may be under way when the browser is killed.
    await route.fetch().catch(() => {})
    await route.abort().catch(() => {})
  })
}

test('what arrived although its answer was lost arrives once, also after the browser was killed', async ({
  killable,
  server,
  newStudent,
}) => {
  const context = await killable.start()
  const { page, ada } = await signInKillable(context, server.url)
  const otto = await newStudent('Otto')
  const prepared = await prepare(otto, ada)
  const tabs = await openTabs(context, server.url, prepared)
  await loseReplies(page)
  await page.close()
  await writeAll(tabs, prepared.mark)
  const cookies = await context.cookies()
  await killable.kill()
  await restart(killable, cookies, server.url)
  await expectArrived(otto.api, prepared, ada.name)
})

/** What Otto has made, for Ada to answer, vote for and save. */
async function prepareHelp({ api }: Student, helper: Student) {
  const mark = randomUUID().slice(0, 8)
  const create = async (by: APIRequestContext, path: string, data: object) => {
    const reply = await by.post(path, { data })
    expect(reply.ok(), `${path} ${await reply.text()}`).toBe(true)
    return ((await reply.json()) as { data: { id: string } }).data.id
  }
  const description = 'Which one is the smallest?'
  const question = await create(api, '/assignments', { title: `A ring ${mark}`, description, subject: 'Mathematics' })
  const content = 'The one with four elements.'
  await create(helper.api, `/assignments/${question}/answers`, { content })
  const listing = await create(api, '/api/marketplace', {
    title: `Lamp ${mark}`,
    description: 'It is bright.',
    price: 5,
  })
  return { mark, question, listing }
}

test('a question, an answer, a vote and a favorite survive a killed browser, and arrive once', async ({
  killable,
  server,
  newStudent,
}) => {
  const context = await killable.start()
  const { page: ask } = await signInKillable(context, server.url)
  const otto = await newStudent('Otto')
  const helper = await newStudent('Hanna')
  const { mark, question, listing } = await prepareHelp(otto, helper)
  const open = async (page: Page, path: string) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(server.url + path)
    await expectReady(page)
    await page.keyboard.press('Shift') // the outbox is loaded with the first action
    return page
  }
  await open(ask, '/assignment-help')
  await ask.getByRole('button', { name: 'Ask for Help' }).click()
  const form = ask.getByRole('dialog', { name: 'Ask for Help' })
  await form.getByLabel('Describe the problem').waitFor()
  const help = await open(await context.newPage(), `/assignment-help?question=${question}`)
  const thread = help.getByRole('region', { name: `A ring ${mark}` })
  const given = thread.getByRole('article', { name: `${helper.name}’s answer` })
  await given.getByRole('button', { name: 'Helpful', exact: true }).waitFor()
  const market = await open(await context.newPage(), `/marketplace?listing=${listing}`)
  const save = market.getByRole('dialog').getByRole('button', { name: `Save Lamp ${mark} to Favorites` })
  await save.waitFor()
  await context.setOffline(true)

  await form.getByLabel('Title').fill(`A field ${mark}`)
  await form.getByLabel('Describe the problem').fill('What does it need?')
  await form.getByLabel('Subject').selectOption('Mathematics')
  await form.getByRole('button', { name: 'Ask for Help' }).click()
  await expect(form).toHaveCount(0)
  await thread.getByRole('button', { name: /^Answer A ring/ }).click()
  await thread.getByLabel('Your answer').fill(`It has four elements ${mark}`)
  await thread.getByRole('button', { name: 'Post answer' }).click()
  await expect(thread.getByLabel('Your answer')).toHaveValue('')
  await given.getByRole('button', { name: 'Helpful', exact: true }).click()
  await save.click()
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  await expect(help.getByRole('button', { name: 'Your account, 4 not sent yet' })).toBeVisible()

  const cookies = await context.cookies()
  await killable.kill()
  const again = await restart(killable, cookies, server.url)
  const read = async (path: string) => {
    const reply = await otto.api.get(path)
    return ((await reply.json()) as { data: { title: string; content: string; helpful_votes: number }[] }).data
  }
  const asked = async () => (await read(`/assignments?search=${mark}`)).map(({ title }) => title).toSorted()
  await expect.poll(asked).toEqual([`A field ${mark}`, `A ring ${mark}`])
  const answers = async () =>
    (await read(`/assignments/${question}/answers`)).map((answer) => [answer.content, answer.helpful_votes]).toSorted()
  await expect.poll(answers).toEqual([
    [`It has four elements ${mark}`, 0],
    ['The one with four elements.', 1],
  ])
  const favorites = async () => {
    const reply = await otto.api.get(`/api/marketplace/${listing}`)
    return ((await reply.json()) as { data: { favorites_count: number } }).data.favorites_count
  }
  await expect.poll(favorites).toBe(1)
  await expect(again.getByRole('button', { name: 'Your account', exact: true })).toBeVisible()
  expect([await asked(), await answers(), await favorites()].flat()).toHaveLength(5) // nothing twice
})

test('what is written while the server restarts arrives once and in order, without a press', async ({ browser }) => {
  const dataDir = await createDataFolder()
  let product = await startProduct(dataDir)
  const { url } = product
  const open = async () => {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } })
    await context.request.get(`/auth/google?login_hint=student-${randomUUID()}@northfield.example`)
    await context.request.post('/api/users/accept-terms')
    await context.request.put('/api/users/me', { data: { welcome: 'done' } })
    const me = (await (await context.request.get('/api/me')).json()) as { id: string; name: string; email: string }
    return { context, ...me, api: context.request }
  }
  const ada = await open()
  const otto = await open()
  const prepared = await prepare(otto, ada)
  const tabs = await openTabs(ada.context, url, prepared)
  await product.stop()
  await writeAll(tabs, prepared.mark)
  product = await startProduct(dataDir, Number(new URL(url).port))
  await expectArrived(otto.api, prepared, ada.name)
  await expect(tabs.chat.getByText('Waiting for a connection')).toHaveCount(0)
  await expect(tabs.chat.getByRole('button', { name: 'Your account', exact: true })).toBeVisible()
  await Promise.all([ada.context.close(), otto.context.close()])
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** What the browser stores for this site, with the names of the stores, as text. */
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
  const caches_ = []
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) caches_.push(new URL(url).pathname)
  return JSON.stringify({ databases, caches_, local: { ...localStorage }, session: { ...sessionStorage } })
})()`

/** A page whose user has an unsent message, a draft and nothing else. */
async function openUnsent(page: Page, other: Student) {
  const ada = await newcomer(page, 'Ada')
  const created = await page.request.post('/api/conversations', { data: { participants: [other.id] } })
  const { data } = (await created.json()) as { data: { id: string } }
  await page.goto(`/messages/${data.id}`)
  await expectReady(page)
  await page.route('**/conversations/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  const mark = `secret-${randomUUID()}`
  const field = page.getByLabel(/^Message to/)
  await field.fill(`unsent ${mark}`)
  await field.press('Enter')
  await expect(page.getByText('Waiting for a connection')).toBeVisible()
  await field.fill(`draft ${mark}`)
  const stored = await page.evaluate<string>(readStores)
  for (const text of [`unsent ${mark}`, `draft ${mark}`, ada.id]) expect(stored).toContain(text)
  return { ada, mark }
}

async function expectNothingKept(page: Page, { ada, mark }: { ada: { id: string; email: string }; mark: string }) {
  await expect.poll(() => page.evaluate<string>(readStores)).not.toContain(ada.id)
  const stored = await page.evaluate<string>(readStores)
  for (const text of [mark, ada.email]) expect(stored).not.toContain(text)
}

test('nothing of a person stays after a sign-out', async ({ page, newStudent }) => {
  const left = await openUnsent(page, await newStudent('Otto'))
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expectNothingKept(page, left)
})

test('nothing of a person stays after a 401', async ({ page, newStudent, db }) => {
  const left = await openUnsent(page, await newStudent('Otto'))
  await db.deleteFrom('sessions').where('user_id', '=', left.ada.id).execute()
  await page.evaluate('dispatchEvent(new Event("online")), fetch("/api/me").then(() => location.reload())')
  await expect(page).toHaveURL(/\/login/)
  await expectNothingKept(page, left)
})

test('nothing of a person stays after a ban', async ({ page, newStudent, db }) => {
  const left = await openUnsent(page, await newStudent('Otto'))
  await db
    .updateTable('users')
    .set({ blocked_as: 'banned', blocked_reason: 'Spam' })
    .where('id', '=', left.ada.id)
    .execute()
  await page.unroute('**/conversations/*/messages')
  await page.evaluate('dispatchEvent(new Event("online"))') // the outbox tries, and is refused
  await expect(page).toHaveURL(/\/blocked/)
  await expectNothingKept(page, left)
})

test('nothing of a person stays when another person signs in', async ({ page, newStudent }) => {
  const left = await openUnsent(page, await newStudent('Otto'))
  const bo = await newcomer(page, 'Bo')
  await expect(page.getByRole('button', { name: 'Your account', exact: true })).toBeVisible()
  await expectNothingKept(page, left)
  expect(bo.id).not.toBe(left.ada.id)
})

test('the list of unsent items copies, edits, discards and sends them @both', async ({ page, newStudent }) => {
  const { mark } = await openUnsent(page, await newStudent('Otto'))
  await page.goto('/not-sent')
  const list = page.getByRole('list', { name: 'Not sent yet' })
  const item = list.getByRole('listitem').filter({ hasText: `unsent ${mark}` })
  await expect(item).toContainText('Waiting for a connection')
  await item.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\/messages\//)
  await expect(page.getByLabel(/^Message to/)).toHaveValue(`unsent ${mark}\ndraft ${mark}`)
  await page.getByLabel(/^Message to/).press('Enter')
  await expect(page.getByText('Waiting for a connection')).toBeVisible()
  await page.goto('/not-sent')
  await expect(item).toBeVisible()
  // The outbox also retries by itself: only what is sent after the click may arrive.
  const wasClicked = () => page.evaluate('globalThis.wasClicked === true')
  await page.route('**/conversations/*/messages', async (route) =>
    (await wasClicked()) ? route.continue() : route.abort(),
  )
  await page.evaluate('addEventListener("click", () => { globalThis.wasClicked = true }, { capture: true })')
  await item.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Everything is sent' })).toBeVisible()
})

test('an RSVP that comes too late offers the waitlist', async ({ page, newStudent }) => {
  const host = await newStudent('Host')
  const guest = await newStudent('Guest')
  await newcomer(page, 'Ada')
  const day = Math.floor(Date.now() / 1000) + 5 * 86_400
  const title = `Small room ${randomUUID().slice(0, 8)}`
  const created = await host.api.post('/api/events', {
    data: {
      title,
      description: 'One seat.',
      start_date: day,
      end_date: day + 3600,
      location: 'Room 1',
      max_attendees: 1,
    },
  })
  const { data } = (await created.json()) as { data: { id: string } }
  await page.goto(`/events?event=${data.id}`)
  const attend = page.getByRole('dialog').getByRole('button', { name: /^I’m in: RSVP to/ })
  await attend.waitFor()
  await page.keyboard.press('Shift')
  await page.route('**/rsvp', (route) => route.abort())
  await attend.click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Going to/ })).toBeVisible()
  await expect(page.getByLabel('Your account, 1 not sent yet')).toBeAttached() // it is on the disk
  expect((await guest.api.post(`/api/events/${data.id}/rsvp`, { data: { status: 'attending' } })).ok()).toBe(true)
  await page.unroute('**/rsvp')
  await page.goto('/not-sent')
  const item = page.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem').filter({ hasText: title })
  await expect(item).toContainText('The event is full. Join the waitlist?')
  await item.getByRole('button', { name: 'Join waitlist' }).click()
  await expect(page.getByRole('heading', { name: 'Everything is sent' })).toBeVisible()
  const shown = await page.request.get(`/api/events/${data.id}`)
  expect(((await shown.json()) as { data: { waitlist: { position: number } } }).data.waitlist.position).toBe(1)
})

test('an anonymous post and a confession are never stored in the outbox', async ({ page }) => {
  await newcomer(page, 'Ada')
  const mark = `secret-${randomUUID()}`
  await page.route(/\/api\/(posts|confessions)$/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  await composer.getByLabel('Your post').fill(mark)
  await composer.getByLabel('Post anonymously').check()
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByRole('alert')).toHaveText('Not posted. Try again.')
  expect((JSON.parse(await page.evaluate<string>(readStores)) as { databases: unknown[] }).databases).toEqual([])
})

test('on a shared computer nothing is stored, and the session ends after 30 idle minutes', async ({
  pageWithClock: page,
}) => {
  await page.goto('/login')
  await page.getByLabel('This is a shared computer').check()
  await expect(page.getByText('You’re signed out after 30 minutes without activity')).toBeVisible()
  const google = page.getByRole('link', { name: 'Sign in with Google' })
  const address = await google.getAttribute('href')
  expect(address).toBe('/auth/google?shared=1')
  const email = `student-${randomUUID()}@northfield.example`
  await page.goto(`${address}&login_hint=${email}`)
  expect((await page.request.post('/api/users/accept-terms')).ok()).toBe(true)
  expect((await page.request.put('/api/users/me', { data: { welcome: 'done' } })).ok()).toBe(true)
  await page.goto('/dashboard')
  await expectReady(page)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByLabel('Your post').fill('Written in the library')
  await page.route('**/api/posts', (route) => route.abort())
  await page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Your account, 1 not sent yet' })).toBeVisible()
  const stored = await page.evaluate<string>(readStores)
  expect(JSON.parse(stored)).toMatchObject({ databases: [] })
  expect(stored).not.toContain('Written in the library')
  await page.clock.fastForward('29:00')
  await page.keyboard.press('Shift')
  await page.clock.fastForward('29:00')
  await expect(page).toHaveURL(/\/dashboard/)
  await page.clock.fastForward('02:00')
  await expect(page).toHaveURL(/\/login/)
})
