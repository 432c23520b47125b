import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { endAnimations, expect, expectReady, newcomer, signIn, test } from './kit.ts'

/** Opens the campus search: by keyboard on a desktop, else by its button. */
async function openSearch(page: Page, isMobile: boolean) {
  await expectReady(page)
  if (isMobile) await pressSearch(page)
  else await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused()
}

/** On a phone the magnifier opens the field of a page that has one, which leads to the campus search. */
async function pressSearch(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click()
  const further = page.getByRole('button', { name: 'Search everything' })
  if (await further.isVisible()) await further.click()
}
const found = (page: Page) => page.getByRole('dialog', { name: 'Search' }).getByRole('option')

test('finds a message by one of its words, and links to its conversation', { tag: '@both' }, async ({
  page,
  newStudent,
  isMobile,
}) => {
  const ida = await newcomer(page, 'Ida')
  const { api } = await newStudent('Otto')
  const word = `paddle${randomUUID().slice(0, 8)}`
  const opened = await api.post('/api/conversations', { data: { participants: ida.id } })
  const conversation = ((await opened.json()) as { data: { id: string } }).data.id
  const said = await api.post(`/api/conversations/${conversation}/messages`, {
    data: { content: `Bring the ${word}, please` },
  })
  expect(said.ok()).toBe(true)

  await openSearch(page, isMobile)
  await page.keyboard.type(word.toUpperCase())
  await expect(found(page)).toHaveCount(1)
  await expect(found(page)).toContainText(`Bring the ${word}, please`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/messages/${conversation}\\?message=`))
  await expect(page.getByLabel(/^Message to/)).toBeVisible() // it takes the focus once, on a desktop

  if (isMobile) await page.getByRole('link', { name: /^Back to messages/ }).click() // an open chat has no app bar
  await openSearch(page, isMobile)
  await page.keyboard.type(`${word} and nothing else`)
  await expect(page.getByText(`No results for “${word} and nothing else”`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('keeps what is typed before the search has loaded', { tag: '@both' }, async ({ page, isMobile }) => {
  await signIn(page, 'alan@northfield.example')
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/assets/Palette-*.js', (route) => sent.then(() => route.continue()))
  await expectReady(page)
  if (isMobile) await pressSearch(page)
  else await page.keyboard.press('Control+k')
  await page.keyboard.type('Grace')
  await endAnimations(page)
  const place = await page.getByRole('dialog', { name: 'Search' }).getByRole('textbox').boundingBox()
  expect(place?.width).toBeLessThan(500)

  const box = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')
  const typing = page.keyboard.type(' Mbeki from the robots', { delay: 40 }) // it loads while the user types
  send()
  await typing
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('Grace Mbeki from the robots')
  await expect.poll(() => box.boundingBox()).toEqual(place) // without a visible change
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  if (isMobile) await expect(page.getByRole('searchbox', { name: 'Search posts' })).toBeFocused()
})

test('finds a user despite a typing error', async ({ page, isMobile }) => {
  await signIn(page, 'alan@northfield.example')
  await openSearch(page, isMobile)
  await page.keyboard.type('Grase Mbekki')
  await expect(found(page)).toHaveText([/Grace Mbeki/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Grace Mbeki', level: 1 })).toBeVisible()
})

test('finds actions too: an admin tab, a new event, dark mode, by keyboard', async ({ page, isMobile }) => {
  await signIn(page, 'dean@northfield.example')
  await openSearch(page, isMobile)
  await page.keyboard.type('admin rep')
  await expect(found(page).first()).toHaveText('Admin › Reports')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\?tab=reports$/)

  await openSearch(page, isMobile)
  await page.keyboard.type('new')
  await expect(found(page).filter({ hasText: 'New event' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/events$/)
  await expect(page.getByRole('dialog', { name: 'Create Event' })).toBeVisible()
  await page.keyboard.press('Escape')

  await openSearch(page, isMobile)
  await page.keyboard.type('confes')
  await expect(found(page).first()).toHaveText('New confession')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
  await page.keyboard.press('Escape')

  await openSearch(page, isMobile)
  await page.keyboard.type('dark')
  await expect(found(page).first()).toHaveText('Dark mode')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('does not offer the admin area to a student', async ({ page, isMobile }) => {
  await signIn(page, 'alan@northfield.example')
  await openSearch(page, isMobile)
  await page.keyboard.type('admin rep')
  await expect(page.getByText('No results for “admin rep”')).toBeVisible()
})
