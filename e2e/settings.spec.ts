import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, newcomer, signIn, test } from './kit.ts'
import { picture } from './pictures.ts'

test('a student completes their profile, and sees errors beside the fields', async ({ page }) => {
  const { email } = await newcomer(page, 'Tabitha Set', '/settings')
  await expect(page.getByText(email).first()).toBeVisible()
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  await page.getByLabel('Major').fill('Marine Biology')
  await page.getByLabel('Graduation year').fill('later')
  await page.getByRole('textbox', { name: 'Website' }).fill('javascript:alert(1)')
  await save.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(2)
  await expect(page.getByText('Enter a valid web address, e.g. example.com').first()).toBeVisible()
  await expect(page.getByLabel('Major')).toHaveValue('Marine Biology')
  await page.getByLabel('Graduation year').fill('2029')
  await page.getByRole('textbox', { name: 'Website' }).fill('tabitha.example')
  await save.click()
  await expect(page.getByText('Profile updated!')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Website' })).toHaveValue('https://tabitha.example')
  await page
    .getByLabel('File: Add cover photo')
    .setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer: await picture(900, 300) })
  await expect(page.getByRole('img', { name: 'Your cover' })).toBeVisible()
  await page.goto('/profile?tab=about')
  await expect(page.getByText('Marine Biology, class of 2029')).toBeVisible()
  await expect(page.getByRole('link', { name: 'tabitha.example' })).toHaveAttribute('rel', /noopener/)
})

test('keeps the chosen theme, from the first byte of the page', async ({ page }) => {
  await newcomer(page, 'Nerys Dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/settings')
  const lightness = () =>
    page.evaluate<number>('Number(/oklch\\(([\\d.]+)/.exec(getComputedStyle(document.body).backgroundColor)?.[1])')
  expect(await lightness()).toBeGreaterThan(0.9)
  await page.getByText('Dark', { exact: true }).click()
  expect(await lightness()).toBeLessThan(0.3)
  const html = await (await page.request.get('/settings', { headers: { accept: 'text/html' } })).text()
  expect(html).toContain('<html data-theme="dark"')
  await page.reload()
  expect(await lightness()).toBeLessThan(0.3)
  await page.getByText('System', { exact: true }).click()
  await page.reload()
  expect(await lightness()).toBeGreaterThan(0.9)
})

test('a student signs out another device, and then all others', async ({ page, newPage }) => {
  const { email } = await newcomer(page, 'Gideon Many')
  const others = [await newPage(), await newPage()]
  for (const there of others) {
    await there.goto(`/auth/google?login_hint=${email}`)
    await there.waitForURL(/dashboard/)
  }
  await page.goto('/settings')
  const devices = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Signed-in devices' }).last()
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expect(devices.getByText('This device', { exact: true })).toHaveCount(1)
  await devices
    .getByRole('button', { name: /^Sign out Chrome/ })
    .first()
    .click()
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: 'Sign out other devices' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByRole('button', { name: 'Sign out other devices' })).toBeHidden()
  for (const there of others) {
    await there.goto('/friends')
    await expect(there).toHaveURL(/\/login$/)
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('a student hides on this device what they wrote anonymously', async ({ page, newStudent }) => {
  const { api, email } = await newStudent()
  const content = `Whispered ${randomUUID()}`
  await api.post('/api/posts', { data: { content, is_anonymous: true } })
  await signIn(page, email, '/dashboard')
  const card = page.locator('main article').filter({ hasText: content })
  await expect(card.getByText('Only you can see this is yours')).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Hide what is mine on this device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hide what is mine' }).click()
  await expect(page.getByText(/^On this device, what you wrote anonymously looks like that of others/)).toBeVisible()
  await page.goto('/dashboard')
  await expect(card).toBeVisible()
  await expect(card.getByText('Only you can see this is yours')).toHaveCount(0)
})

test('a student downloads a copy of their data, once', async ({ page }) => {
  await newcomer(page, 'Rosalind Copy', '/settings')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const link = page.getByRole('link', { name: /^Download my-data.zip/ })
  await expect(link).toBeVisible()
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.zip')
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  await expect(page.getByText(/^You can download your data once a day/)).toBeVisible()
})

test('a student with an old sign-in must sign in again before their data is exported', async ({ page, db }) => {
  const { id } = await newcomer(page, 'Imogen Sure')
  const old = new Date(Date.now() - 6 * 60_000)
  await db.updateTable('sessions').set({ authenticated_at: old }).where('user_id', '=', id).execute()
  await page.goto('/settings?error=confirm_cancelled')
  await expect(page.getByText('You cancelled the sign-in. Nothing has changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download my data' })).toHaveCount(0)
  expect((await page.request.post('/api/users/me/export')).status()).toBe(403)
  await page.getByRole('link', { name: 'Confirm it’s you' }).click()
  await expect(page).toHaveURL(/\/settings\?confirmed=1$/)
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByRole('link', { name: /^Download my-data.zip/ })).toBeVisible()
})

test('a student deletes their account and restores it', async ({ page }) => {
  const { email, name } = await newcomer(page, 'Perdita Gone', '/settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  await expect(dialog.getByRole('button', { name: 'Delete my account' })).toBeDisabled()
  await expect(dialog.getByLabel('Delete my anonymous posts')).toBeChecked()
  await dialog.getByLabel('Keep them without an author').check()
  const deletion = page.waitForRequest((request) => request.method() === 'DELETE')
  const refused: string[] = []
  page.on('response', (response) => response.status() === 401 && refused.push(response.url()))
  await dialog.getByLabel('I understand, delete my account').check()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  expect((await deletion).postDataJSON()).toEqual({ confirm: true, anonymous: 'keep' })
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(refused, 'nothing is requested without the account').toEqual([])
  expect((await page.request.get('/api/me')).status()).toBe(401)

  await page.goto(`/auth/google?login_hint=${email}`)
  await expect(page.getByRole('heading', { name: 'Account Deleted' })).toBeVisible()
  await page.goto('/friends')
  await expect(page).toHaveURL(/\/blocked$/)
  await page.getByRole('button', { name: 'Restore my account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('a student opts out of mails, and reads the legal texts again', async ({ page }) => {
  await newcomer(page, 'Leopold Reader', '/settings')
  const choice = page.getByRole('checkbox', { name: /^Send notification emails to/ })
  await choice.click() // changes after the server's reply
  await expect(page.getByText('Profile updated!')).toBeVisible()
  await page.reload()
  await expect(choice).not.toBeChecked()
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name }).getByRole('heading', { level: 3 }).first()).toBeVisible()
    await page.keyboard.press('Escape')
  }
})
