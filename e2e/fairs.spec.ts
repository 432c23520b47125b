// Layout and gestures of events and of the marketplace, at the widths that the design names.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { endAnimations, expect, inFilters, openFilters, signIn, signInNew, test } from './kit.ts'

const ada = 'ada@northfield.example'

async function box(locator: Locator) {
  const found = await locator.boundingBox()
  if (!found) throw new Error('Not shown')
  return { ...found, bottom: found.y + found.height }
}

/** How many cards are beside each other in the first row. */
const countColumns = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll(
      (cards) =>
        cards.filter((card) => card.getBoundingClientRect().top === cards[0]?.getBoundingClientRect().top).length,
    )

test('a phone shows the first event near the top, and no place is cut', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, ada, '/events')
  const first = page.getByRole('article').first()
  await expect(first).toBeVisible()
  await endAnimations(page)
  expect((await box(first)).y).toBeLessThanOrEqual(200)
  const cut = await page
    .locator('main article p')
    .evaluateAll((texts) => texts.filter((text) => text.scrollWidth > text.clientWidth + 1).length)
  expect(cut).toBe(0)
  const [before, photo] = [await box(first), await box(first.locator('div').first())]
  expect(photo.width).toBe(before.width) // edge to edge
})

test('a day of the strip filters the list, by touch and by keyboard', { tag: '@phone' }, async ({
  page,
  newStudent,
}) => {
  const host = await newStudent('Hostess')
  const title = `Tea ${randomUUID().slice(0, 8)}`
  const start = Math.floor(Date.now() / 1000) + 3 * 86_400
  await host.api.post('/api/events', {
    data: { title, description: 'With milk.', location: 'The lawn', start_date: start, end_date: start + 3600 },
  })
  await signInNew(page, '/events')
  const strip = page.getByRole('group', { name: 'Days' })
  const days = strip.getByRole('button')
  await expect(days.first()).toHaveAttribute('aria-current', 'date')
  await expect(days.first()).toHaveAttribute('tabindex', '0')
  await expect(strip.locator('[tabindex="0"]')).toHaveCount(1)
  const fourth = days.nth(3)
  await expect(fourth).toHaveAccessibleName(/^\w+, \w+ \d+, \d+ events?$/)
  await fourth.click()
  await expect(page).toHaveURL(/day=/)
  await expect(fourth).toHaveAttribute('aria-pressed', 'true')
  const card = page.getByRole('article', { name: title })
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: /^I’m in/ }).click()
  await expect(fourth).toHaveAccessibleName(/, you’re going to 1$/)

  await fourth.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(days.nth(2)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(days.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect.poll(() => days.count()).toBeGreaterThan(14) // further days appear at the end
  await fourth.click()
  await expect(page).not.toHaveURL(/day=/)
})

test('the month is one tap away, and each filter two', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, ada, '/events')
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  const filters = await openFilters(page)
  for (const name of ['All Events', 'Attending', 'My Events', 'This Week', 'This Month', 'Group Events'])
    await expect(filters.getByRole('radio', { name, exact: true })).toBeVisible()
  await filters.getByRole('radio', { name: 'My Events' }).check()
  await expect(page).toHaveURL(/filter=my-events/)
  await filters.getByRole('button', { name: 'Sync calendar' }).click()
  await expect(page.getByRole('dialog', { name: 'Sync with your calendar' })).toBeVisible()
  await page.keyboard.press('Escape')
  await filters.getByRole('button', { name: 'Clear' }).click()
  await expect(page).not.toHaveURL(/filter=/)
})

for (const [path, link] of [
  ['/events', 'article h3 a'],
  ['/marketplace', 'article a'],
] as const)
  test(`an item of ${path} is a page on a phone, and Back returns to the list`, { tag: '@phone' }, async ({ page }) => {
    await signIn(page, ada, path)
    await page.locator(link).first().click()
    const item = page.getByRole('dialog')
    await expect(item.getByRole('heading').first()).toBeVisible()
    await endAnimations(page)
    const { x, y, width, height } = await box(item)
    expect({ x, y, width, height }).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await item.getByRole('button', { name: 'Back' }).click()
    await expect(item).toHaveCount(0)
    await page.locator(link).first().click()
    await expect(item).toBeVisible()
    await page.goBack()
    await expect(item).toHaveCount(0)
  })

