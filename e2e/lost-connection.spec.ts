import { expect, expectLive, signInNew, test } from './kit.ts'

test('without a connection, page and text stay, parts and pages offer Try Again, and all recover without a reload', async ({
  page,
  context,
}) => {
  const toasts = page.waitForResponse(/\/assets\/ToastViewport-.*\.js/) // 5 seconds after the page
  await signInNew(page, '/dashboard')
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: /comments?$/ }).click()
  const comment = card.getByLabel('Write a comment')
  await comment.waitFor()
  await toasts
  await page.evaluate('window.isSamePage = true')
  await context.setOffline(true)
  await comment.fill('half a thought')
  const compose = page.getByRole('button', { name: 'Post', exact: true })
  await compose.click()
  const failed = page.getByRole('dialog', { name: 'This isn’t available offline' })
  await expect(failed).toBeVisible()
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await expect(failed).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(failed).toHaveCount(0)
  await expect(comment).toHaveValue('half a thought')
  await compose.click()
  await expect(failed).toBeVisible()
  await context.setOffline(false)
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  await expect(composer).toBeVisible()
  await composer.getByRole('button', { name: 'Close' }).click()
  await expect(comment).toHaveValue('half a thought')

  await context.setOffline(true)
  const place = 'Groups'
  await page.getByRole('link', { name: place }).first().click()
  const missing = page.getByRole('heading', { name: 'This page is not available offline', level: 1 })
  await expect(missing).toBeVisible()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(missing).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: place, level: 1 })).toBeVisible()
  expect(await page.evaluate('window.isSamePage')).toBe(true)
})

test('the page stays when the toasts fail to load', async ({ page }) => {
  let tries = 0
  await page.route(/\/assets\/ToastViewport-.*\.js/, (route) => {
    if (route.request().method() === 'GET') tries++
    return route.abort()
  })
  await signInNew(page, '/events')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('Shift') // the toasts are loaded with the first action, and retried twice
  await expect.poll(() => tries).toBe(3)
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a tab that stays open during a release offers to reload', async ({ page }) => {
  await signInNew(page, '/dashboard')
  await expectLive(page)
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const failed = page.getByRole('dialog', { name: 'A new version of Quad is ready' })
  await expect(failed).toBeVisible()
  await page.unroute('**/assets/*.js')
  await failed.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Create Post' })).toBeVisible()
})
