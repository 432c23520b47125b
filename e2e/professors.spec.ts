import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { expect, newcomer, openFilters, openSearch, signIn, signInNew, test } from './kit.ts'

test('professors are found, sorted, filtered and compared side by side', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
  await signInNew(page, '/rate-my-professor')
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()
  await expect(page.getByText(/from 6\d\d ratings$/)).toBeVisible()
  // The demo has one with a single 5.0, who is not first.
  await expect(cards.first().getByText(/^\d\d ratings/)).toBeVisible()
  await expect(page.getByText('Sponsored').first()).toBeVisible()
  const filters = await openFilters(page)
  await filters.getByText('How ranking works').click()

  await filters.getByLabel('Sort', { exact: true }).selectOption({ label: 'Review count' })
  await expect(page).toHaveURL(/sort=total_ratings/)
  await page.getByRole('button', { name: 'Sorted high to low. Switch to low to high' }).click()
  await expect(page).toHaveURL(/order=asc/)
  await filters.getByRole('button', { name: 'Done' }).click()
  await expect(cards.first().getByText('No ratings yet')).toBeVisible()
  await openFilters(page)
  await filters.getByLabel('Minimum rating').selectOption({ label: '4+' })
  await page.getByRole('checkbox', { name: 'Has reviews' }).click()
  await expect(page.getByRole('checkbox', { name: 'Has reviews' })).toBeChecked()
  await filters.getByRole('button', { name: 'Done' }).click()
  if (isMobile) await page.getByRole('radio', { name: 'Humanities' }).check()
  else await page.getByLabel('Department', { exact: true }).selectOption({ label: 'Humanities' })
  await expect(page).toHaveURL(/minRating=4/)
  await expect(cards.first().getByText('Humanities')).toBeVisible()
  await expect(cards.getByText('No ratings yet')).toHaveCount(0)

  await (await openSearch(page, 'Professor or course, e.g. MATH 201')).fill(`missing ${randomUUID()}`)
  await expect(page.getByText('No professors found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).last().click()
  await expect(page).not.toHaveURL(/minRating|search|department/)
  await page.goto('/rate-my-professor')

  const compare = page.getByRole('button', { name: /^Compare [A-Z]/ })
  const [one = '', other = ''] = await Promise.all(
    [0, 1].map(async (at) => (await cards.nth(at).getAttribute('aria-label')) ?? ''),
  )
  const panel = page.getByRole('region', { name: 'Professors to compare' })
  if (isMobile) {
    await expect(compare).toHaveCount(0)
    await page.getByRole('button', { name: `Options for ${one}` }).click()
    await page.getByRole('menuitem', { name: 'Compare' }).click()
  } else {
    await cards.nth(0).hover()
    await compare.nth(0).click()
  }
  await expect(panel.getByRole('button', { name: 'Compare', exact: true })).toBeDisabled()
  await compare.nth(1).click()
  await page.reload() // the selection is stored per tab
  if (!isMobile) await expect(panel.getByText(other)).toBeVisible()
  await expect(panel.getByRole('heading')).toHaveText('2 of 6 selected')
  await panel.getByRole('button', { name: 'Compare', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare professors' })
  expect((await dialog.boundingBox())?.width).toBe(isMobile ? 390 : 960)
  for (const name of [one, other]) await expect(dialog.getByRole('columnheader', { name })).toBeVisible()
  const labels =
    'Overall rating,Number of ratings,Difficulty,Engagement,Teaching Quality,Workload,Fun Factor,Would Take Again,Top tags'
  for (const name of labels.split(',')) await expect(dialog.getByRole('rowheader', { name })).toBeVisible()
  await expect(dialog.getByText(/^of \d+ answers$/).first()).toBeVisible()
  await expectWholeLines(dialog)
  const tab = page.waitForEvent('popup')
  await dialog
    .getByRole('link', { name: /View Full Profile/ })
    .first()
    .click()
  const profile = await tab
  await expect(profile.getByRole('heading', { name: one, level: 1 })).toBeVisible()
  await expect(profile.getByRole('row', { name: /5 stars/ })).toBeVisible()
  await expect(profile.getByRole('heading', { name: 'Popular Tags' })).toBeVisible()
  await profile.getByLabel('Sort reviews').selectOption({ label: 'Lowest Rated' })
  await expect(profile).toHaveURL(/sort=overall_rating/)
})

/** Expects that the line above each row of the comparison goes from its first to its last cell. */
async function expectWholeLines(dialog: Locator) {
  const lines = await dialog.locator('tbody tr').all()
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    const cells = line.locator('th, td')
    for (const cell of await cells.all()) await expect(cell).toHaveCSS('border-top-width', '1px')
    // In one frame: the sheet may still be moving.
    const boxes = await cells.evaluateAll((all) =>
      all.map((cell) => {
        const { x, y, width } = cell.getBoundingClientRect()
        return { x, y, width }
      }),
    )
    boxes.slice(1).forEach((box, index) => {
      const before = boxes[index] ?? { x: 0, y: 0, width: 0 }
      expect(box.y).toBe(before.y)
      expect(box.x - before.x - before.width).toBeLessThan(1)
    })
  }
}

const picture = (format: 'gif' | 'png') =>
  sharp({ create: { width: 90, height: 90, channels: 3, background: '#8a5a3c' } })
    .toFormat(format)
    .toBuffer()

test('asks after a reload to choose the photo of a new professor again', async ({ page }) => {
  await signInNew(page, '/rate-my-professor')
  const open = page.getByRole('button', { name: 'Add Professor' }).first()
  const form = page.getByRole('dialog', { name: 'Add Professor' })
  const choose = async () =>
    form
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture('png') })
  await open.click()
  await form.getByLabel('First name').fill('Maria')
  await choose()
  await expect(form.getByAltText('Preview')).toBeVisible()
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain('a.png')
  await page.reload()
  await open.click()
  await expect(form.getByLabel('First name')).toHaveValue('Maria')
  await expect(form.getByRole('alert')).toHaveText('Add your photos again')
  await choose()
  await expect(form.getByAltText('Preview')).toBeVisible()
  await expect(form.getByRole('alert')).toHaveCount(0)
  await form.getByRole('button', { name: 'Remove' }).click()
  await page.reload()
  await open.click()
  await expect(form.getByLabel('First name')).toHaveValue('Maria')
  await expect(form.getByRole('alert'), 'nothing was lost').toHaveCount(0)
})

