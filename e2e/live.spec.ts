import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { moderate } from '../src/features/moderation/server/actions.ts'
import { expect, signInNew, test } from './kit.ts'

/** Resolves when the page's browser has opened an event stream that looks at a post. */
const looksAt = (page: Page, post: string) =>
  page.waitForRequest((request) => request.url().includes('/api/live') && request.url().includes(post))

/** A new student's post, its comments open and its stream heard. */
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
  return { id, card }
}

test('likes and comments of others appear on an open post without a reload', async ({ page, browser }) => {
  const { id, card } = await discussOwn(page, 'Who has the key to the boathouse')
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await signInNew(theirs)
  await theirs.request.post(`/api/posts/${id}/like`)
  await expect(card.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'false')
  await theirs.request.post('/api/comments', { data: { post_id: id, content: 'The porter has it' } })
  await expect(card.getByText('The porter has it')).toBeVisible()
  await expect(card.getByRole('button', { name: '1 comment', exact: true })).toBeVisible()
  await card.getByLabel('Write a comment').fill('Thank you')
  await card.getByLabel('Write a comment').press('Enter')
  await expect(card.getByText('Thank you')).toHaveCount(1)
  await expect(card.getByRole('button', { name: '2 comments' })).toBeVisible()
  await other.close()
})

test('two comments in a row are both counted, although the list is asked for twice at once', async ({
  page,
  browser,
}) => {
  const { id, card } = await discussOwn(page, 'Who rows at six tomorrow')
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await signInNew(theirs)

  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/api/posts/${id}/comments`, (route) => answered.then(() => route.continue()))
  for (const content of ['I do', 'And I']) {
    const asked = page.waitForRequest(`**/api/posts/${id}/comments`)
    await theirs.request.post('/api/comments', { data: { post_id: id, content } })
    await asked
  }
  answer()
  await expect(card.getByText('And I')).toBeVisible()
  await expect(card.getByRole('button', { name: '2 comments' })).toBeVisible()
  await other.close()
})

test('all tabs of a browser share one stream, and another takes over when its tab closes', async ({
  page,
  context,
}) => {
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/live')) streams.push(request.url())
  })
  await signInNew(page)
  await expect.poll(() => streams.length).toBeGreaterThan(0)
  await page.waitForTimeout(2500) // the posts in view are asked for
  const before = streams.length
  const second = await context.newPage()
  await second.goto('/friends')
  await second.getByRole('heading', { level: 1 }).waitFor()
  await second.waitForTimeout(1000)
  expect(streams.length).toBe(before)
  await page.close()
  await expect.poll(() => streams.length).toBe(before + 1)
  expect(streams.at(-1)).not.toContain('undefined')
})

test('a ban leads out of every open page at once, with nothing done there', async ({ page, context, db }) => {
  const email = await signInNew(page)
  const second = await context.newPage()
  await Promise.all([second.waitForEvent('requestfinished'), second.goto('/friends')])
  await expect(page.getByRole('article').first()).toBeVisible()
  const { id, school_id } = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'school_id'])
    .executeTakeFirstOrThrow()
  await page.waitForTimeout(500) // the stream is open
  const dean = { id: null, name: 'Dean' }
  await moderate(db, dean, { id, schoolId: school_id }, { type: 'ban', reason: 'Shouting' })
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL(/\/blocked$/)
    await expect(tab.getByRole('heading', { name: 'Account Banned' })).toBeVisible()
  }
})
