import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { retentionRules } from '../../../app/retention-rules.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { deleteExpiredRows } from '../../../shared/server/jobs/retention.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { deleteUser, makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { messages } from '../../messages/contract.ts'
import { notifications } from '../../notifications/contract.ts'
import { type Listing, marketplace } from '../contract.ts'
import { marketplaceContentTypes } from './content-types.ts'
import { endDueReservations, expireListings } from './expiry.ts'

const { app, school, ada, grace, alan } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' }, alan: { name: 'Alan' } },
})

const ask = (person: TestUser, id: string) =>
  as(app, person)(marketplace.interest, { params: { id }, body: { message: 'Is it still there?' } })
const move = (person: TestUser, id: string, body: object) =>
  as(app, person)(marketplace.changeState, { params: { id }, body })
const reserve = (id: string, buyer: TestUser, until?: number) =>
  move(ada, id, { state: 'reserved', for: buyer.id, ...(until ? { until } : {}) })
const renew = (person: TestUser, id: string) => as(app, person)(marketplace.renew, { params: { id } })
const show = async (person: TestUser, id: string) =>
  (await as(app, person)(marketplace.show, { params: { id } })).body.data
const titles = async (person: TestUser, query = {}) =>
  (await as(app, person)(marketplace.list, { query })).body.data.map(({ title }) => title).sort()
const told = async (person: TestUser) =>
  (await as(app, person)(notifications.list)).body.data
    .filter(({ kind }) => kind === 'listing_state')
    .map(({ sentence }) => sentence)
const contents = async (person: TestUser, conversation: string) =>
  (await as(app, person)(messages.list, { params: { id: conversation } })).body.data.map(({ content }) => content)
const passTime = (interval: string) =>
  sql`update listing_reservations set until = until - ${interval}::interval where ended_at is null`.execute(app.db)

let lamp: Listing
beforeEach(async () => {
  lamp = await makeListing(app, ada, { title: 'Lamp' })
})

test('reserves a listing for a buyer for 48 hours and names them only to the two', async () => {
  await ask(grace, lamp.id)
  const { status, body } = await reserve(lamp.id, grace)
  expect(status).toBe(200)
  const reservedFor = { id: grace.id, name: 'Grace' }
  expect(body.data).toMatchObject({ state: 'reserved', reserved_for: reservedFor })
  expect(Math.abs((body.data.reserved_until ?? 0) - Date.now() / 1000 - 48 * 3600)).toBeLessThan(60)
  expect(body.data.can).toMatchObject({ reserve: false, release: true, sell: true, withdraw: true, edit: true })
  expect((await show(grace, lamp.id)).reserved_for).toEqual(reservedFor)
  const other = await show(alan, lamp.id)
  expect([other.state, other.reserved_until, other.reserved_for, other.can.contact]).toEqual([
    'reserved',
    body.data.reserved_until,
    null,
    true,
  ])
  expect(await told(grace)).toEqual(['{names} reserved “Lamp” for you'])
  expect(await titles(alan)).toEqual(['Lamp'])
})

test('reserves only for users who asked about the listing and can still be written to', async () => {
  const refusal = 'This user has not asked about the listing'
  const refused = await reserve(lamp.id, grace)
  expect([refused.status, refused.body.error]).toEqual([404, refusal])
  expect((await move(ada, lamp.id, { state: 'reserved' })).body.error).toBe('Choose a buyer')
  await ask(grace, lamp.id)
  await makeBlock(app, grace, ada)
  expect((await reserve(lamp.id, grace)).body.error).toBe(refusal)
  expect((await move(ada, lamp.id, { state: 'sold', for: alan.id })).status).toBe(404)
  expect((await show(ada, lamp.id)).state).toBe('available')
})

