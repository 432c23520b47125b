import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  type APIRequest,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  type CDPSession,
  chromium,
  expect,
  type Locator,
  type Page,
  type Request,
  type TestInfo,
} from '@playwright/test'
import { demoIssuer } from '../src/features/session/server/demo-provider.ts'
import { acceptTerms, updateProfile } from '../src/features/session/server/profile-actions.ts'
import { findOrCreateUser } from '../src/features/session/server/sign-in.ts'
import { createSession, loadSession } from '../src/shared/server/auth/session.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { type Db, openDb } from '../src/shared/server/db/pools.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { findChromium } from '../tools/chromium.ts'
import { quietArguments } from './browser.ts'
import { nameInEnvironment, type TestServer } from './server.ts'

/** A new student who has accepted the terms, with an API client instead of a page. */
export type Student = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly api: APIRequestContext
}

/** A context that stays open between tests, so that its HTTP cache, renderer process and compiled code stay warm. */
type KeptContext = { readonly context: BrowserContext; reset(): Promise<void> }

type WorkerFixtures = {
  /** The server of this worker. */
  server: TestServer
  db: Db
  keptContext: KeptContext
  /** Further contexts, for the other users of a test. */
  spareContexts: KeptContext[]
}
type Fixtures = {
  /** A page in a new context, which is closed afterwards: for a fake clock, which a context keeps for all its later pages. */
  pageWithClock: Page
  /** Opens a page in a separate browser context: for another user, or for another device. */
  newPage: () => Promise<Page>
  /** Creates a student who has accepted the terms. */
  newStudent: (name?: string) => Promise<Student>
  /** A context in the full Chromium with scroll bars, where the headless shell is not enough. */
  fullContext: BrowserContext
}

let current: { readonly server: TestServer; readonly db: Db } | undefined
const own = () => {
  if (!current) throw new Error('The server of this worker has not started')
  return current
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use, { parallelIndex }) => {
      const servers = JSON.parse(process.env.E2E_SERVERS ?? '[]') as TestServer[]
      const server = servers[parallelIndex % servers.length]
      if (!server) throw new Error('No server: run the tests with their configuration')
      nameInEnvironment(server)
      await use(server)
    },
    { scope: 'worker' },
  ],
  db: [
    async ({ server }, use) => {
      const socket = join(server.dataDir, 'postgres')
      const connection = server.databaseUrl ?? { host: socket, port: 5432, user: 'quad', database: 'quad' }
      const db = openDb(connection, { max: 2 })
      current = { server, db }
      await use(db)
      current = undefined
      await db.destroy()
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: ({ server }, use) => use(server.url),
  keptContext: [
    async ({ browser, server }, use, { project }) => {
      await use(await openKeptContext(browser, server, project)) // closed with its browser
    },
    { scope: 'worker' },
  ],
  spareContexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    ({}, use) => use([]),
    { scope: 'worker' },
  ],
  context: async ({ keptContext }, use, info) => {
    const unanswered = trackUnanswered(keptContext.context)
    await use(keptContext.context)
    await notePagesOfFailure(keptContext.context, info, unanswered)
    await keptContext.reset()
  },
  page: async ({ context }, use) => use(await context.newPage()),
  pageWithClock: async ({ browser, server }, use, info) => {
    const context = await newDeviceContext(browser, server, info.project)
    const unanswered = trackUnanswered(context)
    const page = await context.newPage()
    await page.clock.install()
    await use(page)
    await notePagesOfFailure(context, info, unanswered)
    await context.close()
  },
  newPage: async ({ browser, server, spareContexts }, use, info) => {
    const taken: { kept: KeptContext; unanswered: ReadonlySet<string> }[] = []
    await use(async () => {
      const kept = spareContexts[taken.length] ?? (await openKeptContext(browser, server, info.project))
      spareContexts[taken.length] = kept
      taken.push({ kept, unanswered: trackUnanswered(kept.context) })
      return kept.context.newPage()
    })
    for (const { kept, unanswered } of taken) await notePagesOfFailure(kept.context, info, unanswered)
    await Promise.all(taken.map(({ kept }) => kept.reset()))
  },
  newStudent: async ({ playwright, server }, use) => {
    const calls: APIRequestContext[] = []
    await use(async (name) => {
      const { token, ...student } = await createStudent(name ? { name } : {})
      const api = await openCallsWith(playwright.request, server, token)
      calls.push(api)
      return { ...student, api }
    })
    await Promise.all(calls.map((api) => api.dispose()))
  },
  fullContext: async ({ server, viewport }, use, info) => {
    const browser = await chromium.launch({
      executablePath: findChromium() ?? 'chromium',
      args: quietArguments,
      ignoreDefaultArgs: ['--hide-scrollbars'],
    })
    const context = await browser.newContext({ baseURL: server.url, viewport, serviceWorkers: 'allow' })
    const unanswered = trackUnanswered(context)
    await use(context)
    await notePagesOfFailure(context, info, unanswered)
    await browser.close()
  },
})

/** Shows failed reads immediately, instead of retrying after a second. */
export const withoutRetries = 'window.quadTest = { readRetries: 0 }'

