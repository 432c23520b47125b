import type { Page } from '@playwright/test'

/** One picture of the first minutes of a new student: what they do before it. */
type Moment = { readonly name: string; readonly act: (page: Page) => Promise<unknown> }

/** By the domain of their addresses: a school with a year of content, and one without any. */
export const newSchools = { busy: 'northfield.example', empty: 'emptyfield.example' } as const

const press = async (page: Page, name: RegExp | string) => {
  const button = page.getByRole('button', { name, exact: typeof name === 'string' }).first()
  if (await button.isVisible()) await button.click()
}
const open = (path: string) => ({ name: path.slice(1), act: (page: Page) => page.goto(path) })
const openFirst = (name: string, links: string) => ({
  name,
  act: async (page: Page) => {
    const link = page.locator(links).first()
    if (await link.isVisible()) await link.click()
  },
})

/** What a new student sees from the sign-in on, in this order. What an empty school lacks is left out. */
export const firstMinutes = (email: string): readonly Moment[] => [
  { name: 'sign-in', act: (page) => page.goto('/login') },
  { name: 'terms', act: (page) => page.goto(`/auth/google?login_hint=${email}`) },
  {
    name: 'about you',
    act: async (page) => {
      const terms = page.getByRole('region', { name: 'Terms of Service' })
      await terms.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await press(page, 'Accept & Continue')
    },
  },
  {
    name: 'about you, filled',
    act: async (page) => {
      await page.getByLabel('Major').fill('Computer Science')
      await page.getByText(String(new Date().getFullYear() + 1), { exact: true }).click()
    },
  },
  { name: 'people', act: (page) => press(page, 'Continue') },
  { name: 'request sent', act: (page) => press(page, /^Add Friend: /) },
  { name: 'groups', act: (page) => press(page, 'Continue') },
  { name: 'joined', act: (page) => press(page, /^Join: /) },
  { name: 'you are in', act: (page) => press(page, 'Continue') },
  { name: 'say hi', act: (page) => press(page, 'Say hi') },
  {
    name: 'posted',
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click(),
  },
  { name: 'feed later', act: (page) => page.goto('/dashboard') },
  open('/friends'),
  open('/groups'),
  openFirst('a group', 'main a[href^="/groups/"]'),
  open('/events'),
  openFirst('an event', 'main article h3 a'),
  open('/marketplace'),
  openFirst('a listing', 'main article a'),
  open('/messages'),
  open('/assignment-help'),
  open('/confessions'),
  open('/rate-my-professor'),
  open('/notifications'),
  open('/profile'),
  open('/settings'),
]
