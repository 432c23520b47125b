import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectLive, newcomer, searchFor, test } from './kit.ts'

/** Another user in a separate browser context. */
async function another(newPage: () => Promise<Page>, name: string) {
  const page = await newPage()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return { page, ...(await newcomer(page, name)) }
}

const menu = (page: Page, label: string | RegExp, item: string) => async () => {
  await page.getByRole('button', { name: label }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a group is created, found and joined; posts are voted on from two browsers, pinned and discussed', async ({
  page,
  newPage,
}, info) => {
  await newcomer(page, 'Fay', '/groups')
  await expect(page.getByText('You haven’t joined a group yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create a group' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create New Group' })
  await form.getByRole('button', { name: 'Create group' }).click()
  await expect(form.getByText('Group name is required')).toBeVisible()
  const name = `Kites ${randomUUID().slice(0, 8)}`
  await form.getByLabel('Group name').fill(name)
  await form.getByLabel('Description').fill('Strings attached.')
  await form.getByLabel('Category').selectOption('hobby')
  await form.getByRole('textbox', { name: 'Tags' }).fill('wind')
  await form.getByRole('textbox', { name: 'Tags' }).press('Enter')
  await form.getByRole('textbox', { name: 'Tags' }).fill('wind')
  await form.getByRole('textbox', { name: 'Tags' }).press('Enter')
  await expect(form.getByRole('list', { name: 'Selected tags' }).getByRole('listitem')).toHaveCount(1)
  const file = info.outputPath('banner.png')
  const background = '#7a9cc6'
  await writeFile(
    file,
    await sharp({ create: { width: 1200, height: 400, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  await form.locator('input[type=file]').nth(1).setInputFiles(file)
  await expect(form.getByAltText('Photo 1')).toBeVisible()
  await form.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByText('Group created successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const address = page.url()

  await page.getByRole('button', { name: 'Create Post' }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByText('Post content is required')).toBeVisible()
  await composer.getByText('Event', { exact: true }).click()
  await expect(composer.getByRole('link', { name: 'create an event of this group' })).toBeVisible()
  await composer.getByText('Image', { exact: true }).click()
  await composer.getByLabel('Content').fill('Look')
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByText('Add an image, or choose another type')).toBeVisible()
  await composer.getByText('Poll', { exact: true }).click()
  await composer.getByLabel('Question').fill('When is there wind?')
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByText('Poll must have at least 2 options')).toBeVisible()
  await composer.getByLabel('Option 1', { exact: true }).fill('Mornings')
  await composer.getByLabel('Option 2', { exact: true }).fill('Evenings')
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer).toHaveCount(0)
  const post = page.getByRole('article').filter({ hasText: 'When is there wind?' })
  await expect(post.getByRole('button', { name: /^Mornings.* 0 votes.* 0%/ })).toBeVisible()

  const member = await another(newPage, 'Max')
  await member.page.goto('/groups?tab=suggested')
  await expectLive(member.page)
  await searchFor(member.page.getByRole('searchbox', { name: 'Search groups' }), name)
  const card = member.page.getByRole('article', { name })
  await card
    .getByRole('button', { name: `Join ${name}` })
    .filter({ visible: true })
    .click()
  await expect(member.page.getByText('Successfully joined group!')).toBeVisible()
  await member.page.goto(address)
  await member.page.getByRole('button', { name: 'Share group' }).click()
  await expect(member.page.getByText('Group URL copied to clipboard!')).toBeVisible()

  const theirs = member.page.getByRole('article').filter({ hasText: 'When is there wind?' })
  await theirs.getByRole('button', { name: /^Evenings/ }).click()
  await expect(theirs.getByRole('button', { name: /^Evenings.* 1 vote.* 100%/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(post.getByRole('button', { name: /^Evenings.* 1 vote.* 100%/ })).toBeVisible()
  await theirs.getByRole('button', { name: /^Mornings/ }).click()
  await expect(post.getByRole('button', { name: /^Mornings.* 1 vote.* 100%/ })).toBeVisible()
  await theirs.getByRole('button', { name: /^Evenings/ }).click()
  await expect(post.getByRole('button', { name: /^Evenings.* 1 vote.* 100%/ })).toBeVisible()
  await post.getByRole('button', { name: /^Mornings/ }).click()
  await expect(theirs.getByRole('button', { name: /^Mornings.* 1 vote.* 50%/ })).toBeVisible()

  await theirs.getByRole('button', { name: '0 comments' }).click()
  await theirs.getByLabel('Write a comment').fill('Only at night, sadly.')
  await theirs.getByLabel('Write a comment').press('Enter')
  await expect(theirs.getByText('Only at night, sadly.')).toBeVisible()
  await theirs.getByRole('button', { name: /^Like, 0/ }).click()
  await expect(post.getByRole('button', { name: 'Like, 1 like' })).toBeVisible()
  await post.getByRole('button', { name: '1 comment' }).click()
  await expect(post.getByText('Only at night, sadly.')).toBeVisible()
  await menu(page, /^Options for .* post/, 'Pin post')()
  await expect(post.getByText('Pinned')).toBeVisible()

  await member.page.getByRole('button', { name: 'Group Chat' }).click()
  await expect(member.page).toHaveURL(/\/messages\?conversation=/)
  await member.page.goto(address)
  await menu(member.page, 'Group options', 'Leave group')()
  await member.page.getByRole('dialog').getByRole('button', { name: 'Leave group' }).click()
  await expect(member.page.getByText('Successfully left group')).toBeVisible()
  await menu(member.page, 'Group options', 'Report group')()
  const report = member.page.getByRole('dialog', { name: /^Report group/ })
  await report.getByLabel('Spam').check()
  await report.getByRole('button', { name: 'Report group' }).click()
  await expect(member.page.getByText('Group reported successfully')).toBeVisible()
  await menu(member.page, /^Options for .* post/, 'Report post')()
  const complaint = member.page.getByRole('dialog', { name: /^Report post/ })
  await complaint.getByLabel('Spam').check()
  await complaint.getByRole('button', { name: 'Report post' }).click()
  await expect(
    member.page.getByText('Post reported successfully. Thank you for helping keep our community safe.'),
  ).toBeVisible()
  await page.goto('/groups')
  await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible()
})

test('a phone lists suggested groups below the empty list of a newcomer', { tag: '@phone' }, async ({ page }) => {
  await newcomer(page, 'Ida', '/groups')
  await expect(page.getByRole('heading', { name: 'You haven’t joined a group yet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Suggested Groups' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Suggested groups' }).getByRole('listitem').first()).toBeVisible()
})

test('a private group admits members, is edited, transferred and deleted', async ({ page, newPage }) => {
  await newcomer(page, 'Pia')
  const name = `Secret Tea ${randomUUID().slice(0, 8)}`
  const made = await page.request.post('/api/groups', { data: { name, type: 'private', rules: 'Pour quietly' } })
  const { data: group } = (await made.json()) as { data: { id: string } }
  const address = `/groups/${group.id}`

  const guest = await another(newPage, 'Gil')
  await guest.page.goto(address)
  await expect(guest.page.getByText('This group is private')).toBeVisible()
  await guest.page.goto(`${address}/settings`)
  await expect(guest.page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await guest.page.goto(`/groups/${randomUUID()}`)
  await expect(guest.page.getByRole('heading', { name: 'Group Not Available' })).toBeVisible()
  await guest.page.getByRole('link', { name: 'Back to Groups' }).click()
  await expect(guest.page).toHaveURL(/\/groups$/)
  await guest.page.goto(address)
  await guest.page
    .getByRole('button', { name: `Request to join ${name}` })
    .first()
    .click()
  const ask = guest.page.getByRole('dialog', { name: `Request to join ${name}` })
  await ask.getByLabel('Message (optional)').fill('I bring biscuits')
  await ask.getByRole('button', { name: 'Send request' }).click()
  await expect(guest.page.getByText('Join request sent')).toBeVisible()

  await page.goto(`${address}/settings?tab=members`)
  await expect(page.getByText('“I bring biscuits”')).toBeVisible()
  await page.getByRole('button', { name: `Approve ${guest.name}` }).click()
  await expect(page.getByText('Join request approved')).toBeVisible()
  await guest.page.reload()
  await expect(guest.page.getByText('No posts yet')).toBeVisible()
  const parts = guest.page.getByRole('navigation', { name: 'Group sections' })
  await parts.getByRole('link', { name: 'Events' }).click()
  await expect(guest.page.getByText('No events yet')).toBeVisible()
  await parts.getByRole('link', { name: 'About' }).click()
  await expect(guest.page.getByText('Pour quietly')).toBeVisible()

  await menu(page, `More options for ${guest.name}`, 'Make admin')()
  await expect(page.getByText('Member role updated to admin')).toBeVisible()
  await menu(page, `More options for ${guest.name}`, 'Remove as admin')()
  await expect(page.getByText('Member role updated to member')).toBeVisible()

  await page.getByRole('link', { name: 'General' }).click()
  await page.getByLabel('Max members (optional)').fill('1')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The group already has 2 members')).toBeVisible()
  await page.getByLabel('Max members (optional)').fill('12')
  await page.getByLabel('Location').fill('Kitchen')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Group settings updated successfully')).toBeVisible()
  await expect(page.getByText('Failed to update group settings')).toHaveCount(0)

  await page.getByRole('link', { name: /^Members/ }).click()
  await menu(page, `More options for ${guest.name}`, 'Remove from group')()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click()
  await expect(page.getByText('Member removed successfully')).toBeVisible()
  await guest.page.goto(address)
  await expect(guest.page.getByText('This group is private')).toBeVisible()

  await page.getByRole('link', { name: 'Privacy' }).click()
  await page.getByLabel('Public').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Group settings updated successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Danger Zone' }).click()
  await page.getByRole('button', { name: 'Delete group' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click()
  await expect(page.getByText('Group deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/groups$/)
  await guest.page.goto(address)
  await expect(guest.page.getByText('Group not found').first()).toBeVisible()
})

test('the groups of a user show what happened last, newest first, and what is unread', { tag: '@phone' }, async ({
  page,
  newPage,
}) => {
  const founder = await another(newPage, 'Fay')
  await newcomer(page, 'Gus')
  const key = randomUUID().slice(0, 8)
  const found = async (name: string) => {
    const made = await founder.page.request.post('/api/groups', { data: { name } })
    const { data } = (await made.json()) as { data: { id: string } }
    expect((await page.request.post(`/api/groups/${data.id}/join`, { data: {} })).ok()).toBe(true)
    return data.id
  }
  const quiet = `Aquarium ${key}`
  const busy = `Zeppelins ${key}`
  await found(quiet)
  const id = await found(busy)
  await founder.page.request.post(`/api/groups/${id}/posts`, { data: { content: 'Take-off at noon', type: 'text' } })
  const opened = await founder.page.request.post(`/api/groups/${id}/conversation`)
  const { conversation_id } = (await opened.json()) as { conversation_id: string }
  await founder.page.request.post(`/api/conversations/${conversation_id}/messages`, {
    data: { content: 'Who has rope?' },
  })

  await page.goto('/groups')
  const rows = page.getByRole('list', { name: 'Your groups' }).getByRole('link')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(busy)
  await expect(rows.first()).toContainText('Who has rope?')
  await expect(rows.first()).toContainText('1 new')
  await expect(rows.last()).toContainText(quiet)
  const box = await rows.first().boundingBox()
  expect(box?.y).toBeLessThanOrEqual(160)
  expect(box?.height).toBeGreaterThanOrEqual(72)
  await expect(page.getByRole('heading', { name: 'Suggested Groups' })).toBeVisible()
  const suggested = page.getByRole('region', { name: 'Suggested Groups' }).getByRole('listitem').first()
  expect((await suggested.boundingBox())?.x, 'in line with its title').toBe(16)
  await rows.first().click()
  const sections = page.getByRole('navigation', { name: 'Group sections' }).getByRole('link')
  await expect(sections).toHaveText(['Posts', 'Events', /^Members/, 'About'])
  await page.getByRole('link', { name: 'Assignments' }).click()
  await expect(page).toHaveURL(/tab=assignments/)

  const start_date = Math.floor(Date.now() / 1000) + 7200
  const event = { title: 'Take-off', description: 'Bring rope', location: 'Roof', start_date }
  await founder.page.request.post(`/api/groups/${id}/events`, { data: { ...event, end_date: start_date + 3600 } })
  await page.reload()
  const events = sections.filter({ hasText: 'Events' })
  await expect(events).toHaveAccessibleName('Events 1 new')
  const marked = page.waitForResponse('**/seen')
  await events.click()
  await expect(events).toHaveAccessibleName('Events')
  await marked
  await page.reload()
  await expect(page.getByRole('article', { name: /Take-off/ })).toBeVisible()
  await expect(events).toHaveAccessibleName('Events')
})

test('a phone shows the first group within 160 pixels, below the next meetings', { tag: '@phone' }, async ({
  page,
}) => {
  await newcomer(page, 'Mia')
  const { id, name } = await createGroup(page, 'Rooftop Bees')
  const start_date = Math.floor(Date.now() / 1000) + 7200
  const meeting = { title: 'Smoke and veils', description: 'Bring gloves', location: 'Roof', start_date }
  await page.request.post(`/api/groups/${id}/events`, { data: { ...meeting, end_date: start_date + 3600 } })
  await page.goto('/groups')
  const chip = page.getByRole('region', { name: 'Meeting soon' }).getByRole('link', { name })
  await expect(chip).toBeVisible()
  const first = page.getByRole('list', { name: 'Your groups' }).getByRole('listitem').first()
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(160)
  await chip.click()
  await expect(page.getByRole('dialog', { name: 'Smoke and veils' })).toBeVisible()
})

test('a phone switches between posts and chat, and its bar names the group below the banner', {
  tag: '@phone',
}, async ({ page }) => {
  await newcomer(page, 'Nora')
  const { id, name } = await createGroup(page, 'Night Bakers')
  for (const content of ['Rye', 'Spelt', 'Oat', 'Corn', 'Emmer', 'Einkorn'])
    await page.request.post(`/api/groups/${id}/posts`, { data: { content: `${content}\n\n\n\nbread` } })
  await page.goto(`/groups/${id}`)
  const sections = page.getByRole('navigation', { name: 'Group sections' })
  await sections.getByRole('link', { name: 'Posts' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(sections.getByRole('link', { name: 'Events' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(sections.getByRole('link', { name: 'About' })).toBeFocused()
  await page.getByRole('button', { name: '1 member' }).click()
  await expect(page.getByRole('dialog', { name: `Members of ${name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  const barName = page.getByRole('banner').getByText(name)
  await expect(barName).not.toBeInViewport()
  await page.getByText('Rye').scrollIntoViewIfNeeded()
  await expect(barName).toHaveCount(1)
  await page.mouse.wheel(0, -60) // the bars return on the way up
  await expect(barName).toBeInViewport()
  const places = page.getByRole('navigation', { name: 'Posts or chat' })
  await expect(places.getByRole('link', { name: 'Posts' })).toHaveAttribute('aria-current', 'true')
  await places.getByRole('button', { name: 'Group Chat' }).click()
  await expect(page).toHaveURL(/\/messages\?conversation=/)
})

test('a new member is invited to say hi, and reads about the group beside its posts on a wide screen', async ({
  page,
  newPage,
}) => {
  await newcomer(page, 'Owen')
  const { id, name } = await createGroup(page, 'Slow Chess')
  const guest = await another(newPage, 'Gita')
  await guest.page.setViewportSize({ width: 1600, height: 900 })
  await guest.page.goto(`/groups/${id}`)
  await expect(guest.page.getByRole('complementary', { name: 'About', exact: true })).toBeVisible()
  await guest.page.getByRole('button', { name: `Join ${name}` }).click()
  await expect(guest.page.getByText('You’re in. Say hi')).toBeVisible()
  await guest.page.getByRole('button', { name: 'Create Post' }).click()
  await expect(guest.page.getByRole('dialog', { name: 'Create Post' })).toBeVisible()
  await guest.page.reload()
  await expect(guest.page.getByRole('button', { name: 'Group Chat' })).toBeVisible()
  await expect(guest.page.getByText('You’re in. Say hi')).toHaveCount(0)
})

test('the feed shows the latest posts of the groups of the viewer @both', async ({ page }) => {
  await newcomer(page, 'Hana')
  const { id, name } = await createGroup(page, 'Lost Umbrellas')
  await page.request.post(`/api/groups/${id}/posts`, { data: { content: 'Two black ones in the lobby' } })
  await page.goto('/dashboard')
  const section = page.getByRole('region', { name: 'In your groups' })
  await expect(page.getByRole('article').nth(3)).toBeVisible()
  await expect(async () => {
    await page.mouse.wheel(0, 200)
    await expect(section).toBeAttached({ timeout: 500 })
  }).toPass()
  await expect(section.getByRole('link')).toHaveCount(2)
  await section.getByRole('link', { name: /Two black ones/ }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

/** A public group of the user of the page. */
async function createGroup(page: Page, title: string): Promise<{ id: string; name: string }> {
  const name = `${title} ${randomUUID().slice(0, 8)}`
  const made = await page.request.post('/api/groups', { data: { name, description: 'Everyone is welcome' } })
  return ((await made.json()) as { data: { id: string; name: string } }).data
}

test('who returns to a group is offered the posts that were written in the meantime', async ({
  pageWithClock: page,
  newStudent,
}) => {
  await newcomer(page, 'Mia')
  const { id } = await createGroup(page, 'Night Birds')
  await page.goto(`/groups/${id}`)
  await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
  const other = await newStudent('Otto')
  expect((await other.api.post(`/api/groups/${id}/join`, { data: {} })).ok()).toBe(true)
  const said = await other.api.post(`/api/groups/${id}/posts`, { data: { content: 'An owl!', type: 'text' } })
  expect(said.status()).toBe(201)
  await page.getByRole('navigation', { name: 'Group sections' }).getByRole('link', { name: 'About' }).click()
  await page.clock.fastForward(11_000)
  await page.getByRole('navigation', { name: 'Group sections' }).getByRole('link', { name: 'Posts' }).click()
  await page.getByRole('button', { name: '1 new post' }).click()
  await expect(page.getByText('An owl!')).toBeVisible()
  await expect(page.getByRole('button', { name: '1 new post' })).toHaveCount(0)
})
