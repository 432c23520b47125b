import { expect, signIn, test } from './kit.ts'

test('what a page needs first is asked for at once, and once, while the code still comes', async ({ page }) => {
  await signIn(page, 'alan@northfield.example')
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const early = [/^\/api\/me$/, /^\/api\/posts\/feed$/, /^\/assets\/FeedPage-.*\.js$/]
  let held = 0
  await page.route('**/assets/index-*.js', async (route) => {
    held++
    for (const address of early) await expect.poll(() => asked.filter((path) => address.test(path))).toHaveLength(1)
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(held).toBe(1)
  for (const address of early) expect(asked.filter((path) => address.test(path))).toHaveLength(1)
})

test('a visitor asks for nothing that is for members', async ({ page }) => {
  const refused: string[] = []
  page.on('request', (request) => refused.push(new URL(request.url()).pathname))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(refused).not.toContain('/api/posts/feed')
})
