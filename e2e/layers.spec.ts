import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { endAnimations, expect, expectReady, openFilters, openSearch, signIn, test } from './kit.ts'
import { picture } from './pictures.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const findTab = (page: Page, name: string) => tabs(page).getByRole('link', { name })
const composerRow = (page: Page) => page.getByRole('button', { name: /^What’s new/ })

/** Opens the feed after the events, so that Back has a page to go to. */
async function openFeed(page: Page) {
  await signIn(page, 'ada@northfield.example', '/events')
  await expectReady(page)
  await findTab(page, 'Feed').click()
  await expect(page.getByRole('article').first()).toBeVisible()
}

/** Goes back, and expects that only this layer is closed. */
async function backCloses(page: Page, layer: Locator) {
  await expect(layer).toBeVisible()
  const { pathname, search } = new URL(page.url())
  await page.goBack()
  await expect(layer).toHaveCount(0)
  expect(page.url()).toContain(pathname + search)
}

const backTo = async (page: Page, path: RegExp) => {
  await page.goBack()
  await expect(page).toHaveURL(path)
}

test('Back closes the layer on top, whatever it is, and then leaves the page', { tag: '@phone' }, async ({ page }) => {
  await openFeed(page)
  const composer = page.getByRole('dialog', { name: 'Create Post' })

  await test.step('the composer, which keeps what is typed', async () => {
    await composerRow(page).click()
    const typed = `Free kittens ${randomUUID()}`
    await composer.getByRole('textbox').fill(typed)
    await backCloses(page, composer)
    await composerRow(page).click()
    await expect(composer.getByRole('textbox')).toHaveValue(typed)
    await composer.getByRole('textbox').fill('')
    await backCloses(page, composer)
  })

  await test.step('More, the drawer and a menu', async () => {
    await tabs(page).getByRole('button', { name: 'More' }).click()
    await backCloses(page, page.getByRole('dialog', { name: 'More' }))
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await backCloses(page, page.getByRole('dialog', { name: 'Menu' }))
    await page
      .getByRole('button', { name: /^Options for/ })
      .first()
      .click()
    await backCloses(page, page.getByRole('menu'))
  })

  await test.step('the search of everything', async () => {
    const field = await openSearch(page, 'Search posts')
    await expect(field).toBeVisible()
    await page.getByRole('button', { name: 'Search everything' }).click()
    await backCloses(page, page.getByRole('dialog', { name: 'Search' }))
  })

  await backTo(page, /\/events$/)
})

test('Back closes one layer after the other', { tag: '@phone' }, async ({ page, newStudent }) => {
  const author = await newStudent('Layer')
  const content = `Layers ${randomUUID()}`
  const { data } = await (await author.api.post('/api/posts', { data: { content } })).json()
  await author.api.post('/api/comments', { data: { post_id: data.id, content: 'Same here' } })
  await openFeed(page)
  const post = page.getByRole('article').filter({ hasText: content })
  await post.getByRole('button', { name: /^Comment/ }).click()
  const comments = page.getByRole('dialog', { name: 'Comments' })
  await comments.getByRole('button', { name: /^Options for/ }).click()
  await page.getByRole('menuitem', { name: 'Report comment' }).click()
  await backCloses(page, page.getByRole('dialog', { name: /^Report/ }))
  await backCloses(page, comments)
  await backTo(page, /\/events$/)
})

test('Back closes the viewer of photos', { tag: '@phone' }, async ({ page, newStudent }) => {
  const content = `Look ${randomUUID()}`
  const { api } = await newStudent()
  const file = { name: 'photo.png', mimeType: 'image/png', buffer: await picture(400, 300) }
  const stored = await api.post('/upload', { multipart: { type: 'post', file } })
  const { data } = (await stored.json()) as { data: { url: string } }
  await api.post('/api/posts', { data: { content, media_urls: [data.url] } })
  await openFeed(page)
  await page
    .getByRole('article')
    .filter({ hasText: content })
    .getByRole('button', { name: /^Photo 1 of/ })
    .click()
  await backCloses(page, page.getByRole('dialog', { name: 'Photos and videos' }))
  await backTo(page, /\/events$/)
})

