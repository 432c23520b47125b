import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { fillEvent } from '../../../testing/factories/events.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { notifications } from '../../notifications/contract.ts'
import { search } from '../../search/contract.ts'
import { events, groupEvents } from '../contract.ts'
import { waitlists } from '../waitlist-contract.ts'

const { app, school, ada, grace, foreigner } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
  foreign: { people: { foreigner: {} } },
})

const start = Math.floor(Date.now() / 1000) + 5 * 86_400
const link = 'https://meet.example/secret-room'
const place = 'Back door, code 4711'
const details = { online_link: link, exact_location: place }
const valid = {
  title: 'Reading night',
  description: 'We read aloud.',
  location: 'Library',
  start_date: start,
  end_date: start + 3600,
  ...details,
}
const student = (name = 'Student') => makeUser(app, { school, name })
const made = async (body: object = {}, person = ada) => {
  const { status, body: reply } = await as(app, person)(events.create, { body: { ...valid, ...body } })
  expect([status, reply.error]).toEqual([201, undefined])
  return reply.data
}
const look = (person: TestUser, id: string) => as(app, person)(events.show, { params: { id } })
const see = async (person: TestUser, id: string) => (await look(person, id)).body.data
const change = (person: TestUser, id: string, body: object, scope: 'this' | 'all' = 'this') =>
  as(app, person)(events.update, { params: { id }, query: { scope }, body })
const say = (person: TestUser, id: string, status: string, scope = 'this') =>
  as(app, person)(events.rsvp, { params: { id }, body: { status, scope } })
const remove = (person: TestUser, id: string, uid: string) =>
  as(app, person)(events.removeAttendee, { params: { id, uid } })
const listSentences = async (person: TestUser) =>
  (await as(app, person)(notifications.list)).body.data.map(({ sentence }) => sentence)

test('only attendees and organizers read the online link and the exact location', async () => {
  const helper = await student()
  const { id, ...created } = await made({ co_organizers: [helper.id] })
  expect(created).toMatchObject(details)
  expect(await see(helper, id)).toMatchObject(details)
  const before = await see(grace, id)
  for (const field of Object.keys(details)) expect(before).not.toHaveProperty(field)
  await say(grace, id, 'attending')
  expect(await see(grace, id)).toMatchObject(details)
  await say(grace, id, 'not_attending')
  expect(await see(grace, id)).toEqual(before)
})

test('no list, search, calendar of others, notification or refusal contains a detail for attendees', async () => {
  const other = await student()
  const { id } = await made()
  const group = await makeGroup(app, ada)
  const params = { gid: group.id }
  const meeting = (await as(app, ada)(groupEvents.create, { params, body: valid })).body.data
  await say(grace, id, 'attending')
  await change(ada, id, { location: 'Hall', exact_location: `${place}, left` })
  const readCalendars = async (person: TestUser) => {
    const links = (await as(app, person)(events.calendarLinks)).body.data
    const files = Object.values(links).map((url) => app.http.inject({ url: new URL(url).pathname }))
    return (await Promise.all(files)).map(({ body }) => body)
  }
  for (const person of [other, grace, ada]) {
    const replies = [
      await as(app, person)(events.list),
      await as(app, person)(events.list, { query: { search: 'secret-room' } }),
      await as(app, person)(events.upcoming),
      await as(app, person)(groupEvents.list, { params }),
      await as(app, person)(search.all, { query: { q: 'Reading' } }),
      await as(app, person)(notifications.list),
    ]
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const texts = replies.map(({ body }) => JSON.stringify(body))
    const all = [...texts, ...(person === other ? await readCalendars(person) : [])].join('\n')
    expect(all).toContain('Reading night')
    for (const secret of ['secret-room', '4711']) expect(all).not.toContain(secret)
  }
  for (const shown of [
    await as(app, other)(groupEvents.show, { params: { ...params, eid: meeting.id } }),
    await change(other, id, { title: 'Mine' }),
    await remove(other, id, grace.id),
    await look(other, id),
  ])
    expect(JSON.stringify(shown.body)).not.toContain('secret-room')
})

test.each([
  [{ online_link: 'javascript:alert(1)' }, 'online_link', 'Enter a web address'],
  [{ exact_location: 'x'.repeat(201) }, 'exact_location', 'Keep this within 200 characters'],
  [{ facts: { cost: 'x'.repeat(101) } }, 'facts.cost', 'Keep this within 100 characters'],
  [{ co_organizers: Array.from({ length: 6 }, () => crypto.randomUUID()) }, 'co_organizers', 'Choose up to 5 people'],
])('rejects %j', async (body, field, problem) => {
  const reply = await as(app, ada)(events.create, { body: { ...valid, ...body } })
  expect([reply.status, reply.body.fields]).toEqual([400, { [field]: problem }])
})

