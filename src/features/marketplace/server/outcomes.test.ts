import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { deleteUser, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { messages } from '../../messages/contract.ts'
import { conversations } from '../../messages/conversation-contract.ts'
import { type Listing, marketplace } from '../contract.ts'

const { app, school, ada, grace, alan } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' }, alan: { name: 'Alan' } },
})

const ask = async (person: TestUser, id: string) =>
  (await as(app, person)(marketplace.interest, { params: { id }, body: {} })).body.conversation_id
const sell = (id: string, buyer?: TestUser) =>
  as(app, ada)(marketplace.changeState, {
    params: { id },
    body: { state: 'sold', ...(buyer ? { for: buyer.id } : {}) },
  })
const answer = (person: TestUser, id: string, outcome = 'went_well') =>
  as(app, person)(marketplace.outcome, { params: { id }, body: { outcome } as never })
const show = async (person: TestUser, id: string) =>
  (await as(app, person)(marketplace.show, { params: { id } })).body.data
const facts = async (person: TestUser, id: string) => (await show(person, id)).seller_facts

let lamp: Listing
beforeEach(async () => {
  lamp = await makeListing(app, ada, { title: 'Lamp' })
})

/** Sells a further listing to a new user and returns both. */
async function sellOne() {
  const buyer = await makeUser(app, { school })
  const { id } = await makeListing(app, ada)
  await ask(buyer, id)
  await sell(id, buyer)
  return { id, buyer }
}

test('the buyer and the seller each say once how a sale went, and only they read their own answer', async () => {
  await ask(grace, lamp.id)
  const early = await answer(grace, lamp.id)
  expect([early.status, early.body.error]).toEqual([409, 'This item has not been sold.'])
  await sell(lamp.id, grace)
  expect((await show(grace, lamp.id)).can.answer).toBe(true)
  expect((await show(alan, lamp.id)).can.answer).toBe(false)
  const { status, body } = await answer(grace, lamp.id, 'not_as_described')
  expect([status, body.data.outcome, body.data.can.answer]).toEqual([201, 'not_as_described', false])
  const again = await answer(grace, lamp.id)
  expect([again.status, again.body.error]).toEqual([409, 'You have already answered.'])
  expect(await show(ada, lamp.id)).toMatchObject({ outcome: null, can: { answer: true } })
  expect((await answer(ada, lamp.id)).status).toBe(201)
  expect((await show(grace, lamp.id)).outcome).toBe('not_as_described')
  const refused = await answer(alan, lamp.id)
  expect([refused.status, refused.body.error]).toEqual([403, 'Only the buyer and the seller can say how it went.'])
  expect((await show(alan, lamp.id)).outcome).toBeNull()
  expect((await answer(ada, lamp.id, 'great')).status).toBe(400)
  expect((await answer(await makeUser(app, { school: await makeSchool(app) }), lamp.id)).status).toBe(404)
})

test('accepts one of ten concurrent answers of a user', async () => {
  await ask(grace, lamp.id)
  await sell(lamp.id, grace)
  const replies = await Promise.all(Array.from({ length: 10 }, () => answer(grace, lamp.id)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
})

test('shows how many buyers answered that it went well from three on, without the answers of the seller', async () => {
  const sales = await Promise.all([sellOne(), sellOne(), sellOne(), sellOne()])
  for (const { id } of sales) await answer(ada, id)
  for (const { id, buyer } of sales.slice(0, 2)) await answer(buyer, id)
  await answer(sales[2]?.buyer as TestUser, sales[2]?.id ?? '', 'did_not_happen')
  expect(await facts(grace, lamp.id)).toMatchObject({ sold: 4, went_well: null })
  await answer(sales[3]?.buyer as TestUser, sales[3]?.id ?? '')
  expect(await facts(grace, lamp.id)).toMatchObject({ sold: 4, went_well: 3 })
})

test('keeps what was sold after the listing is removed, and forgets it with the account', async () => {
  const { id, buyer } = await sellOne()
  await answer(buyer, id)
  await as(app, ada)(marketplace.remove, { params: { id } })
  expect(await facts(grace, lamp.id)).toMatchObject({ sold: 1 })
  await deleteUser(app, buyer)
  expect(await facts(grace, lamp.id)).toMatchObject({ sold: 1 })
  const own = await makeListing(app, grace)
  expect(await facts(ada, own.id)).toMatchObject({ sold: 0, went_well: null })
})

test('a fulfilled search for something is not a sale', async () => {
  const { id } = await makeListing(app, ada, { kind: 'wanted' })
  await ask(grace, id)
  expect((await sell(id, grace)).body.data).toMatchObject({ state: 'sold', can: { answer: false } })
  expect((await answer(grace, id)).status).toBe(409)
  expect(await facts(grace, lamp.id)).toMatchObject({ sold: 0 })
})

test('says within how many hours a seller answers, from three conversations on, and since when they are here', async () => {
  const chats = [await ask(grace, lamp.id), await ask(alan, lamp.id)]
  const reply = (id: string) => as(app, ada)(messages.send, { params: { id }, body: { content: 'Yes', type: 'text' } })
  for (const id of chats) await reply(id)
  await sql`update users set created_at = '2024-12-31T23:30:00Z' where id = ${ada.id}`.execute(app.db)
  await sql`update schools set timezone = 'Europe/Paris' where id = ${school.id}`.execute(app.db)
  expect(await facts(grace, lamp.id)).toMatchObject({ answers_within: null, since: 2025 })
  const last = await ask(await makeUser(app, { school }), lamp.id)
  expect(await facts(grace, lamp.id)).toMatchObject({ answers_within: 1 })
  const shift = (hours: number) =>
    sql`update conversations set created_at = now() - make_interval(mins => ${hours * 60 - 5})
      where id = any(${[...chats, last]}::uuid[])`.execute(app.db)
  await shift(2)
  expect(await facts(grace, lamp.id)).toMatchObject({ answers_within: 2 })
  await shift(200)
  expect(await facts(grace, lamp.id)).toMatchObject({ answers_within: null })
  expect((await as(app, grace)(conversations.list)).status).toBe(200)
})

test('lists have no facts about sellers', async () => {
  const [listed] = (await as(app, grace)(marketplace.list)).body.data
  expect(listed).toBeDefined()
  expect(listed).not.toHaveProperty('seller_facts')
})
