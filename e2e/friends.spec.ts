import type { Page } from '@playwright/test'
import { expect, newcomer, openSearch, searchFor, signIn, test } from './kit.ts'

/** A new student in a separate browser context. */
async function another(newPage: () => Promise<Page>, name: string) {
  const page = await newPage()
  return { page, ...(await newcomer(page, name)) }
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const told = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).last()).toBeVisible()
const tab = (page: Page, name: string, count: number) =>
  expect(page.getByRole('link', { name: new RegExp(`^${name} ?${count}$`) })).toBeVisible()

test('a request is sent from the directory, withdrawn, sent again and declined', async ({ page, newPage }) => {
  const ada = await newcomer(page, 'Ottoline Asker')
  const bo = await another(newPage, 'Barnaby Answerer')
  await page.goto('/friends')
  const tabs = page.getByRole('navigation', { name: 'People' })
  await expect(tabs.getByRole('link', { name: 'Directory' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Friends' }).click()
  await expect(page.getByRole('heading', { name: 'No friends yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Browse the directory' }).click()
  await searchFor(page.getByLabel('Search everyone at your school'), bo.name)
  await row(page, bo.name)
    .getByRole('button', { name: /^Add Friend/ })
    .click()
  await told(page, 'Friend request sent!')
  await expect(row(page, bo.name).getByRole('button', { name: 'Pending' })).toBeDisabled()
  await tab(page, 'Sent', 1)
  await page.getByRole('link', { name: /^Sent/ }).click()
  await row(page, bo.name)
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await told(page, 'Friend request cancelled')
  await expect(page.getByRole('heading', { name: 'No sent requests' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await tab(page, 'Sent', 1)
  await row(page, bo.name)
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(page.getByRole('heading', { name: 'No sent requests' })).toBeVisible()

  await page.goto(`/profile/${bo.id}`)
  await page.getByRole('button', { name: 'Add Friend' }).click()
  await expect(page.getByRole('button', { name: 'Pending' })).toBeDisabled()

  await bo.page.goto('/friends?tab=requests')
  await row(bo.page, ada.name)
    .getByRole('button', { name: /^Decline/ })
    .click()
  await told(bo.page, 'Friend request declined')
  await expect(bo.page.getByRole('heading', { name: 'No friend requests' })).toBeVisible()
})

test('a request is answered beside the name of its sender on a narrow phone', { tag: '@phone' }, async ({
  page,
  newStudent,
}) => {
  const ada = await newcomer(page, 'Ottoline Asker')
  const bo = await newStudent('Bartholomew Featherstonehaugh')
  expect((await bo.api.post(`/api/friends/request/${ada.id}`)).status()).toBe(201)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/friends?tab=requests')
  const request = row(page, bo.name)
  const accept = request.getByRole('button', { name: `Accept: ${bo.name}` })
  const boxes = [
    request.getByRole('link', { name: bo.name }),
    accept,
    request.getByRole('button', { name: /^Decline/ }),
  ]
  const [name, first, second] = await Promise.all(boxes.map((part) => part.boundingBox()))
  if (!name || !first || !second) throw new Error('The request has no name or no buttons')
  for (const button of [first, second]) {
    expect(button.x).toBeGreaterThanOrEqual(name.x + name.width)
    expect(button.y, 'begins beside the name').toBeLessThan(name.y + name.height)
    expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(44)
  }
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  await accept.click()
  await told(page, 'Friend request accepted')
})

test('two students become friends on their profiles, and unfriend again', async ({ page, newPage }) => {
  const ada = await newcomer(page, 'Ottoline Friend')
  const bo = await another(newPage, 'Barnaby Friend')
  await page.goto(`/profile/${bo.id}`)
  await page.getByRole('button', { name: 'Add Friend' }).click()
  await expect(page.getByRole('button', { name: 'Pending' })).toBeDisabled()
  await bo.page.goto(`/profile/${ada.id}`)
  await expect(bo.page.getByRole('button', { name: 'Pending' })).toBeDisabled()
  await bo.page.getByRole('button', { name: /^Accept/ }).click()
  await told(bo.page, 'Friend request accepted')
  const actions = bo.page
    .getByRole('main')
    .locator('a, button')
    .filter({ hasText: /^(Message|Unfriend)$/ })
  await expect(actions).toHaveText(['Message', 'Unfriend'])
  await bo.page.getByRole('button', { name: `More options for ${ada.name}` }).click()
  await expect(bo.page.getByRole('menuitem')).toHaveText(['Mute Ottoline', 'Block', 'Report'])
  await bo.page.getByRole('menuitem', { name: 'Report' }).click()
  await expect(bo.page.getByRole('dialog', { name: `Report person: “${ada.name}”` })).toBeVisible()

  await page.goto('/friends')
  await tab(page, 'Friends', 1)
  await expect(row(page, bo.name).getByRole('link', { name: `Message ${bo.name}` })).toHaveAttribute(
    'href',
    `/messages/${bo.id}`,
  )
  await row(page, bo.name)
    .getByRole('button', { name: /^More options for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Remove friend' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, bo.name)).toBeVisible()
  await row(page, bo.name)
    .getByRole('button', { name: /^More options for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Remove friend' }).click()
  await page.getByRole('button', { name: 'Remove friend' }).click()
  await told(page, 'Friend removed')
  await expect(page.getByRole('heading', { name: 'No friends yet' })).toBeVisible()
})

test('a block hides both users from each other until it is removed', async ({ page, newPage }) => {
  await newcomer(page, 'Petronella Blocker')
  const bo = await another(newPage, 'Lysander Blocked')
  await page.goto(`/friends?tab=directory&q=${encodeURIComponent(bo.name)}`)
  await row(page, bo.name)
    .getByRole('button', { name: /^More options for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await expect(page.getByRole('heading', { name: `Block ${bo.name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await told(page, 'User blocked')
  await expect(row(page, bo.name).getByRole('button', { name: 'Blocked' })).toBeDisabled()
  await tab(page, 'Blocked', 1)

  const blocker = (await (await page.request.get('/api/me')).json()) as { id: string }
  await bo.page.goto(`/profile/${blocker.id}`)
  await expect(bo.page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  await bo.page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(bo.page).toHaveURL(/\/dashboard$/)

  await page.goto(`/profile/${bo.id}`)
  await expect(page.getByText(`You blocked ${bo.name}.`)).toBeVisible()
  await page.goto('/friends?tab=blocked')
  await row(page, bo.name)
    .getByRole('button', { name: /^Unblock/ })
    .click()
  await told(page, 'User unblocked')
  await expect(page.getByRole('heading', { name: 'You haven’t blocked anyone' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, bo.name)
    .getByRole('button', { name: /^Unblock/ })
    .click()
  await expect(page.getByRole('heading', { name: 'You haven’t blocked anyone' })).toBeVisible()
  await bo.page.goto(`/profile/${blocker.id}`)
  await expect(bo.page.getByRole('heading', { name: 'Petronella Blocker' })).toBeVisible()
})

test('letters, search and refresh button filter and reload the lists', { tag: '@both' }, async ({ page, isMobile }) => {
  await signIn(page, 'ada@northfield.example', '/friends?tab=directory')
  await page.getByRole('button', { name: 'G', exact: true }).click()
  await expect(page).toHaveURL(/letter=G/)
  const names = page.getByRole('list', { name: 'directory' }).getByRole('listitem').locator('p:first-child')
  await expect(names.filter({ hasText: 'Grace Mbeki' })).toBeVisible()
  for (const name of await names.allTextContents()) expect(name).toMatch(/^G/)
  const { data: initials } = await (await page.request.get('/api/friends/initials?list=directory')).json()
  if (isMobile) {
    const bar = await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox()
    for (const name of ['W', 'X', 'Y', 'Z', 'Other']) {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), `${name} is above the bottom bar`).toBeLessThan(bar?.y ?? 0)
    }
  }
  const unused = [...'XQUYZ'].find((letter) => !initials.includes(letter)) ?? ''
  await expect(page.getByRole('button', { name: unused, exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'G', exact: true }).click()
  await expect(page).not.toHaveURL(/letter/)

  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/users/search?q=') && asked.push(request.url()))
  await (await openSearch(page, 'Search everyone at your school')).pressSequentially('mbek', { delay: 40 })
  await expect(names).toHaveText(['Grace Mbeki'])
  expect(asked).toHaveLength(1)
  expect(new URL(asked[0] ?? '').searchParams.get('limit')).toBe('50')
  await page.getByLabel('Search everyone at your school').fill('no student has this name')
  await expect(page.getByRole('heading', { name: 'No one found' })).toBeVisible()
  await page.getByRole('button', { name: 'G', exact: true }).click()
  await expect(page.getByText('Only names starting with G are shown.')).toBeVisible()
  await page.getByRole('button', { name: 'All letters' }).click()
  await expect(page).not.toHaveURL(/letter/)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(names.first()).toBeVisible()

  const button = page.getByRole('button', { name: 'Refresh' })
  if (!isMobile) return expect(button).toBeHidden()
  await page.getByRole('button', { name: 'Close search' }).click()
  await button.click()
  await told(page, 'Refreshed successfully!')
  await page.route('**/users/search*', (route) => route.abort())
  await button.click()
  await told(page, 'Failed to refresh')
})

test('each tab has a separate search', async ({ page }) => {
  await signIn(page, 'ada@northfield.example', '/friends')
  const fields = page.getByRole('main').getByRole('searchbox')
  for (const [tab, label] of [
    ['Directory', 'Search everyone at your school'],
    ['Requests', 'Search by name'],
    ['Friends', 'Search by name'],
  ] as const) {
    await page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: tab }).click()
    await expect(fields).toHaveAccessibleName(label)
    await expect(fields).toHaveCount(1)
  }
})

test('shows failed actions, which can be retried', async ({ page, newStudent }) => {
  await newcomer(page, 'Cordelia Unlucky')
  const bo = await newStudent('Fergus Patient')
  const isDown = { at: '' }
  await page.route(/\/api\/friends|\/users\/search/, (route) =>
    isDown.at && route.request().url().includes(isDown.at) ? route.abort() : route.continue(),
  )
  await page.goto(`/friends?tab=directory&q=${encodeURIComponent(bo.name)}`)
  isDown.at = '/friends/request'
  await row(page, bo.name)
    .getByRole('button', { name: /^Add Friend/ })
    .click()
  await told(page, 'Failed to send friend request')
  await expect(row(page, bo.name).getByRole('button', { name: /^Add Friend/ })).toBeEnabled()
  isDown.at = '/friends/block/'
  await row(page, bo.name)
    .getByRole('button', { name: /^More options for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await told(page, 'Failed to block user')

  isDown.at = '/api/friends'
  await page.goto('/friends')
  const problem = page.getByRole('main').getByRole('alert')
  await expect(problem).toContainText('Failed to load data')
  isDown.at = ''
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'No friends yet' })).toBeVisible()
  isDown.at = '/users/search'
  await page.goto('/friends?tab=directory')
  await expect(problem).toContainText('Failed to load users')
  await page.goto('/friends?tab=directory&q=anyone')
  await expect(problem).toContainText('Failed to search users')
})
