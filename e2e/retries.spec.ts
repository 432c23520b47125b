import { expect, newcomer, test } from './kit.ts'

test('repeats a failed read once, as for every user outside of these tests', async ({ page }) => {
  await page.addInitScript('delete window.quadTest')
  let tries = 0
  await page.route('**/api/confessions?*', (route) =>
    ++tries === 1 ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await newcomer(page, 'Retry', '/confessions?sort=most_liked')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(tries).toBe(2)
})
