import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, signIn, signInNew, test } from './kit.ts'

/** Presses Tab until the element has the focus, like a user without a mouse. */
async function reach(page: Page, what: Locator, key = 'Tab') {
  await expect(what).toBeVisible()
  for (let steps = 0; steps < 80; steps++) {
    if (await what.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error('Tab does not lead there')
}

const press = async (page: Page, what: Locator) => {
  await reach(page, what)
  await page.keyboard.press('Enter')
}

/** Focuses a field and types into it. */
const type = async (page: Page, field: Locator, words: string) => {
  await reach(page, field)
  await page.keyboard.type(words)
}

/** Selects an option by its first letters, as in a closed list. */
const choose = async (page: Page, list: Locator, letters: string) => {
  await reach(page, list)
  await page.keyboard.type(letters)
}

/** Navigates with the two-key shortcut; the heading of the page then has the focus. */
async function go(page: Page, key: string, title: string) {
  // Both keys concurrently: otherwise the second could exceed the time limit.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(key)])
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeFocused()
}

test('by keyboard only: post, like, comment, search, add a friend and send messages', async ({ page }) => {
  await signInNew(page)
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeFocused()
  const words = `Written without a mouse ${randomUUID().slice(0, 6)}`
  await page.keyboard.press('n')
  await expect(page.getByLabel('Your post')).toBeFocused()
  await page.keyboard.type(words)
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }))
  const post = page.getByRole('article').filter({ hasText: words })
  await expect(post).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('j')
  await expect(page.getByRole('article').first()).toBeFocused()
  await press(page, post.getByRole('button', { name: 'Like, 0 likes' }))
  await expect(post.getByRole('button', { name: 'Like, 1 like' })).toBeVisible()
  await press(page, post.getByRole('button', { name: '0 comments' }))
  await reach(page, post.getByRole('textbox'))
  await page.keyboard.type('And so is this j k n ?')
  await page.keyboard.press('Enter')
  await expect(post.getByText('And so is this j k n ?')).toBeVisible()

  await reach(page, post.getByRole('button', { name: 'Like, 1 like' }).first(), 'Shift+Tab')
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await go(page, 'd', 'Friends')
  await press(page, page.getByRole('link', { name: /^Directory/ }))
  const add = page
    .getByRole('main')
    .getByRole('button', { name: /^Add Friend/ })
    .first()
  const name = (await add.getAttribute('aria-label')) ?? ''
  await press(page, add)
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)

  await go(page, 'm', 'Messages')
  await press(page, page.getByRole('button', { name: 'New conversation' }))
  await expect(page.getByRole('dialog', { name: 'New conversation' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New conversation' })).toBeFocused()
})

test('by keyboard only: attend, favorite, ask, confess, join, rate, and open the list of shortcuts', async ({
  page,
}) => {
  await signInNew(page)
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeFocused()
  const main = page.getByRole('main')
  await go(page, 'e', 'Events')
  const attend = main.getByRole('button', { name: /^I’m in: RSVP to / }).first()
  const event = ((await attend.getAttribute('aria-label')) ?? '').replace('I’m in: RSVP to ', '')
  await press(page, attend)
  await expect(page.getByRole('button', { name: `Going to ${event}. Press to cancel your RSVP` }).first()).toBeVisible()

  await go(page, 's', 'Marketplace')
  const keep = main.getByRole('button', { name: /^Save .* to Favorites/ }).first()
  await press(page, keep)
  await expect(keep).toHaveAttribute('aria-pressed', 'true')

  for (const [key, title, button] of [
    ['h', 'Assignment Help', 'Ask for Help'],
    ['c', 'Confessions', 'Confess'],
    ['r', 'Rate My Professor', 'Add Professor'],
    ['g', 'Groups', 'Create a group'],
  ] as const) {
    await go(page, key, title)
    await press(page, main.getByRole('button', { name: button, exact: true }).first()) // an empty list has a second one
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  await reach(page, sheet.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.keyboard.press('?')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible()
})

test('by keyboard only, completely: a post with a picture, a message, an event, contact with a seller', async ({
  page,
  newStudent,
}) => {
  const seller = await newStudent('Sophronia Seller')
  const title = `Lamp ${randomUUID().slice(0, 8)}`
  await seller.api.post('/api/marketplace', {
    data: { title, description: 'It works.', price: 5, category: 'other', condition: 'good', images: [] },
  })
  await signInNew(page)
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeFocused()
  const dialog = page.getByRole('dialog')

  const words = `With a picture ${randomUUID().slice(0, 6)}`
  await page.keyboard.press('n')
  await expect(page.getByLabel('Your post')).toBeFocused()
  await page.keyboard.type(words)
  const chooser = page.waitForEvent('filechooser')
  await press(page, dialog.getByRole('button', { name: 'Add photos or videos' }))
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#4a7c59' } })
    .png()
    .toBuffer()
  await (await chooser).setFiles({ name: 'lawn.png', mimeType: 'image/png', buffer })
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  await press(page, dialog.getByRole('button', { name: 'Post', exact: true }))
  const post = page.getByRole('article').filter({ hasText: words })
  await expect(post.getByRole('button', { name: 'Photo 1 of 1' })).toBeVisible()

  await go(page, 'm', 'Messages')
  await press(page, page.getByRole('button', { name: 'New conversation' }))
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(seller.name)
  await press(page, dialog.getByRole('button', { name: new RegExp(seller.name) }).last())
  await press(page, dialog.getByRole('button', { name: 'Start chat' }))
  await type(page, page.getByRole('textbox', { name: /^Message to/ }), 'Hello by keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Hello by keyboard')).toBeVisible()
  await reach(page, page.getByRole('button', { name: 'Conversation options' }), 'Shift+Tab')

  await go(page, 'e', 'Events')
  await press(page, page.getByRole('main').getByRole('button', { name: 'Create Event' }))
  const event = `Chess ${randomUUID().slice(0, 8)}`
  await type(page, dialog.getByLabel('Title'), event)
  await type(page, dialog.getByLabel('Location'), 'The lawn')
  await type(page, dialog.getByLabel('Description'), 'Ten boards.')
  await press(page, dialog.getByRole('button', { name: 'Create Event' }))
  await expect(page.getByRole('dialog', { name: event }).getByText('You’re hosting')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.goto(`/marketplace?search=${encodeURIComponent(title)}`)
  await press(page, page.getByRole('button', { name: `Contact Seller about ${title}` }))
  await type(page, dialog.getByLabel('Message'), ' And the shade?')
  await press(page, dialog.getByRole('button', { name: 'Send message' }))
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(/And the shade\?/)).toBeVisible()
})

test('by keyboard only, completely: a question, its answer, a confession, a group and its post, a rating', async ({
  page,
}) => {
  await signInNew(page)
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeFocused()
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const key = randomUUID().slice(0, 8)

  await go(page, 'h', 'Assignment Help')
  await press(page, main.getByRole('button', { name: 'Ask for Help' }).first())
  await type(page, dialog.getByLabel('Title'), `Two roots ${key}`)
  await type(page, dialog.getByLabel('Describe the problem'), 'Why are there two numbers?')
  await choose(page, dialog.getByLabel('Subject'), 'Math')
  await press(page, dialog.getByRole('button', { name: 'Ask for Help' }))
  const question = page.getByRole('region', { name: `Two roots ${key}` })
  await expect(question.getByText('No answers yet.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.goto('/assignment-help?filter=open')
  await press(page, main.getByRole('button', { name: /^Answer/ }).first())
  await type(page, main.getByLabel('Your answer'), 'Because a square forgets the sign.')
  await press(page, main.getByRole('button', { name: 'Post answer' }))
  await expect(page.getByText('Answer posted')).toBeVisible()

  await page.goto('/confessions')
  await press(page, main.getByRole('button', { name: 'Confess', exact: true }).first())
  await expect(dialog.getByLabel('Your confession')).toBeFocused()
  await page.keyboard.type(`I never use the mouse. ${key}`)
  await press(page, dialog.getByRole('button', { name: 'Confess', exact: true }))
  await expect(page.getByRole('article').filter({ hasText: key })).toBeVisible()

  await page.goto('/groups?tab=suggested')
  const join = main
    .getByRole('button', { name: /^Join / })
    .filter({ visible: true })
    .first()
  const group = ((await join.getAttribute('aria-label')) ?? '').replace('Join ', '')
  await press(page, join)
  await expect(page.getByText('Successfully joined group!')).toBeVisible()
  await page.goto(`/groups?search=${encodeURIComponent(group)}`)
  await press(page, main.getByRole('link', { name: group }).filter({ visible: true }).first())
  await expect(page.getByRole('heading', { name: group, level: 1 })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Create Post' }))
  await type(page, dialog.getByLabel('Content'), `Tab, Tab, Enter ${key}`)
  await press(page, dialog.getByRole('button', { name: 'Post', exact: true }))
  await expect(page.getByRole('article').filter({ hasText: `Tab, Tab, Enter ${key}` })).toBeVisible()

  await page.goto('/rate-my-professor')
  await press(page, main.getByRole('article').first().getByRole('link').first())
  await press(page, page.getByRole('button', { name: 'Rate This Professor' }))
  for (const scale of ['Overall', 'Difficulty', 'Teaching quality']) {
    await reach(page, dialog.getByRole('radiogroup', { name: scale }).getByRole('radio').first())
    await page.keyboard.press('ArrowRight')
  }
  await type(page, dialog.getByLabel('Review *'), 'Makes the keyboard sing.')
  await press(page, dialog.getByRole('button', { name: 'Post review' }))
  await expect(page.getByText('Rating submitted successfully!')).toBeVisible()
})

test('by keyboard only, completely: a report, and a moderator who warns and dismisses', async ({
  page,
  newStudent,
}) => {
  const words = `Free kittens ${randomUUID()}`
  const author = await newStudent()
  for (const at of [1, 2]) await author.api.post('/api/posts', { data: { content: `${words} ${at}` } })

  await signInNew(page)
  for (const at of [2, 1]) {
    const post = page.getByRole('article').filter({ hasText: `${words} ${at}` })
    await press(page, post.getByRole('button', { name: /^Options for .* post/ }))
    await reach(page, page.getByRole('menuitem', { name: 'Report post' }), 'ArrowDown')
    await page.keyboard.press('Enter')
    await reach(page, page.getByRole('dialog').getByRole('radio').first())
    await page.keyboard.press('Space')
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Report post' }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await signIn(page, 'dean@northfield.example', `/admin?tab=reports&view=table&search=${encodeURIComponent(words)}`)
  const row = (at: number) => page.getByRole('row').filter({ hasText: `${words} ${at}` })
  await press(page, row(2).getByRole('button', { name: 'Warn' }))
  await type(page, page.getByLabel('Reason', { exact: true }), 'It does not show any kittens.')
  await type(page, page.getByLabel('What happened'), 'You offered kittens that you do not have.')
  await press(page, page.getByRole('button', { name: 'Warn user' }))
  await expect(row(2)).toContainText('Resolved')
  await press(page, row(1).getByRole('button', { name: 'Dismiss' }))
  await expect(row(1)).toContainText('Dismissed')
})
