import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { moderate } from '../src/features/moderation/server/actions.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { expect, expectLive, signInNew, test } from './kit.ts'

/** Resolves when the page has opened an event stream that subscribes to a post. */
const looksAt = (page: Page, post: string) =>
  page.waitForRequest((request) => request.url().includes('/api/live') && request.url().includes(post))

/** Creates a post of a new student, opens its comments, and waits for the stream. */
async function discussOwn(page: Page, question: string) {
  await signInNew(page)
  const words = `${question} ${randomUUID()}`
  const created = await page.request.post('/api/posts', { data: { content: words } })
  const { id } = (await created.json()).data
  const looking = looksAt(page, id)
  await page.reload()
  const card = page.getByRole('article').filter({ hasText: words })
  await card.getByRole('button', { name: '0 comments' }).click()
  await looking
  await expectLive(page)
  return { id, card }
}

test('likes and comments of others appear on an open post without a reload', async ({ page, newStudent }) => {
  const { id, card } = await discussOwn(page, 'Who has the key to the boathouse')
  const { api } = await newStudent()
  await api.post(`/api/posts/${id}/like`)
  await expect(card.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'false')
  await api.post('/api/comments', { data: { post_id: id, content: 'The porter has it' } })
  await expect(card.getByText('The porter has it')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Comment, 1 comment', exact: true })).toBeVisible()
  await card.getByLabel('Write a comment').fill('Thank you')
  await card.getByLabel('Write a comment').press('Enter')
  await expect(card.getByText('Thank you')).toHaveCount(1)
  await expect(card.getByRole('button', { name: '2 comments' })).toBeVisible()
})

test('new posts are counted over the feed, and shown at its top when the user asks for them', { tag: '@both' }, async ({
  page,
  newStudent,
}) => {
  await signInNew(page)
  await expectLive(page)
  const first = page.getByRole('main').getByRole('article').first()
  const name = await first.getAttribute('aria-label')
  await page.evaluate('scrollTo(0, 400)')
  const place = () => first.evaluate((card) => Math.round(card.getBoundingClientRect().top))
  const before = await place()
  const { api } = await newStudent()
  const words = randomUUID()
  for (const number of [1, 2])
    expect((await api.post('/api/posts', { data: { content: `Kites ${number} ${words}` } })).status()).toBe(201)
  // More than two if an anonymous post of another journey is published meanwhile.
  const news = page.getByRole('button', { name: /^\d+ new posts$/ })
  await expect(news).toBeVisible()
  expect(await place(), 'nothing moves').toBe(before)
  expect(await first.getAttribute('aria-label')).toBe(name)
  const [{ top, height }, bar] = await Promise.all([
    news.evaluate((button) => button.getBoundingClientRect().toJSON() as { top: number; height: number }),
    page.getByRole('banner').boundingBox(),
  ])
  expect(top).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  expect(height).toBeGreaterThanOrEqual(44)

  await page.route('**/api/posts/feed?*', (route) => route.fulfill({ status: 500, json: {} }))
  await news.click()
  await expect(page.getByText('We couldn’t load your feed.')).toBeVisible()
  await expect(news, 'a failure keeps the offer').toBeVisible()
  await page.unroute('**/api/posts/feed?*')
  await news.click()
  await expect(first).toContainText(`Kites 2 ${words}`)
  await expect(news).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeFocused()
  expect(await page.evaluate('scrollY')).toBe(0)
})

test('counts two consecutive comments, although the list is fetched twice concurrently', async ({
  page,
  newStudent,
}) => {
  const { id, card } = await discussOwn(page, 'Who rows at six tomorrow')
  const { api } = await newStudent()

  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/api/posts/${id}/comments`, (route) => answered.then(() => route.continue()))
  for (const content of ['I do', 'And I']) {
    const asked = page.waitForRequest(`**/api/posts/${id}/comments`)
    await api.post('/api/comments', { data: { post_id: id, content } })
    await asked
  }
  answer()
  await expect(card.getByText('And I')).toBeVisible()
  await expect(card.getByRole('button', { name: '2 comments' })).toBeVisible()
})

test('all tabs of a browser share one stream, and another tab takes over when its tab closes', async ({
  page,
  context,
  newStudent,
}) => {
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/live')) streams.push(request.url())
  })
  const withPosts = page.waitForRequest((request) => /\/api\/live\?.*posts=[0-9a-f]/.test(request.url()))
  await signInNew(page)
  await withPosts // the visible posts are subscribed
  await expectLive(page)
  const before = streams.length
  const second = await context.newPage()
  await second.goto('/friends')
  const bell = second.getByRole('banner').getByRole('link', { name: /Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')

  // The next event reaches the second tab through the first: if it had its own stream, that would be open by then.
  const made = await page.request.post('/api/posts', { data: { content: 'Who is awake?' } })
  const { id: post_id } = ((await made.json()) as { data: { id: string } }).data
  const { api } = await newStudent()
  await api.post('/api/comments', { data: { post_id, content: 'Me' } })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  expect(streams.length).toBe(before)

  await page.close()
  await expectLive(second)
  expect(streams.length).toBe(before + 1)
  await api.post(`/api/posts/${post_id}/like`)
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
})

test('a ban redirects every open page immediately, without user action', async ({ page, context, db }) => {
  const email = await signInNew(page)
  const second = await context.newPage()
  await Promise.all([second.waitForEvent('requestfinished'), second.goto('/friends')])
  await expect(page.getByRole('article').first()).toBeVisible()
  const { id, school_id } = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'school_id'])
    .executeTakeFirstOrThrow()
  await expectLive(page)
  const dean = { id: null, name: 'Dean' }
  await withTransaction(db, (trx) =>
    moderate(trx, dean, { id, schoolId: school_id }, { type: 'ban', reason: 'Shouting' }),
  )
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL(/\/blocked$/)
    await expect(tab.getByRole('heading', { name: 'Account Banned' })).toBeVisible()
  }
})
