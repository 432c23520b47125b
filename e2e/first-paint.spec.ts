import { createHash, randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './kit.ts'

/** Holds requests back. The function that it returns lets them go. */
async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, (route) => promise.then(() => route.continue()))
  return resolve
}

const lists = [
  ['/dashboard', 'Loading posts'],
  ['/events', 'Loading events'],
  ['/marketplace', 'Loading listings'],
  ['/assignment-help', 'Loading questions'],
  ['/confessions', 'Loading confessions'],
  ['/groups', 'Loading your groups'],
  ['/messages', 'Loading conversations'],
] as const

/** Positions of the grey boxes of a skeleton in whole pixels, and their colours. */
const readBoxes = (boxes: Locator) =>
  boxes.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [...[x, y, width, height].map(Math.round), String(element.computedStyleMap().get('background-color'))]
    }),
  )

const hasReact = `Object.keys(document.getElementById('root')).some((key) => key.startsWith('__reactContainer'))`

for (const [path, name] of lists) {
  test(`paints the skeleton of ${path} before its style sheet and code arrive, where the page has its own`, {
    tag: '@both',
  }, async ({ page, db }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    // The document has as many weeks as the month that it is in UTC.
    const domain = `${randomUUID()}.example`
    const school = { id: randomUUID(), name: 'UTC College', email_domain: domain, country: 'Canada', timezone: 'UTC' }
    await db.insertInto('schools').values(school).execute()
    await signIn(page, `kay@${domain}`, '/robots.txt')
    await page.request.put('/api/users/me', { data: { terms_accepted: 1, welcome: 'done' } })
    const sendStyle = await hold(page, '**/assets/*.css')
    const sendCode = await hold(page, '**/assets/*.js')
    const answerSession = await hold(page, '**/api/me')
    await hold(page, /\/(api\/(posts\/feed|events|marketplace|confessions|groups)|assignments|conversations)([?/]|$)/)
    await page.goto(path, { waitUntil: 'commit' })

    const boxes = page.locator('#root .fp i')
    await expect(boxes.first()).toBeVisible()
    await expect.poll(() => page.evaluate(`performance.getEntriesByName('first-paint').length`)).toBe(1)
    await expect(page.locator('body')).toHaveCSS('background-color', 'oklch(0.18 0.012 160)')
    const before = await readBoxes(boxes)

    const code = page.waitForEvent('requestfinished', (request) => /\/index-[^/]*\.js$/.test(request.url()))
    sendCode()
    await code
    // The code of a module runs after the document, whose end waits for the style sheet.
    expect(await page.evaluate('document.readyState')).toBe('loading')
    expect(await page.evaluate(hasReact)).toBe(false)
    sendStyle()
    await expect(page.getByRole('status', { name: 'Loading Quad' })).toBeVisible()
    expect(await readBoxes(boxes), 'while the session loads').toEqual(before)
    answerSession()
    const own = page.getByRole('status', { name }).locator('[data-skeleton]')
    await expect(own.first()).toBeVisible()
    await expect(boxes).toHaveCount(0)
    await expect.poll(() => readBoxes(own), 'while the list loads').toEqual(before)
  })
}

test('shows no skeleton of a list to a signed-out client', async ({ page }) => {
  const sendCode = await hold(page, '**/assets/*.js')
  for (const path of ['/login', '/', '/dashboard', '/events']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByText('Quad', { exact: true })).toBeVisible()
    await expect(page.locator('.fp')).toHaveCount(0)
  }
  sendCode()
})

test('sends a policy that allows the style of each document, and no other', async ({ page }) => {
  await signIn(page, 'alan@northfield.example', '/robots.txt')
  for (const path of ['/login', '/dashboard', '/events', '/app.html', '/no-such-page']) {
    const reply = await page.request.get(path, { headers: { accept: 'text/html' } })
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(await reply.text()) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(reply.headers()['content-security-policy'], path).toContain(`style-src 'self' 'sha256-${hash}';`)
  }
})

test('shows background and name while the code loads, without a layout shift', {
  tag: '@both',
}, async ({ page }) => {
  await signIn(page, 'alan@northfield.example')
  const send = await hold(page, '**/assets/*.js')
  const answer = await hold(page, '**/api/me')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard', { waitUntil: 'commit' })

  await expect(page.getByText('Quad', { exact: true })).toBeVisible()
  /** Position of the logo in whole pixels. */
  const place = async (mark: Locator) => {
    const { x, y, width, height } = (await mark.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return [x, y, width, height].map(Math.round)
  }
  await expect(page.locator('body')).toHaveCSS('background-color', 'oklch(0.18 0.012 160)')
  const mark = page.locator('svg').first()
  const before = await place(mark)

  send()
  await expect(page.getByRole('status', { name: 'Loading Quad' })).toBeVisible()
  expect(await place(mark)).toEqual(before)
  answer()
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible()
  expect(await place(page.getByRole('banner').locator('svg').first())).toEqual(before)
})

test('never shows an empty page to a signed-out client', async ({ page }) => {
  const answer = await hold(page, '**/api/me')
  await page.goto('/login', { waitUntil: 'load' })
  await expect.poll(() => page.evaluate(hasReact)).toBe(true)
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await expect(page.getByText('Quad', { exact: true })).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('explains that JavaScript is required', async ({ browser, page }) => {
  await page.goto('/login')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const bare = await context.newPage()
  await bare.goto(page.url())
  const words = bare.locator('noscript p')
  await expect(words).toBeVisible()
  await expect(words).toContainText('Quad needs JavaScript. Turn it on in your browser settings and reload this page.')
  await context.close()
})
