import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { chromium, request as requests } from '@playwright/test'
import sharp from 'sharp'
import { findChromium, findHeadlessShell } from '../tools/chromium.ts'
import { quietArguments } from './browser.ts'
import { test as base, expect, expectLive, quiet, watchRequests } from './kit.ts'

/** One browser profile on disk, as on a library computer. */
const test = base.extend<{ profile: BrowserContext }>({
  profile: async ({ baseURL, viewport }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'quad-profile-'))
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: findHeadlessShell() ?? findChromium() ?? 'chromium',
      baseURL: baseURL ?? '',
      viewport,
      serviceWorkers: 'allow',
      args: quietArguments,
    })
    await use(context)
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  },
})

type Person = { readonly id: string; readonly name: string; readonly email: string }

async function signInAs(request: APIRequestContext, email: string) {
  expect((await request.get(`/auth/google?login_hint=${encodeURIComponent(email)}`)).ok()).toBe(true)
  expect((await request.post('/api/users/accept-terms')).ok()).toBe(true)
  expect((await request.put('/api/users/me', { data: { welcome: 'done' } })).ok()).toBe(true)
}

async function enrol(request: APIRequestContext, name: string): Promise<Person> {
  const email = `student-${randomUUID()}@northfield.example`
  await signInAs(request, email)
  const unique = `${name} ${randomUUID().slice(0, 6)}`
  const { id } = await (await request.put('/api/users/me', { data: { name: unique } })).json()
  return { id, name: unique, email }
}

/** A third student on another computer, who interacts with both others. */
async function openHost(baseURL: string) {
  const request = await requests.newContext({ baseURL })
  const host = await enrol(request, 'Host')
  const post = async (path: string, data: object) => {
    const response = await request.post(path, { data })
    expect(response.status(), `${path} ${await response.text()}`).toBeLessThan(300)
    return (await response.json()).data as { id: string }
  }
  const key = randomUUID().slice(0, 8)
  const buffer = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#8a5a3c' } })
    .png()
    .toBuffer()
  const uploaded = await request.post('/upload', {
    multipart: { type: 'post', file: { name: 'scarf.png', mimeType: 'image/png', buffer } },
  })
  const picture: string = (await uploaded.json()).data.url
  const { id: post_id } = await post('/api/posts', { content: `Found a scarf ${key}`, media_urls: [picture] })
  const question = await post('/assignments', {
    title: `A ring without a field ${key}`,
    description: 'Which one is the smallest?',
    subject: 'Mathematics',
  })
  const group = await post('/api/groups', {
    name: `Night walks ${key}`,
    description: 'We walk at night.',
    category: 'social',
    type: 'public',
  })
  const listing = await post('/api/marketplace', { title: `Lamp ${key}`, description: 'It is bright.', price: 5 })
  const professors = await (await request.get('/api/professors')).json()
  return {
    request,
    host,
    key,
    picture,
    post: post_id,
    question: question.id,
    group: group.id,
    listing: listing.id,
    professor: professors.data[0].id as string,
  }
}
type Host = Awaited<ReturnType<typeof openHost>>

type Composer = { readonly name: string; readonly open: (page: Page) => Promise<ReturnType<Page['getByLabel']>> }

