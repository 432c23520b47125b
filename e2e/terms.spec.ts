import { randomUUID } from 'node:crypto'
import { expect, signIn, test } from './kit.ts'

const arrive = (page: Parameters<typeof signIn>[0]) => signIn(page, `new-${randomUUID()}@northfield.example`)

test('a new student reads the terms to the end and accepts them, once', { tag: '@both' }, async ({ page }) => {
  await arrive(page)
  const dialog = page.getByRole('dialog', { name: 'Legal Agreement Required' })
  const accept = dialog.getByRole('button', { name: 'Accept & Continue' })
  await expect(
    dialog.getByText('Please scroll to the bottom to read the complete Terms of Service before accepting.'),
  ).toBeVisible()
  await expect(accept).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()

  await dialog.getByRole('tab', { name: 'Privacy Policy' }).click()
  await expect(
    dialog.getByText('Please scroll to the bottom to read the complete Privacy Policy before accepting.'),
  ).toBeVisible()
  await expect(dialog.getByRole('heading', { name: /^12\. / })).toBeAttached()

  const text = dialog.getByRole('region', { name: 'Privacy Policy' })
  await text.evaluate((element) => element.scrollTo(0, element.scrollHeight - element.clientHeight - 60))
  await expect(accept).toBeDisabled()
  const before = await dialog.boundingBox()
  await text.evaluate((element) => element.scrollTo(0, element.scrollHeight - element.clientHeight - 45))
  await expect(accept).toBeEnabled()
  await expect(dialog.getByText(/^Please scroll to the bottom/)).toBeHidden()
  expect(await dialog.boundingBox(), 'the dialog keeps its height').toEqual(before)
  await accept.click()
  await expect(dialog).toBeHidden()

  await page.reload()
  await expect(page.getByRole('dialog', { name: /^About you/ })).toBeVisible() // what a new student sees next
  await expect(dialog).toBeHidden()
})

test('signs out a student who declines', async ({ page }) => {
  await arrive(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect((await page.request.get('/api/me')).status()).toBe(401)
})

test('the dialog closes even if saving fails, and opens again, unread, at the next load', async ({ page }) => {
  await arrive(page)
  const dialog = page.getByRole('dialog', { name: 'Legal Agreement Required' })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/users/accept-terms', async (route) => {
    await answered
    await route.fulfill({ status: 500, json: {} })
  })
  await dialog
    .getByRole('region', { name: 'Terms of Service' })
    .evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await dialog.getByRole('button', { name: 'Accept & Continue' }).click()
  await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  answer()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(dialog.getByRole('tab', { name: 'Terms of Service' })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('button', { name: 'Accept & Continue' })).toBeDisabled()
})
