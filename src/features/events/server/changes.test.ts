import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { events } from '../contract.ts'

const { app, ada, grace, foreigner } = await campus({
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
  foreign: { people: { foreigner: {} } },
})

const noon = Math.floor(Date.now() / 1000 / 86400) * 86400 + 5 * 86400 + 12 * 3600
const valid = {
  title: 'Chess in the garden',
  description: 'Bring a board.',
  location: 'Botanical garden',
  start_date: noon,
  end_date: noon + 7200,
}
const create = (body: object = {}, person = ada) => as(app, person)(events.create, { body: { ...valid, ...body } })
const made = async (body: object = {}, person = ada) => {
  const { status, body: reply } = await create(body, person)
  expect([status, reply.error]).toEqual([201, undefined])
  return reply.data
}
const change = (id: string, body: object, person = ada) => as(app, person)(events.update, { params: { id }, body })
const look = (id: string, person = ada) => as(app, person)(events.show, { params: { id } })

test('creates an event and marks it as the organizer’s own', async () => {
  const picture = await makeUpload(app, ada, { type: 'event' })
  const event = await made({ max_attendees: 10, tags: ['chess', 'chess', 'outdoors'], image_url: picture.url })
  expect(event).toMatchObject({
    ...valid,
    max_attendees: 10,
    tags: ['chess', 'outdoors'],
    image_url: picture.url,
    image: picture,
    attendees_count: 0,
    organizer_id: ada.id,
    organizer: { id: ada.id, name: 'Ada' },
    user_rsvp: 'not_attending',
    can: { edit: true, cancel: true, delete: true, rsvp: false, report: false },
  })
  expect((await look(event.id)).body.data).toEqual(event)
  expect((await look(event.id, grace)).body.data.can).toEqual({
    edit: false,
    cancel: false,
    delete: false,
    rsvp: true,
    report: true,
    remove_attendees: false,
    choose_organizers: false,
  })
  expect((await look(event.id, foreigner)).status).toBe(404)
})

test.each([
  ['title', { title: undefined }, 'Title is required'],
  ['title', { title: '   ' }, 'Title is required'],
  ['title', { title: 'x'.repeat(201) }, 'Keep this within 200 characters'],
  ['description', { description: undefined }, 'Description is required'],
  ['location', { location: undefined }, 'Location is required'],
  ['start_date', { start_date: undefined }, 'Add a start time'],
  ['start_date', { start_date: 'tomorrow' }, 'Add a start time'],
  ['end_date', { end_date: null }, 'Add an end time'],
  ['end_date', { end_date: 1e15 }, 'Add an end time'],
  ['start_date', { end_date: noon }, 'The event has to end after it starts'],
  ['start_date', { start_date: noon + 9000 }, 'The event has to end after it starts'],
  ['max_attendees', { max_attendees: 0 }, 'Enter 1 to 100,000 attendees, or leave blank for no limit'],
  ['max_attendees', { max_attendees: 2.5 }, 'Enter 1 to 100,000 attendees, or leave blank for no limit'],
  ['tags.0', { tags: ['x'.repeat(51)] }, 'Keep this within 50 characters'],
  ['tags', { tags: Array.from({ length: 11 }, (_, index) => `tag ${index}`) }, 'Add up to 10 tags'],
  ['media_urls', { image_url: 'https://elsewhere.example/a.png' }, 'You can only attach files you uploaded.'],
  ['group_id', { group_id: crypto.randomUUID() }, 'Create group events from the group’s page'],
])('rejects an event with an invalid %s: %j', async (field, wrong, problem) => {
  const before = await app.db.selectFrom('events').select('id').execute()
  const { status, body } = await create(wrong)
  expect([status, body.error, body.fields]).toEqual([400, problem, { [field]: problem }])
  expect(await app.db.selectFrom('events').select('id').execute()).toEqual(before)
})

test('keeps a tag of fifty characters', async () => {
  const tags = ['x'.repeat(50)]
  const { status, body } = await create({ tags })
  expect([status, body.data.tags]).toEqual([201, tags])
})

test('keeps a script in a title as text', async () => {
  const title = '<script>alert(1)</script>'
  expect((await made({ title })).title).toBe(title)
})

test('updates one field without changing the others', async () => {
  const picture = await makeUpload(app, ada, { type: 'event' })
  const event = await made({ max_attendees: 5, tags: ['chess'], image_url: picture.url })
  for (const body of [
    { title: 'Chess indoors' },
    { location: 'Hall 2' },
    { description: 'Boards are there.' },
    { end_date: noon + 10_000 },
    { start_date: noon - 60 },
    { max_attendees: null },
    { tags: [] },
    { image_url: null },
  ]) {
    const before = (await look(event.id)).body.data
    const { status, body: reply } = await change(event.id, body)
    expect([status, reply.error]).toEqual([200, undefined])
    expect(reply.data).toEqual({ ...before, ...body, ...('image_url' in body ? { image: null } : {}) })
  }
  expect((await change(event.id, {})).body.data).toEqual((await look(event.id)).body.data)
  expect((await change(event.id, { end_date: noon - 100 })).body.error).toBe('The event has to end after it starts')
})

test('replaces the image and deletes the previous one', async () => {
  const [first, second] = [
    await makeUpload(app, ada, { type: 'event' }),
    await makeUpload(app, ada, { type: 'event', width: 50 }),
  ]
  const event = await made({ image_url: first.url })
  const fetched = (url: string) => app.http.inject({ url, headers: { cookie: grace.cookie } })
  expect((await fetched(first.url)).statusCode).toBe(200)
  expect((await change(event.id, { image_url: second.url })).body.data.image).toEqual(second)
  expect([(await fetched(first.url)).statusCode, (await fetched(second.url)).statusCode]).toEqual([404, 200])
  await as(app, ada)(events.remove, { params: { id: event.id } })
  expect((await fetched(second.url)).statusCode).toBe(404)
})

test('lets only the organizer update and delete an event and hides it after deletion', async () => {
  const event = await made()
  const dean = await makeUser(app, { school: { id: ada.schoolId, domain: 'dean.example' }, role: 'admin' })
  for (const other of [grace, dean]) {
    expect((await change(event.id, { title: 'Mine' }, other)).status).toBe(403)
    expect((await as(app, other)(events.remove, { params: { id: event.id } })).status).toBe(403)
  }
  expect((await as(app, ada)(events.remove, { params: { id: event.id } })).body).toEqual({ success: true })
  expect((await look(event.id)).status).toBe(404)
  expect((await as(app, ada)(events.remove, { params: { id: event.id } })).status).toBe(404)
})

test('hides events and attendees between blocked users in both directions', async () => {
  const event = await made()
  const alan = await makeUser(app, { school: { id: ada.schoolId, domain: 'alan.example' }, name: 'Alan' })
  for (const guest of [grace, alan])
    await as(app, guest)(events.rsvp, { params: { id: event.id }, body: { status: 'attending' } })
  const namesFor = async (person: TestUser) =>
    (await as(app, person)(events.attendees, { params: { id: event.id } })).body.data.map(({ name }) => name)
  expect(await namesFor(ada)).toEqual(['Grace', 'Alan'])
  await makeBlock(app, alan, grace)
  expect([await namesFor(grace), await namesFor(alan), await namesFor(ada)]).toEqual([
    ['Grace'],
    ['Alan'],
    ['Grace', 'Alan'],
  ])
  await makeBlock(app, alan, ada)
  expect((await look(event.id, alan)).status).toBe(404)
})