/** All text fields for students, and how to open them. */
function composers(host: Host, conversation: string): readonly Composer[] {
  const dialog = (path: string, button: string, name: string | RegExp, field: string) => async (page: Page) => {
    await page.goto(path)
    await page.getByRole('button', { name: button, exact: true }).first().click()
    return page.getByRole('dialog', { name }).getByLabel(field, { exact: true })
  }
  return [
    { name: 'post', open: dialog('/dashboard', 'Post', 'Create Post', 'Your post') },
    {
      name: 'comment',
      open: async (page) => {
        await page.goto(`/dashboard?post=${host.post}`)
        const card = page.getByRole('dialog').getByRole('article')
        return card.getByLabel('Write a comment')
      },
    },
    { name: 'confession', open: dialog('/confessions', 'Confess', 'New confession', 'Your confession') },
    { name: 'event', open: dialog('/events', 'Create Event', 'Create Event', 'Title') },
    { name: 'listing', open: dialog('/marketplace', 'Create Listing', 'Create Listing', 'What are you selling?') },
    {
      name: 'contact',
      open: async (page) => {
        await page.goto(`/marketplace?listing=${host.listing}`)
        // The card behind the dialog has the same button.
        await page
          .getByRole('dialog')
          .getByRole('button', { name: `Contact Seller about Lamp ${host.key}`, exact: true })
          .click()
        return page.getByRole('dialog', { name: 'Contact Seller' }).getByLabel('Message', { exact: true })
      },
    },
    { name: 'question', open: dialog('/assignment-help', 'Ask for Help', 'Ask for Help', 'Title') },
    {
      name: 'answer',
      open: async (page) => {
        await page.goto(`/assignment-help?question=${host.question}`)
        const question = page.getByRole('region', { name: /^A ring/ })
        await question.getByRole('button', { name: /^Answer A ring/ }).click()
        return question.getByLabel('Your answer')
      },
    },
    { name: 'group', open: dialog('/groups', 'Create a group', 'Create New Group', 'Group name') },
    { name: 'group post', open: dialog(`/groups/${host.group}`, 'Create Post', 'Create Post', 'Content') },
    { name: 'group event', open: dialog(`/groups/${host.group}?tab=events`, 'Create Event', 'Create Event', 'Title') },
    {
      name: 'rating',
      open: async (page) => {
        await page.goto(`/rate-my-professor/${host.professor}`)
        await page.getByRole('button', { name: 'Rate This Professor' }).click()
        return page.getByRole('dialog').getByLabel('Review *')
      },
    },
    {
      name: 'message',
      open: async (page) => {
        await page.goto(`/messages/${conversation}`)
        return page.getByLabel(/^Message to/)
      },
    },
  ]
}

/** Everything that the browser stores for this site, except cookies, as text with the names of the stores. */
async function storedBy(page: Page): Promise<string> {
  for (;;) {
    try {
      return await page.evaluate<string>(readStorage)
    } catch (error) {
      // A page that finds another user signed in reloads, possibly just now.
      if (!/Execution context was destroyed/.test(String(error))) throw error
      await page.waitForLoadState()
    }
  }
}
const readStorage = `(async () => {
  const boxes = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
  return JSON.stringify({
    local: { ...localStorage },
    session: { ...sessionStorage },
    caches: boxes.flat().map(({ url }) => new URL(url).pathname),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  })
})()`

/** True when the browser's HTTP cache still has the URL. */
const isCached = (page: Page, path: string): Promise<boolean> =>
  page.evaluate(
    (url) =>
      fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    path,
  )

async function startConversation(request: APIRequestContext, other: Person): Promise<string> {
  const answer = await request.post('/conversations', { data: { participants: [other.id] } })
  return (await answer.json()).conversation_id
}

/** Types `mark` into every composer. */
async function typeEverywhere(page: Page, host: Host, conversation: string, mark: string) {
  for (const { name, open } of composers(host, conversation)) {
    const field = await open(page)
    await field.fill(`${mark} ${name} that no one may read`)
    if (name === 'post') await page.getByLabel('Post anonymously').check()
  }
  const stored = await storedBy(page)
  const missing = composers(host, conversation).filter(({ name }) => !stored.includes(`${mark} ${name}`))
  expect(missing.map(({ name }) => name)).toEqual([])
}

async function expectNoTraces(page: Page, person: Person, mark: string) {
  const stored = await storedBy(page)
  expect(stored).not.toContain(mark)
  expect(stored).not.toContain(person.id)
  expect(stored).not.toContain(person.email)
  expect(JSON.parse(stored).databases).toEqual([])
  for (const path of JSON.parse(stored).caches) expect(path).toMatch(/^\/(assets\/.+|offline\.html)$/)
  await expect(page.locator('body')).not.toContainText(mark)
}