test('refuses an end in the past or far in the future', async () => {
  await ask(grace, lamp.id)
  const now = Math.floor(Date.now() / 1000)
  for (const until of [now - 5, now + 31 * 86_400])
    expect((await reserve(lamp.id, grace, until)).body.error).toBe('Choose an end within the next 30 days')
  expect((await reserve(lamp.id, grace, now + 3600)).body.data.reserved_until).toBe(now + 3600)
})

test('lets only the seller change the state, renew, and see who asked', async () => {
  await ask(grace, lamp.id)
  expect((await move(grace, lamp.id, { state: 'sold' })).status).toBe(403)
  expect((await renew(grace, lamp.id)).status).toBe(403)
  expect((await as(app, grace)(marketplace.buyers, { params: { id: lamp.id } })).status).toBe(403)
  expect((await move(ada, lamp.id, { state: 'expired' })).status).toBe(400)
  await ask(alan, lamp.id)
  const buyers = (await as(app, ada)(marketplace.buyers, { params: { id: lamp.id } })).body.data
  expect(buyers.map(({ name }) => name)).toEqual(['Grace', 'Alan'])
})

test.each([
  ['available', { available: 409, reserved: 200, sold: 200, withdrawn: 200 }],
  ['reserved', { available: 200, reserved: 409, sold: 200, withdrawn: 200 }],
  ['sold', { available: 409, reserved: 409, sold: 409, withdrawn: 409 }],
  ['withdrawn', { available: 409, reserved: 409, sold: 409, withdrawn: 409 }],
] as const)('a listing that is %s allows these states', async (from, answers) => {
  for (const [to, expected] of Object.entries(answers)) {
    const { id } = await makeListing(app, ada)
    await ask(grace, id)
    if (from !== 'available') expect((await move(ada, id, { state: from, for: grace.id })).status).toBe(200)
    const { status, body } = await move(ada, id, { state: to, for: grace.id })
    expect([to, status]).toEqual([to, expected])
    if (status === 200) expect(body.data.state).toBe(to)
    await move(ada, id, { state: 'sold' }) // frees the slots of both
  }
})

test('a sold listing cannot be contacted, and its other conversations say so', async () => {
  const [hers, his] = [await ask(grace, lamp.id), await ask(alan, lamp.id)].map(({ body }) => body.conversation_id)
  const { body } = await move(ada, lamp.id, { state: 'sold', for: grace.id })
  expect(body.data).toMatchObject({ state: 'sold', can: { edit: false, contact: false, sell: false, renew: false } })
  expect((await contents(alan, his ?? '')).filter((text) => text === 'This item has been sold.')).toHaveLength(1)
  expect(await contents(grace, hers ?? '')).not.toContain('This item has been sold.')
  expect(await told(grace)).toEqual(['{names} marked “Lamp” as sold to you'])
  const late = await ask(await makeUser(app, { school }), lamp.id)
  expect([late.status, late.body.error]).toEqual([409, 'This item has been sold.'])
  expect((await show(alan, lamp.id)).state).toBe('sold')
  expect((await as(app, ada)(marketplace.update, { params: { id: lamp.id }, body: { price: 1 } })).body.error).toBe(
    'This item has been sold.',
  )
})

test('a reservation ends with the sale, as a sale only for its buyer', async () => {
  const chair = await makeListing(app, ada, { title: 'Chair' })
  for (const { id } of [lamp, chair]) {
    await ask(grace, id)
    await ask(alan, id)
    await reserve(id, grace)
  }
  await move(ada, lamp.id, { state: 'sold', for: grace.id })
  await move(ada, chair.id, { state: 'sold', for: alan.id })
  const rows = await app.db
    .selectFrom('listing_reservations')
    .where('school_id', '=', school.id)
    .where('ended_at', 'is not', null)
    .orderBy('listing_id')
    .orderBy('created_at')
    .select(['listing_id', 'buyer_id', 'is_sold'])
    .execute()
  expect(rows).toEqual([
    { listing_id: lamp.id, buyer_id: grace.id, is_sold: true },
    { listing_id: chair.id, buyer_id: grace.id, is_sold: false },
    { listing_id: chair.id, buyer_id: alan.id, is_sold: true },
  ])
})

