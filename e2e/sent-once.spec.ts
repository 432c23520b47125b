import { randomUUID } from 'node:crypto'
import { expect, newcomer, signInNew, test } from './kit.ts'

test('posts once after two fast presses', async ({ page }) => {
  await signInNew(page)
  const text = `Found a glove ${randomUUID()}`
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/posts') sent++
  })
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  await composer.getByLabel('Your post').fill(text)
  await expect(composer.getByRole('button', { name: 'Post', exact: true })).toBeEnabled()
  await page.evaluate(`(() => {
    const buttons = [...document.querySelectorAll('[role=dialog] button')]
    const post = buttons.find(({ textContent }) => textContent === 'Post')
    post.click()
    post.click()
  })()`)
  await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(1)
  expect(sent).toBe(1)
})

test('a post whose reply was lost is shown once, without a further press', async ({ page }) => {
  await signInNew(page)
  const text = `Found a scarf ${randomUUID()}`
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  await composer.getByLabel('Your post').fill(text)
  let isLost = false
  await page.route('**/api/posts', async (route) => {
    if (isLost) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer).toHaveCount(0)
  await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(1)
})

test("shows the server's state after a failed event response", async ({ page }) => {
  await signInNew(page, '/events')
  const attend = page.getByRole('button', { name: /^I’m in: RSVP to / }).first()
  const title = ((await attend.getAttribute('aria-label')) ?? '').replace('I’m in: RSVP to ', '')
  const answered = page.waitForResponse(/\/rsvp$/)
  await attend.click()
  const attending = page.getByRole('button', { name: `Going to ${title}. Press to cancel your RSVP` }).first()
  await expect(attending).toHaveAttribute('aria-pressed', 'true')
  await answered
  await page.route('**/rsvp', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await attending.click()
  await expect(attending).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(page.getByRole('button', { name: `Going to ${title}. Press to cancel your RSVP` }).first()).toBeVisible()
})

test('a student leaves a group conversation, and the others see it', async ({ page, newPage, newStudent }) => {
  const other = await newPage()
  const grace = await newcomer(other, 'Grace')
  const alan = await newStudent('Alan')
  const ada = await newcomer(page, 'Ada')
  const begun = await page.request.post('/conversations', {
    data: { participants: [grace.id, alan.id], title: 'Chess on Friday' },
  })
  const { conversation_id: id } = (await begun.json()) as { conversation_id: string }
  await page.request.post(`/conversations/${id}/messages`, { data: { content: 'Board is set' } })
  await other.goto(`/messages/${id}`)
  await expect(other.getByText('Board is set').last()).toBeVisible()
  await page.goto(`/messages/${id}`)
  await page.getByRole('button', { name: 'Conversation options' }).click()
  await page.getByRole('menuitem', { name: 'Leave conversation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave conversation' })
  await expect(dialog).toContainText(
    'Leave “Chess on Friday”? You will no longer see its messages, and others cannot add you for 7 days.',
  )
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You left the conversation')).toBeVisible()
  await expect(page.getByText('Chess on Friday')).toHaveCount(0)
  await expect(other.getByText(`${ada.name} left the conversation.`).last()).toBeVisible()
  await page.goto(`/messages/${id}`)
  await expect(page.getByLabel(/^Message to/)).toHaveCount(0)
})
