import { moderate, reverse } from '../src/features/moderation/server/actions.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { expect, signIn, signInNew, test } from './kit.ts'

test('informs a banned student, who can only log out', async ({ page }) => {
  await signIn(page, 'mallory@northfield.example')
  await expect(page).toHaveURL(/\/blocked$/)
  await expect(page.getByRole('heading', { name: 'Account Banned' })).toBeVisible()
  await expect(page.getByText('Need help? Contact support')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    'mailto:support@quad.example',
  )
  await page.goto('/login')
  await expect(page).toHaveURL(/\/blocked$/)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('shows a suspended student when the suspension ends', async ({ page }) => {
  await signIn(page, 'sam@northfield.example')
  await expect(page.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
  await expect(page.getByText(/^Suspension ends: .+\d{4}.+\d\d?:\d\d/)).toBeVisible()
})

test('redirects an active user back, and a signed-out client to sign in', async ({ page }) => {
  await page.goto('/blocked')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'ada@northfield.example', '/blocked')
  await expect(page.getByRole('heading', { name: 'Account Active' })).toBeVisible()
  await expect(page.getByText('Your account is active. You can return to the main site.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible()
})

test('a failed status check can be repeated', async ({ page }) => {
  await signIn(page, 'ada@northfield.example')
  await page.route('**/api/me', (route) => route.abort())
  await page.goto('/blocked')
  await expect(page.getByRole('heading', { name: 'Status Check Failed' })).toBeVisible()
  await expect(page.getByText('Unable to verify account status. Please try refreshing the page.')).toBeVisible()
  await page.unroute('**/api/me')
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { name: 'Account Active' })).toBeVisible()
})

test('without a stream, the next action of a suspended student redirects them, and a reversal lets them in again', async ({
  page,
  db,
}) => {
  await page.route('**/api/live*', (route) => route.abort())
  const email = await signInNew(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  const { id, school_id } = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'school_id'])
    .executeTakeFirstOrThrow()
  const person = { id, schoolId: school_id }
  const dean = { id: null, name: 'Dean' }
  const action = await withTransaction(db, (trx) =>
    moderate(trx, dean, person, { type: 'suspend', reason: 'Shouting', days: 3 }),
  )

  // The page polls without a stream, and may redirect before the click.
  const like = page.getByRole('button', { name: /^Like/ }).first().click()
  await Promise.race([like.catch(() => {}), page.waitForURL(/\/blocked$/)])
  await expect(page).toHaveURL(/\/blocked$/)
  await expect(page.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()

  await withTransaction(db, (trx) => reverse(trx, dean, person, action, 'It was a rehearsal'))
  await page.goto('/dashboard')
  await expect(page.getByRole('article').first()).toBeVisible()
})
