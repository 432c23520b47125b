import { expect, signInNew, test } from './kit.ts'

test('lets search engines find the sign-in page only', async ({ page }) => {
  const robots = await page.request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  expect(await robots.text()).toBe('User-agent: *\nAllow: /login\nDisallow: /\n')
})

test('the app is installable, shows an offline page, and removes the data of users who sign out', async ({
  fullContext: context,
}) => {
  const page = await context.newPage()
  await signInNew(page)
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Quad', start_url: '/dashboard', display: 'standalone' })
  for (const { src } of manifest.icons)
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png')
  const browser = await context.newCDPSession(page)
  // The page names it once it is drawn.
  await expect
    .poll(() => browser.send('Page.getAppManifest'))
    .toMatchObject({ url: expect.stringMatching(/\/manifest\.webmanifest$/), errors: [] })

  await page.evaluate('navigator.serviceWorker.ready')
  await page.reload()
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  const kept = async (): Promise<string[]> =>
    page.evaluate(`caches.keys().then(async (names) => {
      const boxes = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return boxes.flat().map(({ url }) => new URL(url).pathname)
    })`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible()
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(2)
  for (const path of await kept()) expect(path).toMatch(/^\/(assets\/.+|offline\.html)$/)

  await context.setOffline(true)
  await page.goto('/events')
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible()

  // Data that a bug could leave behind: an unsent text, and an API reply in the service worker's cache.
  await page.getByRole('button', { name: 'Create Event' }).click()
  await page.getByRole('dialog', { name: 'Create Event' }).getByLabel('Title').fill('Not for the next person')
  await page.keyboard.press('Escape')
  await page.evaluate(`caches.keys().then(async ([name]) => (await caches.open(name)).add('/api/me'))`)
  const stores = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'
  expect(await page.evaluate(stores)).toContain('Not for the next person')
  expect(await kept()).toContain('/api/me')

  await page.getByRole('button', { name: 'Your account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(kept).not.toContain('/api/me')
  expect(await page.evaluate(stores)).not.toContain('Not for the next person')
  expect(await page.evaluate(stores)).not.toContain('draft')
})
