import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { RequestInput } from '../../../shared/contract.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeBlock, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { notifications } from '../../notifications/contract.ts'
import { type Listing, marketplace } from '../contract.ts'
import { listingSearches } from '../searches-contract.ts'
import { matchJob, matchSearches } from './matches.ts'

const { app, school, ada, grace } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})

type Input = RequestInput<typeof listingSearches.create>['body']
const save = (person: TestUser, body: Partial<Input> = {}) =>
  as(app, person)(listingSearches.create, { body: { name: 'Lamps', filters: { search: 'lamp' }, ...body } })
const list = async (person: TestUser) => (await as(app, person)(listingSearches.list)).body.data
const match = ({ id }: Pick<Listing, 'id'>) => matchSearches(app, { schoolId: school.id, id })
const told = async (person: TestUser) =>
  (await as(app, person)(notifications.list)).body.data
    .filter(({ kind }) => kind === 'listing_match')
    .map(({ sentence, link }) => [sentence, link])
const due = async (person: TestUser) =>
  (
    await app.db
      .selectFrom('notifications')
      .where('user_id', '=', person.id)
      .orderBy('created_at')
      .select('due')
      .execute()
  ).map((row) => row.due)
const expected = ({ id, title }: Listing) => [
  `“${title}” matches a search that you saved`,
  `/marketplace?listing=${id}`,
]

test('saves, lists, changes and deletes searches of the viewer only', async () => {
  expect(await list(grace)).toEqual([])
  const { status, body } = await save(grace, { name: ' Lamps ', filters: { search: 'lamp', price_max: '20' } })
  expect(status).toBe(201)
  const saved = { name: 'Lamps', filters: { search: 'lamp', price_max: '20' }, alert: 'digest', last_at: null }
  expect(body.data).toMatchObject(saved)
  const params = { id: body.data.id }
  for (const person of [ada, await makeUser(app, { school: await makeSchool(app) })]) {
    expect(await list(person)).toEqual([])
    expect((await as(app, person)(listingSearches.update, { params, body: { name: 'Mine' } })).status).toBe(404)
    expect((await as(app, person)(listingSearches.remove, { params })).status).toBe(404)
  }
  const changed = await as(app, grace)(listingSearches.update, { params, body: { alert: 'immediate' } })
  expect([changed.status, changed.body.data]).toEqual([200, { ...body.data, alert: 'immediate' }])
  const other = await as(app, grace)(listingSearches.update, { params, body: { name: 'Desks', filters: {} } })
  expect(other.body.data).toMatchObject({ name: 'Desks', filters: {}, alert: 'immediate' })
  expect(await list(grace)).toEqual([other.body.data])
  expect((await as(app, grace)(listingSearches.remove, { params })).status).toBe(200)
  expect((await as(app, grace)(listingSearches.remove, { params })).status).toBe(404)
  expect(await list(grace)).toEqual([])
})

test.each([
  [{ name: ' ' }, 'Name the search'],
  [{ alert: 'never' }, 'Alert must be one of: immediate, digest'],
  [{ filters: { price_min: 'much' } }, 'Enter a price like 20 or 12.50'],
  [{ filters: { isbn: '9780131103628' } }, 'Enter an ISBN with 10 or 13 digits. One of the digits is wrong.'],
  [{ filters: { color: 'red' } }, expect.any(String)],
  [{ filters: { category: 'cars' } }, expect.any(String)],
])('refuses to save %j', async (wrong, problem) => {
  const { status, body } = await save(grace, wrong as Partial<Input>)
  expect([status, body.error]).toEqual([400, problem])
  expect(await list(grace)).toEqual([])
})