test('a withdrawn listing is only in the own list, cannot be contacted, and can be renewed and reported', async () => {
  await ask(grace, lamp.id)
  await reserve(lamp.id, grace)
  expect((await move(ada, lamp.id, { state: 'withdrawn' })).body.data.can).toMatchObject({ renew: true, sell: false })
  expect(await told(grace)).toEqual(['“Lamp” is no longer reserved for you'])
  const shown = await as(app, grace)(marketplace.show, { params: { id: lamp.id } })
  expect(shown.status).toBe(404)
  const refused = await ask(grace, lamp.id)
  expect([refused.status, refused.body.error]).toEqual([409, 'This listing is no longer available.'])
  const report = { params: { id: lamp.id }, body: { reason: 'spam' as const } }
  expect((await as(app, grace)(marketplace.report, report)).status).toBe(201)
  expect((await renew(ada, lamp.id)).body.data.state).toBe('available')
  expect(await titles(grace)).toEqual(['Lamp'])
  expect((await renew(ada, lamp.id)).body.error).toBe('This listing does not expire.')
})

test('lists and searches show available and reserved listings, and others only with the filter', async () => {
  const made: Record<string, Listing> = { available: lamp }
  for (const title of ['reserved', 'sold', 'withdrawn'])
    made[title] = await makeListing(app, ada, { title, category: 'furniture' })
  const id = (title: string) => made[title]?.id ?? ''
  for (const title of ['available', 'reserved', 'sold', 'withdrawn'])
    await as(app, grace)(marketplace.favorite, { params: { id: id(title) } })
  await ask(grace, id('reserved'))
  await reserve(id('reserved'), grace)
  await move(ada, id('sold'), { state: 'sold' })
  await move(ada, id('withdrawn'), { state: 'withdrawn' })
  await makeListing(app, grace, { title: 'Hers' })
  const listed = ['Hers', 'Lamp', 'reserved']
  for (const person of [ada, grace]) {
    expect(await titles(person)).toEqual(listed)
    expect(await titles(person, { sort: 'price-low' })).toEqual(listed)
    expect(await titles(person, { state: 'nonsense' })).toEqual(listed)
    expect(await titles(person, { category: 'furniture' })).toEqual(['reserved'])
    expect(await titles(person, { state: 'sold' })).toEqual(['sold'])
    expect(await titles(person, { state: 'reserved' })).toEqual(['reserved'])
  }
  expect(await titles(grace, { state: 'withdrawn,expired' })).toEqual([])
  expect(await titles(grace, { mine: 'true', state: 'sold' })).toEqual([])
  expect(await titles(ada, { mine: 'true' })).toEqual(['Lamp', 'reserved'])
  expect(await titles(ada, { mine: '1', state: 'withdrawn,expired' })).toEqual(['withdrawn'])
  expect(await titles(grace, { favorites_only: 'true' })).toEqual(['Lamp', 'reserved'])
  const kept = (await as(app, grace)(marketplace.favorites)).body.data.map(({ title }) => title)
  expect(kept.sort()).toEqual(['Lamp', 'reserved'])
})

