import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, settle, signIn, test } from './kit.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('axe finds nothing on the way in', async ({ page }) => {
      await page.goto('/login?error=oauth_failed')
      await page.getByRole('button', { name: 'View supported schools' }).click()
      await page.getByRole('button', { name: /Easton/ }).click()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Sign in with Google' }).click()
      await page.getByRole('heading', { name: 'Who would you like to be?' }).waitFor()
      await expectAccessible(page)
      await signIn(page, 'sam@northfield.example')
      await page.getByRole('heading', { name: 'Account Suspended' }).waitFor()
      await expectAccessible(page)
      await signIn(page, `axe-${randomUUID()}@northfield.example`)
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
    })

    test('axe finds nothing in what is still on its way', async ({ page }) => {
      await signIn(page, 'ada@northfield.example')
      const nowhere = '00000000-0000-4000-8000-000000000000'
      await page.route(new RegExp(nowhere), (route) =>
        route.request().resourceType() === 'fetch' ? null : route.continue(),
      )
      for (const path of ['profile', 'groups', 'rate-my-professor']) {
        await page.goto(`/${path}/${nowhere}`)
        await page
          .getByRole('main')
          .getByRole('status', { name: /^Loading/ })
          .waitFor()
        await expectAccessible(page)
      }
      await page.goto(`/groups/${nowhere}/settings`)
      await page.getByRole('heading', { name: 'Group settings', level: 1 }).waitFor()
      await expectAccessible(page)
    })

    test('axe finds nothing in the feed and its dialogs', async ({ page, isMobile }) => {
      await signIn(page, 'dean@northfield.example')
      const own = page.getByRole('article', { name: /Dean/ }).first()
      await expect(page.getByRole('article').first()).toBeVisible()
      await page
        .getByRole('button', { name: /^[1-9]\d* comments?$/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Reply' }).first().click()
      await expectAccessible(page)
      await page.goto('/dashboard?filter=my-posts')
      await own.getByRole('button', { name: 'More about this post' }).click()
      await page.getByRole('menuitem').waitFor()
      await expectAccessible(page)
      await page.getByRole('menuitem').click()
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Post', exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      if (isMobile) {
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('dialog').waitFor()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await page.getByRole('dialog').waitFor()
        await expectAccessible(page)
      }
    })

    test('axe finds nothing on the other pages', async ({ page }) => {
      test.slow() // seven of them
      await signIn(page, 'ada@northfield.example')
      const few = ['/assignment-help?search=quicksort', '/confessions?search=statue']
      for (const path of ['/friends', ...few, '/admin', '/no/such/page', '/dashboard?search=zzzzzz']) {
        await page.goto(path)
        await settle(page)
        await expectAccessible(page)
      }
    })
  })
}