test('keeps at most twenty searches of a user, also when more are saved concurrently', async () => {
  const replies = await Promise.all(Array.from({ length: 25 }, () => save(grace)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  const refused = replies.filter(({ status }) => status !== 201)
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
    Array.from({ length: 5 }, () => [409, 'You can keep up to 20 saved searches.']),
  )
  const [first] = await list(grace)
  await as(app, grace)(listingSearches.remove, { params: { id: first?.id ?? '' } })
  expect((await save(grace)).status).toBe(201)
  expect((await save(ada)).status).toBe(201)
})

test.each<[Record<string, string>, boolean]>([
  [{}, true],
  [{ search: 'DESK lamp' }, true],
  [{ search: 'it works' }, true],
  [{ search: 'chair' }, false],
  [{ search: '100%' }, true],
  [{ search: '1_0' }, false],
  [{ search: 'a\\b' }, true],
  [{ category: 'furniture', condition: 'new' }, true],
  [{ category: 'textbooks' }, false],
  [{ condition: 'fair' }, false],
  [{ price_min: '12.50', price_max: '12.5' }, true],
  [{ kind: 'sale', isbn: '0-13-110362-8' }, true],
  [{ kind: 'wanted' }, false],
  [{ isbn: '9780804429573' }, false],
  [{ price_min: '13' }, false],
  [{ price_max: '12.49' }, false],
])('finds a listing for a saved search exactly if the list with the filters %j has it', async (filters, isFound) => {
  await save(grace, { filters })
  const words = { title: 'A desk lamp', description: 'It works 100% a\\b.', isbn: '9780131103627' }
  const lamp = await makeListing(app, ada, { ...words, category: 'furniture', condition: 'new', price: 12.5 })
  await match(lamp)
  const listed = (await as(app, grace)(marketplace.list, { query: filters })).body.data
  expect(listed.map(({ id }) => id)).toEqual(isFound ? [lamp.id] : [])
  expect(await told(grace)).toEqual(isFound ? [expected(lamp)] : [])
  const [search] = await list(grace)
  expect(search?.last_at === null).toBe(!isFound)
})

test('a new listing and a new price queue the job, and other changes do not', async () => {
  const jobs = async () =>
    (
      await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = task_id
      where identifier = ${matchJob} and payload ->> 'schoolId' = ${school.id}`.execute(app.db)
    ).rows.map(({ payload }) => payload)
  const lamp = await makeListing(app, ada)
  const payload = { schoolId: school.id, id: lamp.id }
  expect(await jobs()).toEqual([payload])
  const edit = (body: object) => as(app, ada)(marketplace.update, { params: { id: lamp.id }, body })
  await edit({ title: 'Red lamp' })
  expect(await jobs()).toEqual([payload])
  await edit({ price: 5 })
  expect(await jobs()).toEqual([payload, payload])
})

test('informs of a price that enters the range of the search, once a day', async () => {
  await save(grace, { filters: { price_max: '10' } })
  const lamp = await makeListing(app, ada, { price: 20 })
  await match(lamp)
  expect(await told(grace)).toEqual([])
  const lower = async (price: number) => {
    await as(app, ada)(marketplace.update, { params: { id: lamp.id }, body: { price } })
    await match(lamp)
  }
  await lower(10)
  expect(await told(grace)).toEqual([expected(lamp)])
  await as(app, grace)(notifications.readAll)
  await lower(9)
  expect(await told(grace)).toHaveLength(1)
  await sql`update notifications set created_at = created_at - interval '1 day' where user_id = ${grace.id}`.execute(
    app.db,
  )
  await lower(8)
  expect(await told(grace)).toHaveLength(2)
})

test('never informs of own listings, those of blocked users, other schools, and what is not listed', async () => {
  const [blocker, blocked] = [await makeUser(app, { school }), await makeUser(app, { school })]
  const stranger = await makeUser(app, { school: await makeSchool(app) })
  for (const person of [ada, grace, blocker, blocked, stranger]) await save(person, { filters: {} })
  await makeBlock(app, blocker, ada)
  await makeBlock(app, ada, blocked)
  await match(await makeListing(app, ada))
  expect(await told(grace)).toHaveLength(1)
  for (const person of [ada, blocker, blocked, stranger]) expect(await told(person)).toEqual([])
  const gone = await makeListing(app, ada)
  await as(app, ada)(marketplace.changeState, { params: { id: gone.id }, body: { state: 'withdrawn' } })
  await match(gone)
  const withheld = await makeListing(app, ada)
  await app.db.updateTable('listings').set({ withheld_at: new Date() }).where('id', '=', withheld.id).execute()
  await match(withheld)
  await match({ id: newId() })
  expect(await told(grace)).toHaveLength(1)
})

test('sends an email immediately or with the digest, as the search says', async () => {
  await save(grace, { alert: 'immediate' })
  await save(grace, { alert: 'digest', filters: {} })
  await match(await makeListing(app, ada))
  expect(await told(grace)).toHaveLength(1)
  expect(await due(grace)).toEqual(['mail'])
  const other = await makeUser(app, { school })
  await save(other, { alert: 'digest' })
  await match(await makeListing(app, ada))
  expect(await due(other)).toEqual(['digest'])
  await as(app, grace)(notifications.choose, { body: { ways: { listing_match: 'product' } } })
  await match(await makeListing(app, ada))
  expect(await due(grace)).toEqual(['mail', 'mail', null])
  await as(app, grace)(notifications.choose, { body: { ways: { listing_match: 'off' } } })
  await match(await makeListing(app, ada))
  expect(await due(grace)).toHaveLength(3)
})

/** Adds searches of further users, five of each, of which one in ten finds lamps. */
const addSearches = (count: number) =>
  sql`
    with people as (
      insert into users (school_id, id, email, name)
      select ${school.id}::uuid, gen_random_uuid(), 'u' || n || '@' || gen_random_uuid() || '.example', 'User'
      from generate_series(1, ${count / 5}::int) as n returning id)
    insert into listing_searches (school_id, id, user_id, slot, name, filters, alert)
    select ${school.id}::uuid, gen_random_uuid(), people.id, slot, 'Search',
      case when slot = 1 and random() < 0.5 then '{"search":"lamp","price_max":"20"}'::jsonb else '{"search":"chair","category":"furniture"}' end,
      case when random() < 0.5 then 'immediate' else 'digest' end
    from people cross join generate_series(1, 5) as slot`.execute(app.db)

test('compares a listing with 10,000 searches in as many statements as with 1,000, and within two seconds', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const lamp = await makeListing(app, ada)
  const measure = async () => {
    query.mockClear()
    const start = performance.now()
    await match(lamp)
    return { statements: query.mock.calls.length, ms: performance.now() - start }
  }
  await addSearches(1000)
  const small = await measure()
  await addSearches(9000)
  const large = []
  for (let round = 0; round < 3; round++) {
    await sql`delete from notifications where school_id = ${school.id}`.execute(app.db)
    large.push(await measure())
  }
  query.mockRestore()
  const { rows } = await sql<{ users: number }>`select count(distinct user_id)::int as users from notifications
    where school_id = ${school.id} and kind = 'listing_match'`.execute(app.db)
  expect(rows[0]?.users).toBeGreaterThan(500)
  expect(small.statements).toBeLessThanOrEqual(8)
  for (const { statements } of large) expect(statements).toBe(small.statements)
  // The best of three, because a busy machine delays some of them.
  expect(Math.min(...large.map(({ ms }) => ms))).toBeLessThan(2000)
})
