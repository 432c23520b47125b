import { TZDate } from '@date-fns/tz'
import { addMonths, addWeeks, startOfMonth, startOfWeek } from 'date-fns'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { events } from '../contract.ts'

const { app, ada, grace } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})

const list = async (person: TestUser, query: Record<string, string | number> = {}) =>
  (await as(app, person)(events.list, { query })).body
const titles = async (person: TestUser, query = {}) => (await list(person, query)).data.map(({ title }) => title)
const announce = (title: string, start: number, end: number, person = grace) =>
  as(app, person)(events.create, {
    body: { title, description: 'x', location: 'y', start_date: Math.floor(start), end_date: Math.floor(end) },
  })

const now = Date.now() / 1000
const hour = 3600
const day = 24 * hour

test('lists current and upcoming events first, soonest first, then past ones, latest first', async () => {
  await announce('last week', now - 7 * day, now - 7 * day + hour)
  await announce('next week', now + 7 * day, now + 7 * day + hour)
  await announce('yesterday', now - day, now - day + hour)
  await announce('going on', now - hour, now + hour)
  await announce('tomorrow', now + day, now + day + hour)
  const all = ['going on', 'tomorrow', 'next week', 'yesterday', 'last week']
  expect(await titles(ada)).toEqual(all)
  for (let page = 1; page <= 5; page++) expect(await titles(ada, { page, limit: 1 })).toEqual([all[page - 1]])
  expect((await list(ada, { page: 1, limit: 3 })).pagination).toEqual({ page: 1, limit: 3, hasMore: true })
  expect(await titles(ada, { page: 2, limit: 3 })).toEqual(all.slice(3))
  expect((await list(ada, { page: 2, limit: 3 })).pagination.hasMore).toBe(false)
  expect((await list(ada)).pagination.limit).toBe(50)
})

test('filters own events by organizer and attended events by attendance', async () => {
  const { id } = await makeEvent(app, grace, { title: 'hers' })
  await makeEvent(app, grace, { title: 'also hers' })
  await makeEvent(app, ada, { title: 'mine' })
  await as(app, ada)(events.rsvp, { params: { id }, body: { status: 'attending' } })
  expect(await titles(ada, { filter: 'my-events' })).toEqual(['mine'])
  expect(await titles(ada, { filter: 'attending' })).toEqual(['hers'])
  expect(await titles(ada, { filter: 'group-events' })).toEqual([])
  expect(await titles(ada, { filter: 'nonsense' })).toHaveLength(3)
})

test('searches title, place, tags and description and treats every character literally', async () => {
  await makeEvent(app, grace, { title: 'Night of 100% rye_bread' })
  await makeEvent(app, grace, { title: 'Chess' })
  expect(await titles(ada, { search: 'RYE' })).toEqual(['Night of 100% rye_bread'])
  expect(await titles(ada, { search: '100%' })).toEqual(['Night of 100% rye_bread'])
  for (const search of ['%', 'rye_bread', '_', '\\']) {
    const found = await titles(ada, { search })
    expect(found, search).toEqual(search === '\\' ? [] : ['Night of 100% rye_bread'])
  }
  expect(await titles(ada, { search: 'main hall' })).toHaveLength(2)
  expect(await titles(ada, { search: 'nothing' })).toEqual([])
})

test.each(['America/New_York', 'Europe/London', 'Asia/Kathmandu', 'Pacific/Auckland'])(
  'begins the week on Monday and the month on the first in %s',
  async (timezone) => {
    await app.db.updateTable('schools').set({ timezone }).where('id', '=', ada.schoolId).execute()
    const here = TZDate.tz(timezone)
    const seconds = (date: Date) => date.getTime() / 1000
    const monday = startOfWeek(here, { weekStartsOn: 1 })
    const spans = {
      'this-week': [seconds(monday), seconds(addWeeks(monday, 1))],
      'this-month': [seconds(startOfMonth(here)), seconds(addMonths(startOfMonth(here), 1))],
    } as const
    for (const [filter, [start, end]] of Object.entries(spans)) {
      const mark = `${filter} ${timezone}`
      await announce(`${mark} just over`, start - hour, start)
      await announce(`${mark} reaches in`, start - hour, start + 1)
      await announce(`${mark} lies within`, start, end)
      await announce(`${mark} reaches out`, end - 1, end + hour)
      await announce(`${mark} spans it`, start - 40 * day, end + 40 * day)
      await announce(`${mark} begins next`, end, end + hour)
      const found = await titles(ada, { filter, search: mark })
      expect(found.sort()).toEqual(
        ['lies within', 'reaches in', 'reaches out', 'spans it'].map((tail) => `${mark} ${tail}`),
      )
    }
  },
)

test('lists the events that overlap a time range, ordered by start', async () => {
  await announce('before', now - 3 * day, now - 2 * day)
  await announce('across', now - 3 * day, now + 3 * day)
  await announce('within', now - hour, now + hour)
  await announce('after', now + 2 * day, now + 3 * day)
  const [from, to] = [Math.floor(now - day), Math.floor(now + day)]
  expect(await titles(ada, { from, to })).toEqual(['across', 'within'])
  expect(await titles(ada, { from })).toEqual(['across', 'within', 'after'])
  expect(await titles(ada, { to })).toEqual(['before', 'across', 'within'])
  expect(await titles(ada, { from, to, limit: 1, page: 2 })).toEqual(['within'])
  expect(await titles(ada, { from: 'x', to: -1 })).toHaveLength(4)
})