/** A context for the device of a project. */
async function newDeviceContext(browser: Browser, server: TestServer, project: TestInfo['project']) {
  const context = await browser.newContext({
    ...toDeviceOptions(project),
    baseURL: server.url,
    serviceWorkers: 'block',
  })
  await context.addInitScript({ content: withoutRetries })
  return context
}

/** Reuses a context. Between tests, clears everything except data that is the same for every user. */
async function openKeptContext(
  browser: Browser,
  server: TestServer,
  project: TestInfo['project'],
): Promise<KeptContext> {
  const context = await newDeviceContext(browser, server, project)
  // A page that stays open keeps the renderer process of this site, and with it the compiled code. It must not be a page
  // of the product, which would be a second tab of the user.
  const anchor = await context.newPage()
  const robots = await anchor.goto('/robots.txt')
  if (!robots?.headers()['content-type']?.startsWith('text/plain'))
    throw new Error('/robots.txt is a page of the product')
  const devtools: CDPSession = await context.newCDPSession(anchor)
  return {
    context,
    async reset() {
      const hasClock = !(await anchor.evaluate('/native code/.test(setTimeout)'))
      if (hasClock) throw new Error('The next tests would have the fake clock of this one: use pageWithClock')
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await Promise.all(context.pages().map((page) => (page === anchor ? undefined : page.close())))
      context.removeAllListeners()
      // A page that is closed here releases no claim, and a moderator has three at most.
      await own().db.deleteFrom('case_claims').execute()
      await context.setOffline(false)
      await context.clearPermissions()
      await context.clearCookies()
      const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
      await devtools.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes })
    },
  }
}

/** The options of a project that describe its device. */
export const toDeviceOptions = ({ use }: TestInfo['project']) => ({
  viewport: use.viewport ?? null,
  isMobile: use.isMobile ?? false,
  hasTouch: use.hasTouch ?? false,
  reducedMotion: use.contextOptions?.reducedMotion ?? null,
})

/**
 * Types a search and waits until its results have replaced the list: a click on an entry that is being replaced does
 * nothing.
 */
export async function searchFor(box: Locator, term: string) {
  const page = box.page()
  const results = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' && [...new URL(response.url()).searchParams.values()].includes(term),
  )
  await box.fill(term)
  await (await results).finished()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** Opens the filters of a list: a sheet on a phone, a popover on a desktop. */
export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

/** Runs steps in the filters of a list, and closes them. */
export async function inFilters(page: Page, steps: (filters: Locator) => Promise<unknown>) {
  const filters = await openFilters(page)
  await steps(filters)
  await filters.getByRole('button', { name: 'Done' }).click()
  await expect(filters).toHaveCount(0)
}

/** The search field of a page, which a phone shows after a press of the magnifier. */
export async function openSearch(page: Page, label: string): Promise<Locator> {
  const field = page.getByRole('searchbox', { name: label })
  const magnifier = page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })
  if ((page.viewportSize()?.width ?? 0) < 1024 && !(await field.isVisible())) await magnifier.click()
  return field
}

/** Signs in with a new session, without the provider; an unknown address creates a student. Then opens `path`. */
export async function signIn(page: Page, email: string, path = '/dashboard') {
  const { token } = await openSessionFor(email)
  await page.context().addCookies([{ ...toSessionCookie(token), url: own().server.url }])
  await page.goto(path)
}

/** Signs in as a new student who has accepted the terms. */
export async function signInNew(page: Page, path = '/dashboard'): Promise<string> {
  const { email } = await newcomer(page, undefined, path)
  return email
}

/** Signs in as a new student with a unique name. */
export async function newcomer(page: Page, name?: string, path = '/dashboard') {
  const { token, ...student } = await createStudent(name ? { name } : {})
  await page.context().addCookies([{ ...toSessionCookie(token), url: own().server.url }])
  await page.goto(path)
  return student
}

const toSessionCookie = (value: string) => ({
  name: 'quad',
  value,
  httpOnly: true,
  secure: false,
  sameSite: 'Lax' as const,
})

/** The paths of the requests of a context that have no complete response yet. */
function trackUnanswered(context: BrowserContext): ReadonlySet<string> {
  const unanswered = new Set<string>()
  const toPath = (request: Request) => new URL(request.url()).pathname
  context.on('request', (request) => unanswered.add(toPath(request)))
  const end = (request: Request) => unanswered.delete(toPath(request))
  context.on('requestfinished', end)
  context.on('requestfailed', end)
  return unanswered
}

/**
 * Adds to the report what the pages of a failed test show: the dialog on top or the page, its notices, how it was loaded
 * last, and what still loads.
 */