test('completes a link without a scheme, and removes details that are empty', async () => {
  const { id, online_link } = await made({ online_link: 'meet.example/room' })
  expect(online_link).toBe('https://meet.example/room')
  const { body } = await change(ada, id, { online_link: '', exact_location: null })
  expect([body.data.online_link, body.data.exact_location]).toEqual([null, null])
})

test('a removed attendee comes back only when an organizer lets them in, and reads no new link before', async () => {
  const helper = await student()
  const guest = await student('Guest')
  const { id } = await made({ co_organizers: [helper.id], max_attendees: 1 })
  await say(guest, id, 'attending')
  expect((await remove(helper, id, guest.id)).status).toBe(200)
  await change(ada, id, { online_link: `${link}-2` })
  expect((await see(guest, id)).is_removed).toBe(true)
  const refusal = {
    status: 403,
    body: { error: 'The host removed you from this event. Ask them if you would like to come.' },
  }
  expect(await say(guest, id, 'attending')).toMatchObject(refusal)
  await say(grace, id, 'attending')
  expect(await as(app, guest)(waitlists.join, { params: { id } })).toMatchObject(refusal)
  expect(await see(guest, id)).not.toHaveProperty('online_link')

  const listRemoved = (person: TestUser) => as(app, person)(events.removed, { params: { id } })
  const readmit = (person: TestUser) => as(app, person)(events.readmit, { params: { id, uid: guest.id } })
  expect((await listRemoved(helper)).body.data.map(({ name }) => name)).toEqual(['Guest'])
  expect([(await listRemoved(guest)).status, (await readmit(guest)).status]).toEqual([403, 403])
  expect([(await readmit(ada)).status, (await readmit(ada)).status]).toEqual([200, 404])
  expect((await listSentences(guest)).filter((sentence) => sentence.includes('back in'))).toHaveLength(1)
  expect((await as(app, guest)(waitlists.join, { params: { id } })).status).toBe(201)
  await say(grace, id, 'not_attending')
  expect(await see(guest, id)).toMatchObject({ user_rsvp: 'attending', online_link: `${link}-2`, is_removed: false })
})

test('an answer for all dates of a series leaves out those from which the user was removed', async () => {
  const guest = await student()
  const { id, series } = await made({ series: { freq: 'weekly', count: 3 } })
  await say(guest, id, 'attending')
  await remove(ada, id, guest.id)
  const dates = (await as(app, ada)(events.list, { query: { filter: 'my-events' } })).body.data.filter(
    (event) => event.series?.id === series?.id,
  )
  const [other] = dates.filter((date) => date.id !== id)
  await say(guest, other?.id ?? '', 'attending', 'all')
  const answers = await Promise.all(
    dates.map(async (date) => [date.series?.nth, (await see(guest, date.id)).user_rsvp]),
  )
  expect(answers).toEqual([
    [1, 'not_attending'],
    [2, 'attending'],
    [3, 'attending'],
  ])
})

test('of a removal and a concurrent answer, the removal holds', async () => {
  const guest = await student()
  const { id } = await made()
  await say(guest, id, 'attending')
  await Promise.all([
    remove(ada, id, guest.id),
    ...Array.from({ length: 12 }, (_, index) => say(guest, id, index % 2 ? 'attending' : 'not_attending')),
  ])
  const { user_rsvp, is_removed, attendees_count } = await see(guest, id)
  // The removal is 404 when the user had just left.
  expect([user_rsvp, attendees_count]).toEqual(
    is_removed ? ['not_attending', 0] : [user_rsvp, Number(user_rsvp === 'attending')],
  )
})

test('everyone reads the facts, which a change replaces', async () => {
  const facts = { step_free: true, quiet_area: false, captions: true, food: 'Soup', language: 'English', cost: 'Free' }
  const { id } = await made({ facts })
  expect((await see(grace, id)).facts).toEqual(facts)
  const [listed] = (await as(app, grace)(events.list)).body.data
  expect(listed?.facts).toEqual(facts)
  await change(ada, id, { title: 'Night' })
  expect((await see(grace, id)).facts).toEqual(facts)
  await change(ada, id, { facts: { cost: '2 €' } })
  expect((await see(grace, id)).facts).toEqual({ cost: '2 €' })
})

test('an organizer removes an attendee, whose seat goes to the waitlist, and the link that they know', async () => {
  const { id } = await made({ max_attendees: 1 })
  await fillEvent(app, { id }, grace)
  const waiting = await student()
  await app.db
    .insertInto('event_waitlist')
    .values({ school_id: school.id, event_id: id, user_id: waiting.id })
    .execute()
  expect((await remove(grace, id, grace.id)).status).toBe(403)
  expect((await remove(foreigner, id, grace.id)).status).toBe(404)
  expect((await remove(ada, id, ada.id)).status).toBe(404)
  expect((await remove(ada, id, grace.id)).body).toEqual({ success: true })
  expect((await remove(ada, id, grace.id)).status).toBe(404)
  const left = await see(grace, id)
  expect(left.user_rsvp).toBe('not_attending')
  expect(left).not.toHaveProperty('online_link')
  expect(await listSentences(grace)).toEqual(['{names} removed you from “Reading night”'])
  expect(await see(waiting, id)).toMatchObject({ user_rsvp: 'attending', online_link: null, exact_location: place })
})

