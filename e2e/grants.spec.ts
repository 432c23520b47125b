import { randomUUID } from 'node:crypto'
import { expect, signIn, test } from './kit.ts'

test('an administrator lets a student help with cases until a day, and withdraws it', { tag: '@both' }, async ({
  page,
  newStudent,
  newPage,
}) => {
  const word = `kittens-${randomUUID()}`
  const name = `Helper ${randomUUID().slice(0, 8)}`
  const helper = await newStudent(name)
  const [author, reporter] = [await newStudent(), await newStudent()]
  const made = await author.api.post('/api/posts', { data: { content: word } })
  const { data } = (await made.json()) as { data: { id: string } }
  expect((await reporter.api.post(`/api/posts/${data.id}/report`, { data: { reason: 'spam' } })).status()).toBe(201)

  await signIn(page, 'dean@northfield.example', `/admin?tab=users&search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Moderation rights' }).click()
  const dialog = page.getByRole('dialog', { name: 'Moderation rights' })
  await dialog.getByRole('checkbox', { name: /^Cases/ }).check()
  await dialog.getByLabel('Until the end of').fill('2001-01-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose a date in the future')).toBeVisible()
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Until the end of').fill(day)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)

  const other = await newPage()
  await signIn(other, helper.email, '/dashboard')
  await other.goto(`/admin?search=${word}`)
  const sections = other.getByRole('navigation', { name: 'Admin sections' })
  await expect(sections.getByRole('link')).toHaveText(['Cases'])
  const link = other.getByRole('list', { name: 'Pending cases' }).getByRole('link')
  await expect(link).toContainText(word)
  await link.click()
  await expect(other.getByRole('article').getByRole('button', { name: 'Dismiss' })).toBeVisible()
  await expect(other.getByText('User Activity History')).toHaveCount(0)
  await other.goto('/admin?tab=users')
  await expect(sections.getByRole('link')).toHaveText(['Cases'])
  await expect(other.getByRole('heading', { name: 'Users' })).toHaveCount(0)
  expect((await helper.api.get('/admin/users')).status()).toBe(403)

  await page.goto('/admin?tab=settings')
  await page.getByRole('button', { name: `Withdraw the grants of ${name}` }).click()
  const question = page.getByRole('dialog', { name: 'Withdraw grants' })
  await question.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Withdraw the grants of ${name}` })).toHaveCount(0)
  expect((await helper.api.get('/admin/cases')).status()).toBe(403)
  await other.reload()
  await expect(other.getByText('This area is for moderators')).toBeVisible()
})
