import type { Locator, Page } from '@playwright/test'
import { endAnimations, expect, expectLive, inFilters, openSearch, signIn, test } from './kit.ts'

const lists = [
  ['/dashboard', 160],
  ['/friends', 160],
  ['/marketplace', 160],
  ['/assignment-help', 160],
  ['/confessions', 160],
  ['/groups', 160],
  ['/rate-my-professor', 160],
  ['/events', 200],
] as const

const firstRow = (page: Page) => page.locator('main :is(article, ul[aria-label] > li)').first()
const scrollTop = (page: Page) => page.evaluate('Math.round(scrollY)')
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

/** Scrolls like a finger: in steps, each of which the page sees. */
async function scrollBy(page: Page, distance: number) {
  for (let step = 0; step < 4; step++) {
    await page.evaluate(
      `new Promise((done) => { scrollBy(0, ${distance / 4}); requestAnimationFrame(() => requestAnimationFrame(done)) })`,
    )
  }
  await endAnimations(page)
}

const barTop = (page: Page) => page.getByRole('banner').evaluate((bar) => Math.round(bar.getBoundingClientRect().top))

for (const [path, most] of lists)
  test(`the first row of ${path} begins near the top of a phone, and nothing is too wide`, { tag: '@phone' }, async ({
    page,
  }) => {
    await signIn(page, 'ada@northfield.example', path)
    await expect(firstRow(page)).toBeVisible()
    await endAnimations(page)
    expect((await firstRow(page).boundingBox())?.y).toBeLessThanOrEqual(most)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  })

test('the administration fits on the narrowest phone', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'dean@northfield.example', '/admin')
  await expect(page.getByRole('navigation', { name: 'Admin sections' })).toBeVisible()
  await expectLive(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
})

test('the title of the administration is one line on a phone, and begins with its content on a tablet', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, 'dean@northfield.example', '/admin?tab=users')
  const title = page.getByRole('banner').getByText('Admin Dashboard')
  const heading = page.getByRole('heading', { name: 'Users', level: 2 })
  await expect(heading).toBeVisible()
  expect((await title.boundingBox())?.height).toBeLessThan(30)
  await page.setViewportSize({ width: 768, height: 1024 })
  const left = async (place: Locator) => (await place.boundingBox())?.x
  expect(await left(title)).toBe(await left(heading))
})

test('a line on a tablet has at most 80 characters', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await signIn(page, 'ada@northfield.example')
  await expect(page.getByRole('article').nth(3)).toBeVisible()
  const longest = await page.locator('main article p').evaluateAll((paragraphs) => {
    const lines = paragraphs.flatMap((paragraph) => {
      const document = paragraph.ownerDocument
      const range = document.createRange()
      const lengths = new Map<number, number>()
      const walker = document.createTreeWalker(paragraph, 4) // 4: text
      for (let text = walker.nextNode(); text; text = walker.nextNode())
        for (let at = 0; at < (text.textContent ?? '').length; at++) {
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          const { top } = range.getBoundingClientRect()
          lengths.set(top, (lengths.get(top) ?? 0) + 1)
        }
      return [...lengths.values()]
    })
    return Math.max(...lines)
  })
  expect(longest).toBeGreaterThan(40)
  expect(longest).toBeLessThanOrEqual(80)
})

test('the bars slide away on the way down and return on the way up', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'ada@northfield.example')
  await expectLive(page)
  await expect(page.getByRole('article').nth(5)).toBeAttached()
  // At the end of the page the bars stay: six short posts are not higher than what is scrolled below.
  await expect.poll(() => page.evaluate('document.documentElement.scrollHeight')).toBeGreaterThan(1600)
  await page.evaluate('document.activeElement.blur()')
  await scrollBy(page, 600)
  await expect.poll(() => barTop(page)).toBeLessThan(-50)
  await expect(page.locator('.bars-tools')).not.toBeInViewport()
  await expect(tabs(page)).not.toBeInViewport()
  await scrollBy(page, -16)
  expect(await barTop(page)).toBeLessThan(-50)
  await scrollBy(page, -16)
  await expect.poll(() => barTop(page)).toBe(0)

  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications/ })
    .focus()
  await scrollBy(page, 400)
  expect(await barTop(page)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate('document.activeElement.blur()')
  await scrollBy(page, 400)
  expect(await barTop(page)).toBe(0)
})

