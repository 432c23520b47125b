import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { retentionRules } from '../../../app/retention-rules.ts'
import { deleteExpiredRows } from '../../../shared/server/jobs/retention.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { messages } from '../../messages/contract.ts'
import { schools } from '../../schools/contract.ts'
import { marketplace } from '../contract.ts'
import { meetings } from '../meetings-contract.ts'

const { app, school, ada, grace, dean } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' }, dean: { role: 'admin' } },
})

const library = { name: 'Library', map: 'Main entrance', hours: '8–20' }
const soon = () => Math.floor(Date.now() / 1000) + 3600
const listPlaces = () =>
  as(app, dean)(schools.setPlaces, {
    params: { id: school.id },
    body: {
      places: [
        { id: 1, ...library },
        { id: 2, name: 'Café' },
      ],
    } as never,
  })

/** A listing of Ada that Grace has asked about, and their conversation. */
async function setUp() {
  await listPlaces()
  const { id } = await makeListing(app, ada)
  const { body } = await as(app, grace)(marketplace.interest, { params: { id }, body: {} })
  return { listing: id, conversation: body.conversation_id }
}
const propose = (person: TestUser, id: string, body: object = {}) =>
  as(app, person)(meetings.create, { params: { id }, body: { place_id: 1, at: soon(), ...body } })
const accept = (person: TestUser, id: string) => as(app, person)(meetings.accept, { params: { id } })
const decline = (person: TestUser, id: string) => as(app, person)(meetings.decline, { params: { id } })
const show = async (person: TestUser, id: string) =>
  (await as(app, person)(meetings.show, { params: { id } })).body.data
const readIcs = (person: TestUser, id: string) =>
  app.http.inject({ url: `/api/meetings/${id}/ics`, headers: { cookie: person.cookie } })
const listTexts = async (person: TestUser, id: string) =>
  (await as(app, person)(messages.list, { params: { id } })).body.data.map(({ content }) => content)

test('a buyer proposes a place, the seller accepts, and both get a calendar file', async () => {
  const { listing, conversation } = await setUp()
  const at = soon()
  const stream = await openStream(app, ada)
  const proposed = await propose(grace, listing, { at })
  expect([proposed.status, proposed.body.data]).toMatchObject([
    201,
    { place: library, at, state: 'proposed', is_mine: true },
  ])
  await stream.next('meeting.changed')
  stream.close()
  const { id } = proposed.body.data
  expect((await show(ada, conversation)).meeting).toMatchObject({ id, is_mine: false })
  expect((await readIcs(ada, id)).statusCode).toBe(409)
  expect((await accept(grace, id)).status).toBe(403)
  expect((await accept(ada, id)).body.data.state).toBe('accepted')
  for (const person of [ada, grace]) {
    const reply = await readIcs(person, id)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('LOCATION:Library\\, Main entrance')
  }
  expect((await listTexts(ada, conversation)).filter((text) => text.includes('Library'))).toHaveLength(2)
})

test('times in messages are those of the school', async () => {
  const { listing, conversation } = await setUp()
  await app.db.updateTable('schools').set({ timezone: 'Asia/Tokyo' }).where('id', '=', school.id).execute()
  const at = soon()
  await propose(grace, listing, { at })
  const clock = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo', hour: 'numeric', minute: '2-digit' })
  expect((await listTexts(ada, conversation)).some((text) => text.endsWith(`${clock.format(at * 1000)}?`))).toBe(true)
})

test('a further proposal replaces the current one, also an accepted one', async () => {
  const { listing, conversation } = await setUp()
  const first = (await propose(grace, listing)).body.data.id
  await accept(ada, first)
  const second = (await propose(ada, listing, { place_id: 2 })).body.data.id
  expect((await show(grace, conversation)).meeting).toMatchObject({ id: second, place: { name: 'Café' } })
  expect([(await accept(ada, first)).status, (await decline(grace, first)).status]).toEqual([409, 409])
  expect((await readIcs(grace, first)).statusCode).toBe(409)
})

test('of concurrent answers and proposals one holds, and a conversation has one meeting', async () => {
  const { listing, conversation } = await setUp()
  const { id } = (await propose(grace, listing)).body.data
  const answers = await Promise.all([accept(ada, id), decline(ada, id), accept(ada, id), decline(grace, id)])
  const accepted = answers.filter(({ status }, index) => status === 200 && index % 2 === 0 && index < 3)
  const declined = [answers[1], answers[3]].filter((reply) => reply?.status === 200)
  expect(accepted.length).toBeLessThanOrEqual(1)
  expect(declined).toHaveLength(1) // also one that was accepted can be called off
  expect((await show(ada, conversation)).meeting).toBeNull()
  const proposals = await Promise.all([ada, grace, ada, grace].map((person) => propose(person, listing)))
  expect(proposals.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const { rows } = await sql<{ state: string; count: number }>`select state, count(*)::int as count from meetings
    where conversation_id = ${conversation} group by state`.execute(app.db)
  expect(rows.find(({ state }) => state === 'proposed')?.count).toBe(1)
})

test('others neither see nor answer a meeting, and a seller with two buyers names the conversation', async () => {
  const { listing, conversation } = await setUp()
  const other = await makeUser(app, { school, name: 'Other' })
  const { id } = (await propose(grace, listing)).body.data
  expect((await propose(other, listing)).status).toBe(404)
  expect((await as(app, other)(meetings.show, { params: { id: conversation } })).status).toBe(404)
  for (const reply of [await accept(other, id), await decline(other, id)]) expect(reply.status).toBe(404)
  expect((await readIcs(other, id)).statusCode).toBe(404)
  await as(app, other)(marketplace.interest, { params: { id: listing }, body: {} })
  expect((await propose(ada, listing)).body.error).toBe('Choose the conversation')
  expect((await propose(ada, listing, { conversation_id: conversation })).status).toBe(201)
})

test('refuses unknown places, the past, sold listings and blocked users', async () => {
  const { listing, conversation } = await setUp()
  expect((await propose(grace, listing, { place_id: 9 })).body.error).toBe('Choose a place')
  expect((await propose(grace, listing, { at: soon() - 7200 })).body.error).toBe('Choose a time in the future')
  expect((await propose(grace, listing, { at: soon() + 61 * 86_400 })).status).toBe(400)
  expect((await show(grace, conversation)).can_propose).toBe(true)
  await as(app, ada)(marketplace.changeState, { params: { id: listing }, body: { state: 'sold' } })
  expect((await propose(grace, listing)).status).toBe(409)
  expect((await show(grace, conversation)).can_propose).toBe(false)
  const another = await setUp()
  const { id } = (await propose(grace, another.listing)).body.data
  await makeBlock(app, ada, grace)
  expect((await accept(ada, id)).status).toBeGreaterThanOrEqual(403)
  expect((await show(ada, another.conversation)).can_propose).toBe(false)
})

test('a school without places offers no meetings, and meetings end 30 days after their time', async () => {
  const { listing, conversation } = await setUp()
  await propose(grace, listing)
  await sql`update meetings set at = now() - interval '2 days'`.execute(app.db)
  expect((await show(ada, conversation)).meeting).toBeNull()
  await sql`update meetings set at = now() - interval '31 days'`.execute(app.db)
  await deleteExpiredRows(app.db, retentionRules)
  expect(await app.db.selectFrom('meetings').selectAll().execute()).toEqual([])
  await app.db.updateTable('schools').set({ places: '[]' }).where('id', '=', school.id).execute()
  expect((await show(ada, conversation)).can_propose).toBe(false)
})
