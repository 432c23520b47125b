import { randomUUID } from 'node:crypto'
import { expect, expectLive, findMail, searchFor, signIn, signInNew, test } from './kit.ts'

test('a report leads to a suspension and a mail, and a reversal restores the account', async ({
  page: dean,
  newPage,
}) => {
  const words = `Free kittens ${randomUUID()}`
  const ada = await newPage()
  const email = await signInNew(ada)
  await ada.request.post('/api/posts', { data: { content: words } })
  await ada.goto('/dashboard')
  await expect(ada.getByText(words)).toBeVisible()
  await expectLive(ada)

  const grace = await newPage()
  await signInNew(grace)
  const post = grace.getByRole('article').filter({ hasText: words })
  await post.getByRole('button', { name: /^Options for .* post/ }).click()
  await grace.getByRole('menuitem', { name: 'Report post' }).click()
  await expect(grace.getByRole('radio')).toHaveCount(9)
  await expect(grace.getByRole('button', { name: 'Report post' })).toBeDisabled()
  await grace.getByRole('radio', { name: 'Misinformation' }).check()
  await grace.getByLabel('Details (optional)').fill('It does not show any kittens.')
  await expect(grace.getByText('29/500')).toBeVisible()
  await grace.getByRole('button', { name: 'Report post' }).click()
  await expect(grace.getByText('Thanks for reporting. A moderator will take a look.')).toBeVisible()
  await post.getByRole('button', { name: /^Options for .* post/ }).click()
  await grace.getByRole('menuitem', { name: 'Report post' }).click()
  await grace.getByRole('radio', { name: 'Spam' }).check()
  await grace.getByRole('button', { name: 'Report post' }).click()
  await expect(grace.getByText('You have already reported this post').first()).toBeVisible()

  await signIn(dean, 'dean@northfield.example', '/admin?tab=reports&view=table')
  await searchFor(dean.getByPlaceholder('Search reports...'), words)
  const row = dean.getByRole('row').filter({ hasText: words })
  await expect(row).toContainText('Misinformation')
  await expect(dean.getByText('Showing page 1 of 1 (1 total reports)')).toBeVisible()
  await row.getByRole('button', { name: 'Suspend' }).click()
  await expect(dean.getByRole('heading', { name: 'User Activity History' })).toBeVisible()
  await expect(dean.getByText('Report received')).toBeVisible()
  await expect(dean.getByText("This will temporarily suspend the user's account.")).toBeVisible()
  const confirm = dean.getByRole('button', { name: 'Suspend user' })
  await dean.getByLabel('Reason', { exact: true }).fill('   ')
  await expect(confirm).toBeDisabled()
  await dean.getByLabel('Reason', { exact: true }).fill('It does not show any kittens.')
  await dean.getByLabel('Suspension Duration').selectOption('3')
  await confirm.click()
  await expect(dean.getByText('Describe what happened', { exact: true })).toBeVisible()
  await expect(dean.getByLabel('What happened')).toBeFocused()
  await dean.getByLabel('What happened').fill('You offered kittens that you do not have.')
  const preview = dean.getByRole('region', { name: 'Preview of the statement' })
  await expect(preview).toContainText('You offered kittens that you do not have.')
  await expect(preview).toContainText('After 3 days')
  await confirm.click()
  await expect(row).toContainText('Resolved')

  // The stream redirects the open tab, without a click.
  await expect(ada).toHaveURL(/\/blocked$/)
  await expect(ada.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
  await expect(ada.getByText(/^Suspension ends: .+\d{4}.+\d\d?:\d\d/)).toBeVisible()

  const mail = await findMail(dean, email)
  await expect(mail).toContainText('Your Quad account has been suspended')
  await expect(mail).toContainText('for 3 days')

  await dean.goto('/admin?tab=moderation')
  await dean.getByPlaceholder('Search by user name, email, or reason...').fill(email)
  const action = dean.getByRole('article').filter({ hasText: email })
  await expect(action).toContainText('(72h)')
  await action.getByRole('button', { name: 'Reverse' }).click()
  await expect(dean.getByRole('heading', { name: 'Reverse Suspend Action' })).toBeVisible()
  await dean.getByRole('button', { name: 'Reverse Action' }).click()
  await expect(dean.getByText('Please provide a reason for reversing this action')).toBeVisible()
  await dean.getByLabel('Reason for Reversal').fill('There were kittens after all.')
  await dean.getByRole('button', { name: 'Reverse Action' }).click()
  await expect(dean.getByText('Suspend action reversed successfully!')).toBeVisible()
  await expect(action).toContainText('REVERSED')
  await expect(action).toContainText('There were kittens after all.')
  await expect(action.getByRole('button', { name: 'Reverse' })).toHaveCount(0)

  await ada.goto('/dashboard')
  await expect(ada.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible()
  await expect(ada.getByText('Moderation Notice')).toHaveCount(0)
})

test('a report of an anonymous item names no author until its seal is opened, and other moderators see the count', async ({
  page: dean,
  newStudent,
}) => {
  const words = `Whispered ${randomUUID()}`
  const { api, email } = await newStudent()
  const made = await api.post('/api/posts', { data: { content: words, is_anonymous: true } })
  const { data } = (await made.json()) as { data: { id: string } }
  for (let count = 0; count < 2; count++) {
    const reporter = await newStudent()
    const report = { data: { reason: 'harassment' } }
    expect((await reporter.api.post(`/api/posts/${data.id}/report`, report)).status()).toBe(201)
  }
  await signIn(dean, 'dean@northfield.example', '/admin?tab=reports&view=table')
  await searchFor(dean.getByPlaceholder('Search reports...'), words)
  const row = dean.getByRole('row').filter({ hasText: words }).first()
  await expect(row).toContainText('Anonymous')
  await expect(row).toContainText('1 other report is about the same item.')
  await row.getByRole('button', { name: 'Suspend' }).click()
  await expect(dean.getByText(/^This was posted anonymously/)).toBeVisible()
  await dean.getByRole('button', { name: 'Cancel' }).click()

  await row.getByRole('button', { name: 'Reveal author' }).click()
  await dean.getByLabel('Category').selectOption('harassment')
  await dean.getByLabel('Reason').fill('It insults a student by name')
  await dean.getByRole('button', { name: 'Reveal now' }).click()
  await expect(dean.getByRole('status').filter({ hasText: email })).toBeVisible()
  await dean.getByRole('button', { name: 'Done' }).click()
  await expect(row.getByRole('button', { name: 'Reveal author' })).toHaveCount(0)
  await expect(row).not.toContainText('Anonymous')

  await row.getByRole('button', { name: 'Harassment' }).click()
  await expect(dean.getByLabel('Also close the other pending report about this item')).toBeChecked()
  await dean.getByRole('button', { name: 'Resolve' }).click()
  await expect(dean.getByRole('row').filter({ hasText: words }).filter({ hasText: 'Resolved' })).toHaveCount(2)

  await dean.goto('/admin?tab=settings')
  await expect(dean.getByRole('table', { name: 'Revealed authors' })).toContainText('Dean')
})

test('a warning appears on an open page, is acknowledged once, and is in the outbox', async ({ page, newPage, db }) => {
  const email = await signInNew(page)
  const { id } = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectLive(page)
  const dean = await newPage()
  await signIn(dean, 'dean@northfield.example', `/admin?tab=users&search=${email}`)
  const row = dean.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: 'Moderate' }).click()
  // The canvas below a shorter body would be dimmed twice.
  expect(await dean.evaluate('document.body.getBoundingClientRect().height >= innerHeight')).toBe(true)
  await dean.getByRole('button', { name: /^Warn / }).click()
  await expect(dean.getByText('Please provide a reason for the moderation action')).toBeVisible()
  await dean.getByLabel('Action').selectOption('suspend')
  await dean.getByLabel('Duration (days)').fill('0')
  await dean.getByRole('button', { name: /^Suspend / }).click()
  await expect(dean.getByText('Please specify a valid suspension duration')).toBeVisible()
  await dean.getByLabel('Action').selectOption('warn')
  await dean.getByLabel('Reason').fill('Please be kind.')
  await dean.getByLabel('What happened').fill('You called another student names.')
  await dean.getByRole('button', { name: /^Warn / }).click()
  await expect(dean.getByText('User warned')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Moderation Notice' })).toBeVisible()
  await expect(page.getByText('Please be kind.')).toBeVisible()
  const notice = page.getByRole('dialog')
  await expect(notice).toContainText('What happened: You called another student names.')
  await expect(notice).toContainText(/You can appeal until \w+ \d+, \d{4}\./)
  await expect(notice.getByRole('link', { name: 'Read the decision' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'I Understand' })).toBeFocused()
  await page.getByRole('button', { name: 'I Understand' }).click()
  await expect(page.getByText('Moderation Notice')).toHaveCount(0)
  await expect
    .poll(async () => {
      const rows = await db
        .selectFrom('moderation_actions')
        .where('user_id', '=', id)
        .select('notice_shown_at')
        .execute()
      return rows.map(({ notice_shown_at }) => notice_shown_at !== null)
    })
    .toEqual([true])
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('Moderation Notice')).toHaveCount(0)
})
