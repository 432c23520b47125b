import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { schools } from '../contract.ts'

const { app, school, ada, dean, site, foreigner, head } = await campus({
  perTest: true,
  people: { ada: {}, dean: { role: 'admin' }, site: { role: 'site_admin' } },
  foreign: { people: { foreigner: {}, head: { role: 'admin' } } },
})

const list = async (person: TestUser) => (await as(app, person)(schools.places)).body.data
const put = (person: TestUser, places: object[]) =>
  as(app, person)(schools.setPlaces, { params: { id: school.id }, body: { places } as never })
const library = { name: 'Library', map: 'Main entrance, by the clock', hours: 'Mon–Fri 8–20' }
const cafe = { name: 'Café', map: '', hours: '' }

test('admins of the school and of the site list its meeting places, which its members read', async () => {
  expect(await list(ada)).toEqual([])
  const { status, body } = await put(dean, [{ ...library, name: ' Library ' }, { name: 'Café' }])
  const places = [
    { id: 1, ...library },
    { id: 2, ...cafe },
  ]
  expect([status, body.data]).toEqual([200, places])
  expect(await list(ada)).toEqual(places)
  expect(await list(foreigner)).toEqual([])
  expect((await put(site, [library])).status).toBe(200)
  expect((await put(ada, [])).status).toBe(403)
  expect((await put(head, [])).status).toBe(404)
  expect(await list(ada)).toHaveLength(1)
})

test('a place keeps its number when it is changed or moved, and a new place gets another', async () => {
  await put(dean, [library, cafe])
  const ids = async (places: object[]) => (await put(dean, places)).body.data.map(({ id, name }) => [id, name])
  expect(
    await ids([
      { id: 2, ...cafe, name: 'Bar' },
      { id: 1, ...library },
    ]),
  ).toEqual([
    [2, 'Bar'],
    [1, 'Library'],
  ])
  expect(
    await ids([
      { ...cafe, name: 'Gate' },
      { id: 2, ...cafe },
      { id: 2, ...library },
      { id: 9, ...cafe },
    ]),
  ).toEqual([
    [3, 'Gate'],
    [2, 'Café'],
    [4, 'Library'],
    [5, 'Café'],
  ])
})

test.each([
  [[{ name: ' ' }], 'Name the place'],
  [[{ name: 'x'.repeat(101) }], expect.stringContaining('100')],
  [Array.from({ length: 31 }, () => cafe), 'List up to 30 places'],
])('refuses the places %j', async (places, problem) => {
  const { status, body } = await put(dean, places)
  expect([status, body.error]).toEqual([400, problem])
  expect(await list(ada)).toEqual([])
})