test('a tab returns to its place; the active one scrolls to the top, and refreshes there', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, 'ada@northfield.example')
  await expectLive(page)
  await page.getByRole('radio', { name: 'My posts' }).check()
  await expect(page).toHaveURL(/filter=my-posts/)
  await expect(page.getByRole('article').nth(3)).toBeAttached()
  await scrollBy(page, 300)
  await scrollBy(page, -60)
  const place = await scrollTop(page)
  expect(place).toBeGreaterThan(100)
  await tabs(page).getByRole('link', { name: 'Events' }).click()
  await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeAttached()
  await expect.poll(() => scrollTop(page)).toBe(0)
  await tabs(page).getByRole('link', { name: 'Feed' }).click()
  await expect(page).toHaveURL(/filter=my-posts/)
  await expect.poll(() => scrollTop(page)).toBe(place)

  await tabs(page).getByRole('link', { name: 'Feed' }).click()
  await expect.poll(() => scrollTop(page)).toBe(0)
  await expect(page).toHaveURL(/filter=my-posts/)
  const refreshed = page.waitForRequest((request) => request.url().includes('/api/posts/feed'))
  await tabs(page).getByRole('link', { name: 'Feed' }).click()
  await refreshed
})

test('marks You as the active tab on the own profile only', { tag: '@phone' }, async ({ page, newStudent }) => {
  const other = await newStudent('Piet')
  await signIn(page, 'ada@northfield.example', '/profile')
  const you = tabs(page).getByRole('link', { name: 'You' })
  await expect(you).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('main').getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
  await page.goto(`/profile/${other.id}`)
  await expect(page.getByRole('heading', { name: other.name, level: 1 })).toBeVisible()
  await expect(you).not.toHaveAttribute('aria-current')
})

test('the magnifier opens the field of the page in the bar, and leads to everything', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, 'ada@northfield.example', '/marketplace')
  await expect(page.getByRole('article').first()).toBeVisible()
  const field = await openSearch(page, 'Search listings')
  await expect(field).toBeFocused()
  await field.fill('lamp')
  await expect(page).toHaveURL(/search=lamp/)
  await page.getByRole('button', { name: 'Search everything' }).click()
  const everything = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')
  await expect(everything).toHaveValue('lamp')
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(page).not.toHaveURL(/search/)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })).toBeFocused()
  await page.goto('/marketplace?search=lamp')
  await expect(field).toHaveValue('lamp')
})

test('counts active filters, and the primary action keeps its name as a disc', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'ada@northfield.example', '/marketplace')
  await expect(page.getByRole('article').first()).toBeVisible()
  const create = page.getByRole('button', { name: 'Create Listing' })
  const width = async () => (await create.boundingBox())?.width ?? 0
  expect(await width()).toBeGreaterThan(120)
  await scrollBy(page, 200)
  await expect.poll(width).toBe(56)
  await inFilters(page, async (filters) => {
    await filters.getByLabel('Condition').selectOption({ label: 'Good' })
    await filters.getByLabel('Sort').selectOption({ label: 'Oldest' })
  })
  await expect(page.getByRole('button', { name: 'Filters, 2 active' })).toBeVisible()
})

test('keeps the open month of events on a phone', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'ada@northfield.example', '/events')
  const month = page.getByRole('button', { name: 'Month', exact: true })
  await expect(month).toHaveAttribute('aria-pressed', 'false')
  await month.click()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('grid')).toBeVisible()
})
