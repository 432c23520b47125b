import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expect, searchFor, signIn, signInNew, test } from './kit.ts'

test('denies a student access to the admin area', async ({ page }) => {
  await signInNew(page, '/admin')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText("You don't have permission to access the admin dashboard.")).toBeVisible()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('shows a school admin their school, its numbers, and the way back', async ({ page }) => {
  await signIn(page, 'dean@northfield.example', '/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByText('Dean Okafor · Administrator')).toBeVisible()
  await expect(page.getByText(/You can only view data for Northfield University/)).toBeVisible()
  await expect(page.getByLabel('Filter by School')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Ad Management' })).toHaveCount(0)
  for (const name of ['Review Reports', 'Manage Users', 'Export Data', 'View Analytics'])
    await expect(page.getByRole('button', { name })).toBeVisible()
  for (const name of [
    'Total Users',
    'Active Users',
    'Reports pending',
    'Content Items',
    'Warnings Issued',
    'Suspended Users',
    'Banned Users',
  ])
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  const recent = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ has: page.getByRole('heading', { name: 'Recent Reports' }) })
  await expect(recent.last().getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: 'Review Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports Management' })).toBeVisible()
  await page.getByRole('link', { name: 'Exit Admin' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('shows a dismissible error when the admin area fails to load', async ({ page }) => {
  await signIn(page, 'dean@northfield.example')
  await page.route(/\/admin\/(stats|reports|cases|recent-activity)/, (route) => route.abort())
  await page.goto('/admin')
  const banner = page.getByRole('alert').filter({ hasText: 'Failed to load admin dashboard' })
  await expect(banner).toBeVisible()
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toHaveCount(0)
  await page.goto('/admin?tab=reports')
  await expect(page.getByText('Failed to fetch reports')).toBeVisible()
  await page.goto('/admin?tab=reports&view=table')
  await expect(page.getByText('Failed to fetch reports')).toBeVisible()
})

test('filters, selects, closes, opens and exports reports', { tag: '@both' }, async ({ page, isMobile }) => {
  await signIn(page, 'head@easton.example', '/admin?tab=reports')
  await page.getByRole('link', { name: 'Show as table' }).click()
  await expect(page).toHaveURL(/status=pending/)
  await page.getByRole('button', { name: 'Filters, 1 active' }).click()
  await expect(page.getByLabel('Status')).toHaveValue('pending')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Pending' }).first()).toBeVisible()
  const pending = page.getByRole('checkbox', { name: /^Select report/ })
  await pending.nth(0).check()
  await pending.nth(1).check()
  await expect(page.getByText('2 report(s) selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText(`${await pending.count()} report(s) selected`)).toBeVisible()
  await page.getByRole('button', { name: 'Clear Selection' }).click()
  await expect(page.getByText('report(s) selected')).toHaveCount(0)

  const first = page.getByRole('row').filter({ hasText: 'Pending' }).first()
  await first.getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: 'Report Details' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Report Details' })).toHaveCount(0)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More report tools' }).click()
  await page.getByRole('menuitem', { name: 'Export Data' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^reports-\d{4}-\d\d-\d\d\.csv$/)

  if (isMobile) await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByPlaceholder('Search reports...').fill(randomUUID())
  await expect(page.getByText('No reports match your current filters.')).toBeVisible()
})

test('numbers the pages of a long list from two before the current one', async ({ page }) => {
  await signIn(page, 'dean@northfield.example', '/admin?tab=content&page=5')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('button')).toHaveText(['Previous', '3', '4', '5', '6', '7', 'Next'])
  await expect(pages).toContainText(/Showing page 5 of \d+ \([\d,]+ total items\)/)
  await pages.getByRole('button', { name: 'Page 3' }).click()
  await expect(page).toHaveURL(/page=3/)
  await page.getByLabel('Type').selectOption('comment')
  await expect(page).not.toHaveURL(/page=/)
})

test('a phone has the pages and the bulk actions of a list on one line each', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'dean@northfield.example', '/admin?tab=content&page=5')
  const expectOneLine = async (buttons: Locator) => {
    const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(44)
  }
  const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('button')
  await expect(pages).toHaveCount(7)
  await expectOneLine(pages)
  await page.goto('/admin?tab=reports&view=table&status=pending')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bulk = page
    .getByText('report(s) selected')
    .locator('..')
    .getByRole('button', { name: /^(Mark Resolved|Dismiss)$/ })
  await expect(bulk).toHaveCount(2)
  await expectOneLine(bulk)
})

test('a phone has targets of 44 pixels in the rows of a table', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'dean@northfield.example', '/admin?tab=reports&view=table&status=pending')
  for (const [path, name] of [
    ['/admin?tab=reports&view=table&status=pending', 'Reports'],
    ['/admin?tab=content', 'Content'],
    ['/admin?tab=users', 'Users'],
  ] as const) {
    await page.goto(path)
    const table = page.getByRole('table', { name })
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    const targets = await table.locator('tbody').locator('button, a, label').all()
    for (const target of targets) {
      const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 }
      expect(Math.min(width, height), `${path}: ${target}`).toBeGreaterThanOrEqual(44)
    }
  }
})

