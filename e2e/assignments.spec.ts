import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectReady, inFilters, newcomer, signInNew, test } from './kit.ts'

/** Waits until the leaderboard shows the user's points, and closes it. */
async function expectPoints(page: Page, points: string) {
  await page.getByRole('button', { name: 'Leaderboard' }).click()
  const board = page.getByRole('dialog', { name: 'Leaderboard' })
  const total = board.getByRole('definition').first()
  await expect(total).toHaveText(points)
  await board.getByRole('button', { name: 'Close' }).click()
}

test('a question gets an answer, votes and a best mark, and both users get points', async ({ page, newPage }, info) => {
  await newcomer(page, 'Asker')
  await page.goto('/assignment-help?subject=Statistics') // a few questions with formulas and code: axe checks them all, also behind a dialog
  await expect(page.locator('article .katex').first()).toBeVisible()
  const total = page.locator('aside dd').first() // a dialog hides the rail from roles, but not visually
  await expect(total).toHaveText('0')

  const title = `Quadratic equations ${randomUUID().slice(0, 8)}`
  await page.getByRole('button', { name: 'Ask for Help' }).click()
  const form = page.getByRole('dialog', { name: 'Ask for Help' })
  await form.getByRole('button', { name: 'Ask for Help' }).click()
  await expect(form.getByText('Subject is required')).toBeVisible()
  await expect(form.getByLabel('Title')).toBeFocused()
  await form.getByLabel('Title').fill(title)
  await expect(form.getByRole('link', { name: /Solving quadratic equations/ })).toBeVisible()
  await form
    .getByLabel('Describe the problem')
    .fill('Why is $x^2 = 4$ solved by two numbers?\n\n```python\nroots = [-2, 2]  # both\n```\n\n<b>No HTML</b>')
  await form.getByLabel('Subject').selectOption('Mathematics')
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.locator('.katex').first()).toBeVisible()
  const file = info.outputPath('roots.png')
  await writeFile(
    file,
    await sharp({ create: { width: 400, height: 300, channels: 3, background: '#4a7c59' } })
      .png()
      .toBuffer(),
  )
  await form.locator('input[type=file]').setInputFiles(file)
  await expect(form.getByAltText('Photo 1')).toBeVisible()
  await form.getByRole('button', { name: 'Ask for Help' }).click()

  const open = page.getByRole('region', { name: title })
  await expect(open.getByText('No answers yet.')).toBeVisible()
  await expect(open.locator('.katex').first()).toBeVisible()
  await expect(open.locator('.token.comment')).toHaveText('# both')
  await expect(open.getByText('<b>No HTML</b>')).toBeVisible()
  await expect(total).toHaveText('5')
  const address = page.url()

  const other = await newPage()
  const helper = await newcomer(other, 'Helper')
  await other.goto(address)
  const answer = other.getByRole('region', { name: title })
  await expect(answer.getByLabel('Your answer')).toBeVisible()
  await answer.getByRole('button', { name: /^Answer / }).click()
  await expect(answer.getByLabel('Your answer')).toBeFocused()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await answer.getByLabel('Your answer').fill('Because.')
  await answer.getByRole('button', { name: 'Post answer' }).click()
  await expect(answer.getByText('Write at least 10 characters')).toBeVisible()
  await answer.getByLabel('Your answer').fill('Because $(-2)^2$ is 4 as well.')
  await other.route('**/assignments/*/answers', (route) => route.fulfill({ status: 500, json: {} }))
  await answer.getByRole('button', { name: 'Post answer' }).click()
  await expect(answer.getByText('Failed to submit answer. Please try again.')).toBeVisible()
  await other.unroute('**/assignments/*/answers')
  await answer.getByRole('button', { name: 'Post answer' }).click()
  await expect(answer.getByLabel('Your answer')).toHaveValue('')
  const theirs = other.getByRole('article', { name: `${helper.name}’s answer` })
  await expect(theirs.getByText('0 helpful')).toBeVisible()
  await expect(theirs.getByRole('button', { name: /^Report/ })).toHaveCount(0)

  await page.reload()
  const given = page.getByRole('article', { name: `${helper.name}’s answer` })
  const votes = given.getByRole('group')
  await votes.getByRole('button', { name: 'Helpful', exact: true }).click()
  await expect(votes).toContainText('1')
  await votes.getByRole('button', { name: 'Not helpful' }).click()
  await expect(votes).toContainText('-1')
  await votes.getByRole('button', { name: 'Not helpful' }).click()
  await expect(votes).toContainText(/votes:0/)
  await votes.getByRole('button', { name: 'Helpful', exact: true }).click()
  await expect(votes.getByRole('button', { name: 'Helpful', exact: true })).toHaveAttribute('aria-pressed', 'true')
  const marked = page.waitForResponse((response) => response.url().endsWith('/best'))
  await given.getByRole('button', { name: /^Mark as best/ }).click()
  expect((await marked).status()).toBe(200)
  await expect(given.getByText('Best answer')).toBeVisible()
  await expect(open.getByText('Solved', { exact: true })).toBeVisible()
  await given.getByRole('button', { name: /^Open/ }).click()
  await expect(
    page
      .getByRole('dialog', { name: `${helper.name}’s answer` })
      .locator('.katex')
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/answer=/)
  await given.getByRole('button', { name: /^Open/ }).click()
  await expect(page).toHaveURL(/answer=/)
  await page.goBack()
  await expect(page).not.toHaveURL(/answer=/)
  await expect(open.getByText('Best answer'), 'Back from an answer returns to its question').toBeVisible()

  await other.goto('/assignment-help?subject=Statistics')
  await expectPoints(other, '37')
  await expect(other.getByRole('complementary').getByRole('definition').first()).toHaveText('37')

  await open.getByRole('button', { name: `Options for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Mark Incomplete' }).click()
  await expect(open.getByText('Solved', { exact: true })).toHaveCount(0)
  await expect(given.getByText('Best answer')).toHaveCount(0)
  await other.reload()
  await expectPoints(other, '12')

  await open.getByRole('button', { name: `Options for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete question' }).getByRole('button', { name: 'Delete question' }).click()
  await expect(open).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search questions' }).fill(title)
  await expect(page.getByRole('heading', { name: 'No assignments found' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask First Question' })).toBeVisible()
  await expectPoints(page, '0')
})

test('filters questions by subject and status, reports one once, and shows an error when the list fails', async ({
  page,
}) => {
  await signInNew(page, '/assignment-help')
  const list = page.getByRole('list', { name: 'Questions' })
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Philosophy' }).check()
  await expect(page).toHaveURL(/subject=Philosophy/)
  await expect(list.getByRole('article', { name: /ontological argument/ })).toBeVisible()
  await expect(list.getByRole('article', { name: /quicksort/ })).toHaveCount(0)
  await inFilters(page, (filters) => filters.getByLabel('Filter').selectOption('Unsolved'))
  await expect(list.getByRole('article', { name: /ontological argument/ })).toHaveCount(0)
  await inFilters(page, (filters) => filters.getByLabel('Filter').selectOption('My Questions'))
  await expect(page.getByRole('heading', { name: 'No assignments found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  const report = async () => {
    await list.getByRole('button', { name: /^Options for Why do heavy and light/ }).click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: /^Report assignment/ })
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: 'Report assignment' }).click()
  }
  await page.goto('/assignment-help?search=heavy+and+light')
  await report()
  await expect(page.getByText('Thanks for reporting. A moderator will take a look.')).toBeVisible()
  await report()
  await expect(page.getByText(/You have already reported this/).first()).toBeVisible()

  await page.route('**/assignments?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/assignment-help?sort=oldest')
  await expect(page.getByText('Failed to load assignments')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/assignments?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('the open question is beside the list, which J, K and Enter move through', async ({ page, newStudent }) => {
  const helper = await newcomer(page, 'Helper')
  const asker = await newStudent('Asker')
  const key = randomUUID().slice(0, 8)
  const ask = async (name: string, subject: string) => {
    const data = { title: `${name} ${key}`, description: 'Why is that?', subject }
    return (await (await asker.api.post('/assignments', { data })).json()).data
  }
  const { id } = await ask('Answered', 'Philosophy')
  await page.request.post(`/assignments/${id}/answers`, { data: { content: 'Because Kant said so.' } })
  await ask('Open', 'Philosophy')
  await ask('Newest', 'History')

  await page.goto('/assignment-help')
  await expectReady(page)
  const suggested = page.getByRole('list', { name: 'You could answer these' })
  const all = page.getByRole('list', { name: 'Questions' })
  const openCard = suggested.getByRole('article', { name: `Open ${key}` })
  await expect(openCard).toBeVisible()
  await expect(all.getByRole('article', { name: `Newest ${key}` })).toBeVisible()
  await expect(all.getByRole('article', { name: `Open ${key}` }), 'each question is there once').toHaveCount(0)
  const pane = page.getByRole('region', { name: `Open ${key}` })
  await expect(pane.getByText('No answers yet. Know where to start?')).toBeVisible()
  await expect(pane.getByLabel('Your answer'), 'its form is not loaded before it is needed').toHaveCount(0)
  const [list, beside, rail] = await Promise.all(
    [openCard, pane, page.getByRole('complementary', { name: 'Around campus' })].map((part) => part.boundingBox()),
  )
  if (!list || !beside || !rail) throw new Error('The list, the question or the rail is missing')
  expect(Math.round(list.width)).toBe(420)
  expect(beside.x).toBeGreaterThanOrEqual(list.x + list.width)
  expect(rail.y, 'the rail is below').toBeGreaterThan(beside.y + beside.height)

  await page.keyboard.press('j')
  await expect(suggested.getByRole('article').first()).toBeFocused()
  const cards = page.getByRole('list', { name: /^(You could answer these|Questions)$/ }).getByRole('article')
  const newest = page.getByRole('article', { name: `Newest ${key}` })
  while (!(await newest.evaluate((card) => card === card.ownerDocument.activeElement))) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const opened = page.getByRole('region', { name: `Newest ${key}` })
  await expect(opened.getByRole('heading', { name: `Newest ${key}` })).toBeFocused()
  await expect(newest.getByRole('link', { name: `Newest ${key}`, exact: true })).toHaveAttribute('aria-current', 'true')
  await expect(opened.getByLabel('Your answer')).toBeVisible()
  await page.keyboard.press('k')
  await expect(newest, 'K goes to the card before the open one').not.toBeFocused()
  await expect(cards.and(page.locator(':focus'))).toHaveCount(1)

  await openCard.getByRole('button', { name: /^Answer / }).click()
  await expect(pane.getByLabel('Your answer')).toBeFocused()
  await pane.getByLabel('Your answer').fill('Because of the third critique.')
  await pane.getByRole('button', { name: 'Post answer' }).click()
  await expect(pane.getByRole('article', { name: `${helper.name}’s answer` })).toBeVisible()
  await expect(all.getByRole('article', { name: `Open ${key}` }), 'an answered one is suggested no more').toBeVisible()
  await page.goBack()
  await expect(opened).toBeVisible()
})

test('the questions to answer come first on a phone, and a question is a page', { tag: '@phone' }, async ({
  page,
  newStudent,
}) => {
  await newcomer(page, 'Helper')
  const asker = await newStudent('Asker')
  const key = randomUUID().slice(0, 8)
  for (const name of ['Answered', 'Open']) {
    const data = { title: `${name} ${key}`, description: 'Why is that?', subject: 'Philosophy' }
    const { id } = (await (await asker.api.post('/assignments', { data })).json()).data
    if (name === 'Answered')
      await page.request.post(`/assignments/${id}/answers`, { data: { content: 'Because Kant said so.' } })
  }
  await page.goto('/assignment-help')
  const first = page.locator('main article').first()
  await expect(first).toHaveAccessibleName(`Open ${key}`)
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(160)
  await first.getByRole('link', { name: `Open ${key}`, exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Open ${key}` }).getByLabel('Your answer')).toBeVisible()
})

test('an edited question keeps what was typed until it is saved', { tag: '@both' }, async ({ page }) => {
  await signInNew(page)
  const title = `Limits ${randomUUID().slice(0, 8)}`
  const body = { title, description: 'What is a limit?', subject: 'Mathematics' }
  const made = await page.request.post('/api/assignments', { data: body })
  expect(made.status(), await made.text()).toBe(201)
  await page.goto(`/assignment-help?question=${(await made.json()).data.id}`)
  const question = page.getByRole('dialog', { name: title }).or(page.getByRole('region', { name: title }))
  const edit = page.getByRole('dialog', { name: 'Edit Assignment' })
  const open = async () => {
    // The card in the list has the same button, and a menu closes when the question opens over it.
    await question.getByRole('button', { name: `Options for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  }
  await open()
  await edit.getByLabel('Describe the problem').fill('What is the limit of 1/n?')
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
  await page.reload()
  await open()
  await expect(edit.getByLabel('Describe the problem')).toHaveValue('What is the limit of 1/n?')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByText('What is the limit of 1/n?').last()).toBeVisible()
  await open()
  await expect(edit.getByLabel('Describe the problem')).toHaveValue('What is the limit of 1/n?')
})
