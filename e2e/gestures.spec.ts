import type { CDPSession, Locator, Page } from '@playwright/test'
import { endAnimations, expect, settle, signIn, test } from './kit.ts'

/**
 * Simulates a finger that touches the middle of an element and moves, as the browser reports it. The browser cancels a
 * touch that a busy page answers late: as a user would, touches again, up to three times.
 */
async function drag(page: Page, from: Locator, distance: { x?: number; y?: number }) {
  for (let attempt = 1; attempt <= 3; attempt++)
    if ((await touchAndMove(page, from, distance)) || (await from.count()) === 0) return
  throw new Error('The browser cancelled the touch three times')
}

/** Returns whether the page received the whole touch. */
async function touchAndMove(page: Page, from: Locator, { x = 0, y = 0 }: { x?: number; y?: number }) {
  const box = await from.boundingBox()
  if (!box) throw new Error('There is nothing to touch')
  const start = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 20) }
  // A busy browser withholds movements, and cancels the touch or ends it where the page last saw it.
  await page.evaluate(`void (window.touchArrived = new Promise((resolve) => {
    const options = { capture: true, passive: true }
    let seen = { clientX: NaN, clientY: NaN }
    addEventListener('touchmove', ({ touches: [touch] }) => (seen = touch), options)
    const isFar = () => Math.hypot(seen.clientX - ${start.x + x}, seen.clientY - ${start.y + y}) < 8
    addEventListener('touchend', () => resolve(isFar()), { ...options, once: true })
    addEventListener('touchcancel', () => resolve(false), { ...options, once: true })
  }))`)
  const finger: CDPSession = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: start.x + x * share, y: start.y + y * share }],
    })
  await send('touchStart', 0)
  const steps = 8
  for (let step = 1; step <= steps; step++) {
    await send('touchMove', step / steps)
    // slower than a flick: the page computes the speed from event timestamps
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 75))')
  }
  await send('touchEnd', 1)
  await finger.detach()
  return (await page.evaluate('window.touchArrived')) === true
}

test('pulling down a page refreshes it, and a short pull does not', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, 'ada@northfield.example', '/events')
  await expect(page.getByRole('article').first()).toBeVisible()
  await settle(page)
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') asked++
  })
  const heading = page.getByRole('banner')
  await drag(page, heading, { y: 60 })
  await page.evaluate(() => fetch('/healthz')) // queued behind all other requests of the page
  expect(asked).toBe(0)
  await drag(page, heading, { y: 220 })
  await expect.poll(() => asked).toBeGreaterThan(0)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a sheet can be pulled down to close, and springs back after a short pull', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, 'ada@northfield.example')
  await settle(page) // a browser cancels a touch that a busy page answers late
  const open = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /comments?$/ })
  await open.click()
  const comments = page.getByRole('dialog', { name: 'Comments' })
  const title = comments.getByRole('heading', { name: 'Comments' })
  await comments.getByLabel('Write a comment').fill('Not sent yet')
  await endAnimations(page) // before, the finger would miss what still slides in
  await drag(page, title, { y: 50 })
  await expect(comments).toBeVisible()
  expect(await comments.evaluate((sheet) => sheet.style.translate)).toBe('')
  await drag(page, title, { y: 160 })
  await expect(comments).toHaveCount(0)
  await open.click()
  await expect(comments.getByLabel('Write a comment')).toHaveValue('Not sent yet')
})

test('the menu can be swiped away to the left', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'ada@northfield.example')
  await settle(page) // a browser cancels a touch that a busy page answers late
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog')
  await expect(menu).toBeVisible()
  await endAnimations(page) // before, the finger would miss what still slides in
  await drag(page, menu, { x: -140 })
  await expect(menu).toHaveCount(0)
})
