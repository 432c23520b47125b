import { randomUUID } from 'node:crypto'
import { expect, searchFor, signInNew, test } from './kit.ts'

test('one student confesses, another likes and reports it, and only the author can delete it', async ({
  page,
  newPage,
}) => {
  await signInNew(page, '/confessions?category=personal')
  await expect(page.getByRole('article').first()).toBeVisible()

  const text = `I hum in the library. ${randomUUID()}`
  await page.getByRole('button', { name: 'Confess', exact: true }).click()
  const composer = page.getByRole('dialog', { name: 'New confession' })
  const confess = composer.getByRole('button', { name: 'Confess', exact: true })
  await composer.getByLabel('Your confession').fill('  I hum it  ')
  await expect(composer.getByText('8/2000 (Minimum 10 characters required)')).toBeVisible()
  await expect(confess).toBeDisabled()
  await composer.getByLabel('Your confession').fill(text)
  await composer.getByLabel('Category').selectOption('Campus Life')
  await page.route('**/api/confessions', (route) => route.fulfill({ status: 500, json: {} }))
  const refused = page.waitForResponse((response) => response.status() === 500)
  await confess.click()
  await refused // until then, the button may not be disabled yet
  await expect(confess).toBeEnabled()
  await page.keyboard.press('Escape')
  await page.unroute('**/api/confessions')
  await page.reload()
  await page.getByRole('button', { name: 'Confess', exact: true }).click()
  await expect(composer.getByLabel('Your confession')).toHaveValue(text)
  await composer.getByLabel('Category').selectOption('Campus Life')
  await confess.click()
  await expect(composer).toHaveCount(0)

  const mine = page.getByRole('article').filter({ hasText: text })
  await expect(mine.getByText('Yours')).toBeVisible()
  await expect(mine.getByText('Campus Life')).toBeVisible()
  const name = /#\d+/.exec((await mine.getByRole('heading').textContent()) ?? '')?.[0] ?? ''

  const other = await newPage()
  await signInNew(other, '/confessions?category=campus')
  await searchFor(other.getByRole('searchbox', { name: 'Search confessions' }), name)
  const theirs = other.getByRole('article').filter({ hasText: text })
  await expect(theirs).toBeVisible()
  await expect(theirs.getByText('Yours')).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  const like = theirs.getByRole('button', { name: /^Like/ })
  for (const [count, pressed] of [
    [1, true],
    [0, false],
    [1, true],
  ] as const) {
    await like.click()
    await expect(like).toHaveText(String(count))
    await expect(like).toHaveAttribute('aria-pressed', String(pressed))
  }
  await theirs.getByRole('button', { name: /^Report/ }).click()
  const report = other.getByRole('dialog', { name: /^Report confession/ })
  await report.getByRole('radio', { name: 'Other' }).check()
  await report.getByRole('button', { name: 'Report confession' }).click()
  await expect(other.getByText('Thanks for reporting. A moderator will take a look.')).toBeVisible()

  await page.goto(`/confessions?search=${encodeURIComponent(text)}`)
  await expect(mine.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('radio', { name: 'Trending', exact: true }).check()
  await expect(page).toHaveURL(/sort=most_liked/)
  await mine.getByRole('button', { name: /^Delete/ }).click()
  const sure = page.getByRole('dialog', { name: 'Delete confession' })
  await expect(
    sure.getByText('Are you sure you want to delete this confession? This action cannot be undone.'),
  ).toBeVisible()
  await sure.getByRole('button', { name: 'Delete confession' }).click()
  await expect(page.getByText('Try another search or category.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.route('**/api/confessions?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/confessions')
  await expect(page.getByText('Failed to load confessions')).toBeVisible()
  await page.unroute('**/api/confessions?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})
