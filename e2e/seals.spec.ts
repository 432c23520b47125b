import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'
import { expect, type Student, signIn, test } from './kit.ts'

const why = 'It names the room of another student.'

/** A reported anonymous post that two people have to open. */
async function makeCase(db: Db, newStudent: () => Promise<Student>, mode: 'two' | 'custodian' = 'two') {
  const words = `Whispered ${randomUUID()}`
  const [author, reporter] = [await newStudent(), await newStudent()]
  const made = await author.api.post('/api/posts', { data: { content: words, is_anonymous: true } })
  const { data } = (await made.json()) as { data: { id: string } }
  await db.updateTable('posts').set({ sealed_mode: mode }).where('id', '=', data.id).execute()
  expect((await reporter.api.post(`/api/posts/${data.id}/report`, { data: { reason: 'harassment' } })).status()).toBe(
    201,
  )
  return { words, author }
}

async function ask(page: Page, words: string) {
  await signIn(page, 'dean@northfield.example', `/admin?tab=reports&search=${encodeURIComponent(words)}`)
  await page
    .getByRole('link', { name: /Harassment/ })
    .first()
    .click()
  await page.getByRole('article').getByRole('button', { name: 'Ask to open the seal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Why does a name need to be known?' })
  await dialog.getByLabel('Category').selectOption('threat')
  await dialog.getByLabel('Reason').fill(why)
  await dialog.getByRole('button', { name: 'Request' }).click()
  await expect(dialog.getByRole('status')).toContainText('Requested.')
  await dialog.getByRole('button', { name: 'Done' }).click()
}

const requestWith = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

test('two people open a seal: one asks from the case, another one approves, and the first one reads the name', {
  tag: '@both',
}, async ({ page, db, newStudent, newPage }) => {
  const { words, author } = await makeCase(db, newStudent)
  await ask(page, words)
  await page.goto('/admin?tab=seals')
  const own = requestWith(page, words)
  await expect(own.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const second = await newPage()
  await signIn(second, 'site@northfield.example', '/admin?tab=seals')
  const waiting = requestWith(second, words)
  await expect(waiting).toContainText(why)
  await waiting.getByRole('button', { name: 'Approve' }).click()
  await second.getByRole('dialog').getByLabel('Reason').fill('The threat is credible.')
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(waiting, 'it is no longer in this list').toHaveCount(0)

  await expect(own, 'the list of the first person follows').toHaveCount(0)
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await own.getByRole('button', { name: 'Show the name' }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(author.email)
})

test('the custodian, a student, finds the request from the notification, and declines it with a reason', {
  tag: '@both',
}, async ({ page, db, newStudent, newPage }) => {
  const custodian = await newStudent('Olive Custodian')
  const { words } = await makeCase(db, newStudent, 'custodian')
  const setCustodian = (id: string | null) =>
    sql`update schools set custodian_id = ${id} where email_domain = 'northfield.example'`.execute(db)
  await setCustodian(custodian.id)
  try {
    await ask(page, words)
    const other = await newPage()
    await signIn(other, custodian.email, '/notifications')
    await other.getByRole('link', { name: /A moderator asks to open a seal/ }).click()
    await expect(other).toHaveURL(/\/seals$/)
    const waiting = requestWith(other, words)
    await waiting.getByRole('button', { name: 'Decline' }).click()
    const dialog = other.getByRole('dialog', { name: 'Decline' })
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await dialog.getByLabel('Reason').fill('Rude, and not dangerous.')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(waiting).toHaveCount(0)
    await other.getByRole('link', { name: 'Past' }).click()
    await expect(waiting).toContainText('Declined by Olive Custodian')
    await other.goto('/admin')
    await expect(other.getByText('This area is for moderators')).toBeVisible()
  } finally {
    await setCustodian(null)
  }
})

test('a site administrator lets authorship end, and the form says after how many days', { tag: '@both' }, async ({
  page,
  db,
  newStudent,
  newPage,
}) => {
  await signIn(page, 'site@northfield.example', '/admin?tab=settings')
  const panel = page.getByRole('region', { name: 'Anonymity' })
  await panel.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who can open a seal?' })
  const days = dialog.getByLabel('Days until no one can tell who wrote something')
  await days.fill('20')
  await dialog.getByRole('button', { name: 'Request the change' }).click()
  await expect(dialog.getByText('Enter 30 to 730 days')).toBeVisible()
  await days.fill('365')
  await expect(dialog.getByText(/for good\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Request the change' }).click()
  await expect(panel.getByText(/^Waiting: .*No one can tell who wrote something after 365 days/)).toBeVisible()
  const withdrawn = panel.getByText(/\(withdrawn\)/)
  const earlier = await withdrawn.count() // this school may have had this journey at the other width before
  await panel.getByRole('button', { name: 'Withdraw' }).click()
  await expect(withdrawn).toHaveCount(earlier + 1)

  const setDays = (value: number | null) =>
    sql`update schools set unmaskable_days = ${value} where email_domain = 'northfield.example'`.execute(db)
  await setDays(365)
  try {
    const author = await newStudent()
    const other = await newPage()
    await signIn(other, author.email)
    await other.getByRole('button', { name: 'Post', exact: true }).click()
    const composer = other.getByRole('dialog', { name: 'Create Post' })
    await composer.getByLabel('Post anonymously').check()
    await expect(
      composer.getByText(/After 365 days no one can tell that you wrote this, including you\.$/),
    ).toBeVisible()
  } finally {
    await setDays(null)
  }
})
