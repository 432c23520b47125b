import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { deleteUser, makeBlock, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { messages } from '../../messages/contract.ts'
import { conversations } from '../../messages/conversation-contract.ts'
import { defaultInterest, marketplace } from '../contract.ts'

const { app, school, ada, grace } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})

const valid = { title: 'A bicycle', description: 'Red, with a basket.', price: 120 }
const create = (body: object, person = ada) => as(app, person)(marketplace.create, { body })
const list = async (person: TestUser, query: Record<string, string | number> = {}) =>
  (await as(app, person)(marketplace.list, { query })).body
const titles = async (person: TestUser, query = {}) => (await list(person, query)).data.map(({ title }) => title)
const favorite = (person: TestUser, id: string) => as(app, person)(marketplace.favorite, { params: { id } })
const ask = (person: TestUser, id: string, message: unknown = 'Is it still there?') =>
  as(app, person)(marketplace.interest, { params: { id }, body: { message } })

test('creates a listing with images and marks it as the seller’s own', async () => {
  const media = [
    await makeUpload(app, ada, { type: 'listing' }),
    await makeUpload(app, ada, { type: 'listing', width: 50 }),
  ]
  const images = media.map(({ url }) => url)
  const { status, body } = await create({ ...valid, category: 'other', condition: 'like-new', images })
  expect(status).toBe(201)
  expect(body.data).toEqual({
    id: expect.any(String),
    ...valid,
    category: 'other',
    condition: 'like-new',
    images,
    media,
    seller: { id: ada.id, name: 'Ada', avatar_url: null, avatar: null },
    seller_id: ada.id,
    created_at: expect.any(Number),
    favorites_count: 0,
    is_favorited: false,
    previous_price: null,
    version: 1,
    state: 'available',
    reserved_until: null,
    reserved_for: null,
    expires_at: null,
    kind: 'sale',
    isbn: null,
    course: null,
    outcome: null,
    seller_facts: { sold: 0, went_well: null, answers_within: null, since: expect.any(Number) },
    can: {
      edit: true,
      delete: true,
      contact: false,
      report: false,
      reserve: true,
      release: false,
      sell: true,
      withdraw: true,
      renew: false,
      answer: false,
    },
  })
  const show = (person: TestUser) => as(app, person)(marketplace.show, { params: { id: body.data.id } })
  expect((await show(grace)).body.data.can).toEqual({
    ...{ edit: false, delete: false, contact: true, report: true },
    ...{ reserve: false, release: false, sell: false, withdraw: false, answer: false, renew: false },
  })
  expect((await show(await makeUser(app, { school: await makeSchool(app) }))).status).toBe(404)
})