test('a reservation ends by the clock of the database and informs the next buyer of the queue', async () => {
  const third = await makeUser(app, { school, name: 'Mary' })
  for (const person of [grace, alan, third]) await ask(person, lamp.id)
  await reserve(lamp.id, grace)
  await endDueReservations(app)
  expect((await show(ada, lamp.id)).state).toBe('reserved')
  await passTime('48 hours')
  await Promise.all([endDueReservations(app), endDueReservations(app)])
  expect(await show(ada, lamp.id)).toMatchObject({ state: 'available', reserved_until: null, reserved_for: null })
  expect(await told(grace)).toEqual(['“Lamp” is no longer reserved for you'])
  expect(await told(alan)).toEqual(['“Lamp” is available again, and you are next in line'])
  expect(await told(third)).toEqual([])
  const { rows } = await sql`select times from notifications where user_id = ${alan.id}`.execute(app.db)
  expect(rows).toEqual([{ times: 1 }])

  await reserve(lamp.id, alan)
  expect((await move(ada, lamp.id, { state: 'available' })).body.data.state).toBe('available')
  expect(await told(third)).toEqual(['“Lamp” is available again, and you are next in line'])
  expect(await told(grace)).toHaveLength(1)
})

test('a reservation that is over ends also before the job runs', async () => {
  for (const person of [grace, alan]) await ask(person, lamp.id)
  await reserve(lamp.id, grace)
  expect((await reserve(lamp.id, alan)).body.error).toBe('This listing is already reserved.')
  await passTime('48 hours')
  expect((await reserve(lamp.id, alan)).body.data.reserved_for?.id).toBe(alan.id)
  await passTime('48 hours')
  expect((await move(ada, lamp.id, { state: 'available' })).body.data.state).toBe('available')
})

test('the reservation of an account that is removed ends, and no one learns of a withheld listing', async () => {
  for (const person of [grace, alan]) await ask(person, lamp.id)
  await reserve(lamp.id, grace)
  await sql`delete from users where id = ${grace.id}`.execute(app.db)
  expect((await show(ada, lamp.id)).reserved_for).toBeNull()
  await endDueReservations(app)
  expect((await show(ada, lamp.id)).state).toBe('available')
  expect(await told(alan)).toHaveLength(1)

  const chair = await makeListing(app, ada, { title: 'Chair' })
  const mary = await makeUser(app, { school })
  for (const person of [alan, mary]) await ask(person, chair.id)
  await reserve(chair.id, alan)
  await sql`update listings set withheld_at = now() where id = ${chair.id}`.execute(app.db)
  await passTime('48 hours')
  await endDueReservations(app)
  expect(await told(mary)).toEqual([])
  const { rows } = await sql`select state from listings where id = ${chair.id}`.execute(app.db)
  expect(rows).toEqual([{ state: 'available' }])
})

test('never reserves a listing for two buyers, however many requests arrive', async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => makeUser(app, { school })))
  for (const buyer of buyers) await ask(buyer, lamp.id)
  const replies = await Promise.all([...buyers, ...buyers].map((buyer) => reserve(lamp.id, buyer)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 15 }, () => 409)])
  const { rows } = await sql`select buyer_id from listing_reservations
    where school_id = ${school.id} and ended_at is null`.execute(app.db)
  expect(rows).toEqual([{ buyer_id: (await show(ada, lamp.id)).reserved_for?.id }])
  const informed = await Promise.all(buyers.map(told))
  expect(informed.flat()).toHaveLength(1)
})

test('the database refuses a second active reservation of a listing and a fourth of a user', async () => {
  await ask(grace, lamp.id)
  await reserve(lamp.id, grace)
  const copy = (listing: string, buyer: string) => sql`
    insert into listing_reservations (school_id, id, listing_id, seller_id, buyer_id, until, seller_slot, buyer_slot)
    select school_id, gen_random_uuid(), ${listing}::uuid, seller_id, ${buyer}::uuid, until, seller_slot, buyer_slot
    from listing_reservations where listing_id = ${lamp.id}`
  const other = await makeListing(app, ada)
  await expect(copy(lamp.id, alan.id).execute(app.db)).rejects.toThrow('listing_reservations_one_per_listing')
  await expect(copy(other.id, alan.id).execute(app.db)).rejects.toThrow('listing_reservations_three_per_seller')
  await expect(
    sql`update listing_reservations set seller_slot = 4 where listing_id = ${lamp.id}`.execute(app.db),
  ).rejects.toThrow('seller_slot')
})

