import { expect, expectAccessible, signInNew, test } from './kit.ts'

test('without a connection the page and its text stay, parts and pages offer Try Again, and all recover without a reload', async ({
  page,
  context,
  isMobile,
}) => {
  await signInNew(page, '/marketplace')
  await page
    .getByRole('button', { name: /^Contact Seller of/ })
    .first()
    .waitFor()
  await page.waitForTimeout(6000) // the toast rack comes after 5 seconds
  await page.evaluate('window.isSamePage = true')
  await context.setOffline(true)
  const search = page.getByRole('searchbox').first()
  await search.fill('half a thought')
  await page
    .getByRole('button', { name: /^Contact Seller of/ })
    .first()
    .click()
  const failed = page.getByRole('dialog', { name: 'This is not available offline' })
  await expect(failed).toBeVisible()
  await expectAccessible(page)
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await expect(failed).toBeVisible()
  await expect(search).toHaveValue('half a thought')
  await page.keyboard.press('Escape')
  await expect(failed).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Contact Seller of/ })
    .first()
    .click()
  await expect(failed).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Contact Seller' })).toBeVisible()
  await page.keyboard.press('Escape')

  await context.setOffline(true)
  await page
    .getByRole('link', { name: isMobile ? 'Messages' : 'Confessions' })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'This page is not available offline', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'This page is not available offline', level: 1 })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: isMobile ? 'Messages' : 'Confessions', level: 1 })).toBeVisible()
  expect(await page.evaluate('window.isSamePage')).toBe(true)
})

test('the page stays when the toasts cannot come, and what they say is read all the same', async ({ page }) => {
  await page.route(/\/assets\/ToastRack-.*\.js/, (route) => route.abort())
  await signInNew(page, '/events')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForTimeout(8000)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.route('**/conversations', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.goto('/messages')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
})

test('a tab that stays open over a release offers to reload, and keeps what was typed', async ({ page }) => {
  await page.route(/\/assets\/CreatePost-.*\.js/, (route) => route.fulfill({ status: 404, body: 'gone' }))
  await signInNew(page, '/dashboard')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const failed = page.getByRole('dialog', { name: 'A new version of Quad is ready' })
  await expect(failed).toBeVisible()
  await expectAccessible(page)
  await page.unroute(/\/assets\/CreatePost-.*\.js/)
  await failed.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Create Post' })).toBeVisible()
})
