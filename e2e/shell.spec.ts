import { expect, expectReady, signIn, test } from './kit.ts'

const places = [
  ['/friends', 'Friends'],
  ['/messages', 'Messages'],
  ['/events', 'Events'],
  ['/marketplace', 'Marketplace'],
  ['/assignment-help', 'Assignment Help'],
  ['/confessions', 'Confessions'],
  ['/groups', 'Groups'],
  ['/rate-my-professor', 'Rate My Professor'],
  ['/profile', 'Profile', 'Ada Castellan'],
  ['/settings', 'Settings'],
  ['/notifications', 'Notifications'],
] as const satisfies readonly (readonly [path: string, title: string, heading?: string])[]

test('every page of the route table is reachable and has its title', async ({ page }) => {
  await signIn(page, 'ada@northfield.example')
  for (const [path, title, heading = title] of places) {
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} | Quad`)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeFocused()
  }
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle('Quad')
})

test('on a desktop, shows rails on both sides and marks the current page', async ({ page }) => {
  await signIn(page, 'ada@northfield.example')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Feed' })).toHaveAttribute('aria-current', 'page')
  await expect(main.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  const rail = page.getByRole('complementary', { name: 'Around campus' })
  await expect(rail.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await expect(rail.getByRole('heading', { name: 'Recent activity' })).toBeVisible()
  await expect(rail.getByText('Sponsored')).toHaveCount(2)

  await main.getByRole('link', { name: 'Assignment Help' }).click()
  await expect(rail.getByRole('heading', { name: 'Your Points' })).toBeVisible()
  await expect(rail.getByText('Sponsored')).toHaveCount(1)
  await main.getByRole('link', { name: 'Messages' }).click()
  await expect(rail).toHaveCount(0)
  await page.goto('/groups/1')
  await expect(main.getByRole('link', { name: 'Groups' })).toHaveAttribute('aria-current', 'page')
})

test('shows an admin the link to the admin panel', { tag: '@both' }, async ({ page, isMobile }) => {
  await signIn(page, 'dean@northfield.example')
  if (isMobile) await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await expect(page).toHaveURL(/\/admin$/)
})

test('on a phone, shows tabs at the bottom, a sliding drawer, and the rest in More', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, 'ada@northfield.example')
  const tabs = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(tabs.getByRole('link')).toHaveText(['Feed', /^Messages, \d+ unread$/, 'You', 'Events', 'Help'])
  await tabs.getByRole('button', { name: 'More' }).click()
  const sheet = page.getByRole('dialog', { name: 'More' })
  await expect(sheet.getByRole('link')).toHaveText([
    'Profile',
    'Friends',
    'Groups',
    'Marketplace',
    'Rate My Professor',
    'Confessions',
    'Report something without an account',
  ])
  await sheet.getByRole('link', { name: 'Groups' }).click()
  await expect(page).toHaveURL(/\/groups$/)
  await expect(sheet).toHaveCount(0)

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('link', { name: /Ada Castellan/ })).toHaveAttribute('href', '/profile')
  await expect(drawer.getByRole('link', { name: /Ada Castellan/ })).toContainText('Northfield University')
  await expect(drawer.getByRole('link', { name: 'Quad' })).toHaveAttribute('href', '/dashboard')
  await expect(drawer.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
})

test('asks to rotate a phone in landscape, covers everything, and remembers the answer', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, 'ada@northfield.example')
  await expectReady(page)
  const lock = page.getByRole('alertdialog')
  const magnifier = page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })
  await magnifier.click()
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toBeFocused()
  await page.setViewportSize({ width: 800, height: 400 })
  await expect(page.getByRole('banner')).toBeVisible() // a keyboard on the screen, or a text that is being typed
  await expect(lock).toHaveCount(0)
  await page.getByRole('button', { name: 'Close search' }).click()
  await expect(lock).toContainText('SCREEN LOCKED')
  await expect(lock).toContainText('Portrait Mode Required')
  await expect(lock).toContainText('Rotate to portrait mode to unlock')
  expect(await lock.boundingBox()).toEqual({ x: 0, y: 0, width: 800, height: 400 })
  for (const key of ['Escape', '?', 'g', 'e', 'Tab', 'Tab']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/dashboard/)
  await expect(magnifier).not.toBeFocused()
  await page.setViewportSize({ width: 400, height: 800 })
  await expect(lock).toHaveCount(0)
  await page.setViewportSize({ width: 800, height: 400 })
  await lock.getByRole('button', { name: 'Keep using landscape' }).click()
  await expect(lock).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(lock).toHaveCount(0)
})

test('a small window of a computer is never locked', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 450 })
  await signIn(page, 'ada@northfield.example')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('at 200 % text size, no button of the top bar is cut off, and the title stays inside', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, 'ada@northfield.example', '/rate-my-professor')
  const bar = page.getByRole('banner')
  const title = bar.getByText('Rate My Professor')
  await expect(title).toBeVisible()
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => title.evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThanOrEqual(2)
    const rightEdgeOfMenu = async () => {
      const { x, width: menuWidth } = (await bar.getByRole('button', { name: 'Menu' }).boundingBox()) ?? {
        x: width,
        width: 1,
      }
      return x + menuWidth
    }
    await expect.poll(rightEdgeOfMenu).toBeLessThanOrEqual(width)
  }
})