test('a phone shows four whole photos with price and title', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, ada, '/marketplace')
  const cards = page.getByRole('article')
  await expect(cards.nth(3)).toBeVisible()
  await endAnimations(page)
  const bar = await box(page.getByRole('navigation', { name: 'Main navigation' }))
  for (const index of [0, 1, 2, 3]) {
    const title = await box(cards.nth(index).getByRole('heading'))
    expect(title.bottom).toBeLessThanOrEqual(bar.y)
  }
  expect(await countColumns(page)).toBe(2)
})

test('the marketplace has as many columns as there is room for', async ({ page }) => {
  await signIn(page, ada, '/marketplace')
  await expect(page.getByRole('article').nth(5)).toBeVisible()
  for (const [width, columns] of [
    [768, 3],
    [1280, 3],
    [1440, 4],
    [1600, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => countColumns(page)).toBe(columns)
  }
})

test('the only link of a listing begins with its title, and the actions follow', async ({ page }) => {
  await signIn(page, ada, '/marketplace')
  const card = page.getByRole('article', { name: 'Reading lamp, green' }).first()
  await expect(card.getByRole('link')).toHaveCount(1)
  await expect(card.getByRole('link')).toHaveAccessibleName(/^Reading lamp, green, \$[\d.]+, \w+/)
  await card.getByRole('link').focus()
  for (const name of [/^Save Reading lamp/, /^Contact Seller about Reading lamp/, /^Options for Reading lamp/]) {
    await page.keyboard.press('Tab')
    await expect(card.getByRole('button', { name })).toBeFocused()
  }
})

test('a finger that rests on a listing opens its menu', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, ada, '/marketplace')
  const card = page.getByRole('article').first()
  await expect(card).toBeVisible()
  await card.getByRole('link').dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 60, clientY: 200 })
  await expect(page.getByRole('menuitem', { name: 'Report' })).toBeVisible()
})

test('an event without a photo gets a drawing, and starts on a quick evening', async ({ page }) => {
  await signInNew(page, '/events')
  await page.getByRole('button', { name: 'Create Event' }).click()
  const form = page.getByRole('dialog', { name: 'Create Event' })
  await form.getByRole('button', { name: 'Use the drawing: Music' }).click()
  await expect(form.getByAltText('Photo 1')).toBeVisible()
  const title = `Concert ${randomUUID().slice(0, 8)}`
  await form.getByLabel('Title').fill(title)
  await form.getByRole('radio', { name: 'Tomorrow 7 PM' }).check()
  const place = form.getByRole('list', { name: 'Last places' }).getByRole('button').first()
  const name = (await place.textContent()) ?? ''
  await place.click()
  await expect(form.getByLabel('Location')).toHaveValue(name)
  await expect(form.getByRole('complementary', { name: 'Preview' })).toContainText(title)
  await expect(form.getByRole('complementary', { name: 'Preview' })).toContainText(name)
  await form.getByLabel('Description').fill('Strings only.')
  await form.getByRole('button', { name: 'Create Event' }).click()
  const open = page.getByRole('dialog', { name: title })
  await expect(open.getByText(/^Tomorrow, 7:00\s–\s9:00/)).toBeVisible()
  await expect(open.getByAltText(`Photo for ${title}`)).toBeVisible()
})

test('a free listing without choices gets the documented ones', { tag: '@phone' }, async ({ page }) => {
  await signInNew(page, '/marketplace')
  await page.getByRole('button', { name: 'Create Listing' }).click()
  const form = page.getByRole('dialog', { name: 'Create Listing' })
  const title = `Chair ${randomUUID().slice(0, 8)}`
  await form.getByLabel('What are you selling?').fill(title)
  await form.getByRole('button', { name: 'Free', exact: true }).click()
  await expect(form.getByLabel('Price')).toHaveValue('0')
  await form.getByLabel('Description').fill('It wobbles.')
  await form.getByRole('button', { name: 'Create Listing' }).click()
  const open = page.getByRole('dialog', { name: title })
  // The first ones: listings of others below may have the same words.
  for (const text of ['Free', 'Good', 'Other'])
    await expect(open.getByText(text, { exact: true }).first()).toBeVisible()
  await open.getByRole('button', { name: 'Back' }).click()
  await inFilters(page, (filters) => filters.getByLabel('Condition').selectOption({ label: 'Good' }))
  await expect(page.getByRole('article', { name: title })).toBeVisible()
})
