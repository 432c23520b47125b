import { expect, expectAccessible, newcomer, settle, signIn, test } from './kit.ts'
import { picture } from './pictures.ts'

test('a student writes about themselves in place', async ({ page, db }) => {
  const { id, name } = await newcomer(page, 'Imogen Plain', '/profile')
  await db.updateTable('users').set({ name_changed_at: null }).where('id', '=', id).execute()
  await page.getByRole('button', { name: 'Edit profile' }).click()
  const form = page.getByRole('form', { name: 'Edit profile' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Bio').fill('Owls, mostly.\nSome voles.')
  await form.getByLabel('Location').fill('Gullhaven')
  await page.route('**/api/users/me', (route) => route.abort())
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update profile').first()).toBeVisible()
  await expect(form.getByLabel('Bio')).toHaveValue('Owls, mostly.\nSome voles.')
  await page.unroute('**/api/users/me')
  await form.getByLabel('Name').fill(' ')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText('A name is needed')
  await expect(page.locator('[data-type=error]')).toHaveCount(0) // the toasts have gone
  await expectAccessible(page)
  await form.getByLabel('Name').fill('Imogen Quayle')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile updated!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Imogen Quayle' })).toBeVisible()
  await expect(page.getByText('Gullhaven')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Owls, mostly.')).toBeVisible()
  await expect(page.getByText(`Previously ${name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await form.getByLabel('Name').fill('Imogen Again')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText(/^You can change your name again on \d+ \w+ \d{4}\.$/)
})

test('a student hangs up a photo, and is told what cannot be one', async ({ page }) => {
  await newcomer(page, 'Phoebe Face', '/profile')
  const chooser = page.getByLabel('File: Change profile photo')
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await expect(page.getByText('File must be an image').first()).toBeVisible()
  await chooser.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText('Only JPEG, PNG, and WebP images are allowed').first()).toBeVisible()
  await chooser.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) })
  await expect(page.getByText('Image is too large. Maximum size after compression is 1MB.').first()).toBeVisible()
  await page.route('**/upload', (route) => route.abort())
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture(300, 300) })
  await expect(page.getByText('Failed to upload photo').first()).toBeVisible()
  await page.unroute('**/upload')
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture(1600, 1600) })
  await expect(page.getByText('Profile photo updated!')).toBeVisible({ timeout: 20_000 })
  const faces = page.getByRole('main').locator('header img[src^="/media/"]')
  await expect(faces.first()).toBeVisible()
  await page.reload()
  await expect(faces.first()).toBeVisible()
})

test('a profile has its posts, what it is about, and its friends', async ({ page }) => {
  await signIn(page, 'ada@northfield.example', '/friends')
  await page.getByRole('link', { name: 'Grace Mbeki', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Mbeki' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'In figures' })).toContainText(/\d+ posts.*\d+ friends.*\d+ event/)
  await expect(page.getByRole('article', { name: 'Post by Grace Mbeki' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Message', exact: true })).toHaveAttribute(
    'href',
    /^\/messages\/[0-9a-f-]{36}$/,
  )
  const like = page.getByRole('article').first().getByRole('button', { name: /^Like/ })
  const was = await like.getAttribute('aria-pressed')
  await like.click()
  await expect(like).not.toHaveAttribute('aria-pressed', String(was))
  await like.click()
  await page.getByRole('main').getByRole('link', { name: 'About', exact: true }).click()
  await expect(page.getByText('Mechanical Engineering, class of 2027')).toBeVisible()
  await expect(page.getByText('@northfield.example')).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Friends', exact: true }).click()
  await page
    .getByRole('list', { name: 'Friends' })
    .getByRole('link', { name: /Alan Teo/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Alan Teo' })).toBeVisible()
  await page.goto('/profile?tab=about')
  await page.getByRole('main').getByRole('link', { name: 'edit', exact: true }).click()
  await expect(page).toHaveURL(/\/settings$/)
})

test('a newcomer has no posts and no friends yet, and nobody is at an unknown address', async ({ page }) => {
  const { id } = await newcomer(page, 'Winifred New')
  await page.goto(`/profile/${id}`)
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
  await page.goto('/profile?tab=friends')
  await expect(page.getByRole('heading', { name: 'Friends list coming soon...' })).toBeVisible()
  for (const path of ['/profile/00000000-0000-4000-8000-000000000000', '/profile/nobody']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard')
  }
  await expectAccessible(page)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on profiles, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await signIn(page, 'ada@northfield.example')
    for (const name of ['posts', 'about', 'friends']) {
      await page.goto(`/profile?tab=${name}`)
      await settle(page)
      await expectAccessible(page)
    }
    await page.getByRole('button', { name: 'Edit profile' }).click()
    await expectAccessible(page)
    await page.goto('/friends?tab=directory')
    await page.getByRole('list', { name: 'directory' }).getByRole('link').first().click()
    await settle(page)
    await expectAccessible(page)
  })
}
