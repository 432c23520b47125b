import type { Locator, Page } from '@playwright/test'
import { expect, settle, signIn, test } from './kit.ts'

const ada = 'ada@northfield.example'
const dean = 'dean@northfield.example'

/** The documented tabs of a page, by the name of their navigation. */
const pages: readonly {
  path: string
  as: string
  tabs: string
  names: readonly RegExp[]
  open?: (page: Page) => Locator
}[] = [
  { path: '/profile', as: ada, tabs: 'Profile', names: [/^About/, /^Friends/, /^Posts/] },
  {
    path: '/friends',
    as: ada,
    tabs: 'People',
    names: [/^Requests/, /^Sent/, /^Blocked/, /^Directory \d+/, /^Friends \d+/],
  },
  { path: '/groups', as: ada, tabs: 'Groups', names: [/^Suggested/, /^Your Groups \(\d+\)/] },
  {
    path: '/groups',
    as: ada,
    tabs: 'Group sections',
    names: [/^Events/, /^Members \d+/, /^About/, /^Posts/],
    open: (page) => page.locator('main a[href^="/groups/"]').first(),
  },
  {
    path: '/admin',
    as: dean,
    tabs: 'Admin sections',
    names: [
      /^Reports/,
      /^Appeals/,
      /^Moderation History/,
      /^Users/,
      /^Content Management/,
      /^Analytics/,
      /^Settings/,
      /^Overview/,
    ],
  },
]

for (const { path, as, tabs, names, open } of pages)
  test(`each tab of ${tabs} is one tap away on a phone`, { tag: '@phone' }, async ({ page }) => {
    await signIn(page, as, path)
    await settle(page)
    if (open) await open(page).click()
    const row = page.getByRole('navigation', { name: tabs, exact: true })
    for (const name of names) {
      const tab = row.getByRole('link', { name })
      await tab.tap()
      await expect(tab).toHaveAttribute('aria-current', 'page')
      await expect(tab).toBeInViewport()
      expect((await tab.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    }
  })

test('each tab of the settings of a group is one tap away on a phone', { tag: '@phone' }, async ({
  page,
  newStudent,
}) => {
  const { api, email } = await newStudent()
  const { data } = await (await api.post('/api/groups', { data: { name: 'Kites' } })).json()
  await signIn(page, email, `/groups/${data.id}/settings`)
  const row = page.getByRole('navigation', { name: 'Settings', exact: true })
  for (const name of ['Privacy', 'Members', 'Danger Zone', 'General']) {
    await row.getByRole('link', { name }).tap()
    await expect(row.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
})
