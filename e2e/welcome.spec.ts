// The first minutes of a new account: the steps after the terms, the card in the feed, and empty lists.

import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, signInNew, test } from './kit.ts'

/** Signs in a new user and accepts the terms on the page. */
async function arrive(page: Page, email = `new-${randomUUID()}@northfield.example`) {
  await signIn(page, email)
  const terms = page.getByRole('dialog', { name: 'Legal Agreement Required' })
  await terms
    .getByRole('region', { name: 'Terms of Service' })
    .evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await terms.getByRole('button', { name: 'Accept & Continue' }).click()
  return page.getByRole('dialog', { name: /^About you/ })
}
const step = (page: Page, title: RegExp) => page.getByRole('dialog', { name: title })

test('a new student sends a request and joins a group with one press each, and writes a first post', {
  tag: '@both',
}, async ({ page }) => {
  const you = await arrive(page)
  await expect(you.getByRole('heading', { name: /^About you ?, Step 1 of 3$/ })).toBeFocused()
  await you.getByLabel('Major').fill('Computer Science')
  const year = new Date().getFullYear() + 1
  await you.getByText(String(year), { exact: true }).click()
  await expect(you.getByRole('radio', { name: String(year) })).toBeChecked()
  await you.getByRole('button', { name: 'Continue' }).click()

  const people = step(page, /^People you may know/)
  await expect(people.getByRole('heading', { name: /Step 2 of 3$/ })).toBeFocused()
  const faces = people.getByRole('button', { name: /^Add Friend: / })
  await expect(faces).toHaveCount(9)
  await expect(faces.first()).toContainText('Same major')
  const sent = page.waitForResponse('**/api/friends/request/*')
  await faces.first().click()
  await expect(faces.first()).toHaveAttribute('aria-pressed', 'true')
  await expect(faces.first()).toContainText('Pending')
  expect((await sent).status()).toBe(201)
  await people.getByRole('button', { name: 'Continue' }).click()

  const groups = step(page, /^Groups to join/)
  const cards = groups.getByRole('button', { name: /^Join: / })
  await expect(cards.first()).toContainText('members')
  const joined = page.waitForResponse('**/api/groups/*/join')
  await cards.first().click()
  await expect(cards.first()).toContainText('Joined')
  expect((await joined).status()).toBe(200)
  await groups.getByRole('button', { name: 'Continue' }).click()

  const end = step(page, /^You’re in\. Say hi to Northfield\./)
  await end.getByRole('button', { name: 'Say hi' }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  await expect(composer.getByLabel('Your post')).toHaveValue(/^Hi, I’m .+, .*Computer Science\.$/)
  const me = await (await page.request.get('/api/me')).json()
  expect(me).toMatchObject({ major: 'Computer Science', graduation_year: year })
  expect((await (await page.request.get(`/api/users/${me.id}/stats`)).json()).data.posts).toBe(0) // not sent
})

test('the steps can be skipped with Escape, and open once per account', async ({ page }) => {
  await arrive(page)
  for (const title of [/^About you/, /^People you may know/, /^Groups to join/, /^You’re in/]) {
    await expect(step(page, title)).toBeVisible()
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT').catch(() => undefined)
    await page.keyboard.press('Escape')
    if (String(title).includes('You')) await saved
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  const card = page.getByRole('region', { name: 'Get settled' })
  await expect(card.getByRole('link')).toHaveText([
    'Add a photo',
    'Add 3 friends',
    'Join a group',
    'Say hi',
    'RSVP to an event',
  ])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the last step fills a phone with the viewer, the others of the school if there are any, and the post', {
  tag: '@phone',
}, async ({ page, db }) => {
  const domain = `${randomUUID()}.example`
  const school = { id: randomUUID(), name: 'Small College', email_domain: domain, country: 'Canada', timezone: 'UTC' }
  await db.insertInto('schools').values(school).execute()
  for (const others of [0, 1, 2]) {
    await page.context().clearCookies()
    const you = await arrive(page, `number-${others}@${domain}`)
    await you.getByRole('button', { name: 'Skip' }).click()
    if (others > 0) {
      const people = step(page, /^People you may know/)
      const faces = people.getByRole('button', { name: /^Add Friend: / })
      await expect(faces).toHaveCount(others)
      const right = async (place: Locator) => {
        const box = await place.boundingBox()
        return (box?.x ?? 0) + (box?.width ?? 0)
      }
      expect(await right(faces.last()), 'few faces have the whole width').toBeGreaterThan(350)
      await people.getByRole('button', { name: 'Skip' }).click()
    }
    const end = step(page, /^You’re in\. Say hi to Small\./)
    await expect(end.getByRole('figure')).toHaveText(new RegExp(`number-${others}.*Hi, I’m .+\\.$`))
    await expect(end.locator('[data-picture] [data-letters]')).toHaveCount(others + 1)
    const [title, words, foot] = await Promise.all(
      [
        end.locator('[data-picture]'),
        end.getByText('You can change it before you post it.'),
        end.getByText('Say hi', { exact: true }),
      ].map((place) => place.boundingBox()),
    )
    const filled = (words?.y ?? 0) + (words?.height ?? 0) - (title?.y ?? 0)
    expect(filled, 'of the height above the buttons').toBeGreaterThan((foot?.y ?? 0) / 2)
    await end.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('a failed request reverts its face and says so, and failed lists offer to retry', async ({ page }) => {
  await page.route('**/api/friends/suggested*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.route('**/api/friends/request/*', (route) => route.fulfill({ status: 500, json: {} }))
  const you = await arrive(page)
  await you.getByRole('button', { name: 'Skip' }).click()
  const people = step(page, /^People you may know/)
  await page.unroute('**/api/friends/suggested*')
  await people.getByRole('button', { name: 'Try Again' }).click()
  const face = people.getByRole('button', { name: /^Add Friend: / }).first()
  await face.click()
  await expect(people.getByRole('alert')).toHaveText('Couldn’t send. Try again.')
  await expect(face).toHaveAttribute('aria-pressed', 'false')
})

test('the card is second in the feed of a phone, becomes a line, and can be dismissed', { tag: '@phone' }, async ({
  page,
}) => {
  await signInNew(page)
  await page.request.put('/api/users/me', { data: { welcome: 'card' } })
  await page.reload()
  const second = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Get settled' })
  await expect(second.getByRole('link', { name: 'Add a photo' })).toBeVisible()
  const box = await second.boundingBox()
  const first = await page.getByRole('article').first().boundingBox()
  expect(Math.abs((box?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0))).toBeLessThanOrEqual(1) // their lines overlap

  await page.request.post('/api/posts', { data: { content: `Hello ${randomUUID()}` } })
  const { data: groups } = await (await page.request.get('/api/groups?suggested=true')).json()
  const open = groups.find(({ type }: { type: string }) => type === 'public')
  await page.request.post(`/api/groups/${open.id}/join`, { data: {} })
  const { data: events } = await (await page.request.get('/events/upcoming')).json()
  const event = events.find(({ max_attendees }: { max_attendees: number | null }) => max_attendees === null)
  const rsvp = await page.request.post(`/api/events/${event.id}/rsvp`, { data: { status: 'attending' } })
  expect(rsvp.status()).toBe(200)
  await page.reload()
  const line = page.getByRole('region', { name: 'Get settled' })
  await expect(line).toContainText('3 of 5 done. Add a photo')
  expect((await line.boundingBox())?.height).toBe(56)
  await line.getByRole('button', { name: 'Dismiss: Get settled' }).click()
  await expect(line).toHaveCount(0)
  await expect.poll(async () => (await (await page.request.get('/api/me')).json()).welcome).toBe('done')
})

test('without friends, the page has no search and suggests six people to add', async ({ page }) => {
  await signInNew(page)
  await page.goto('/friends?tab=friends')
  const rows = page.getByRole('region', { name: 'People you may know' }).getByRole('listitem')
  await expect(rows).toHaveCount(6)
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Names starting with' })).toHaveCount(0)
  await rows
    .first()
    .getByRole('button', { name: /^Add Friend: / })
    .click()
  await expect(rows.first().getByRole('button', { name: /^Pending: / })).toBeDisabled()
  await expect(rows).toHaveCount(6)
})

test('empty lists suggest people to add', async ({ page }) => {
  await signInNew(page)
  for (const [path, title, list] of [
    ['/notifications', 'You’re all caught up', '**/api/notifications*'],
    ['/events', 'No events yet', '**/api/events?*'],
    ['/marketplace', 'Nothing for sale yet', '**/api/marketplace?*'],
    ['/assignment-help', 'No assignments found', '**/assignments?*'],
    ['/confessions', 'No confessions yet', '**/api/confessions?*'],
  ] as const) {
    await page.route(list, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), data: [] } })
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('region', { name: 'People you may know' }).getByRole('listitem')).toHaveCount(6)
  }
})

test('without chats, a face and Send are enough for the first message', async ({ page }) => {
  await signInNew(page)
  await page.goto('/messages')
  const faces = page.getByRole('region', { name: 'Say hi to' }).getByRole('link')
  await expect(faces).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'New conversation' })).toHaveText('New conversation')
  await faces.first().click()
  await expect(page.getByLabel(/^Message to/)).toBeFocused()
  await page.keyboard.type('Hi there')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('log').or(page.getByRole('main')).getByText('Hi there').first()).toBeVisible()
})

