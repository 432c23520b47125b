import type { Page } from '@playwright/test'
import { moderate } from '../src/features/moderation/server/actions.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { expect, expectReady, signIn, signInNew, test } from './kit.ts'

test('a banned student reads the reasons, appeals, and is let in again by another moderator', async ({
  page,
  newPage,
  db,
}) => {
  const email = await signInNew(page)
  const { id, school_id: schoolId } = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'school_id'])
    .executeTakeFirstOrThrow()
  await withTransaction(db, (trx) =>
    moderate(trx, { id: null, name: 'Dean' }, { id, schoolId }, { type: 'ban', reason: 'Shouting in the library' }),
  )

  await page.goto('/blocked')
  await page.getByRole('link', { name: 'Appeal this decision' }).click()
  await page.getByRole('link', { name: /^Ban/ }).click()
  await expect(page.getByText('No automatic system took part in this decision.')).toBeVisible()
  const appeal = page.getByRole('button', { name: 'Appeal this decision' })
  const words = page.getByLabel('Tell us what we got wrong')
  await appeal.click()
  await expect(words).toBeFocused()
  await expect(page.getByRole('button', { name: 'Send appeal' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(appeal).toBeFocused()
  await appeal.click()
  await words.fill('I was at home that evening.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Waiting for an answer')).toBeVisible()

  const admin = await newPage()
  await signIn(admin, 'dean@northfield.example', '/admin?tab=appeals')
  const row = admin.getByRole('article').filter({ hasText: 'I was at home that evening.' })
  await row.getByRole('button', { name: 'Claim' }).click()
  await row.getByRole('button', { name: 'Decide' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Decide the appeal' })
  await dialog.getByLabel('Outcome').selectOption('overturned')
  await dialog.getByLabel('Reason').fill('The camera shows another student.')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect(row).toHaveCount(0)

  await page.reload()
  await expect(page.getByText(/^We were wrong\. The decision no longer applies/)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('Claim and Release of an appeal give each other the focus, and a refused Claim keeps it', async ({
  page,
  newStudent,
  db,
}) => {
  const { id, api } = await newStudent()
  const user = db.selectFrom('users').where('id', '=', id)
  const { school_id: schoolId } = await user.select('school_id').executeTakeFirstOrThrow()
  await withTransaction(db, (trx) =>
    moderate(trx, { id: null, name: 'Dean' }, { id, schoolId }, { type: 'warn', reason: 'Shouting in the library' }),
  )
  const { data: decisions } = await (await api.get('/api/decisions')).json()
  const words = `I whispered ${crypto.randomUUID()}`
  const sent = await api.post(`/api/decisions/${decisions[0].id}/appeal`, { data: { text: words } })
  expect(sent.ok()).toBe(true)

  await signIn(page, 'dean@northfield.example', '/admin?tab=appeals')
  await expectReady(page)
  const row = page.getByRole('article').filter({ hasText: words })
  const claim = row.getByRole('button', { name: 'Claim' })
  const release = row.getByRole('button', { name: 'Release' })
  await claim.focus()
  for (let round = 0; round < 5; round++) {
    await page.keyboard.press('Enter')
    await expect(release).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(claim).toBeFocused()
  }
  await page.route('**/claim', (route) =>
    route.fulfill({ status: 409, json: { error: 'Another moderator was faster' } }),
  )
  await page.keyboard.press('Enter')
  await expect(page.getByText('Another moderator was faster')).toBeVisible()
  await expect(claim).toBeFocused()
})

test('a banned student sees on a phone which page this is', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'mallory@northfield.example', '/decisions')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Decisions about you')
  expect((await heading.boundingBox())?.height).toBeGreaterThan(20)
  await page.getByRole('link', { name: /^Ban/ }).click()
  await expect(heading).toHaveText('Ban')
  expect((await heading.boundingBox())?.height).toBeGreaterThan(20)
  await expect(page.getByRole('heading', { level: 2, name: 'Reasons' })).toBeVisible()
})

test('a removal is written and previewed in two tabs of a phone, and its author reads the same words', {
  tag: '@phone',
}, async ({ page, newStudent, newPage }) => {
  const words = `Free kittens ${crypto.randomUUID()}`
  const author = await newStudent()
  await author.api.post('/api/posts', { data: { content: words } })
  await signIn(page, 'dean@northfield.example', `/admin?tab=content&search=${encodeURIComponent(words)}`)
  await page.getByRole('row').filter({ hasText: words }).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete item' })
  const preview = dialog.getByRole('region', { name: 'Preview of the statement' })
  await expect(preview).toBeHidden()
  await dialog.getByLabel('Rule').selectOption({ label: 'No spam' })
  await dialog.getByRole('tab', { name: 'Preview' }).click()
  await expect(dialog.getByLabel('What happened')).toBeHidden()
  await dialog.getByRole('button', { name: 'Delete item' }).click()
  await expect(dialog.getByLabel('What happened'), 'the tab with the error').toBeFocused()
  await dialog.getByLabel('What happened').fill('You offer kittens that you do not have.')
  await dialog.getByRole('tab', { name: 'Preview' }).click()
  await expect(preview).toContainText('Your post was removed')
  await expect(preview).toContainText('No spam')
  await expect(preview).toContainText('You offer kittens that you do not have.')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await dialog.getByRole('button', { name: 'Delete item' }).click()
  await expect(dialog).toHaveCount(0)

  const other = await newPage()
  await signIn(other, author.email, '/decisions')
  await other.getByRole('link', { name: /^Your post was removed/ }).click()
  await expect(other.getByText('You offer kittens that you do not have.')).toBeVisible()
  await expect(other.getByText(words)).toBeVisible()
  await expect(other.getByText(/^Only you see this\. A moderator removed it on/)).toBeVisible()
})

test('a site administrator pauses the powers of an administrator, whose open page ends, and returns them', async ({
  page,
  newPage,
}) => {
  const head = await newPage()
  await signIn(head, 'head@easton.example', '/admin')
  await expect(head.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expectReady(head)

  await signIn(page, 'site@northfield.example', '/admin?tab=users&search=head@easton.example')
  const row = page.getByRole('row').filter({ hasText: 'head@easton.example' })
  const openMenu = () => row.getByRole('button', { name: /^More about / }).click()
  await openMenu()
  await page.getByRole('menuitem', { name: 'Pause powers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause powers' })
  await dialog.getByRole('button', { name: 'Pause powers' }).click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('Opened seals without a case')
  await dialog.getByRole('button', { name: 'Pause powers' }).click()
  await expect(page.getByText('Powers paused').first()).toBeVisible()
  await expect(row).toContainText('Powers paused')
  expect((await head.request.get('/admin/stats')).status()).toBe(403)
  await head.reload()
  await expect(head.getByRole('heading', { name: 'Admin Dashboard' })).toHaveCount(0)
  expect((await head.request.get('/api/posts/feed')).status()).toBe(200)

  await openMenu()
  await page.getByRole('menuitem', { name: 'Return powers' }).click()
  const back = page.getByRole('dialog', { name: 'Return powers' })
  await back.getByLabel('Reason').fill('It was a mistake')
  await back.getByRole('button', { name: 'Return powers' }).click()
  await expect(row).not.toContainText('Powers paused')
  await head.reload()
  await expect(head.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

test('an administrator requests a role for a student, a second one confirms it, and the admin area opens', {
  tag: '@both',
}, async ({ page, newPage, newStudent }) => {
  const [candidate, second] = [await newStudent('Role Candidate'), await newStudent('Second Person')]
  const site = await newPage()
  await signIn(site, 'site@northfield.example', '/dashboard')
  const setRole = (id: string, role: string) => site.request.put(`/admin/users/${id}/role`, { data: { role } })
  expect((await setRole(second.id, 'admin')).status()).toBe(200)

  const address = `/admin?tab=users&search=${candidate.email}`
  const openMenu = (screen: Page) => screen.getByRole('button', { name: 'More about Role Candidate' }).click()
  await signIn(page, 'dean@northfield.example', address)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Make administrator' }).click()
  await page.getByRole('dialog', { name: 'Make administrator' }).getByRole('button', { name: 'Request' }).click()
  await expect(page.getByText('Role change requested')).toBeVisible()
  expect((await candidate.api.get('/admin/stats')).status()).toBe(403)

  const colleague = await newPage()
  await signIn(colleague, second.email, address)
  await openMenu(colleague)
  await colleague.getByRole('menuitem', { name: 'Make administrator (confirm)' }).click()
  const dialog = colleague.getByRole('dialog', { name: 'Make administrator' })
  await expect(dialog).toContainText('Dean Okafor requested this.')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await candidate.api.get('/admin/stats')).status()).toBe(200)

  for (const { id } of [candidate, second]) expect((await setRole(id, 'student')).status()).toBe(200)
  expect((await candidate.api.get('/admin/stats')).status()).toBe(403)
})