test('a layer that was closed by its own button leaves no step behind', { tag: '@phone' }, async ({ page }) => {
  await openFeed(page)
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  for (let time = 0; time < 2; time++) {
    await composerRow(page).click()
    await composer.getByRole('button', { name: 'Back' }).click()
    await expect(composer).toHaveCount(0)
  }
  await backTo(page, /\/events$/)
  await page.goForward()
  await expect(page).toHaveURL(/\/dashboard$/)
  await backTo(page, /\/events$/)
})

test('a link in a layer adds one step, and Forward returns to it', { tag: '@phone' }, async ({ page }) => {
  await openFeed(page)
  await tabs(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Confessions' }).click()
  await expect(page).toHaveURL(/\/confessions$/)
  await backTo(page, /\/dashboard$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(page).toHaveURL(/\/confessions$/)
  await backTo(page, /\/dashboard$/)
  await backTo(page, /\/events$/)
})

test('an item that was closed by its own button leaves no step behind', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'ada@northfield.example', '/dashboard')
  await expectReady(page)
  await findTab(page, 'Events').click()
  await page.locator('main article h3 a').first().click()
  const item = page.getByRole('dialog')
  await item.getByRole('button', { name: 'Back' }).click()
  await expect(item).toHaveCount(0)
  await expect(page).toHaveURL(/\/events$/)
  await backTo(page, /\/dashboard$/)
})

