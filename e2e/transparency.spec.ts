import { expect, signIn, signInNew, test } from './kit.ts'

test('a student reads the numbers of two quarters', { tag: '@both' }, async ({ page }) => {
  await signInNew(page, '/settings')
  await page.getByRole('link', { name: 'Moderation in numbers' }).click()
  const decisions = page.getByRole('region', { name: 'Decisions' })
  await expect(decisions).toContainText('Warnings18')
  await page.getByLabel('Quarter').selectOption({ index: 1 })
  await expect(page).toHaveURL(/\/transparency\?period=\d{4}-Q\d$/)
  await expect(decisions).toContainText('Warnings10')
  await page.goBack()
  await expect(decisions).toContainText('Warnings18')
})

test('a reader without an account gets the page and the CSV file of a public school', async ({ page }) => {
  const schools = (await (await page.request.get('/api/public/schools')).json()) as {
    data: { id: string; name: string }[]
  }
  const find = (name: string) => schools.data.find((school) => school.name === name)?.id
  await page.goto(`/transparency/${find('Northfield University')}`)
  await expect(page.getByText('Northfield University')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Appeals' })).toContainText('The decision stands')
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await waiting).suggestedFilename()).toMatch(/^numbers-\d{4}-Q\d\.csv$/)

  await page.goto(`/transparency/${find('Easton Academy')}`)
  await expect(page.getByRole('heading', { name: 'No published numbers' })).toBeVisible()
})

test('an administrator adds, changes and withdraws a rule, and moderators choose it', async ({ page }) => {
  await signIn(page, 'head@easton.example', '/admin?tab=settings')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByLabel('Title').fill('Quiet after ten')
  await dialog.getByLabel('Text').fill('Do not call people after ten in the evening.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(dialog.getByLabel('Title'), 'the draft').toHaveValue('Quiet after ten')
  await dialog.getByLabel('Harassment').check()
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Quiet after ten' })
  await expect(row).toContainText('Version 1')

  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit rule' })
  await edit.getByLabel('Text').fill('Do not call people after eleven in the evening.')
  await edit.getByRole('button', { name: 'Save rule' }).click()
  await expect(row).toContainText('after eleven')
  await expect(row).toContainText('Version 2')

  await page.goto('/admin?tab=content')
  await page.getByRole('row').last().getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByLabel('Rule')).toContainText('Quiet after ten')

  await page.goto('/admin?tab=settings')
  await row.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Withdraw rule' }).click()
  await expect(row).toHaveCount(0)
})