test('the second user of a shared computer finds nothing of the first', async ({ profile, db, baseURL }) => {
  test.setTimeout(300_000) // thirteen composers for each of two students
  const host = await openHost(baseURL ?? '')
  const page = await profile.newPage()
  const ada = await enrol(profile.request, 'Ada')
  expect((await profile.request.post(`/api/groups/${host.group}/join`, { data: {} })).ok()).toBe(true)
  const adasConversation = await startConversation(profile.request, host.host)
  const mark = `secret-${randomUUID()}`
  await typeEverywhere(page, host, adasConversation, mark)

  await page.goto('/dashboard')
  await page.evaluate('navigator.serviceWorker.ready')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.evaluate(async (url) => (await fetch(url)).arrayBuffer(), host.picture)
  expect(await isCached(page, host.picture)).toBe(true)

  // Another tab of the same browser shows her conversation.
  const second = await profile.newPage()
  await second.goto(`/messages/${adasConversation}`)
  await expect(second.getByLabel(/^Message to/)).toHaveValue(new RegExp(mark))

  await page.getByRole('button', { name: 'Your account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(second).toHaveURL(/\/login/) // signed out in another tab
  for (const tab of [page, second]) await expectNoTraces(tab, ada, mark)
  expect(await isCached(page, host.picture)).toBe(false)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expectNoTraces(page, ada, mark)

  const bo = await enrol(profile.request, 'Bo')
  expect((await profile.request.post(`/api/groups/${host.group}/join`, { data: {} })).ok()).toBe(true)
  const bosConversation = await startConversation(profile.request, host.host)
  await page.goto(`/messages/${adasConversation}`)
  await expect(page.getByText(/could not|not found|no longer|failed/i).first()).toBeVisible()
  for (const { name, open } of composers(host, bosConversation)) {
    const field = await open(page)
    await expect(field, name).not.toHaveValue(/secret-/)
    if (name === 'post') await expect(page.getByLabel('Post anonymously')).not.toBeChecked()
    await expectNoTraces(page, ada, mark)
  }

  // The session expires while a tab is open, and the next user signs in without a sign-out.
  const later = `secret-${randomUUID()}`
  await (await composers(host, bosConversation)[2]?.open(page))?.fill(`${later} confession`)
  await (await composers(host, bosConversation).at(-1)?.open(second))?.fill(`${later} message`)
  expect(await storedBy(page)).toContain(later)
  await db.deleteFrom('sessions').where('user_id', '=', bo.id).execute()
  const cleo = await enrol(profile.request, 'Cleo')
  const third = await profile.newPage()
  await third.goto('/dashboard')
  await expect(third.getByText(cleo.name.split(' ')[0] ?? '').first()).toBeVisible()
  for (const tab of [page, second, third]) {
    await expect.poll(() => storedBy(tab)).not.toContain(later)
    await expect(tab.locator('body')).not.toContainText(later)
    await expectNoTraces(tab, bo, later)
  }
  await page.goto('/confessions')
  await page.getByRole('button', { name: 'Confess', exact: true }).click()
  await expect(page.getByLabel('Your confession')).toHaveValue('')

  // Signed out from another device: the open tabs are notified.
  const last = `secret-${randomUUID()}`
  await page.getByLabel('Your confession').fill(`${last} confession`)
  const phone = await requests.newContext({ baseURL: baseURL ?? '' })
  await signInAs(phone, cleo.email)
  expect((await phone.delete('/api/sessions')).ok()).toBe(true)
  await expect(page).toHaveURL(/\/login/)
  for (const tab of [page, second, third]) {
    await expect(tab).toHaveURL(/\/login/)
    await expectNoTraces(tab, cleo, last)
  }
})

/** A page on which a first student has typed `mark` into a message. */
async function openTypedMessage(profile: BrowserContext, baseURL = '') {
  const host = await openHost(baseURL)
  const page = await profile.newPage()
  const ada = await enrol(profile.request, 'Ada')
  const mark = `secret-${randomUUID()}`
  watchRequests(page)
  await page.goto(`/messages/${await startConversation(profile.request, host.host)}`)
  await page.getByLabel(/^Message to/).fill(mark)
  await expectLive(page)
  await quiet(page) // a request that is sent for Ada and answered for Bo would reload the page
  return { page, ada, mark }
}

test('a page from the back/forward cache is shown only to the user who left it', async ({ profile, baseURL }) => {
  const { page, ada, mark } = await openTypedMessage(profile, baseURL)
  await enrol(profile.request, 'Bo')
  // The event for a page restored from the cache. The page hides itself, checks the session, and reloads.
  const loadedAgain = page.waitForEvent('load')
  const isHidden = await page.evaluate(
    `dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })), document.documentElement.hidden`,
  )
  expect(isHidden).toBe(true)
  await loadedAgain
  await expectNoTraces(page, ada, mark)
})

test('the back button shows the next user nothing of the previous one', async ({ profile, baseURL }) => {
  const { page, ada, mark } = await openTypedMessage(profile, baseURL)
  await page.goto('/robots.txt')
  await enrol(profile.request, 'Bo')
  await page.goBack() // finds another user signed in, and reloads
  await expect.poll(() => storedBy(page)).not.toContain(mark)
  await expect(page.locator('body')).not.toContainText(mark)
  await expectNoTraces(page, ada, mark)
})