test('removes the link also from other dates of the series that the removed attendee does not attend', async () => {
  const { id, series } = await made({ series: { freq: 'weekly', count: 3 } })
  const rows = await app.db
    .selectFrom('events')
    .where('series_id', '=', series?.id ?? '')
    .select('id')
    .orderBy('nth')
    .execute()
  const [, second] = rows
  await say(grace, id, 'attending')
  await say(grace, second?.id ?? '', 'attending')
  await remove(ada, id, grace.id)
  const links = await Promise.all(rows.map(async (row) => (await see(ada, row.id)).online_link))
  expect(links).toEqual([null, link, null])
})

test('co-organizers edit, cancel and remove attendees, but neither delete nor choose organizers', async () => {
  const helper = await student('Helper')
  const { id, organizers } = await made({ co_organizers: [helper.id] })
  expect(organizers.map(({ name }) => name)).toEqual(['Ada', 'Helper'])
  expect(await listSentences(helper)).toEqual(['{names} added you as an organizer of “Reading night”'])
  const expected = { edit: true, cancel: true, delete: false, remove_attendees: true, choose_organizers: false }
  expect((await see(helper, id)).can).toMatchObject(expected)
  const own = await as(app, helper)(events.list, { query: { filter: 'my-events' } })
  expect(own.body.data.map((event) => event.id)).toEqual([id])
  expect((await change(helper, id, { title: 'Night', co_organizers: [helper.id] })).status).toBe(200)
  const refused = await change(helper, id, { co_organizers: [helper.id, grace.id] })
  expect([refused.status, refused.body.error]).toEqual([403, 'Only the host can choose organizers.'])
  const deletion = await as(app, helper)(events.remove, { params: { id } })
  expect([deletion.status, deletion.body.error]).toEqual([403, 'Only the host can delete this event.'])
  await say(grace, id, 'attending')
  expect((await remove(helper, id, grace.id)).status).toBe(200)
  expect((await as(app, helper)(events.cancel, { params: { id }, body: { reason: 'Rain' } })).status).toBe(200)
  const other = await made({ co_organizers: [helper.id] })
  await change(ada, other.id, { co_organizers: [] })
  expect((await change(helper, other.id, { title: 'Mine' })).status).toBe(403)
  expect((await see(ada, other.id)).organizers.map(({ name }) => name)).toEqual(['Ada'])
})

test('co-organizers are people that the organizer may see, at most five, also under concurrent changes', async () => {
  const blocked = await student()
  await makeBlock(app, blocked, ada)
  const refuse = async (id: string) => {
    const { status, body } = await as(app, ada)(events.create, { body: { ...valid, co_organizers: [id] } })
    return [status, body.error]
  }
  for (const id of [foreigner.id, blocked.id, crypto.randomUUID()])
    expect(await refuse(id)).toEqual([404, 'Person not found'])
  expect(await refuse(ada.id)).toEqual([400, 'The host is an organizer already'])
  const { id } = await made()
  const people = await Promise.all(Array.from({ length: 8 }, () => student()))
  const choices = [people.slice(0, 5), people.slice(3, 8), people.slice(2, 6)].map((some) => some.map((one) => one.id))
  for (const { status } of await Promise.all(choices.map((co_organizers) => change(ada, id, { co_organizers }))))
    expect(status).toBe(200)
  const after = (await see(ada, id)).organizers.slice(1).map((one) => one.id)
  expect(choices).toContainEqual(after)
  await makeBlock(app, grace, people[4] as TestUser)
  expect((await see(grace, id)).organizers.map((one) => one.id)).not.toContain(people[4]?.id)
})

test('all dates of a series have the same organizers and details, and a change can concern all', async () => {
  const [helper, other] = [await student(), await student()]
  const { id, series } = await made({ series: { freq: 'weekly', count: 3 }, co_organizers: [helper.id] })
  const rows = await app.db
    .selectFrom('events')
    .where('series_id', '=', series?.id ?? '')
    .select('id')
    .execute()
  const listOrganizers = async () =>
    Promise.all(rows.map(async (row) => (await see(ada, row.id)).organizers.slice(1).map((one) => one.id)))
  expect(await listOrganizers()).toEqual(Array(3).fill([helper.id]))
  await change(ada, id, { co_organizers: [other.id, helper.id] }, 'all')
  expect(await listOrganizers()).toEqual(Array(3).fill([other.id, helper.id]))
  for (const row of rows) expect(await see(helper, row.id)).toMatchObject(details)
})
