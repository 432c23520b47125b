import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, expectLive, signIn, signInNew, test } from './kit.ts'
import { picture } from './pictures.ts'

/** Posts and sponsored cards. */
const locateRows = (page: Page) => page.getByRole('main').locator('ul').first().locator(':scope > li')

test('a student posts, likes, comments, replies, and deletes the post', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
  await signInNew(page)
  const words = `Lost one green scarf near the boathouse ${randomUUID()}`
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  const post = composer.getByRole('button', { name: 'Post', exact: true })
  await expect(post).toBeDisabled()
  await composer.getByLabel('Your post').fill('   ')
  await expect(post).toBeDisabled()
  await composer.getByLabel('Your post').fill(words)
  await post.click()
  await expect(composer).toBeHidden()

  const card = page.getByRole('article').filter({ hasText: words })
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Like, 0 likes' }).click()
  await expect(card.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true')
  await card.getByRole('button', { name: 'Like, 1 like' }).click()
  await expect(card.getByRole('button', { name: 'Like, 0 likes' })).toHaveAttribute('aria-pressed', 'false')

  const sheet = page.getByRole('dialog', { name: 'Comments' })
  const thread = isMobile ? sheet : card
  const comment = (text: string) => thread.getByText(text).and(page.locator(':not(textarea)')) // not what is typed
  await card.getByRole('button', { name: '0 comments' }).click()
  await thread.getByRole('button', { name: 'Good luck' }).click()
  await expect(thread.getByLabel('Write a comment')).toHaveValue('Good luck')
  await thread.getByLabel('Write a comment').fill('Still looking')
  await page.route('**/api/comments', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await thread.getByLabel('Write a comment').press('Enter')
  await expect(thread.getByText('Not posted. Try again.')).toBeVisible()
  await expect(thread.getByLabel('Write a comment')).toHaveValue('Still looking')
  await thread.getByLabel('Write a comment').press('Enter')
  await expect(comment('Still looking')).toBeVisible()
  await thread.getByRole('button', { name: 'Reply' }).click()
  await thread.getByLabel(/^Reply to/).fill('Found it')
  await thread.getByLabel(/^Reply to/).press('Enter')
  await expect(comment('Found it')).toBeVisible()
  if (isMobile) await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(card.getByRole('button', { name: '2 comments' })).toBeVisible()

  await page.reload()
  await card.getByRole('button', { name: '2 comments' }).click()
  await thread.getByRole('button', { name: 'View 1 reply' }).click()
  await expect(comment('Found it')).toBeVisible()
  await expect(thread.getByRole('button', { name: /^Report comment/ })).toHaveCount(0)
  await thread
    .getByRole('button', { name: /^Options for .* comment$/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Delete comment' }).click()
  await expect(
    page.getByText('Are you sure you want to delete this comment? This action cannot be undone.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await expect(comment('Still looking')).toHaveCount(0)
  if (isMobile) await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1)
  else await expect(card).toBeFocused()
  if (isMobile) await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: '0 comments' })).toBeVisible()

  await card.getByRole('button', { name: /^Options for .* post/ }).click()
  await page.getByRole('menuitem', { name: 'Delete post' }).click()
  await expect(page.getByText('Are you sure you want to delete this post? This action cannot be undone.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: /^Options for .* post/ }).click()
  await page.getByRole('menuitem', { name: 'Delete post' }).click()
  await page.getByRole('button', { name: 'Delete post' }).click()
  await expect(card).toBeHidden()
  await expect(page.getByRole('article').first()).toBeFocused()
})

test('the counter warns with colours, and 2001 characters cannot be posted', async ({ page }) => {
  await signInNew(page)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const composer = page.getByRole('dialog')
  const counter = composer.getByText(/ \/ 2000$/)
  const look = async (length: number) => {
    await composer.getByLabel('Your post').fill('a'.repeat(length))
    return counter.getAttribute('class')
  }
  expect(await look(1500)).toContain('text-soft')
  expect(await look(1501)).toContain('text-orange')
  expect(await look(1801)).toContain('text-danger')
  await look(2000)
  await expect(composer.getByRole('button', { name: 'Post', exact: true })).toBeEnabled()
  await look(2001)
  await expect(composer.getByRole('button', { name: 'Post', exact: true })).toBeDisabled()
  await expect(composer.getByText('Post cannot exceed 2000 characters')).toBeVisible()
})

test('keeps the text of a failed post, also after a reload', async ({ page }) => {
  await signInNew(page)
  await page.route('**/api/posts', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  await composer.getByLabel('Your post').fill('Written on the night bus')
  const lost = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/posts')
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await lost // until then, the button may not be disabled yet
  await expect(composer.getByRole('button', { name: 'Post', exact: true })).toBeEnabled()
  await expect(composer.getByLabel('Your post')).toHaveValue('Written on the night bus')
  await expect(composer.getByRole('alert')).toHaveText('Not posted. Try again.')
  await page.reload()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByLabel('Your post')).toHaveValue('Written on the night bus')
})

test('reverts a failed like, and shows why a deletion failed', async ({ page }) => {
  await signIn(page, 'ada@northfield.example')
  const text = `Whose like fails ${Date.now()}`
  expect((await page.request.post('/api/posts', { data: { content: text } })).ok()).toBe(true)
  await page.reload()
  const card = page.getByRole('article', { name: 'Post by Ada Castellan' }).filter({ hasText: text })
  const like = card.getByRole('button', { name: /^Like/ })
  const [before, label] = [await like.getAttribute('aria-pressed'), await like.getAttribute('aria-label')]
  await page.route('**/like', (route) => route.fulfill({ status: 500, json: {} }))
  await like.click()
  await expect(like).toHaveAttribute('aria-label', label ?? '')
  await expect(like).toHaveAttribute('aria-pressed', before ?? '')

  const remove = async () => {
    await card.getByRole('button', { name: /^Options for .* post/ }).click()
    await page.getByRole('menuitem', { name: 'Delete post' }).click()
    await page.getByRole('button', { name: 'Delete post' }).click()
  }
  await page.route('**/api/posts/*', (route) => route.fulfill({ status: 500, json: {} }))
  await remove()
  await expect(page.getByRole('alert')).toHaveText('Failed to delete post. Please try again.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/api/posts/*')
  await page.route('**/api/posts/*', (route) => route.abort())
  await remove()
  await expect(page.getByRole('alert')).toHaveText('Failed to delete post. Please check your connection and try again.')
})

test('loads more pages, shows a sponsored card after every 6th post, and loads comments once', async ({ page }) => {
  await signIn(page, 'alan@northfield.example')
  await expect(page.getByRole('article').nth(19)).toBeAttached()
  const rows = locateRows(page)
  await expect(rows.nth(6)).toContainText('Sponsored')
  await expect(rows.nth(13)).toContainText('Sponsored')
  await page.getByRole('button', { name: 'Load More Posts' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('article').nth(39)).toBeAttached()
  const texts = await page.getByRole('article').allInnerTexts()
  expect(new Set(texts).size).toBe(texts.length)

  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/comments')) asked++
  })
  const comments = page.getByRole('button', { name: /, [1-9]\d* comments?$/ }).first()
  expect(asked).toBe(0)
  await comments.click()
  await expect(page.getByRole('button', { name: 'Reply' }).first()).toBeVisible()
  for (let press = 0; press < 2; press++) await comments.click()
  await expect(page.getByRole('button', { name: 'Reply' }).first()).toBeVisible()
  expect(asked).toBe(1)
})

test('loads all comments of a long discussion while the user scrolls to its end', async ({ page, db }) => {
  await signInNew(page)
  const text = `Who has read the whole timetable ${randomUUID()}`
  const created = await page.request.post('/api/posts', { data: { content: text } })
  const { id } = (await created.json()).data
  await sql`insert into comments (school_id, id, post_id, content, author_id, created_at)
    select school_id, gen_random_uuid(), id, 'Line ' || line, author_id, now() + line * interval '1 millisecond'
    from posts, generate_series(1, 205) as line where id = ${id}`.execute(db)
  await sql`update posts set comment_count = 205 where id = ${id}`.execute(db)
  await page.reload()
  const card = page.getByRole('article').filter({ hasText: text })
  await card.getByRole('button', { name: '205 comments' }).click()
  await expect(card.getByText('Line 200', { exact: true })).toBeAttached()
  await card.getByLabel('Write a comment').scrollIntoViewIfNeeded()
  await expect(card.getByText('Line 205', { exact: true })).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(205)
  await card.getByLabel('Write a comment').fill('I have')
  await card.getByLabel('Write a comment').press('Enter')
  await expect(card.getByRole('listitem').last()).toContainText('I have')
  await expect(card.getByRole('button', { name: '206 comments' })).toBeVisible()
})

test('restores the scroll position when the user returns to the feed', async ({ page }) => {
  await signIn(page, 'alan@northfield.example')
  const far = page.getByRole('article').nth(14)
  await far.scrollIntoViewIfNeeded()
  for (const at of [6, 13]) await expect(locateRows(page).nth(at)).toContainText('Sponsored') // the cards above it keep their height
  const before = await far.boundingBox()
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('e')])
  await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(far).toBeInViewport()
  expect((await far.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, -1)
})

test('keeps search and filter in the URL', async ({ page }) => {
  await signIn(page, 'grace@northfield.example')
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('MAZE BOT')
  await expect(page).toHaveURL(/search=MAZE\+BOT/)
  await expect(page.getByRole('article').first()).toContainText(/maze bot/i)
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('nothing like this was ever written')
  await expect(page.getByRole('heading', { name: 'No posts found' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all posts' }).click()
  await page.getByRole('radio', { name: 'My posts' }).check()
  await expect(page).toHaveURL(/filter=my-posts/)
  await expect(page.getByRole('article', { name: 'Post by Grace Mbeki' }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'My posts' })).toBeChecked()
  await expect(page.getByRole('article', { name: 'Post by Grace Mbeki' }).first()).toBeVisible()
  await expect(page.getByRole('article', { name: 'Post by Ada Castellan' })).toHaveCount(0)
})

test('Back undoes a filter, and does not step through a typed search', async ({ page }) => {
  await signIn(page, 'grace@northfield.example')
  await page.getByRole('radio', { name: 'My posts' }).check()
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('maze')
  await expect(page).toHaveURL(/filter=my-posts&search=maze$/)
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('maze bot')
  await expect(page).toHaveURL(/filter=my-posts&search=maze\+bot$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('radio', { name: 'All', exact: true })).toBeChecked()
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toHaveValue('')
  await page.goForward()
  await expect(page.getByRole('radio', { name: 'My posts' })).toBeChecked()
})

test('an empty feed shows a hint, and a failed feed offers to retry', async ({ page }) => {
  await signInNew(page)
  await page.route('**/api/posts/feed*', (route) =>
    route.fulfill({
      json: { success: true, data: [], pagination: { page: 1, limit: 20, hasMore: false, cursor: null } },
    }),
  )
  await page.route('**/api/school/stats', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome to Your Feed!' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Your First Post' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Post' })).toBeVisible()
  await page.unroute('**/api/posts/feed*')
  await page.route('**/api/posts/feed*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await page.unroute('**/api/posts/feed*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('nothing moves when the number of members arrives', async ({ page }) => {
  await signIn(page, 'alan@northfield.example', '/friends')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/school/stats', async (route) => {
    await held
    await route.fallback()
  })
  await page.goto('/dashboard')
  const post = page.getByRole('button', { name: 'Post', exact: true })
  const members = page.getByText(/members? at Northfield University/)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(members).toHaveCount(0)
  await page.evaluate('document.fonts.ready.then(() => {})') // the button is as wide as its text
  const before = await post.boundingBox()
  answer()
  await expect(members).toBeVisible()
  expect(await post.boundingBox()).toEqual(before)
})

test('an anonymous post names no author to others, and its author can delete it', async ({ page, newPage }) => {
  await signInNew(page)
  const words = `I have never once understood the tide tables ${randomUUID()}`
  await expectLive(page)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByLabel('Your post').fill(words)
  await page.getByLabel(/Post anonymously/).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click()
  const card = page.getByRole('article', { name: 'Post by Anonymous' }).filter({ hasText: words })
  await expect(card.getByText('Only you can see this is yours')).toBeVisible()

  const other = await newPage()
  await signIn(other, 'grace@northfield.example')
  const seen = other.getByRole('article', { name: 'Post by Anonymous' }).filter({ hasText: words })
  await other.goto(`/dashboard?search=${encodeURIComponent(words)}`)
  await expect(seen).toBeVisible()
  await expect(seen.getByText('Only you can see')).toHaveCount(0)
  await seen.getByRole('button', { name: /^Options for .* post/ }).click()
  await expect(other.getByRole('menuitem')).toHaveText([
    'Copy link',
    'Share',
    'Send in a message',
    'Hide this',
    'Report post',
  ])
})

test('the words of three posts of the demo fit on a phone, and photos reach its edges', { tag: '@phone' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/api/posts/feed*', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '50')
    // Without posts of other journeys, of which there may be more than a page.
    const posts: { content: string }[] = []
    for (;;) {
      const response = await route.fetch({ url: url.href })
      const feed = await response.json()
      posts.push(...feed.data)
      const third = posts.findIndex(({ content }) => content.startsWith('Good morning,'))
      if (third >= 0) return route.fulfill({ response, json: { ...feed, data: posts.slice(third - 2) } })
      url.searchParams.set('cursor', feed.pagination.cursor)
    }
  })
  await signIn(page, 'ada@northfield.example')
  const words = page
    .getByRole('article')
    .nth(2)
    .getByText(/^Good morning, Northfield/)
  const box = await words.boundingBox()
  const bar = await page.getByRole('navigation', { name: 'Main' }).last().boundingBox()
  if (!box || !bar) throw new Error('The feed has not been drawn')
  expect(box.y + box.height).toBeLessThan(bar.y)
  const photo = page.getByRole('article').getByRole('img').first()
  const { x, width } = (await photo.boundingBox()) ?? { x: 1, width: 0 }
  expect([x, width]).toEqual([0, 390])
})

test('the foot of the composer stays above the keyboard of a phone', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'ada@northfield.example')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  const post = composer.getByRole('button', { name: 'Post', exact: true })
  expect((await composer.boundingBox())?.height).toBeCloseTo(844)
  await page.evaluate(`{
    const keyboardPx = 300
    Object.defineProperty(visualViewport, 'height', { value: innerHeight - keyboardPx })
    visualViewport.dispatchEvent(new Event('resize'))
  }`)
  const bottom = async () => {
    const box = await post.boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  await expect.poll(bottom).toBeLessThanOrEqual(544)
  const field = await composer.getByLabel('Your post').boundingBox()
  expect(field && field.y + field.height).toBeLessThan(544)
})

test('a link to a post opens a page with Back on a phone', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'ada@northfield.example')
  const created = await page.request.post('/api/posts', { data: { content: `Linked ${randomUUID()}` } })
  const { id } = (await created.json()).data
  await page.goto(`/dashboard?post=${id}`)
  const alone = page.getByRole('dialog', { name: 'Post' })
  await expect(alone.getByLabel('Write a comment')).toBeVisible()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(await alone.boundingBox()).toEqual({ x: 0, y: 0, width, height })
  await alone.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('anonymity changes face and name of the composer immediately', async ({ page }) => {
  await signIn(page, 'ada@northfield.example')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  await expect(composer.getByText('Ada Castellan')).toBeVisible()
  await composer.getByLabel('Post anonymously').check()
  await expect(composer.getByText('Ada Castellan')).toHaveCount(0)
  await expect(composer.getByText('Anonymous', { exact: true })).toBeVisible()
  await expect(composer.getByText(/^No one will see your name/)).toBeVisible()
  await composer.getByLabel('Post anonymously').uncheck()
  await expect(composer.getByText(/^No one will see your name/)).toHaveCount(0)
})

test('an author edits a post from its menu, keeps the text when saving fails, and others read that it was edited', {
  tag: '@both',
}, async ({ page, newPage }) => {
  await signInNew(page)
  const id = randomUUID()
  await page.request.post('/api/posts', { data: { content: `Meet at nine ${id}` } })
  await page.reload()
  const card = page.getByRole('article').filter({ hasText: id })
  await card.getByRole('button', { name: /^Options for .* post/ }).click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  const field = dialog.getByLabel('Your post')
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await expect(field).toHaveValue(`Meet at nine ${id}`)
  await expect(save).toBeDisabled()
  await field.fill(`Meet at ten ${id}`)
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'nine.png', mimeType: 'image/png', buffer: await picture(400, 300) })
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  await page.route('**/api/posts/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to update post')
  await expect(field).toHaveValue(`Meet at ten ${id}`)
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Post updated')).toBeVisible()
  await expect(card.getByText('Meet at ten')).toBeVisible()
  await expect(card.getByText(/· Edited/)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Photo 1 of 1' })).toBeVisible()

  const other = await newPage()
  await signIn(other, 'grace@northfield.example')
  const theirs = other.getByRole('article').filter({ hasText: id })
  await expect(theirs.getByText(/· Edited/)).toBeVisible()
  await theirs.getByRole('button', { name: /^Options for .* post/ }).click()
  await expect(other.getByRole('menuitem', { name: 'Report post' })).toBeVisible()
  await expect(other.getByRole('menuitem', { name: 'Edit post' })).toHaveCount(0)
})

test('an anonymous post stays anonymous when its author edits it', async ({ page, newPage }) => {
  await signInNew(page)
  const id = randomUUID()
  await page.request.post('/api/posts', { data: { content: `I eat alone ${id}`, is_anonymous: true } })
  await page.reload()
  const card = page.getByRole('article', { name: 'Post by Anonymous' }).filter({ hasText: id })
  await card.getByRole('button', { name: /^Options for .* post/ }).click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  await expect(dialog.getByText('No one will see your name.')).toBeVisible()
  await expect(dialog.getByLabel('Post anonymously')).toHaveCount(0)
  await dialog.getByLabel('Your post').fill(`I eat with friends ${id}`)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByText('I eat with friends')).toBeVisible()

  const other = await newPage()
  await signIn(other, 'grace@northfield.example')
  const theirs = other.getByRole('article', { name: 'Post by Anonymous' }).filter({ hasText: id })
  await expect(theirs.getByText('I eat with friends')).toBeVisible()
  const own = await (await page.request.get('/api/me')).json()
  const feed = await other.request.get('/api/posts/feed?limit=20')
  expect(await feed.text()).not.toContain(JSON.stringify(own).match(/"id":"([^"]+)"/)?.[1] ?? 'no id')
})
