import { expect, type Locator, type Page, test } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { objectionsTo } from './accessibility.ts'

// The page of all parts is not in a built client. It needs no server but Vite's.
let vite: ViteDevServer
let url = ''

test.beforeAll(async () => {
  vite = await createServer({ logLevel: 'error', server: { host: '127.0.0.1', port: 0, hmr: false } })
  await vite.listen()
  url = vite.resolvedUrls?.local[0] ?? ''
})
test.afterAll(() => vite.close())

test.beforeEach(async ({ page }) => {
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { error: 'Not authenticated' } }))
  await page.goto(`${url}dev/ui`)
  await expect(page.getByRole('heading', { name: 'Parts', level: 1 })).toBeVisible()
})

/** One state of the story of a part. */
const findState = (page: Page, part: string, state = 'Default'): Locator =>
  page.getByRole('region', { name: part, exact: true }).locator(`[data-state="${state}"]`)

test('the parts have no accessibility violations, light and dark @both', async ({ page }) => {
  const objections = await objectionsTo(page)
  // Several stories show the same landmark, which stands alone on a page of the product.
  expect(objections.filter((objection) => !objection.startsWith('landmark-unique'))).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' }) // no colour is measured on its way
  expect(await objectionsTo(page, { rules: 'colours' })).toEqual([])
})

test('the parts fit on a phone at 200 % text', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  const tooWide = await page
    .locator('[data-state]')
    .evaluateAll((states) =>
      states
        .filter((state) => state.scrollWidth > state.clientWidth)
        .map((state) => `${state.closest('section')?.id}: ${state.getAttribute('data-state')}`),
    )
  expect(tooWide).toEqual([])
})

test('the controls respond to the keyboard', async ({ page }) => {
  const press = (key: string) => page.keyboard.press(key)

  await test.step('Space ticks a checkbox', async () => {
    const box = findState(page, 'Checkbox').getByRole('checkbox')
    await box.focus()
    await press('Space')
    await expect(box).toBeChecked()
  })

  await test.step('Space and Enter turn a switch', async () => {
    const control = findState(page, 'Switch').getByRole('switch')
    await control.focus()
    await press('Space')
    await expect(control).not.toBeChecked()
    await press('Enter')
    await expect(control).toBeChecked()
  })

  await test.step('the arrows choose one chip of a filter', async () => {
    const group = findState(page, 'Chip', 'One of a group')
    await group.getByRole('radio', { name: 'All' }).focus()
    await press('ArrowRight')
    await expect(group.getByRole('radio', { name: 'Friends' })).toBeChecked()
  })

  await test.step('a radio group is one tab stop, in which the arrows choose', async () => {
    const group = findState(page, 'ChipChoice', 'Chosen').getByRole('radiogroup')
    const empty = findState(page, 'ChipChoice', 'Nothing chosen').getByRole('radiogroup')
    await empty.getByRole('radio', { name: 'New' }).focus()
    await press('ArrowRight')
    await expect(empty.getByRole('radio', { name: 'Good' })).toBeChecked()
    await expect(empty.getByRole('radio', { name: 'Good' })).toBeFocused()
    await press('ArrowLeft')
    await expect(empty.getByRole('radio', { name: 'New' })).toBeChecked()
    await press('Tab')
    await expect(group.getByRole('radio', { name: 'Good' })).toBeFocused()
  })

  await test.step('a focused chip has a visible ring', async () => {
    const chip = findState(page, 'ChipChoice', 'Chosen').locator('label', { has: page.locator(':focus') })
    await expect(chip).toHaveCSS('outline-style', 'solid')
  })

  await test.step('Space likes', async () => {
    const heart = findState(page, 'ReactionButton').getByRole('button')
    await heart.focus()
    await press('Space')
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(heart).toHaveAccessibleName('Like, 1 like')
  })

  await test.step('Enter unfolds options', async () => {
    const state = findState(page, 'MoreOptions')
    await state.locator('summary').focus()
    await press('Enter')
    await expect(state.getByRole('textbox', { name: 'Tags' })).toBeVisible()
  })
})

test('filters open over the page, clear, and give the focus back @both', async ({ page }) => {
  const button = findState(page, 'FilterSheet').getByRole('button')
  await button.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: 'With photos' }).check()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(button).toBeFocused()
  await expect(button).toHaveAccessibleName('Filters, 1 active')
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: 'Clear' }).click()
  await expect(sheet.getByRole('checkbox', { name: 'With photos' })).not.toBeChecked()
  expect(await objectionsTo(page, { include: '[role=dialog]' })).toEqual([])
})
