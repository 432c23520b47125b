import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeBlock, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { notifications } from '../../notifications/contract.ts'
import { marketplace } from '../contract.ts'

const { app, school, ada, grace } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})

const edit = (person: TestUser, id: string, body: object) =>
  as(app, person)(marketplace.update, { params: { id }, body })
const show = async (person: TestUser, id: string) =>
  (await as(app, person)(marketplace.show, { params: { id } })).body.data
const prices = async (person: TestUser, id: string) =>
  (await as(app, person)(marketplace.prices, { params: { id } })).body.data

test('changes the given fields of a listing and keeps the others', async () => {
  const lamp = await makeListing(app, ada, { title: 'Lamp', category: 'furniture', condition: 'new', price: 20 })
  expect([lamp.version, lamp.can.edit]).toEqual([1, true])
  const { status, body } = await edit(ada, lamp.id, { title: ' A tall lamp ', version: 1 })
  expect(status).toBe(200)
  expect(body.data).toEqual({ ...lamp, title: 'A tall lamp', version: 2 })
  const all = { title: 'Chair', description: 'Soft', price: 0, category: 'other', condition: 'poor', images: [] }
  expect((await edit(ada, lamp.id, all)).body.data).toMatchObject({ ...all, previous_price: 20, version: 3 })
  expect(await show(grace, lamp.id)).toMatchObject({ ...all, can: { edit: false, contact: true } })
})

test('lets only the seller edit a listing', async () => {
  const lamp = await makeListing(app, ada)
  const { status, body } = await edit(grace, lamp.id, { title: 'Mine' })
  expect([status, body.error]).toEqual([403, 'Only the seller can edit a listing.'])
  expect((await edit(await makeUser(app, { school: await makeSchool(app) }), lamp.id, { title: 'x' })).status).toBe(404)
  await as(app, ada)(marketplace.remove, { params: { id: lamp.id } })
  expect((await edit(ada, lamp.id, { title: 'Gone' })).status).toBe(404)
})

test.each([
  [{ title: ' ' }, 'Title is required'],
  [{ price: -1 }, 'The price can’t be less than 0'],
  [{ condition: 'broken' }, 'Condition must be one of: new, like-new, good, fair, poor'],
  [{ images: ['https://elsewhere.example/a.png'] }, 'You can only attach files you uploaded.'],
])('refuses to change a listing to %j', async (wrong, problem) => {
  const lamp = await makeListing(app, ada)
  const { status, body } = await edit(ada, lamp.id, wrong)
  expect([status, body.error]).toEqual([400, problem])
  expect(await show(ada, lamp.id)).toEqual(lamp)
})

test('refuses a change that is based on an earlier version, unless it is already made', async () => {
  const lamp = await makeListing(app, ada, { price: 20 })
  expect((await edit(ada, lamp.id, { price: 15, version: 1 })).status).toBe(200)
  const late = await edit(ada, lamp.id, { price: 10, version: 1 })
  expect([late.status, late.body.error]).toEqual([409, 'This listing was changed meanwhile.'])
  const again = await edit(ada, lamp.id, { price: 15, version: 1 })
  expect([again.status, again.body.data.version]).toEqual([200, 2])
  expect((await prices(ada, lamp.id)).map(({ price }) => price)).toEqual([15, 20])
})

test('accepts one of ten concurrent changes of the same version', async () => {
  const lamp = await makeListing(app, ada, { price: 100 })
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => edit(ada, lamp.id, { price: index, version: 1 })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  const { price, version, previous_price } = await show(grace, lamp.id)
  expect([version, previous_price]).toEqual([2, 100])
  expect((await prices(grace, lamp.id)).map((one) => one.price)).toEqual([price, 100])
})

test('lists the prices of a listing, latest first', async () => {
  const lamp = await makeListing(app, ada, { price: 20 })
  expect(await prices(grace, lamp.id)).toEqual([{ price: 20, at: lamp.created_at }])
  for (const price of [15, 15, 17.5]) await edit(ada, lamp.id, { price })
  await edit(ada, lamp.id, { title: 'Cheap lamp' })
  expect((await prices(grace, lamp.id)).map(({ price }) => price)).toEqual([17.5, 15, 20])
  expect(await show(grace, lamp.id)).toMatchObject({ price: 17.5, previous_price: 15 })
  const [listed] = (await as(app, grace)(marketplace.list)).body.data
  expect(listed?.previous_price).toBe(15)
})

