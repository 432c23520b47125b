import { moderate } from '../src/features/moderation/server/actions.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { expect, signIn, signInNew, test } from './kit.ts'

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
  await page.getByRole('button', { name: 'Appeal this decision' }).click()
  await page.getByLabel('Tell us what we got wrong').fill('I was at home that evening.')
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