test.each([
  [{ title: undefined }, 'Title is required'],
  [{ title: ' ' }, 'Title is required'],
  [{ description: '' }, 'Description is required'],
  [{ price: undefined }, 'Price is required'],
  [{ price: null }, 'Price is required'],
  [{ price: '12' }, 'Enter a price like 20 or 12.50'],
  [{ price: -0.01 }, 'The price can’t be less than 0'],
  [{ price: 1.234 }, 'Enter a price like 20 or 12.50'],
  [{ price: 0.1 + 0.2 }, 'Enter a price like 20 or 12.50'],
  [{ price: 1e9 }, 'The price can’t be more than 9,999,999.99'],
  [{ category: 'pets' }, 'Category must be one of: textbooks, electronics, furniture, clothing, other'],
  [{ condition: 'broken' }, 'Condition must be one of: new, like-new, good, fair, poor'],
  [{ images: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'Add up to 5 photos'],
  [{ images: ['https://elsewhere.example/a.png'] }, 'You can only attach files you uploaded.'],
])('rejects %j and stores nothing', async (wrong, problem) => {
  const { status, body } = await create({ ...valid, ...wrong })
  expect([status, body.error]).toEqual([400, problem])
  expect(await titles(ada)).toEqual([])
})

test('keeps prices exact to the cent, also in a sum', async () => {
  const prices = [0, 0.01, 0.07, 0.29, 1.1, 19.99, 1234.56, 8_999_999.95, 9_999_999.99]
  for (const price of prices) expect((await makeListing(app, ada, { price })).price).toBe(price)
  expect((await list(grace, { sort: 'price-low' })).data.map(({ price }) => price)).toEqual(prices)
  const { rows } = await sql<{ sum: string }>`select sum(price) from listings where school_id = ${school.id}`.execute(
    app.db,
  )
  expect(rows[0]?.sum).toBe('19001255.96')
  expect(await titles(ada, { price_min: '0.07', price_max: '0.29' })).toHaveLength(2)
  expect(await titles(ada, { price_min: 'cheap', price_max: '1e9' })).toHaveLength(prices.length)
})

test('filters, sorts, searches and pages the list', async () => {
  await makeListing(app, ada, { title: 'Algebra', category: 'textbooks', condition: 'good', price: 20 })
  await makeListing(app, ada, { title: 'Lamp 100%', category: 'furniture', condition: 'new', price: 10 })
  const chair = await makeListing(app, grace, { title: 'Chair', category: 'furniture', condition: 'poor', price: 30 })
  const newest = ['Chair', 'Lamp 100%', 'Algebra']
  expect(await titles(ada)).toEqual(newest)
  expect(await titles(ada, { sort: 'nonsense', category: 'all' })).toEqual(newest)
  expect(await titles(ada, { sort: 'oldest' })).toEqual(newest.toReversed())
  expect(await titles(ada, { sort: 'price-low' })).toEqual(['Lamp 100%', 'Algebra', 'Chair'])
  expect(await titles(ada, { sort: 'price-high' })).toEqual(['Chair', 'Algebra', 'Lamp 100%'])
  expect(await titles(ada, { category: 'furniture' })).toEqual(['Chair', 'Lamp 100%'])
  expect(await titles(ada, { category: 'furniture', condition: 'new' })).toEqual(['Lamp 100%'])
  expect(await titles(ada, { search: 'CHAIR' })).toEqual(['Chair'])
  expect(await titles(ada, { search: '%' })).toEqual(['Lamp 100%'])
  expect(await titles(ada, { price_min: 15, price_max: 20 })).toEqual(['Algebra'])
  await favorite(ada, chair.id)
  expect(await titles(ada, { sort: 'popular' })).toEqual(newest)
  expect((await list(ada, { limit: 2 })).pagination).toEqual({ page: 1, limit: 2, hasMore: true })
  expect(await titles(ada, { limit: 2, page: 2 })).toEqual(['Algebra'])
})

test('toggles and counts favorites per user', async () => {
  const [lamp, chair] = [
    await makeListing(app, ada, { title: 'Lamp' }),
    await makeListing(app, ada, { title: 'Chair' }),
  ]
  expect((await favorite(grace, lamp.id)).body).toEqual({
    success: true,
    is_favorited: true,
    favorites_count: 1,
    message: 'Added to Favorites',
  })
  await favorite(grace, chair.id)
  const kept = async (person: TestUser) => (await as(app, person)(marketplace.favorites)).body.data
  expect((await kept(grace)).map(({ title }) => title)).toEqual(['Chair', 'Lamp'])
  expect(await titles(grace, { favorites_only: 'true', sort: 'oldest' })).toEqual(['Lamp', 'Chair'])
  expect(await kept(ada)).toEqual([])
  expect((await favorite(grace, lamp.id)).body).toMatchObject({
    is_favorited: false,
    message: 'Removed from Favorites',
  })
  expect((await kept(grace)).map(({ title, is_favorited }) => [title, is_favorited])).toEqual([['Chair', true]])
  await app.db.deleteFrom('users').where('id', '=', grace.id).execute()
  expect((await list(ada)).data.map(({ favorites_count }) => favorites_count)).toEqual([0, 0])
})

test('keeps the favorite count consistent with the rows under concurrent toggles', async () => {
  const { id } = await makeListing(app, ada)
  const people = await Promise.all(Array.from({ length: 10 }, () => makeUser(app, { school })))
  await Promise.all(people.flatMap((person, index) => Array.from({ length: 5 + index }, () => favorite(person, id))))
  const { rows } = await sql`select favorites_count::int as kept,
    (select count(*) from listing_favorites where listing_id = listings.id)::int as rows from listings where id = ${id}`.execute(
    app.db,
  )
  const [{ kept, rows: counted }] = rows as [{ kept: number; rows: number }]
  expect(kept).toBe(counted)
})

test('opens one conversation about the listing and delivers the message', async () => {
  const lamp = await makeListing(app, ada, { title: 'Lamp' })
  const stream = await openStream(app, ada)
  const first = await ask(grace, lamp.id, 'Is the shade included?')
  expect(first.body).toEqual({ success: true, conversation_id: expect.any(String) })
  const id = first.body.conversation_id
  expect((await stream.next('message.created')).body).toMatchObject({
    conversation_id: id,
    message: { content: 'Is the shade included?', sender_id: grace.id },
  })
  stream.close()
  expect((await ask(grace, lamp.id, 'And the bulb?')).body.conversation_id).toBe(id)
  const seen = await as(app, ada)(messages.list, { params: { id } })
  expect(seen.body.data.map(({ content }) => content).sort()).toEqual(['And the bulb?', 'Is the shade included?'])
  expect((await as(app, ada)(conversations.show, { params: { id } })).body.data).toMatchObject({
    kind: 'listing',
    marketplace_listing_id: lamp.id,
    title: 'Lamp',
  })
  expect((await ask(ada, lamp.id)).body.error).toBe('This is your own listing.')
  expect((await ask(grace, lamp.id, 5)).status).toBe(400)
  const all = await Promise.all(Array.from({ length: 10 }, () => ask(grace, lamp.id)))
  expect(new Set(all.map(({ body }) => body.conversation_id)).size).toBe(1)
})

test('replaces a blank interest message with a short default', async () => {
  for (const message of [' ', '', null, '\u200b']) {
    const lamp = await makeListing(app, ada, { title: 'Lamp' })
    const { status, body } = await ask(grace, lamp.id, message)
    expect(status).toBe(200)
    const { data } = (await as(app, ada)(messages.list, { params: { id: body.conversation_id } })).body
    expect(data.map(({ content }) => content)).toEqual([defaultInterest])
  }
})

test('lets only the seller delete a listing and keeps conversations about it', async () => {
  const picture = await makeUpload(app, ada, { type: 'listing' })
  const lamp = await makeListing(app, ada, { images: [picture.url] })
  const { conversation_id: id } = (await ask(grace, lamp.id)).body
  const remove = (person: TestUser) => as(app, person)(marketplace.remove, { params: { id: lamp.id } })
  expect((await remove(grace)).status).toBe(403)
  expect((await remove(ada)).body).toEqual({ success: true })
  expect((await remove(ada)).status).toBe(404)
  expect((await favorite(grace, lamp.id)).status).toBe(404)
  expect((await app.http.inject({ url: picture.url, headers: { cookie: ada.cookie } })).statusCode).toBe(404)
  expect((await as(app, grace)(conversations.show, { params: { id } })).status).toBe(200)
})

test('hides listings of blocked and deleted users', async () => {
  const lamp = await makeListing(app, ada, { title: 'Lamp' })
  await makeBlock(app, ada, grace)
  expect(await titles(grace)).toEqual([])
  expect((await ask(grace, lamp.id)).status).toBe(404)
  const alan = await makeUser(app, { school })
  expect(await titles(alan)).toEqual(['Lamp'])
  await deleteUser(app, ada)
  expect(await titles(alan)).toEqual([])
})