test('the row of a user leads to the profile, the reports and the history', async ({ page }) => {
  await signIn(page, 'dean@northfield.example', '/admin?tab=users&status=banned')
  const row = page.getByRole('row').nth(1)
  const open = async (name: string) => {
    await row.getByRole('button', { name: /^More about / }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await open('Reverse the ban')
  await expect(page.getByText(/^Actions on .+ only/)).toBeVisible()
  await expect(
    page.getByRole('article').filter({ hasText: 'Ban' }).getByRole('button', { name: 'Reverse' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText(/^Actions on .+ only/)).toHaveCount(0)
  await page.goto('/admin?tab=users&status=banned')
  await open('View profile')
  await expect(page).toHaveURL(/\/profile\//)
})

test('Back undoes each step: a filter, a page, and a card of the overview', async ({ page }) => {
  await signIn(page, 'dean@northfield.example')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Manage Users' }).click()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('button', { name: 'Page 2' }).click()
  await expect(pages).toContainText('Showing page 2 of')
  await page.getByLabel('Role').selectOption('admin')
  await expect(pages).toContainText('Showing page 1 of')
  await page.goBack()
  await expect(pages).toContainText('Showing page 2 of')
  await expect(page.getByLabel('Role')).toHaveValue('')
  await page.goBack()
  await expect(pages).toContainText('Showing page 1 of')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Manage Users' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a filter shows its choice from the first moment', async ({ page }) => {
  await signIn(page, 'dean@northfield.example', '/admin?tab=users')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const values = await page.getByLabel('Role').evaluate(async (element) => {
    const select = element as unknown as { value: string; dispatchEvent(event: Event): boolean }
    select.value = 'admin'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    const seen = [select.value]
    for (let check = 0; check < 20; check++) {
      await new Promise((done) => setTimeout(done, 15))
      seen.push(select.value)
    }
    return [...new Set(seen)]
  })
  expect(values).toEqual(['admin'])
  await expect(page).toHaveURL(/role=admin/)
})

test('a page beyond the end leads to the last one, which Back leaves', async ({ page }) => {
  await signIn(page, 'dean@northfield.example')
  await page.goto('/admin?tab=content&page=9999')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText(/Showing page (\d+) of \1 /)
  await expect(page.getByText('No content found')).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('finds content, reveals its author with a reason, and removes it after confirmation', async ({
  page,
  newStudent,
}) => {
  const words = `Whisper ${randomUUID()}`
  const { api, email } = await newStudent()
  await api.post('/api/posts', { data: { content: words, is_anonymous: true } })
  await signIn(page, 'dean@northfield.example', '/admin?tab=content')
  await searchFor(page.getByPlaceholder('Search content...'), words)
  const row = page.getByRole('row').filter({ hasText: words })
  await expect(row).toContainText('Anonymous')
  await expect(row).not.toContainText(email)
  await row.getByRole('button', { name: 'Reveal author' }).click()
  const reveal = page.getByRole('dialog').getByRole('button', { name: 'Reveal now' })
  await expect(reveal).toBeDisabled()
  await page.getByRole('dialog').getByLabel('Reason').fill('A threat to someone’s life')
  await expect(reveal).toBeDisabled()
  await page.getByRole('dialog').getByLabel('Category').selectOption('danger')
  await reveal.click()
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  await expect(page.getByText(/^Are you sure\?/)).toBeVisible()
  await page.getByRole('button', { name: 'Delete item' }).click()
  await expect(page.getByText('No content found')).toBeVisible()
})

test('a wide table scrolls inside its own container', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 900 })
  await signIn(page, 'dean@northfield.example', '/admin?tab=content')
  const table = page.getByRole('table', { name: 'Content' })
  await expect(table).toBeVisible()
  expect(await table.evaluate((element) => element.scrollWidth > (element.parentElement?.clientWidth ?? 0))).toBe(true)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('shows analytics as a chart and as a table, by day, week or month', async ({ page }) => {
  await signIn(page, 'dean@northfield.example', '/admin?tab=analytics')
  await expect(page.getByText('Total posts')).toBeVisible()
  await expect(page.locator('.recharts-line')).toHaveCount(2)
  await page.getByRole('button', { name: 'New users' }).click()
  await expect(page.locator('.recharts-line')).toHaveCount(3)
  await page.getByText('View as table').click()
  await expect(page.getByRole('row')).toHaveCount(8)
  await page.getByLabel('Period').selectOption('month')
  await expect(page.getByRole('row')).toHaveCount(31)
  await page.route('**/admin/analytics*', (route) => route.abort())
  await page.getByLabel('Period').selectOption('day')
  await expect(page.getByText('No Analytics Data')).toBeVisible()
  await page.unroute('**/admin/analytics*')
  await page.getByRole('button', { name: 'Retry Loading' }).click()
  await expect(page.getByText('Period Summary')).toBeVisible()
})

test('a site admin views one school or all, and manages the list of schools', async ({ page }) => {
  await signIn(page, 'site@northfield.example', '/admin?tab=users')
  await expect(page.getByText(/total users\)/)).toBeVisible()
  await page.getByLabel('Filter by School').selectOption({ label: 'Easton Academy' })
  await expect(page.getByRole('row').filter({ hasText: 'Northfield University' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Easton Academy' })).toHaveCount(10)
  await page.getByLabel('Role').selectOption('admin')
  const head = page.getByRole('row').filter({ hasText: 'Henrietta Vale' })
  await expect(head.getByRole('button', { name: 'Moderate' })).toHaveCount(0)

  await page.goto('/admin?tab=settings')
  await expect(page.getByRole('heading', { name: 'Settings - Schools' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  const full = page.getByRole('table', { name: 'Schools' }).getByRole('row').filter({ hasText: 'Easton Academy' })
  await expect(full.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await expect(full.getByRole('button', { name: 'Delete' })).toHaveAttribute('title', /^It has \d+ members$/)
  const name = `College ${randomUUID().slice(0, 8)}`
  await page.getByRole('button', { name: 'Add School' }).click()
  await expect(page.getByRole('heading', { name: 'Add New School' })).toBeVisible()
  const save = page.getByRole('dialog').getByRole('button', { name: 'Add School' })
  await page.getByLabel('School Name *').fill(name)
  await page.getByLabel('Email Domain *').fill('northfield.example')
  await expect(save).toBeDisabled()
  await page.getByLabel('Country *').fill('Nowhere')
  await save.click()
  await expect(page.getByText(/^Failed to save school/)).toBeVisible()
  await page.getByLabel('Email Domain *').fill(`${randomUUID()}.example`)
  await save.click()
  await expect(page.getByRole('heading', { name: 'Add New School' })).toHaveCount(0)
  await searchFor(page.getByPlaceholder('Search by name or domain'), name)
  const row = page.getByRole('table', { name: 'Schools' }).getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('checkbox', { name: 'Active' }).uncheck()
  await page.getByRole('button', { name: 'Save school' }).click()
  await expect(row).toContainText('Inactive')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure you want to delete this school?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete school' }).click()
  await expect(page.getByText('No schools found.')).toBeVisible()
})