test('a reload below an open layer leaves no step behind', { tag: '@phone' }, async ({ page }) => {
  await openFeed(page)
  await composerRow(page).click()
  await expect(page.getByRole('dialog', { name: 'Create Post' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectReady(page)
  await backTo(page, /\/events$/)
})

test('Back closes the filters, keeps what was chosen, and then undoes it', { tag: '@phone' }, async ({ page }) => {
  await openFeed(page)
  await tabs(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Marketplace' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  const filters = await openFilters(page)
  await filters.getByLabel('Sort').selectOption('price-low')
  await expect(page).toHaveURL(/sort=price-low/)
  await backCloses(page, filters)
  await expect(page).toHaveURL(/sort=price-low/)
  await backTo(page, /\/marketplace$/)
  await backTo(page, /\/dashboard$/)

  await page.goForward()
  await expect(page).toHaveURL(/\/marketplace$/)
  await openFilters(page)
  await filters.getByLabel('Min price').fill('12')
  await filters.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/min=12/)
  await backCloses(page, filters)
  await expect(page).toHaveURL(/min=12/)
  await backTo(page, /\/dashboard$/)
})

test('a toast stands above a sheet, over neither its title nor its buttons', { tag: '@phone' }, async ({
  page,
  newStudent,
}) => {
  const author = await newStudent('Toast')
  const content = `Toasts ${randomUUID()}`
  await author.api.post('/api/posts', { data: { content } })
  await openFeed(page)
  await page
    .getByRole('article')
    .filter({ hasText: content })
    .getByRole('button', { name: /^Comment/ })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Comments' })
  await page.route('**/api/comments', (route) =>
    route.fulfill({ status: 429, json: { error: 'You write a lot of comments. Try again in 42 seconds.' } }),
  )
  await sheet.getByRole('textbox').fill('Same here')
  await sheet.getByRole('button', { name: 'Send' }).click()
  const toast = page.getByRole('group', { name: /^You write a lot/ })
  await toast.hover() // it stays
  await expect(sheet).toBeVisible()
  const end = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return box ? box.y + box.height : 0
  }
  expect(await end(toast)).toBeGreaterThan(0)
  expect(await end(toast)).toBeLessThan((await sheet.getByRole('heading', { name: 'Comments' }).boundingBox())?.y ?? 0)
  expect(await end(toast)).toBeLessThan((await sheet.getByRole('button', { name: 'Close' }).boundingBox())?.y ?? 0)
})

test('a toast of three lines reaches no button of a sheet', { tag: '@phone' }, async ({ page, newStudent }) => {
  const author = await newStudent('Toast')
  const content = `Long toasts ${randomUUID()}`
  await author.api.post('/api/posts', { data: { content } })
  await openFeed(page)
  const post = page.getByRole('article').filter({ hasText: content })
  await post.getByRole('button', { name: /^Comment/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Comments' })
  const error = `You write a lot of comments. ${'Wait for others to answer. '.repeat(4)}`.trim()
  await page.route('**/api/comments', (route) => route.fulfill({ status: 429, json: { error } }))
  await sheet.getByRole('textbox').fill('Same here')
  await sheet.getByRole('button', { name: 'Send' }).click()
  const toast = page.getByRole('group', { name: error })
  await toast.hover() // it stays
  await endAnimations(page)
  const [words, around, close] = await Promise.all(
    [toast.getByText(error), toast, sheet.getByRole('button', { name: 'Close' })].map((place) => place.boundingBox()),
  )
  if (!words || !around || !close) throw new Error('One of them is not shown')
  expect(words.y + words.height, 'all words are seen').toBeLessThanOrEqual(around.y + around.height)
  expect(around.y + around.height).toBeLessThanOrEqual(close.y)

  await page.setViewportSize({ width: 1280, height: 900 })
  await endAnimations(page)
  const [wideWords, wideToast] = [await toast.getByText(error).boundingBox(), await toast.boundingBox()]
  expect(wideWords?.height, 'all words are seen').toBeLessThan(wideToast?.height ?? 0)
})

test('a toast of three lines reaches no button of a wide form on a small desktop', async ({ page, newStudent }) => {
  const { email } = await newStudent()
  await page.setViewportSize({ width: 1024, height: 640 })
  await signIn(page, email, '/events')
  await page.getByRole('button', { name: 'Create Event' }).click()
  const form = page.getByRole('dialog', { name: 'Create Event' })
  for (const name of ['Title', 'Location', 'Description']) await form.getByLabel(name, { exact: true }).fill('Kites')
  const error = `You create a lot of events. ${'Wait for others to answer. '.repeat(4)}`.trim()
  await page.route('**/api/events', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 429, json: { error } }) : route.continue(),
  )
  await form.getByRole('button', { name: 'Create Event' }).click()
  const toast = page.getByRole('group', { name: error })
  await toast.hover() // it stays
  await endAnimations(page)
  const [words, around, close] = await Promise.all(
    [toast.getByText(error), toast, form.getByRole('button', { name: 'Close' })].map((place) => place.boundingBox()),
  )
  if (!words || !around || !close) throw new Error('One of them is not shown')
  expect(around.x + around.width, 'it reaches over the form').toBeGreaterThan(close.x)
  expect(words.y + words.height, 'all words are seen').toBeLessThanOrEqual(around.y + around.height)
  expect(around.y + around.height).toBeLessThanOrEqual(close.y)
})

test('a dialog dims the place of the scroll bar and the end of a short page like the rest', async ({
  fullContext,
  viewport,
}) => {
  const page = await fullContext.newPage()
  await signIn(page, 'dean@northfield.example', '/admin?tab=users&search=mallory')
  await page.getByRole('button', { name: 'Moderate' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await endAnimations(page)
  const { width, height } = viewport ?? { width: 0, height: 0 }
  expect(await page.evaluate('document.body.clientWidth'), 'scroll bars take space').toBeLessThan(width)
  const { data, info } = await sharp(await page.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colourAt = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  const [red = 0, green = 0, blue = 0] = colourAt(3, height / 2)
  const places = [colourAt(width - 3, height / 2), colourAt(3, height - 3), colourAt(width - 3, height - 3)]
  for (const [r = 0, g = 0, b = 0] of places)
    expect(Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue))).toBeLessThanOrEqual(2)
})