async function notePagesOfFailure(
  context: BrowserContext,
  { status, expectedStatus, annotations }: TestInfo,
  unanswered: ReadonlySet<string>,
) {
  if (status === expectedStatus) return
  annotations.push({ type: 'page', description: `still loading: ${[...unanswered].join(', ') || 'nothing'}` })
  for (const page of context.pages()) {
    if (page.url().endsWith('/robots.txt')) continue // keeps the renderer process
    const content = page.locator('main, [role=dialog], [role=alertdialog]').last()
    const snapshot = await content.ariaSnapshot({ timeout: 2000 }).catch(String)
    const notices = await page.getByRole('status').or(page.getByRole('alert')).allInnerTexts().catch(String)
    // A press without effect may have met a page that was reloaded then; files that still load may wait for a connection.
    const load = await page
      .evaluate(`[performance.getEntriesByType('navigation')[0]?.type, 'ms since:', Math.round(performance.now()),
        'live:', document.documentElement.dataset.live, 'files:', performance.getEntriesByType('resource').length,
        'last:', performance.getEntriesByType('resource').at(-1)?.name].join(' ')`)
      .catch(String)
    const description = `${page.url()} (${load}) notices: ${JSON.stringify(notices)}\n${snapshot.slice(0, 1800)}`
    annotations.push({ type: 'page', description })
  }
}

/** Signs a user in and returns an API client without a page. */
export async function openCalls(request: APIRequest, server: TestServer, email: string): Promise<APIRequestContext> {
  const { token } = await openSessionFor(email)
  return openCallsWith(request, server, token)
}

const openCallsWith = (request: APIRequest, server: TestServer, token: string) =>
  request.newContext({
    baseURL: server.url,
    storageState: {
      cookies: [{ ...toSessionCookie(token), domain: 'localhost', path: '/', expires: -1 }],
      origins: [],
    },
  })

/** Creates a student who has accepted the terms, with an open session. */
async function createStudent({ name }: { name?: string }) {
  const email = `student-${randomUUID()}@northfield.example`
  // Four digits were not enough: in a run with some hundred students two of one name were equal
  const unique = name ? `${name} ${randomUUID().slice(0, 8)}` : undefined
  const { token, user } = await openSessionFor(email, unique)
  const session = await loadSession(own().db, token)
  if (!session) throw new Error('The session was not found')
  await withTransaction(own().db, async (trx) => {
    await acceptTerms(trx, session.viewer)
    await updateProfile(trx, session.viewer, { welcome: 'done' }) // e2e/welcome.spec.ts covers the first steps
  })
  return { id: user.id, name: session.viewer.name, email, token }
}

const config = readConfig({ DEMO: '1' })

/** Opens a session like a sign-in, for the user with this address or for a new one. */
async function openSessionFor(email: string, name = email.slice(0, email.indexOf('@'))) {
  const { db } = own()
  const claims = { iss: demoIssuer, sub: email, email, email_verified: true, name, hd: email.split('@')[1] ?? '' }
  const user = await findOrCreateUser(db, config, { provider: 'google', keptAs: demoIssuer, claims })
  if (!user) throw new Error(`No school has the address ${email}`)
  const token = await createSession(db, user, { userAgent: undefined, ip: '127.0.0.1', authenticatedAt: new Date() })
  return { token, user }
}

/** Waits until a page has loaded: no skeleton is left. */
export async function settle(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
}

/** The pending requests of a page, except its event stream, with their start times. */
const underWay = new WeakMap<Page, Map<Request, number>>()

/** After this time a request counts as one that the test blocks. */
const hungAfterMs = 1500

/** Starts tracking the requests of a page, for `quiet`. */
export function watchRequests(page: Page) {
  const requests = new Map<Request, number>()
  underWay.set(page, requests)
  const end = (request: Request) => requests.delete(request)
  page.on('request', (request) => {
    if (!/\/api\/live\b|^(data|blob):/.test(request.url())) requests.set(request, Date.now())
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/** Waits until a tracked page has rendered all its data, and animations have ended. */
export async function quiet(page: Page) {
  const requests = underWay.get(page)
  if (!requests) throw new Error('The requests of this page are not watched')
  const isIdle = () => [...requests.values()].every((began) => Date.now() - began > hungAfterMs)
  const isAtRest = async () => isIdle() && (await page.evaluate(atRest).then(isIdle))
  await expect.poll(isAtRest, { intervals: [20] }).toBe(true)
}

/** Two frames, so that the browser has painted, and the end of all finite animations. */
const atRest = `(async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  await frame()
  await frame()
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  await Promise.all(ending.map(({ finished }) => finished.catch(() => {})))
})()`

/** Waits until all animations have ended. */
export const endAnimations = (page: Page) => page.evaluate(atRest)

/** Opens the outbox once it contains a mail to this address, and returns the mails to it. */
export async function findMail(page: Page, email: string) {
  await expect.poll(async () => (await page.request.get('/outbox')).text(), { timeout: 10_000 }).toContain(email)
  await page.goto('/outbox')
  return page.getByRole('article').filter({ hasText: `To ${email}` })
}

/** Waits until effects have run, so that a signed-in page handles keys. */
export const expectReady = (page: Page) => expect(page.locator('html[data-live]')).toBeAttached()

/** Waits until the event stream of a page is open, so that further events arrive. */
export const expectLive = (page: Page) => expect(page.locator('html[data-live=open]')).toBeAttached()

export { expect }