test('a seller has three active reservations, and never more under concurrent requests', async () => {
  const listings = await Promise.all(Array.from({ length: 8 }, () => makeListing(app, ada)))
  const buyers = await Promise.all(listings.map(() => makeUser(app, { school })))
  const pairs = listings.map((listing, index) => [listing.id, buyers[index] as TestUser] as const)
  for (const [id, buyer] of pairs) await ask(buyer, id)
  const replies = await Promise.all(pairs.map(([id, buyer]) => reserve(id, buyer)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.body.error).toBe('You already have three reserved listings.')
  const [first] = pairs.filter((_, index) => replies[index]?.status === 200)
  const [refused] = pairs.filter((_, index) => replies[index]?.status === 409)
  if (!first || !refused) throw new Error('Some were reserved and some refused.')
  await move(ada, first[0], { state: 'sold' })
  expect((await reserve(refused[0], refused[1])).status).toBe(200)
})

test('a buyer has three active reservations of all sellers together', async () => {
  const sellers = await Promise.all(Array.from({ length: 5 }, () => makeUser(app, { school })))
  const listings = await Promise.all(sellers.map((seller) => makeListing(app, seller)))
  for (const { id } of listings) await ask(grace, id)
  const replies = await Promise.all(
    listings.map(({ id }, index) => move(sellers[index] as TestUser, id, { state: 'reserved', for: grace.id })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.body.error).toBe('This buyer already has three reservations.')
})

test('a contact either precedes the sale and reads of it, or is refused', async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => makeUser(app, { school })))
  const [sale, ...replies] = await Promise.all([
    move(ada, lamp.id, { state: 'sold' }),
    ...buyers.map((buyer) => ask(buyer, lamp.id)),
  ])
  expect(sale.status).toBe(200)
  for (const [index, { status, body }] of replies.entries()) {
    if (status === 409) continue
    expect(status).toBe(200)
    expect(await contents(buyers[index] as TestUser, body.conversation_id)).toContain('This item has been sold.')
  }
})

test('listings expire only in schools that set days, after a reminder, and are renewed', async () => {
  await expireListings(app)
  expect((await show(ada, lamp.id)).expires_at).toBeNull()
  await sql`update schools set listing_days = 60 where id = ${school.id}`.execute(app.db)
  const chair = await makeListing(app, ada, { title: 'Chair' })
  await expireListings(app)
  const inDays = (seconds: number | null) => Math.round(((seconds ?? 0) - Date.now() / 1000) / 86_400)
  expect([inDays(chair.expires_at), inDays((await show(ada, lamp.id)).expires_at)]).toEqual([60, 60])
  const wait = (days: number) =>
    sql`update listings set expires_at = expires_at - make_interval(days => ${days})`.execute(app.db)
  await wait(58)
  await expireListings(app)
  await expireListings(app)
  expect((await told(ada)).sort()).toEqual([
    '“Chair” expires soon. Renew it to keep it listed',
    '“Lamp” expires soon. Renew it to keep it listed',
  ])
  expect((await renew(ada, chair.id)).body.data.can.renew).toBe(true)
  await wait(2)
  await expireListings(app)
  expect(await titles(grace)).toEqual(['Chair'])
  expect(await titles(ada, { mine: 'true', state: 'expired,withdrawn' })).toEqual(['Lamp'])
  expect((await ask(grace, lamp.id)).body.error).toBe('This listing is no longer available.')
  expect(await told(ada)).toContain('“Lamp” has expired. Renew it to list it again')
  const renewed = (await renew(ada, lamp.id)).body.data
  expect([renewed.state, inDays(renewed.expires_at)]).toEqual(['available', 60])

  await sql`update schools set listing_days = null where id = ${school.id}`.execute(app.db)
  await wait(60)
  await expireListings(app)
  expect(await titles(grace)).toEqual(['Chair', 'Lamp'])
  expect((await show(ada, lamp.id)).expires_at).toBeNull()
})

