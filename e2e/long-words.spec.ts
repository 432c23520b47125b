// Names and titles that are one word of the greatest length: no page becomes wider than the screen.

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './kit.ts'

const word = (length: number) => 'Donaudampfschiff'.repeat(7).slice(0, length)

/** Creates one item of each kind, and returns the paths of the pages that show them. */
async function fill(page: Page): Promise<string[]> {
  const send = async (path: string, options: Parameters<typeof page.request.post>[1]) => {
    const answer = await page.request.post(path, options)
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    const { data } = (await answer.json()) as { data: { id: string } }
    return data.id
  }
  const description = word(100)
  await send('/api/posts', { data: { content: word(100) } })
  const start_date = Math.floor(Date.now() / 1000) + 7200
  const times = { start_date, end_date: start_date + 3600 }
  const event = await send('/api/events', { data: { title: word(100), description, location: word(100), ...times } })
  const goods = { price: 5, category: 'other', condition: 'good', media: [] }
  const listing = await send('/api/marketplace', { data: { title: word(100), description, ...goods } })
  const question = await send('/api/assignments', {
    data: { title: word(100), description, subject: 'Mathematics', course: word(100), tags: [word(50)] },
  })
  await send('/api/confessions', { data: { content: word(100) } })
  const group = await send('/api/groups', { data: { name: word(100), description } })
  const department_id = await send('/api/departments', { data: { name: word(100) } })
  const professor = await send('/api/professors', {
    multipart: {
      department_id,
      first_name: word(50),
      last_name: word(50),
      courses_taught: JSON.stringify([word(50)]),
      specializations: JSON.stringify([word(50)]),
    },
  })
  return [
    '/dashboard',
    '/events',
    `/events?event=${event}`,
    '/marketplace',
    `/marketplace?listing=${listing}`,
    '/assignment-help',
    `/assignment-help?question=${question}`,
    '/confessions',
    '/groups',
    `/groups/${group}`,
    '/rate-my-professor',
    `/rate-my-professor/${professor}`,
    '/profile',
  ]
}

/** What reaches beyond the right edge of a page that can be scrolled sideways. */
const findWide = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.body.querySelectorAll('*')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.tagName + ' ' + element.className)`

test('a word of the greatest length makes no page wider than the screen', { tag: '@both' }, async ({ page, db }) => {
  const domain = `${randomUUID()}.example`
  const school = { id: randomUUID(), name: word(100), email_domain: domain, country: 'Canada', timezone: 'UTC' }
  await db.insertInto('schools').values(school).execute()
  await signIn(page, `first@${domain}`)
  await page.request.put('/api/users/me', { data: { terms_accepted: 1, welcome: 'done' } })
  const profile = { name: word(100), major: word(100), bio: word(100), location: word(100) }
  const named = await page.request.put('/api/users/me', { data: profile })
  expect(named.ok(), await named.text()).toBe(true)
  for (const path of await fill(page)) {
    await page.goto(path)
    await expect(page.getByRole('heading').first(), path).toBeVisible()
    await expect(page.getByText(/Donaudampf/).first(), path).toBeVisible()
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    expect(await page.evaluate(findWide), path).toEqual([])
  }
})
