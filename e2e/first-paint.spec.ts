import type { Locator } from '@playwright/test'
import { expect, signIn, test } from './kit.ts'

test('shows background and name while the code loads, without a layout shift', {
  tag: '@both',
}, async ({ page }) => {
  await signIn(page, 'alan@northfield.example')
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/assets/*.js', (route) => sent.then(() => route.continue()))
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/me', (route) => answered.then(() => route.continue()))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard', { waitUntil: 'commit' })

  await expect(page.getByText('Quad', { exact: true })).toBeVisible()
  /** Position of the logo in whole pixels. */
  const place = async (mark: Locator) => {
    const { x, y, width, height } = (await mark.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return [x, y, width, height].map(Math.round)
  }
  // The style sheet blocks the first paint but not the test: the colour shows that it has loaded.
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
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/me', (route) => answered.then(() => route.continue()))
  await page.goto('/login', { waitUntil: 'load' })
  const hasTakenOver = `Object.keys(document.getElementById('root')).some((key) => key.startsWith('__reactContainer'))`
  await expect.poll(() => page.evaluate(hasTakenOver)).toBe(true)
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