test('accepts at most twenty price changes of a listing within a day', async () => {
  const lamp = await makeListing(app, ada, { price: 100 })
  for (let price = 1; price <= 20; price++) expect((await edit(ada, lamp.id, { price })).status).toBe(200)
  const refused = await edit(ada, lamp.id, { price: 50 })
  expect(refused.status).toBe(429)
  expect(refused.body.error).toBe('You can change the price 20 times a day. Try again later.')
  expect(refused.body).toMatchObject({ retry_after: expect.any(Number) })
  expect((await edit(ada, lamp.id, { title: 'Lamp' })).status).toBe(200)
  await sql`update listing_prices set at = at - interval '1 day' where listing_id = ${lamp.id}`.execute(app.db)
  expect((await edit(ada, lamp.id, { price: 50 })).status).toBe(200)
})

test('releases pictures that an edit removes, and keeps the others in the new order', async () => {
  const [first, second, third] = [
    await makeUpload(app, ada, { type: 'listing' }),
    await makeUpload(app, ada, { type: 'listing', width: 50 }),
    await makeUpload(app, ada, { type: 'listing', width: 60 }),
  ]
  const lamp = await makeListing(app, ada, { images: [first.url, second.url] })
  const changed = await edit(ada, lamp.id, { images: [third.url, second.url] })
  expect(changed.body.data.media).toEqual([third, second])
  const load = async (url: string) => (await app.http.inject({ url, headers: { cookie: grace.cookie } })).statusCode
  expect([await load(first.url), await load(second.url), await load(third.url)]).toEqual([404, 200, 200])
  const foreign = await makeUpload(app, grace, { type: 'listing', width: 70 })
  expect((await edit(ada, lamp.id, { images: [foreign.url] })).status).toBe(400)
  expect((await show(ada, lamp.id)).images).toEqual([third.url, second.url])
})

const drops = async (person: TestUser) =>
  (await as(app, person)(notifications.list)).body.data
    .filter(({ kind }) => kind === 'price_drop')
    .map(({ sentence, times, link }) => [sentence, times, link])
const keep = (person: TestUser, id: string) => as(app, person)(marketplace.favorite, { params: { id } })

test('informs the users who keep a listing of a price that falls by at least 5 %, once a day', async () => {
  const lamp = await makeListing(app, ada, { title: 'Lamp', price: 20 })
  const [other, blocked] = [await makeUser(app, { school }), await makeUser(app, { school })]
  for (const person of [ada, grace, blocked]) await keep(person, lamp.id)
  await makeBlock(app, blocked, ada)
  await edit(ada, lamp.id, { price: 19.01 })
  expect(await drops(grace)).toEqual([])
  await edit(ada, lamp.id, { price: 18 })
  const told = [['{names} lowered the price of “Lamp”', 1, `/marketplace?listing=${lamp.id}`]]
  expect(await drops(grace)).toEqual(told)
  for (const person of [ada, other, blocked]) expect(await drops(person)).toEqual([])
  await as(app, grace)(notifications.readAll)
  await edit(ada, lamp.id, { price: 10 })
  expect(await drops(grace)).toEqual(told)

  await sql`update notifications set created_at = created_at - interval '1 day' where user_id = ${grace.id}`.execute(
    app.db,
  )
  await sql`update listing_prices set at = at - interval '1 day' where listing_id = ${lamp.id}`.execute(app.db)
  await edit(ada, lamp.id, { price: 9.5 })
  expect(await drops(grace)).toHaveLength(2)
})

test('informs no user of a price that was raised before, or of a withdrawn listing', async () => {
  const lamp = await makeListing(app, ada, { price: 20 })
  await keep(grace, lamp.id)
  for (const price of [30, 19.5]) await edit(ada, lamp.id, { price })
  expect(await drops(grace)).toEqual([])
  await as(app, ada)(marketplace.changeState, { params: { id: lamp.id }, body: { state: 'withdrawn' } })
  await edit(ada, lamp.id, { price: 1 })
  expect(await drops(grace)).toEqual([])
  await as(app, ada)(marketplace.renew, { params: { id: lamp.id } })
  await edit(ada, lamp.id, { price: 0 })
  expect(await drops(grace)).toHaveLength(1)
})