test('a professor is added, rated, voted on and reported, and the review withdrawn', async ({ page, newPage }) => {
  const ada = await newcomer(page, 'Rhea')
  const key = randomUUID().slice(0, 8)
  await page.goto('/rate-my-professor')
  await page.getByRole('button', { name: 'Add Professor' }).click()
  const form = page.getByRole('dialog', { name: 'Add Professor' })
  await form.getByText('More options').click()
  await form.getByLabel('Email').fill('maria@')
  await form.getByLabel('Website').fill('no page')
  await form.getByLabel('Years teaching').fill('61')
  await form.getByRole('button', { name: 'Add Professor' }).click()
  for (const text of [
    'Department is required',
    'First name is required',
    'Last name is required',
    'Invalid email format',
    'Please enter a valid website URL (e.g., exeter.edu or https://www.example.edu)',
    'Years teaching must be between 0 and 60',
  ])
    await expect(form.getByText(text)).toBeVisible()
  await expect(form.getByLabel('Department *')).toBeFocused()
  await form.getByRole('button', { name: 'Add Department' }).click()
  const department = page.getByRole('dialog', { name: 'Add Department' })
  await department.getByRole('button', { name: 'Add Department' }).click()
  await expect(department.getByText('Department name is required')).toBeVisible()
  await department.getByLabel('Department name').fill(`Music ${key}`)
  await department.getByRole('button', { name: 'Add Department' }).click()
  await expect(page.getByText('Department added successfully!')).toBeVisible()
  await expect(form.getByLabel('Department *').locator('option:checked')).toHaveText(`Music ${key}`)

  await form.getByLabel('First name').fill('Maria')
  await form.getByLabel('Last name').fill(key)
  await form.getByLabel('Email').fill('maria@northfield.example')
  await form.getByLabel('Website').fill('music.example.edu')
  await form.getByLabel('Years teaching').fill('7')
  for (const chip of ['Fugues', ' fugues ', 'Canons']) {
    await form.getByLabel('Specialization', { exact: true }).fill(chip)
    await form.getByLabel('Specialization', { exact: true }).press('Enter')
  }
  await form.getByRole('button', { name: 'Remove Canons' }).click()
  await expect(form.getByRole('list', { name: 'Specialization: added' }).getByRole('listitem')).toHaveText(['Fugues'])
  await form.getByLabel('Course taught', { exact: true }).fill('MU101 - Harmony')
  await form.getByRole('button', { name: 'Add Course taught' }).click()
  const file = form.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(form.getByText('Invalid file')).toBeVisible()
  await file.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: await picture('gif') })
  await expect(form.getByAltText('Preview')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Add Professor' }).click()
  await expect(form.getByLabel('First name'), 'closing keeps the draft').toHaveValue('Maria')
  await expect(form.getByAltText('Preview'), 'and its photo').toBeVisible()
  await form.getByRole('button', { name: 'Add Professor' }).click()

  await expect(page.getByRole('heading', { name: `Maria ${key}`, level: 1 })).toBeVisible()
  await expect(page.getByText(`Music ${key}, Northfield University`)).toBeVisible()
  await expect(page.getByText('No Ratings Yet')).toBeVisible()
  await expect(page.getByText('Be the first to review this professor!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'music.example.edu' })).toHaveAttribute('target', '_blank')

  await page.getByRole('button', { name: 'Write a Review' }).click()
  const rating = page.getByRole('dialog', { name: `Rate Maria ${key}` })
  await rating.getByRole('button', { name: 'Post review' }).click()
  for (const text of [
    'Overall rating is required',
    'Difficulty rating is required',
    'Teaching quality rating is required',
    'Review text is required',
  ])
    await expect(rating.getByText(text)).toBeVisible()
  const scale = (name: string) => rating.getByRole('radiogroup', { name })
  await expect(scale('Overall').getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('ArrowLeft') // wraps around to the last
  await expect(scale('Overall').getByRole('radio', { name: '5 of 5' })).toBeChecked()
  await scale('Difficulty').getByRole('radio', { name: '2 of 5' }).check({ force: true })
  await scale('Teaching quality').getByRole('radio', { name: '4 of 5' }).check({ force: true })
  await rating.getByLabel('Review *').fill('Too short')
  await rating.getByRole('button', { name: 'Post review' }).click()
  await expect(rating.getByText('Review must be at least 10 characters')).toBeVisible()
  await rating.getByLabel('Review *').fill('Makes counterpoint look easy.')
  await expect(rating.getByText('29 / 500')).toBeVisible()
  await rating.getByRole('button', { name: 'Fair', exact: true }).click()
  await rating.locator('summary').click()
  await rating.getByRole('radio', { name: 'Yes' }).check()
  await rating.getByText('MU101 - Harmony').click()
  await rating.getByLabel('Grade').selectOption('A-')
  await rating.getByRole('button', { name: 'Post review' }).click()
  await expect(page.getByText('Rating submitted successfully!')).toBeVisible()
  const own = page.getByRole('article', { name: 'Review by Anonymous' })
  await expect(own.getByText('· You')).toBeVisible()
  await expect(own.getByText('MU101')).toBeVisible()
  await expect(page.getByText('from 1 rating')).toBeVisible() // recalculated after a second
  await expect(page.getByRole('row', { name: /5 stars.*1$/ })).toBeVisible()
  await page.getByRole('button', { name: `Quick rate Maria ${key}` }).click()
  await rating.getByRole('button', { name: 'Cancel' }).click()

  const reader = await newPage()
  await newcomer(reader, 'Iris')
  await reader.goto(page.url())
  const review = reader.getByRole('article', { name: 'Review by Anonymous' })
  await expect(review).toBeVisible()
  expect(await review.textContent()).not.toContain(ada.name)
  const helpful = review.getByRole('button', { name: /^Helpful/ })
  await helpful.click()
  await expect(reader.getByText('Vote recorded!').first()).toBeVisible()
  await expect(helpful).toHaveAttribute('aria-pressed', 'true')
  await review.getByRole('button', { name: /^Not helpful/ }).click()
  await expect(review.getByRole('button', { name: 'Not helpful 1' })).toHaveAttribute('aria-pressed', 'true')
  await expect(helpful).toHaveAccessibleName('Helpful 0')
  await review.getByRole('button', { name: 'Report the review by Anonymous' }).click()
  const report = reader.getByRole('dialog', { name: /^Report rating/ })
  await report.getByRole('radio', { name: 'Spam' }).check()
  await report.getByRole('button', { name: 'Report rating' }).click()
  await expect(report).toHaveCount(0)
  await reader.goto(`/rate-my-professor/${randomUUID()}`)
  await expect(reader.getByText('Professor Not Found')).toBeVisible()
  await reader.getByRole('link', { name: 'Back to Professors' }).click()
  await expect(reader.getByRole('heading', { name: 'Rate My Professor', level: 1 })).toBeVisible()

  await own.getByRole('button', { name: 'Delete your review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete review' }).click()
  await expect(page.getByText('Review deleted')).toBeVisible()
  await expect(page.getByText('No reviews yet')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('No Ratings Yet')).toBeVisible()
})

test('who has reviewed a professor under their name is offered to edit it, and keeps the text when it fails', {
  tag: '@both',
}, async ({ page }) => {
  const ada = await newcomer(page, 'Rhea')
  const key = randomUUID().slice(0, 8)
  const created = async (path: string, options: object) => {
    const reply = await page.request.post(path, options)
    expect(reply.status(), await reply.text()).toBe(201)
    return ((await reply.json()) as { data: { id: string } }).data.id
  }
  const department_id = await created('/api/departments', { data: { name: `Music ${key}` } })
  const multipart = { department_id, first_name: 'Maria', last_name: key, courses_taught: '["MU101 - Harmony"]' }
  const id = await created('/api/professors', { multipart })
  const scales = { overall_rating: 2, difficulty_rating: 5, teaching_quality_rating: 2 }
  await created(`/api/professors/${id}/ratings`, {
    data: { ...scales, review_text: 'I could not follow the first weeks.', anonymous: false },
  })
  await page.goto(`/rate-my-professor/${id}`)
  const card = page.getByRole('article', { name: `Review by ${ada.name}` })
  await expect(card.getByText('I could not follow')).toBeVisible()
  await page.getByRole('button', { name: 'Rate This Professor' }).click()
  const question = page.getByRole('dialog', { name: `You’ve already reviewed Maria ${key}` })
  await expect(question.getByText('I could not follow')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Review another course' })).toBeVisible()
  await question.getByRole('button', { name: 'Edit my review' }).click()

  const form = page.getByRole('dialog', { name: 'Edit my review' })
  const scale = (name: string) => form.getByRole('radiogroup', { name })
  await expect(scale('Overall').getByRole('radio', { name: '2 of 5' })).toBeChecked()
  await expect(form.getByRole('checkbox', { name: 'Rate anonymously' })).toHaveCount(0)
  await scale('Overall').getByRole('radio', { name: '4 of 5' }).check({ force: true })
  await form.getByLabel('Review *').fill('It got much better after the first weeks.')
  await page.route(`**/api/ratings/*`, (route) => route.abort(), { times: 1 })
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/^Failed to update review/)).toBeVisible()
  await expect(form.getByLabel('Review *')).toHaveValue('It got much better after the first weeks.')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Review updated')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(card.getByText('It got much better')).toBeVisible()
  await expect(card.getByText('Edited')).toBeVisible()
  await expect(page.getByRole('row', { name: /4 stars.*1$/ })).toBeVisible() // recalculated after a second

  await card.getByRole('button', { name: 'Edit my review' }).click()
  await expect(form.getByLabel('Review *')).toHaveValue('It got much better after the first weeks.')
})

test('shows an error when the list fails, and retries', async ({ page }) => {
  await signInNew(page)
  await page.route('**/api/professors?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.route('**/api/professor-stats', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/rate-my-professor')
  await expect(page.getByText('Failed to fetch professors')).toBeVisible()
  await expect(page.getByText('Failed to fetch stats')).toBeVisible()
  await page.unroute('**/api/professors?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a phone shows the first professor within 160 pixels, and name and score stay above the reviews', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, 'ada@northfield.example', '/rate-my-professor')
  const first = page.getByRole('list', { name: 'Professors' }).getByRole('article').first()
  await expect(first).toContainText(/\d\.\d of 5, \d+ ratings/)
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(160)
  await first.getByRole('link').click()
  const name = page.getByRole('heading', { level: 1 })
  await page
    .getByRole('article', { name: /^Review by/ })
    .nth(2)
    .scrollIntoViewIfNeeded()
  await expect(name).toBeInViewport()
  await page.getByRole('button', { name: /^Quick rate/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a desktop has the columns of a professor before the rail, which is below them until there is room', async ({
  page,
}) => {
  await signIn(page, 'ada@northfield.example', '/rate-my-professor')
  await page.getByRole('list', { name: 'Professors' }).getByRole('article').first().getByRole('link').click()
  const rail = page.getByRole('complementary', { name: 'Around campus' })
  const head = page.getByRole('main').getByRole('region').first()
  await expect(rail).toHaveAttribute('aria-busy', 'false')
  expect((await head.boundingBox())?.width).toBe(380)
  const [main, below] = [await page.getByRole('main').boundingBox(), await rail.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((main?.y ?? 0) + (main?.height ?? 0) - 1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(async () => (await rail.boundingBox())?.x).toBeGreaterThan(1000)
})