test('pages without any item hide their search, filters and totals until there is one', { tag: '@both' }, async ({
  page,
  db,
}) => {
  const domain = `${randomUUID()}.example`
  const school = { id: randomUUID(), name: 'Empty College', email_domain: domain, country: 'Canada', timezone: 'UTC' }
  await db.insertInto('schools').values(school).execute()
  await signIn(page, `first@${domain}`)
  await page.request.put('/api/users/me', { data: { terms_accepted: 1, welcome: 'done' } })
  const main = page.getByRole('main')
  const tools = main
    .getByRole('searchbox')
    .or(main.getByRole('button', { name: /^Filters/ }))
    .or(main.getByRole('radiogroup', { name: /^(Filter|Sort|Subject|Category|Department)/ }))
    .or(page.getByRole('button', { name: 'Leaderboard' }))
    .or(main.getByText(/on average from/))
  for (const [path, nothing] of [
    ['/dashboard', 'Welcome to Your Feed!'],
    ['/events', 'No events yet'],
    ['/marketplace', 'Nothing for sale yet'],
    ['/assignment-help', 'No assignments found'],
    ['/confessions', 'No confessions yet'],
    ['/groups', 'No groups yet'],
    ['/rate-my-professor', 'No professors found'],
  ] as const) {
    await page.goto(path)
    await expect(main.getByRole('heading', { name: nothing }), path).toBeVisible()
    await expect(tools, path).toHaveCount(0)
  }
  expect((await page.request.post('/api/posts', { data: { content: 'The first one' } })).ok()).toBe(true)
  await page.goto('/dashboard')
  await expect(main.getByText('The first one')).toBeVisible()
  await expect(main.getByRole('radiogroup', { name: 'Filter posts' })).toBeVisible()
})
