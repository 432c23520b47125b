import { randomUUID } from 'node:crypto'
import { expect, signIn, signInNew, test } from './kit.ts'

test('books, edits, deactivates and deletes an ad', async ({ page }) => {
  await signIn(page, 'site@northfield.example', '/admin?tab=ads')
  await expect(page.getByRole('heading', { name: /^Ads \(\d+\)$/ })).toBeVisible()
  const title = `Tea ${randomUUID().slice(0, 8)}`
  await page.getByRole('button', { name: 'Create New Ad' }).click()
  await page.getByRole('button', { name: 'Create Ad' }).click()
  await expect(page.getByText('Please fill in all required fields')).toBeVisible()
  await page.getByLabel('Title *').fill(title)
  await page.getByLabel('Description *').fill('Hot, and near.')
  await page.getByLabel('Target URL *').fill('tea.example/menu')
  await page.getByLabel('Target Audience').selectOption({ label: 'Westbrook College' })
  await page.getByLabel('Max Impressions').fill('10')
  await page.getByRole('button', { name: 'Create Ad' }).click()

  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('https://tea.example/menu')
  await expect(row).toContainText('0 of 10 impressions')
  await expect(row).toContainText('0 clicks · CTR 0%')
  await row.getByRole('switch').click()
  await expect(row).toContainText('Inactive')
  await page.getByLabel('Status').selectOption('active')
  await expect(row).toHaveCount(0)
  await page.getByLabel('Status').selectOption('')
  await row.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByText('Feed (In Posts)').click()
  await page.getByRole('button', { name: 'Update Ad' }).click()
  await expect(row).toContainText('Feed')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure you want to delete this ad?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete ad' }).click()
  await expect(row).toHaveCount(0)
  await page.getByPlaceholder('Search ads').fill(randomUUID())
  await expect(page.getByText('No Ads Found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Your First Ad' })).toHaveCount(0)
})

test('counts an impression after half of an ad was visible for a second, and a click', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const [, what] = /\/api\/ads\/[\w-]+\/(\w+)$/.exec(request.url()) ?? []
    if (what) calls.push(`${what} ${request.postData()}`)
  })
  const ad = {
    id: randomUUID(),
    title: 'Seen',
    description: 'Once',
    button_text: 'Go',
    target_url: '#',
    image_url: null,
    is_active: true,
    placement: 'feed',
  }
  await page.route('**/api/ads?placement=feed', (route) => route.fulfill({ json: { success: true, data: [ad] } }))
  await page.route('**/api/ads?placement=sidebar', (route) => route.fulfill({ json: { success: true, data: [] } }))
  await page.route(/\/api\/ads\/[\w-]+\//, (route) => route.fulfill({ json: { success: true, counted: true } }))
  await signInNew(page)
  const card = page.getByRole('group', { name: 'Sponsored: Seen' }).first()
  await expect(card).toBeAttached()
  // Runs in the page, past the second after which a visible card would have counted.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1200))')
  expect(calls, 'nothing counts below the fold').toEqual([])
  await card.scrollIntoViewIfNeeded()
  await expect.poll(() => calls).toEqual(['impression {"pageUrl":"/dashboard"}'])
  await card.getByRole('button', { name: /^Go/ }).click()
  await expect.poll(() => calls).toEqual(['impression {"pageUrl":"/dashboard"}', 'click {"pageUrl":"/dashboard"}'])
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('shows a house ad when no ad is booked or ads fail to load', async ({ page }) => {
  await page.route('**/api/ads?*', (route) => route.abort())
  await signInNew(page)
  await expect(page.getByText('Campus Services').first()).toBeAttached()
  await expect(page.getByText('Sponsored').first()).toBeAttached()
})
