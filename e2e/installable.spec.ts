import { expect, expectAccessible, signInNew, test } from './kit.ts'

test.use({ serviceWorkers: 'allow' })

test('the app can be installed, fails kindly without a network, and forgets people who leave', async ({
  page,
  context,
  isMobile,
}) => {
  test.slow() // the app is loaded six times
  await signInNew(page)
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Quad', start_url: '/dashboard', display: 'standalone' })
  for (const { src } of manifest.icons)
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png')

  await page.evaluate('navigator.serviceWorker.ready')
  await page.reload()
  await page.waitForFunction('navigator.serviceWorker.controller !== null')
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
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: isMobile ? 'Menu' : 'Your account', exact: true }).click()
  await page.getByRole(isMobile ? 'button' : 'menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(async () => (await kept()).every((path) => !path.startsWith('/api'))).toBe(true)
  const stores = 'JSON.stringify([Object.keys(localStorage), Object.keys(sessionStorage)])'
  expect(await page.evaluate(stores)).not.toContain('draft')
})
