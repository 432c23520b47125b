import type { Page } from '@playwright/test'
import { expect, inFilters, signIn, test } from './kit.ts'

const lists = [
  {
    path: '/dashboard',
    choose: (page: Page) => page.getByRole('radio', { name: 'Friends', exact: true }).check(),
    chosen: 'filter=friends',
  },
  {
    path: '/events',
    choose: (page: Page) => page.getByLabel('Filter events').selectOption('this-month'),
    chosen: 'filter=this-month',
  },
  {
    path: '/marketplace',
    choose: (page: Page) => inFilters(page, (filters) => filters.getByLabel('Sort').selectOption('price-low')),
    chosen: 'sort=price-low',
  },
  {
    path: '/rate-my-professor',
    choose: (page: Page) =>
      inFilters(page, (filters) => filters.getByLabel('Sort', { exact: true }).selectOption('name')),
    chosen: 'sort=name',
  },
] as const

const scrollTop = (page: Page) => page.evaluate('Math.round(scrollY)')

for (const { path, choose, chosen } of lists)
  test(`Back and Forward restore filter and scroll position of ${path}`, async ({ page }) => {
    await signIn(page, 'alan@northfield.example', path)
    const rows = page.getByRole('main').getByRole('article')
    await expect(rows.first()).toBeVisible()
    await choose(page) // both lists are loaded, and stay as long as they are
    await expect(page).toHaveURL(new RegExp(chosen))
    await expect(rows.first()).toBeVisible()
    await page.goBack()
    await expect(page).not.toHaveURL(new RegExp(chosen))
    await expect(rows.first()).toBeVisible()
    // A change within the page does not scroll, so no event states the position of the new entry.
    await page.evaluate(
      'new Promise((done) => (addEventListener("scrollend", done, { once: true }), scrollTo(0, 160)))',
    )
    expect(await scrollTop(page)).toBe(160)
    await choose(page)
    await expect(page).toHaveURL(new RegExp(chosen))
    await page.evaluate('new Promise((done) => requestIdleCallback(done))') // the entry is rendered in a transition
    expect(await scrollTop(page)).toBe(160)

    await Promise.all([page.keyboard.press('g'), page.keyboard.press('m')])
    await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(chosen))
    await expect.poll(() => scrollTop(page)).toBe(160)

    await page.goBack()
    await expect(page).not.toHaveURL(new RegExp(chosen))
    await expect(rows.first()).toBeVisible()
    await expect.poll(() => scrollTop(page)).toBe(160)
    await page.goForward()
    await expect(page).toHaveURL(new RegExp(chosen))
    await expect.poll(() => scrollTop(page)).toBe(160)
  })

test('Back restores the loaded pages of a list, and where the user was in them', async ({ page }) => {
  await signIn(page, 'alan@northfield.example', '/rate-my-professor?sort=name')
  const rows = page.getByRole('main').getByRole('list', { name: 'Professors' }).getByRole('article')
  await expect(rows.nth(19)).toBeAttached()
  await page.getByRole('button', { name: 'Load More' }).scrollIntoViewIfNeeded()
  const far = rows.nth(24)
  await far.scrollIntoViewIfNeeded()
  await expect(far).toBeInViewport()
  const before = await far.boundingBox()
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('m')])
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(far).toBeInViewport()
  expect((await far.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, -1)
})
