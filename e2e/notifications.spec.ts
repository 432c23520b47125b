import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'
import { expect, expectLive, findMail, newcomer, signIn, test } from './kit.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Notifications/ })

/** Creates a post as the page's user and returns its id. */
async function post(page: Page, content: string): Promise<string> {
  const answer = await page.request.post('/api/posts', { data: { content } })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

test('counts a comment in the bell without a reload, and links to it', { tag: '@both' }, async ({
  page,
  newStudent,
  isMobile,
}) => {
  await newcomer(page, 'Ida')
  await expectLive(page)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  const words = `The lake is warm ${randomUUID()}`
  const post_id = await post(page, words)
  const otto = await newStudent('Otto')

  await otto.api.post('/api/comments', { data: { post_id, content: 'It is not' } })
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await otto.api.post(`/api/posts/${post_id}/like`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')

  await bell(page).click()
  if (!isMobile)
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: 'See all' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeFocused()
  await expect(page.getByRole('link', { name: `${otto.name} liked your post` })).toBeVisible()
  await page.getByRole('link', { name: `${otto.name} commented on your post` }).click()
  const dialog = page.getByRole('dialog', { name: 'Post' })
  await expect(dialog).toContainText(words)
  await expect(dialog).toContainText('It is not')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')

  await bell(page).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await page.goto('/dashboard?post=00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('dialog', { name: 'Post not found' })).toBeVisible()
})

/** A new school in which it is noon, so that its digests are sent now. */
async function schoolAtNoon(db: Db): Promise<string> {
  const domain = `${randomUUID()}.example`
  const offset = ((12 - new Date().getUTCHours() + 36) % 24) - 12
  const timezone = offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
  const school = { id: randomUUID(), name: 'Noon College', email_domain: domain, country: 'Canada', timezone }
  await db.insertInto('schools').values(school).execute()
  return domain
}

test('a digest is mailed, read, and stopped by its unsubscribe link', async ({ page, newPage, db }) => {
  const domain = await schoolAtNoon(db)
  const email = `ida@${domain}`
  await signIn(page, email)
  await page.request.put('/api/users/me', { data: { terms_accepted: 1, welcome: 'done' } })
  const other = await newPage()
  await signIn(other, `otto@${domain}`)
  await other.request.put('/api/users/me', { data: { terms_accepted: 1, welcome: 'done' } })
  const tell = async () => {
    await other.request.post('/api/comments', { data: { post_id: await post(page, 'Who is up?'), content: 'Me' } })
    await sql`update notifications set created_at = created_at - interval '2 days' where school_id =
      (select id from schools where email_domain = ${domain})`.execute(db)
    await sql`select graphile_worker.add_job('mail_digests')`.execute(db)
  }
  await tell()

  const letters = await findMail(page, email)
  await expect(letters).toHaveCount(1)
  await expect(letters).toContainText('commented on your post')
  const [link] = /http\S+\/unsubscribe\/\S+/.exec((await letters.textContent()) ?? '') ?? []
  await other.goto(new URL(link ?? '').pathname) // the link works without a session of that user
  await other.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(other.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('checkbox', { name: /^Send notification emails to/ })).not.toBeChecked()
  await other.goto('/unsubscribe/nonsense')
  await other.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(other.getByRole('alert')).toHaveText('This link has expired.')
})

test('notification channels and quiet hours follow the settings', async ({ page, newStudent }) => {
  await newcomer(page, 'Ida', '/settings#notifications')
  const likes = page.getByRole('switch', { name: 'In the app: Likes' })
  const mail = page.getByLabel('Email: Likes', { exact: true })
  await expect(likes).toBeChecked()
  await likes.click()
  await expect(likes).not.toBeChecked()
  await mail.selectOption('Daily') // what is mailed is in the app, too
  await expect(likes).toBeChecked()
  await likes.click()
  await expect(mail).toHaveValue('product')
  await page.getByRole('checkbox', { name: 'Pause emails and push during quiet hours' }).click()
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/choices') && answer.request().postData()?.includes('23') === true,
  )
  await page.getByLabel('From', { exact: true }).selectOption('23:00')
  await saved
  await page.reload()
  await expect(likes).not.toBeChecked()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('23')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('7')

  const post_id = await post(page, 'Do not notify me')
  const otto = await newStudent('Otto')
  await otto.api.post(`/api/posts/${post_id}/like`)
  await otto.api.post('/api/comments', { data: { post_id, content: 'I will' } })
  await page.goto('/notifications')
  await expect(page.getByText('commented on your post')).toBeVisible()
  await expect(page.getByText('liked your post')).toHaveCount(0)
})

test('a mention is picked by keyboard, becomes a link, and notifies the user', async ({ page, newPage }) => {
  const ida = await newcomer(page, 'Ida')
  const other = await newPage()
  const otto = { page: other, ...(await newcomer(other, 'Otto')) }
  await otto.page.getByRole('button', { name: 'Post', exact: true }).click()
  const field = otto.page.getByLabel('Your post')
  await field.pressSequentially(`Ask @${ida.name}`) // complete: other names begin with the same letters
  await expect(otto.page.getByRole('option', { name: ida.name })).toBeVisible()
  await otto.page.keyboard.press('Enter')
  await expect(field).toHaveValue(`Ask @${ida.name} `)
  await expect(otto.page.getByRole('listbox')).toHaveCount(0)
  await field.pressSequentially('about the lake')
  await otto.page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click()
  const card = otto.page.getByRole('article').filter({ hasText: 'about the lake' }).first()
  await expect(card.getByRole('link', { name: `@${ida.name}` })).toHaveAttribute('href', `/profile/${ida.id}`)
  await page.goto('/notifications')
  await expect(page.getByRole('link', { name: `${otto.name} mentioned you in a post` })).toBeVisible()
})

test('the users to mention lie above every bar, wherever the @ is', { tag: '@both' }, async ({ page, newStudent }) => {
  await newcomer(page, 'Ida')
  const otto = await newStudent('Otto')
  const post_id = await post(page, 'Who comes along?')
  const expectOnTop = async (option: Locator) => {
    await expect(option).toBeVisible()
    await expect
      .poll(async () => {
        const box = await option.boundingBox()
        const center = box && [box.x + box.width / 2, box.y + box.height / 2].join()
        return page.evaluate(`document.elementFromPoint(${center})?.closest('[role=option]')?.textContent`)
      })
      .toBe(otto.name)
  }
  const option = page.getByRole('option', { name: otto.name })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const field = page.getByLabel('Your post')
  for (const text of ['', 'Line\n'.repeat(12), 'Line\n'.repeat(60)]) {
    await field.fill(text)
    await field.press('ControlOrMeta+End')
    await field.pressSequentially(`@${otto.name}`)
    await expectOnTop(option)
  }
  await field.press('ControlOrMeta+Home')
  await field.pressSequentially(`@${otto.name}`)
  await expectOnTop(option)
  await option.click()
  await expect(field).toHaveValue(new RegExp(`^@${otto.name} `))
  await page.goto(`/dashboard?post=${post_id}`)
  await page.getByPlaceholder('Write a comment').pressSequentially(`@${otto.name}`)
  await expectOnTop(option)
})

test('a notification quotes its post, and requests are answered with one press', { tag: '@both' }, async ({
  page,
  newStudent,
}) => {
  const ida = await newcomer(page, 'Ida')
  const words = `The lake is warm ${randomUUID()}`
  const post_id = await post(page, words)
  const otto = await newStudent('Otto')
  await otto.api.post('/api/comments', { data: { post_id, content: 'It is not' } })
  await otto.api.post(`/api/friends/request/${ida.id}`)
  const created = await otto.api.post('/api/groups', {
    data: { name: `Swimmers ${randomUUID()}`, description: 'Cold water', category: 'hobby', type: 'private' },
  })
  const group = (await created.json()) as { data: { id: string; name: string } }
  await otto.api.post(`/api/groups/${group.data.id}/invite`, { data: { user_ids: [ida.id] } })

  await page.goto('/notifications')
  await expect(page.getByRole('heading', { name: 'New', level: 2 })).toBeVisible()
  const row = (text: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: text }) })
  await expect(row(`${otto.name} commented on your post`)).toContainText(`“${words}”`)
  const place = await row(`${otto.name} commented on your post`).boundingBox()
  expect(place?.height).toBeGreaterThanOrEqual(72)

  await row('sent you a friend request')
    .getByRole('button', { name: `Accept: ${otto.name}` })
    .click()
  await expect(page.getByText('Friend request accepted').first()).toBeVisible()
  await expect(page.getByRole('button', { name: `Accept: ${otto.name}` })).toHaveCount(0)
  await page.getByRole('button', { name: `Accept the invitation to ${group.data.name}` }).click()
  await expect(page.getByRole('button', { name: /the invitation to/ })).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  const { data } = (await (await page.request.get(`/api/groups/${group.data.id}`)).json()) as {
    data: { is_member?: boolean; user_role?: string | null }
  }
  expect(data.is_member ?? data.user_role).toBeTruthy()
})

test('the bell of a desktop shows the latest notifications in place, and answers a request', async ({
  page,
  newStudent,
}) => {
  const ida = await newcomer(page, 'Ida')
  const otto = await newStudent('Otto')
  await otto.api.post(`/api/friends/request/${ida.id}`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(page).click()
  const popover = page.getByRole('dialog', { name: 'Notifications' })
  expect(await popover.boundingBox()).toMatchObject({ width: 380, height: 560 })
  await page.keyboard.press('Escape')
  await expect(popover).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await popover.getByRole('button', { name: /^Accept/ }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(popover.getByRole('link', { name: 'See all' })).toHaveAttribute('href', '/notifications')
})
