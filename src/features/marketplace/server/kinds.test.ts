import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { marketplace } from '../contract.ts'

const { app, ada, grace } = await campus({ perTest: true, people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } } })

const titles = async (query: Record<string, string> = {}) =>
  (await as(app, grace)(marketplace.list, { query })).body.data.map(({ title }) => title).sort()

test('a listing is for sale unless it says otherwise, and keeps the digits of its ISBN and its course', async () => {
  expect(await makeListing(app, ada)).toMatchObject({ kind: 'sale', isbn: null, course: null })
  const book = await makeListing(app, ada, { kind: 'wanted', isbn: '0-13-110362-8', course: ' CS 101 ' })
  expect(book).toMatchObject({ kind: 'wanted', isbn: '9780131103627', course: 'CS 101' })
  const edit = async (body: object) =>
    (await as(app, ada)(marketplace.update, { params: { id: book.id }, body })).body.data
  expect(await edit({ isbn: '978-0-13-110362-7' })).toMatchObject({ isbn: '9780131103627', version: 1 })
  expect(await edit({ title: 'C' })).toMatchObject({ isbn: '9780131103627', course: 'CS 101', version: 2 })
  expect(await edit({ kind: 'sale', isbn: '', course: '' })).toMatchObject({ kind: 'sale', isbn: null, course: null })
})

test.each([
  [{ isbn: '9780131103628' }, 'Enter an ISBN with 10 or 13 digits. One of the digits is wrong.'],
  [{ isbn: 'a book' }, 'Enter an ISBN with 10 or 13 digits. One of the digits is wrong.'],
  [{ kind: 'rent' }, 'Kind must be one of: sale, wanted'],
  [{ course: 'x'.repeat(101) }, expect.stringContaining('100')],
])('refuses a listing with %j', async (wrong, problem) => {
  const body = { title: 'Book', description: 'Read', price: 0, ...wrong }
  const { status, body: reply } = await as(app, ada)(marketplace.create, { body: body as never })
  expect([status, reply.error]).toEqual([400, problem])
})

test('filters by kind and ISBN, and lists all kinds without a filter', async () => {
  await makeListing(app, ada, { title: 'Book', isbn: '9780131103627' })
  await makeListing(app, ada, { title: 'Bike', kind: 'wanted' })
  await makeListing(app, ada, { title: 'Search', kind: 'wanted', isbn: '0131103628' })
  expect(await titles()).toEqual(['Bike', 'Book', 'Search'])
  expect(await titles({ kind: 'wanted' })).toEqual(['Bike', 'Search'])
  expect(await titles({ isbn: '0-13-110362-8' })).toEqual(['Book', 'Search'])
  expect(await titles({ isbn: '9780131103627', kind: 'sale' })).toEqual(['Book'])
  expect(await titles({ isbn: '9780804429573' })).toEqual([])
  expect(await titles({ isbn: 'wrong', kind: 'rent' })).toEqual(['Bike', 'Book', 'Search'])
})