test('ended listings are removed after their time with their pictures, withheld ones are not', async () => {
  const picture = await makeUpload(app, ada, { type: 'listing' })
  const sold = await makeListing(app, ada, { title: 'Sold', images: [picture.url] })
  const others = [
    await makeListing(app, ada, { title: 'Withdrawn' }),
    await makeListing(app, ada, { title: 'Withheld' }),
  ]
  const [withdrawn, withheld] = others as [Listing, Listing]
  for (const { id } of [sold, withheld]) await move(ada, id, { state: 'sold' })
  await move(ada, withdrawn.id, { state: 'withdrawn' })
  await sql`update listings set withheld_at = now() where id = ${withheld.id}`.execute(app.db)
  const remaining = async () => {
    await deleteExpiredRows(app.db, retentionRules)
    const rows = await app.db
      .selectFrom('listings')
      .where('school_id', '=', school.id)
      .select('title')
      .orderBy('title')
      .execute()
    return rows.map(({ title }) => title)
  }
  const wait = (days: number) =>
    sql`update listings set ended_at = ended_at - make_interval(days => ${days})`.execute(app.db)
  await wait(89)
  expect(await remaining()).toEqual(['Lamp', 'Sold', 'Withdrawn', 'Withheld'])
  await wait(2)
  expect(await remaining()).toEqual(['Lamp', 'Withdrawn', 'Withheld'])
  expect((await app.http.inject({ url: picture.url, headers: { cookie: ada.cookie } })).statusCode).toBe(404)
  await wait(90)
  expect(await remaining()).toEqual(['Lamp', 'Withheld'])
})

test('a listing of a deleted seller informs no buyer when its reservation ends', async () => {
  for (const person of [grace, alan]) await ask(person, lamp.id)
  await reserve(lamp.id, grace)
  await deleteUser(app, ada)
  await passTime('48 hours')
  await endDueReservations(app)
  expect(await told(alan)).toEqual([])
  const { rows } =
    await sql`select from listing_reservations where school_id = ${school.id} and ended_at is null`.execute(app.db)
  expect(rows).toEqual([])
})

test('withholding a listing removes the notifications that name it', async () => {
  await ask(grace, lamp.id)
  await reserve(lamp.id, grace)
  expect(await told(grace)).toHaveLength(1)
  const [type] = marketplaceContentTypes
  expect(await withTransaction(app.db, async (trx) => type?.withhold?.(trx, school.id, lamp.id))).toBe(true)
  expect(await told(grace)).toEqual([])
  expect((await move(ada, lamp.id, { state: 'sold' })).status).toBe(404)
})

test('a listing is reserved exactly while it has an active reservation, under concurrent changes and the job', async () => {
  const listings = await Promise.all(Array.from({ length: 6 }, () => makeListing(app, ada)))
  for (const { id } of listings) for (const buyer of [grace, alan]) await ask(buyer, id)
  const past = () =>
    sql`update listing_reservations set until = now() where school_id = ${school.id} and ended_at is null`.execute(
      app.db,
    )
  await Promise.all(
    listings.flatMap(({ id }) => [
      reserve(id, grace),
      reserve(id, alan).then(past),
      move(ada, id, { state: 'available' }),
      endDueReservations(app),
      move(ada, id, { state: 'withdrawn' }),
      renew(ada, id),
      reserve(id, alan),
      move(ada, id, { state: 'sold', for: grace.id }),
    ]),
  )
  const { rows } = await sql<{ count: number }>`select count(*)::int from listings where school_id = ${school.id}
    and (state = 'reserved') <> exists (select from listing_reservations where listing_reservations.school_id = listings.school_id
      and listing_id = listings.id and listing_reservations.ended_at is null)`.execute(app.db)
  expect(rows).toEqual([{ count: 0 }])
})
