import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectLive, signIn, test } from './kit.ts'

type NewStudent = () => Promise<{ api: import('@playwright/test').APIRequestContext; email: string }>

/** Reports as many new posts and returns a word that all of them have. */
async function report(newStudent: NewStudent, count: number): Promise<string> {
  const word = `kittens-${randomUUID()}`
  const author = await newStudent()
  const reporter = await newStudent()
  for (let index = 1; index <= count; index++) {
    const made = await author.api.post('/api/posts', { data: { content: `${word} ${index}` } })
    const { data } = (await made.json()) as { data: { id: string } }
    const filed = await reporter.api.post(`/api/posts/${data.id}/report`, { data: { reason: 'spam' } })
    expect(filed.status()).toBe(201)
  }
  return word
}

const openCases = (page: Page, word: string) =>
  signIn(page, 'dean@northfield.example', `/admin?tab=reports&search=${word}`)
/** A decision waits for ten seconds. */
const letDecisionWait = (page: Page) => page.clock.fastForward(10_000)
async function expectSent(page: Page) {
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await letDecisionWait(page)
  await expect(undo).toHaveCount(0)
}
const caseLinks = (page: Page) => page.getByRole('list', { name: 'Pending cases' }).getByRole('link')

test('fourteen cases are closed by keyboard without leaving the screen', async ({ page, newStudent }) => {
  test.slow()
  const word = await report(newStudent, 14)
  await openCases(page, word)
  await expect(caseLinks(page)).toHaveCount(14)
  const top = await caseLinks(page).first().boundingBox()
  expect(top?.y).toBeLessThanOrEqual(264)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Go to Dismiss')).toBeVisible()
  await page.keyboard.press('Escape')
  const url = new URL(page.url()).pathname
  // The oldest case of a priority is the first one.
  await page.keyboard.press('j')
  await expect(page.getByRole('article')).toContainText(`${word} 2`)
  await page.keyboard.press('k')
  await expect(page.getByRole('article')).toContainText(`${word} 1`)

  for (let next = 1; next < 14; next++) {
    await expect(page.getByRole('article')).toContainText(`${word} ${next}`)
    await page.keyboard.press('d')
    await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article')).toContainText(`${word} ${next + 1}`)
    await expect(page.getByRole('heading', { name: 'Spam, 1 report' })).toBeFocused()
  }
  await page.keyboard.press('w')
  await expect(page.getByLabel('Reason', { exact: true })).toBeFocused()
  await page.keyboard.type('It shows no kittens.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('What happened')).toBeFocused()
  await page.keyboard.type('You offered kittens that you do not have.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('No reports match your current filters.')).toBeVisible()
  await expect(page.getByText('14 of 14 today')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(url)
})

test('a case is a screen on a phone, with its actions at its foot and the next case after each', {
  tag: '@phone',
}, async ({ page, newStudent }) => {
  const word = await report(newStudent, 2)
  await openCases(page, word)
  await expect(caseLinks(page)).toHaveCount(2)
  const top = await caseLinks(page).first().boundingBox()
  expect(top?.y).toBeLessThanOrEqual(160)
  await page.getByRole('button', { name: /account and school/ }).click()
  await expect(page.getByRole('dialog').getByText(/You can only view data for Northfield University/)).toBeVisible()
  await page.keyboard.press('Escape')

  await caseLinks(page).first().click()
  await expect(page.getByRole('article')).toContainText(`${word} 1`)
  for (const name of ['Dismiss', 'Remove', 'Warn', 'Suspend', 'Ban']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
  }
  await expect(page.getByRole('article').getByRole('heading', { name: 'Spam, 1 report' })).toBeFocused()
  await page.goBack()
  await expect(caseLinks(page)).toHaveCount(2)
  await expect(caseLinks(page).first()).toBeFocused()
  await caseLinks(page).first().click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('article')).toContainText(`${word} 2`)
  await page.getByRole('button', { name: 'Back to the cases' }).click()
  await expect(caseLinks(page)).toHaveCount(1)
  await expect(caseLinks(page)).toBeFocused()
})

test('a double click on Dismiss decides one case, not the next one too', async ({ page, newStudent }) => {
  const word = await report(newStudent, 2)
  await openCases(page, word)
  await expect(page.getByRole('article')).toContainText(`${word} 1`)
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await dismiss.click({ clickCount: 1 })
  await expect(page.getByRole('article')).toContainText(`${word} 2`)
  await dismiss.dispatchEvent('click', { detail: 2 })
  await dismiss.focus()
  await expect(page.getByText('Sent in')).toBeVisible()
  await expect(caseLinks(page)).toHaveCount(1)
})

for (const device of ['phone', 'desk'] as const)
  test(`the form of an action shows its button and the reported words together on a ${device}`, {
    tag: device === 'phone' ? '@phone' : [],
  }, async ({ page, newStudent }) => {
    const word = await report(newStudent, 1)
    await openCases(page, word)
    await caseLinks(page).first().click()
    const suspend = page.getByRole('button', { name: 'Suspend', exact: true })
    await suspend.click()
    const reason = page.getByLabel('Reason', { exact: true })
    await expect(reason).toBeFocused()
    await expect(page.getByRole('article').getByText(`${word} 1`)).toBeInViewport({ ratio: 1 })
    for (const name of ['Suspend user', 'Cancel'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    const others = page.getByRole('button', { name: /^(Dismiss|Ban)$/ })
    await expect(others.filter({ visible: true })).toHaveCount(device === 'phone' ? 0 : 2)
    await reason.fill('It shows no kittens.')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(suspend).toBeFocused()
    await suspend.click()
    await expect(reason).toHaveValue('It shows no kittens.')
  })

test('a case of an anonymous post names no author until a moderator reveals them', async ({ page, newStudent }) => {
  const words = `Whispered ${randomUUID()}`
  const { api, email } = await newStudent()
  const made = await api.post('/api/posts', { data: { content: words, is_anonymous: true } })
  const { data } = (await made.json()) as { data: { id: string } }
  const reporter = await newStudent()
  await reporter.api.post(`/api/posts/${data.id}/report`, { data: { reason: 'harassment' } })
  await signIn(page, 'dean@northfield.example', `/admin?tab=reports&search=${encodeURIComponent(words)}`)
  const open = page.getByRole('article')
  await expect(open).toContainText('posted anonymously')
  await expect(open).toContainText('Anonymous')
  await expect(open.getByText('User Activity History')).toHaveCount(0)
  await open.getByRole('button', { name: 'Reveal author' }).click()
  await page.getByLabel('Category').selectOption('harassment')
  await page.getByLabel('Reason').fill('It insults a student by name')
  await page.getByRole('button', { name: 'Reveal now' }).click()
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible()
})

test('a second moderator sees who works on a case, takes it over, and the first one sees that', {
  tag: '@both',
}, async ({ page, newStudent, newPage }) => {
  const word = await report(newStudent, 1)
  await openCases(page, word)
  const claimed = page.waitForResponse(/\/admin\/cases\/.*\/claim/)
  await caseLinks(page).first().click()
  await claimed
  await expectLive(page)
  const second = await newPage()
  await signIn(second, 'site@northfield.example', `/admin?tab=reports&search=${word}`)
  await caseLinks(second).first().click()
  await expect(second.getByRole('article')).toContainText('Dean Okafor is working on this.')
  await second.getByRole('button', { name: 'Take over' }).click()
  await expect(second.getByText('Dean Okafor is working on this.', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('article')).toContainText('Sita Lindqvist is working on this.')
})

test('the author of an anonymous post is muted without being revealed, and learns why from the composer', {
  tag: '@both',
}, async ({ pageWithClock: page, newStudent, newPage, isMobile }) => {
  const words = `Whispered ${randomUUID()}`
  const author = await newStudent()
  const made = await author.api.post('/api/posts', { data: { content: words, is_anonymous: true } })
  const { data } = (await made.json()) as { data: { id: string } }
  const reporter = await newStudent()
  await reporter.api.post(`/api/posts/${data.id}/report`, { data: { reason: 'harassment' } })
  await openCases(page, encodeURIComponent(words))
  await caseLinks(page).first().click()
  const open = page.getByRole('article')
  await expect(open).toContainText('This author: 0 decisions in force')
  await page.setViewportSize({ width: isMobile ? 320 : 1280, height: 844 })
  for (const name of ['Dismiss', 'Remove', 'Warn', 'Mute', 'Suspend', 'Ban']) {
    const box = await open.getByRole('button', { name, exact: true }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(36)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  }
  await open.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(open.getByText(/^You won’t see who it is/)).toBeVisible()
  await open.getByLabel('No anonymous writing for').selectOption('30')
  await open.getByLabel('What happened').fill('It names where another student lives')
  await open.getByRole('button', { name: 'Mute author' }).click()
  await expectSent(page)
  await expect(page.getByText('No reports match your current filters.')).toBeVisible()

  const other = await newPage()
  await signIn(other, author.email, '/dashboard')
  await expectLive(other)
  const text = 'What I would also like to say'
  await other.getByRole('button', { name: 'Post', exact: true }).click()
  const composer = other.getByRole('dialog', { name: 'Create Post' })
  await composer.getByLabel('Your post').fill(text)
  await composer.getByLabel('Post anonymously').check()
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByRole('alert')).toContainText(/You can’t write anonymously until \w+ \d+, \d{4}\./)
  await expect(composer.getByLabel('Your post')).toHaveValue(text)
  await composer.getByRole('link', { name: 'Why, and what you can do' }).click()
  await expect(other.getByText('It names where another student lives')).toBeVisible()
  await expect(other.getByText('Writing anonymously')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Appeal this decision' })).toBeVisible()
})

test('two moderators on one case: the second one reads who settled it, and the typed reason stays', async ({
  page,
  newStudent,
  newPage,
}) => {
  const word = await report(newStudent, 2)
  await openCases(page, word)
  await expect(caseLinks(page)).toHaveCount(2)
  await expectLive(page)
  await page.keyboard.press('w')
  await page.getByLabel('Reason', { exact: true }).fill('It shows no kittens.')

  const second = await newPage()
  await signIn(second, 'site@northfield.example', `/admin?tab=reports&search=${word}`)
  await caseLinks(second)
    .filter({ hasText: `${word} 1` })
    .click()
  await expect(second.getByRole('article')).toContainText(`${word} 1`)
  await second.getByRole('button', { name: 'Dismiss' }).click()
  await expect(caseLinks(page)).toHaveCount(1)
  const text = 'Sita Lindqvist settled this case: dismissed. Your text is still here.'
  await expect(page.getByRole('article').getByText(text)).toBeVisible()
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('It shows no kittens.')
})

test('a report of a danger names a number to call, and stands first among the cases with its deadline', {
  tag: '@both',
}, async ({ page, newStudent, newPage }) => {
  const words = `Threats ${randomUUID()}`
  const author = await newStudent()
  const made = await author.api.post('/api/posts', { data: { content: words } })
  expect(made.status()).toBe(201)
  await signIn(page, 'grace@northfield.example', '/dashboard')
  const post = page.getByRole('article').filter({ hasText: words })
  await post.getByRole('button', { name: /^Options for .* post/ }).click()
  await page.getByRole('menuitem', { name: 'Report post' }).click()
  const dialog = page.getByRole('dialog', { name: /^Report post/ })
  await dialog.getByRole('radio', { name: 'Violence/Threats' }).check()
  await dialog
    .getByRole('group', { name: 'Is someone in danger right now?' })
    .getByRole('radio', { name: 'Yes' })
    .check()
  await dialog.getByRole('button', { name: 'Report post' }).click()
  const sent = page.getByRole('dialog', { name: 'Report sent' })
  await expect(sent).toContainText(/If someone is in danger, call .+ now\. Moderators on duty have been notified\./)
  await sent.getByRole('button', { name: 'Close' }).last().click()

  const dean = await newPage()
  await openCases(dean, encodeURIComponent(words))
  await expect(caseLinks(dean)).toHaveText(/Danger(30|29) min left/)
})

test('an item is removed from its case by keyboard, with a statement for its author', async ({
  pageWithClock: page,
  newStudent,
}) => {
  const word = await report(newStudent, 2)
  await openCases(page, word)
  await expect(page.getByRole('article')).toContainText(`${word} 1`)
  await page.keyboard.press('x')
  await expect(page.getByLabel('What happened')).toBeFocused()
  await page.keyboard.type('It advertises kittens that do not exist.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('article')).toContainText(`${word} 2`)
  await expect(caseLinks(page)).toHaveCount(1)
  await expectSent(page)
  await page.goto(`/admin?tab=content&search=${word}`)
  await expect(page.getByText(`${word} 2`).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(`${word} 1`)).toHaveCount(0)
})

test('a decision can be undone for ten seconds, and the other moderator sees who works on the case all the time', async ({
  page,
  newStudent,
  newPage,
}) => {
  const word = await report(newStudent, 2)
  await openCases(page, word)
  await expect(caseLinks(page)).toHaveCount(2)
  await expectLive(page)
  const second = await newPage()
  await signIn(second, 'site@northfield.example', `/admin?tab=reports&search=${word}`)
  await expect(second.getByRole('article')).toContainText(`${word} 2`) // the first one is Dean's
  await expectLive(second)
  const settlements: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/settle') && settlements.push(request.url())))

  await page.keyboard.press('w')
  await page.getByLabel('Reason', { exact: true }).fill('It shows no kittens.')
  await page.getByLabel('What happened').fill('You offered kittens that you do not have.')
  await page.keyboard.press('Control+Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(page.getByText('Warned: Spam, 1 report')).toBeVisible()
  await expect(page.getByRole('article')).toContainText(`${word} 2`)
  await expect(caseLinks(second).filter({ hasText: `${word} 1` })).toContainText('Dean Okafor is working on this')
  await page.getByRole('heading', { name: 'Spam, 1 report' }).focus()
  await page.keyboard.press('u')
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole('article')).toContainText(`${word} 1`)
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('It shows no kittens.')
  await expect(page.getByLabel('What happened')).toHaveValue('You offered kittens that you do not have.')
  expect(settlements).toEqual([])

  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(undo).toBeVisible()
  await page.goto('/events')
  await expect(caseLinks(second)).toHaveCount(1)
})

test('a decision that another moderator anticipates comes back with its text', async ({
  pageWithClock: page,
  newStudent,
  newPage,
}) => {
  const word = await report(newStudent, 2)
  await openCases(page, word)
  await expect(caseLinks(page)).toHaveCount(2)
  await page.keyboard.press('w')
  await page.getByLabel('Reason', { exact: true }).fill('It shows no kittens.')
  await page.getByLabel('What happened').fill('You offered kittens that you do not have.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  const second = await newPage()
  await signIn(second, 'site@northfield.example', '/dashboard')
  const { data } = (await (await second.request.get(`/admin/cases?search=${word}`)).json()) as {
    data: { cases: { id: string; version: number; report: { content: string } }[] }
  }
  const first = data.cases.find(({ report: { content } }) => content === `${word} 1`)
  const body = { version: first?.version, outcome: 'dismissed' }
  expect((await second.request.post(`/admin/cases/${first?.id}/settle`, { data: body })).status()).toBe(200)
  const refusal = 'Sita Lindqvist settled this case: dismissed. Your text is still here.'
  await letDecisionWait(page)
  await expect(page.getByRole('alert')).toContainText(refusal)
  await page.getByRole('button', { name: 'Open the case' }).click()
  await expect(page.getByRole('article').getByText(refusal).first()).toBeVisible()
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('It shows no kittens.')
})

test('a reported picture is loaded only when a moderator asks for it, blurred and grey first', {
  tag: '@both',
}, async ({ page, newStudent }) => {
  const word = `kittens-${randomUUID()}`
  const [author, reporter] = [await newStudent(), await newStudent()]
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const file = { name: 'kittens.png', mimeType: 'image/png', buffer: png }
  const stored = await author.api.post('/upload', { multipart: { type: 'post', file } })
  const { url } = ((await stored.json()) as { data: { url: string } }).data
  const made = await author.api.post('/api/posts', { data: { content: word, media_urls: [url] } })
  const { data } = (await made.json()) as { data: { id: string } }
  const filed = await reporter.api.post(`/api/posts/${data.id}/report`, { data: { reason: 'inappropriate' } })
  expect(filed.status()).toBe(201)
  const loaded: string[] = []
  page.on('request', (request) => void (request.url().endsWith(url) && loaded.push(request.url())))
  await openCases(page, word)
  await caseLinks(page).first().click()
  const picture = page.getByRole('figure', { name: 'Picture 1 of 1' })
  await expect(picture.getByText('Picture 1 of 1: hidden')).toBeVisible()
  expect(loaded).toEqual([])
  await picture.getByRole('button', { name: /^Show blurred/ }).focus()
  const image = page.waitForResponse((response) => response.url().endsWith(url))
  await page.keyboard.press('Enter')
  expect((await image).headers()['cache-control']).toContain('no-store')
  await expect(picture.getByRole('img')).toHaveCSS('filter', /blur\(.+\) grayscale\(.+\)/)
  await page.keyboard.press('Enter')
  await expect(picture.getByRole('img')).toHaveCSS('filter', /^grayscale\([^)]+\)$/)
  await page.keyboard.press('Enter')
  await expect(picture.getByRole('img')).toHaveCSS('filter', 'none')
  await expect(picture.getByRole('button', { name: /^Hide/ })).toBeFocused()
})
