import { expect, signIn, test } from './kit.ts'

test('a student finds the sign-in page, chooses a user, and arrives in the feed', { tag: '@both' }, async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Who would you like to be?' })).toBeVisible()
  await page.getByRole('button', { name: /Ada Castellan/ }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Feed | Quad')
  await expect(page.getByText(/members at Northfield University/)).toBeVisible()
})

test('a signed-out user who requested a page arrives there, but not on the page of another user', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  const signInAs = async (name: RegExp) => {
    await page.getByRole('link', { name: 'Sign in with Google' }).click()
    await page.getByRole('button', { name }).click()
  }
  await page.goto('/marketplace?sort=price-low')
  await expect(page).toHaveURL(/\/login$/)
  await signInAs(/Ada Castellan/)
  await expect(page).toHaveURL(/\/marketplace\?sort=price-low$/)
  await expect(page.getByRole('heading', { name: 'Marketplace', level: 1 })).toBeVisible()

  if (isMobile) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signInAs(/Grace Mbeki/)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the other provider works too, and another user can sign in after signing out', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/register')
  await page.getByRole('link', { name: 'Sign in with Microsoft' }).click()
  await page.getByLabel('School email').fill('grace@northfield.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
  if (isMobile) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect((await page.request.get('/api/me')).status()).toBe(401)

  await page.goto('/auth/google?login_hint=alan%40northfield.example')
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible()
  expect(await (await page.request.get('/api/me')).json()).toMatchObject({ email: 'alan@northfield.example' })
})

test('shows messages after a cancelled or failed sign-in', async ({ page }) => {
  const texts = {
    '/auth/google?login_hint=cancel': 'Authentication was cancelled. Please try again.',
    '/auth/google?login_hint=eve@elsewhere.example':
      'Authentication failed, school possibly unsupported, try again or contact support',
    '/auth/google?login_hint=wes@westbrook.example':
      'Authentication failed, school possibly unsupported, try again or contact support',
    '/auth/google/callback': 'Authentication error. Please try again.',
    '/login?error=something': 'An error occurred during sign in. Please try again.',
  }
  for (const [address, text] of Object.entries(texts)) {
    await page.goto(address)
    await expect(page.getByRole('alert')).toHaveText(text)
  }
})

test('a sign-in button shows that it is connecting', async ({ page }) => {
  await page.goto('/login')
  // Prevents the redirect, so that the state before it can be checked.
  await page.evaluate("addEventListener('click', (event) => event.preventDefault(), true)")
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('link', { name: 'Connecting...' })).toBeVisible()
})

test('lists the supported schools, each with its domain on demand', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'View supported schools' }).click()
  const easton = page.getByRole('button', { name: /Easton Academy/ })
  await expect(easton).toContainText('Easton, Downshire, United Kingdom · Boarding school')
  await expect(page.getByText('easton.example')).toBeHidden()
  await easton.click()
  await expect(page.getByText('easton.example')).toBeVisible()
  await expect(page.getByText('Westbrook College')).toBeHidden()
})

test('shows a failed or empty list of schools', async ({ page }) => {
  await page.route('**/api/public/schools', (route) => route.fulfill({ json: { success: true, data: [] } }))
  await page.goto('/login')
  await page.getByRole('button', { name: 'View supported schools' }).click()
  await expect(page.getByText('No schools found. Contact support to add your school.')).toBeVisible()
  await page.route('**/api/public/schools', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/login')
  await page.getByRole('button', { name: 'View supported schools' }).click()
  await expect(page.getByText('Failed to load schools list. Please try again.')).toBeVisible()
})

test('shows a warning instead of the sign-in buttons inside another app', async ({ browser, baseURL }) => {
  const userAgent = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile Instagram 300.0'
  const page = await browser.newPage({ baseURL: baseURL ?? '', userAgent })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Unsupported Browser' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Sign in with/ })).toHaveCount(0)
  await expect(page.getByText(/^This is a demo/)).toHaveCount(0)
  await page.close()
})

test('every page redirects a signed-out client to sign in, also after the session ends', async ({ page, context }) => {
  for (const path of [
    '/dashboard',
    '/profile',
    '/messages/1',
    '/groups/1/settings',
    '/admin',
    '/settings',
    '/nowhere',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
  await signIn(page, 'ada@northfield.example')
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.clearCookies()
  // Background requests of the page may notice it first.
  await Promise.race([page.waitForURL(/\/login$/), page.getByRole('radio', { name: 'Friends' }).check()])
  await expect(page).toHaveURL(/\/login$/)
})

test('a failing server looks like being signed out', async ({ page }) => {
  await page.route('**/api/me', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
})
