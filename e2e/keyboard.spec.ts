import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, signInNew, test } from './kit.ts'

/** Walks with Tab until the focus is on it, as somebody would who has no mouse. */
async function reach(page: Page, what: Locator, key = 'Tab') {
  await expect(what).toBeVisible()
  for (let steps = 0; steps < 80; steps++) {
    if (await what.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error('Tab does not lead there')
}

const press = async (page: Page, what: Locator) => {
  await reach(page, what)
  await page.keyboard.press('Enter')
}

/** Goes to a page by its two keys; its heading has the focus then. */
async function go(page: Page, key: string, title: string) {
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeFocused({ timeout: 4000 })
  }).toPass() // on a busy machine the second key may come too late to belong to the first
}

test.skip(({ isMobile }) => isMobile, 'a phone has no keyboard')

test('by keyboard alone: write, like, comment, look up, befriend and write to people', async ({ page }) => {
  test.slow()
  await signInNew(page)
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeFocused()
  const words = `Written without a mouse ${randomUUID().slice(0, 6)}`
  await page.keyboard.press('n')
  await expect(page.getByLabel('Your post')).toBeFocused()
  await page.keyboard.type(words)
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }))
  const post = page.getByRole('article').filter({ hasText: words })
  await expect(post).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('j')
  await expect(page.getByRole('article').first()).toBeFocused()
  await press(page, post.getByRole('button', { name: 'Like, 0 likes' }))
  await expect(post.getByRole('button', { name: 'Like, 1 like' })).toBeVisible()
  await press(page, post.getByRole('button', { name: '0 comments' }))
  await reach(page, post.getByRole('textbox'))
  await page.keyboard.type('And so is this j k n ?')
  await page.keyboard.press('Enter')
  await expect(post.getByText('And so is this j k n ?')).toBeVisible()

  await reach(page, post.getByRole('button', { name: 'Like, 1 like' }).first(), 'Shift+Tab')
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await go(page, 'd', 'Friends')
  await press(page, page.getByRole('link', { name: /^Directory/ }))
  const add = page
    .getByRole('main')
    .getByRole('button', { name: /^Add Friend/ })
    .first()
  const name = (await add.getAttribute('aria-label')) ?? ''
  await press(page, add)
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)

  await go(page, 'm', 'Messages')
  await press(page, page.getByRole('button', { name: 'New conversation' }))
  await expect(page.getByRole('dialog', { name: 'New conversation' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New conversation' })).toBeFocused()
})

test('by keyboard alone: attend, keep, ask, confess, join, rate, and the list of keys', async ({ page }) => {
  test.slow()
  await signInNew(page)
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeFocused()
  const main = page.getByRole('main')
  await go(page, 'e', 'Events')
  const attend = main.getByRole('button', { name: /^Attend / }).first()
  const event = ((await attend.getAttribute('aria-label')) ?? '').replace('Attend ', '')
  await press(page, attend)
  await expect(page.getByRole('button', { name: `Attending ${event}` }).first()).toBeVisible()

  await go(page, 's', 'Marketplace')
  const keep = main.getByRole('button', { name: /^Keep .* in favorites/ }).first()
  await press(page, keep)
  await expect(keep).toHaveAttribute('aria-pressed', 'true')

  for (const [key, title, button] of [
    ['h', 'Assignment Help', 'Ask for Help'],
    ['c', 'Confessions', 'Confess'],
    ['r', 'Rate My Professor', 'Add Professor'],
    ['g', 'Groups', 'Create a group'],
  ] as const) {
    await go(page, key, title)
    await press(page, main.getByRole('button', { name: button, exact: true }).first()) // an empty list has one more
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  await expectAccessible(page)
  await reach(page, sheet.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.keyboard.press('?')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible()
})
