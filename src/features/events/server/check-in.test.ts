import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { fillEvent, makeEvent } from '../../../testing/factories/events.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { codeMessage, parseCode, toDigits, toMinute, toQrText } from '../check-in-codes.ts'
import { checkIns } from '../check-in-contract.ts'
import { events } from '../contract.ts'

const { app, school, host, helper, ada, grace, omar } = await campus({
  perTest: true,
  people: { host: {}, helper: {}, ada: { name: 'Ada' }, grace: { name: '=Grace' }, omar: {} },
})

const now = () => Math.floor(Date.now() / 1000)
const open = async (guests: readonly TestUser[] = [ada, grace]) => {
  const event = await makeEvent(app, host, { start: 1 })
  for (const guest of guests) await fillEvent(app, event, guest)
  return event
}
const show = (event: { id: string }, person: TestUser) => as(app, person)(checkIns.show, { params: { id: event.id } })
const create = (event: { id: string }, body: object, person: TestUser = host) =>
  as(app, person)(checkIns.create, { params: { id: event.id }, body })
const findCode = async (event: { id: string }, person: TestUser) => {
  const { own } = (await show(event, person)).body.data
  return { code: own?.code ?? '', qr: own?.qr ?? '' }
}
const toCode = (key: string, minute: number) =>
  toDigits(createHmac('sha256', Buffer.from(key, 'base64url')).update(codeMessage(minute)).digest())
const move = (event: { id: string }, by: string) =>
  sql`update events set start_date = start_date + ${by}::interval, end_date = end_date + ${by}::interval
    where school_id = ${school.id} and id = ${event.id}`.execute(app.db)

test('an attendee shows a code, an organizer scans or types it, and it counts once', async () => {
  const event = await open()
  const { own, list } = (await show(event, ada)).body.data
  expect([own?.checked_in_at, list]).toEqual([null, null])
  const { code, qr } = await findCode(event, ada)
  expect(code).toMatch(/^\d{6}$/)
  expect(parseCode(qr)).toEqual({ userId: ada.id, digits: code })
  const stream = await openStream(app, ada)
  const first = await create(event, { code: qr })
  expect([first.status, first.body.data]).toMatchObject([200, [{ user_id: ada.id, name: 'Ada', result: 'checked_in' }]])
  await stream.next('check_in.changed')
  stream.close()
  expect((await show(event, ada)).body.data.own?.checked_in_at).toBeGreaterThan(now() - 60)
  const again = await create(event, { code: qr })
  expect([again.status, again.body.error]).toEqual([409, 'Already checked in'])
  const typed = await create(event, {
    code: `${(await findCode(event, grace)).code.slice(0, 3)} ${(await findCode(event, grace)).code.slice(3)}`,
  })
  expect(typed.status).toBe(200)
  expect((await show(event, host)).body.data.list).toMatchObject({ count: 2, checked_in: 2 })
})

test('a code of another person, event or minute is not valid, and typed codes are limited to ten a minute', async () => {
  const [event, other] = [await open([ada]), await open([ada, grace])]
  const { code } = await findCode(other, ada)
  const invalid = async (text: string) => {
    const { status, body } = await create(event, { code: text })
    return [status, body.error]
  }
  expect(await invalid(toQrText(ada.id, code))).toEqual([400, 'This code is not valid'])
  expect(await invalid(toQrText(grace.id, (await findCode(other, grace)).code))).toEqual([
    400,
    'This code is not valid',
  ])
  expect(await invalid('hello')).toEqual([400, 'This code is not valid'])
  const { key } = (await show(event, host)).body.data.list?.attendees[0] ?? {}
  expect(await invalid(toQrText(ada.id, toCode(key ?? '', toMinute(now()) - 2)))).toEqual([
    400,
    'This code is not valid',
  ])
  const statuses: number[] = []
  for (let index = 0; index < 11; index++) statuses.push((await create(event, { code: '000000' })).status)
  expect(statuses.at(-1)).toBe(429)
  expect((await create(event, { code: (await findCode(event, ada)).qr })).status, 'a scan is not limited').toBe(200)
})

test('300 scans by two devices without a network are 300 check-ins, however often they are sent', async () => {
  const event = await open([])
  const guests = await Promise.all(Array.from({ length: 300 }, () => makeUser(app, { school })))
  await sql`insert into event_attendees (school_id, event_id, user_id) select ${school.id}, ${event.id}, id
    from unnest(${guests.map(({ id }) => id)}::uuid[]) as id`.execute(app.db)
  const list = (await show(event, host)).body.data.list
  const at = now() - 600
  const scans = (list?.attendees ?? []).map(({ id, key }) => ({
    user_id: id,
    code: toCode(key ?? '', toMinute(at)),
    at,
  }))
  expect(scans).toHaveLength(300)
  // Both devices scanned the people in the middle; the second one a minute earlier.
  const earlier = scans.slice(100).map((scan) => {
    const key = list?.attendees.find(({ id }) => id === scan.user_id)?.key ?? ''
    return { ...scan, at: at - 60, code: toCode(key, toMinute(at - 60)) }
  })
  const answers = await Promise.all([
    create(event, { scans: scans.slice(0, 200) }),
    create(event, { scans: earlier }),
    create(event, { scans: scans.slice(0, 200) }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const results = answers.flatMap(({ body }) => body.data)
  expect(results.filter(({ result }) => result === 'checked_in')).toHaveLength(300)
  expect(results.filter(({ result }) => result === 'already')).toHaveLength(300)
  const { rows } = await sql<{
    at: number
    count: number
  }>`select floor(extract(epoch from at))::int8 as at, count(*)::int as count
    from event_check_ins where event_id = ${event.id} group by 1 order by 1`.execute(app.db)
  expect(rows).toEqual([
    { at: at - 60, count: 200 },
    { at, count: 100 },
  ])
})

test('scans with another code, of others, of the future or outside the time of the check-in are invalid', async () => {
  const event = await open([ada])
  const key = (await show(event, host)).body.data.list?.attendees[0]?.key ?? ''
  const scan = (at: number, more: object = {}) => ({ user_id: ada.id, code: toCode(key, toMinute(at)), at, ...more })
  const results = async (...scans: object[]) => (await create(event, { scans })).body.data.map(({ result }) => result)
  expect(
    await results(
      scan(now(), { code: '000000' }),
      scan(now(), { user_id: omar.id }),
      scan(now() + 600),
      scan(now() - 13 * 3600),
    ),
  ).toEqual(['invalid', 'invalid', 'invalid', 'invalid'])
  expect((await show(event, host)).body.data.list?.checked_in).toBe(0)
})

test('only organizers see the list, and its keys end twelve hours after the event', async () => {
  const event = await open([ada])
  await as(app, host)(events.update, { params: { id: event.id }, body: { co_organizers: [helper.id] } })
  expect((await show(event, omar)).status).toBe(403)
  expect((await create(event, { person: ada.id }, ada)).status).toBe(403)
  expect((await create(event, { person: ada.id }, helper)).status).toBe(200)
  expect((await create(event, { person: omar.id }, helper)).status).toBe(404)
  await move(event, '-1 day')
  const { list } = (await show(event, host)).body.data
  expect(list?.attendees.map(({ key }) => key)).toEqual([null])
  expect((await show(event, ada)).body.data.own).toMatchObject({ code: null, qr: null })
  expect((await create(event, { code: '123456' })).status).toBe(410)
  await move(event, '3 days')
  expect([(await create(event, { code: '123456' })).status, (await create(event, { person: ada.id })).status]).toEqual([
    409, 409,
  ])
})

test('attendees scan the poster of a small event, once', async () => {
  const event = await open([ada])
  const poster = (await show(event, host)).body.data.list?.poster ?? ''
  const scan = (person: TestUser, code = poster) =>
    as(app, person)(checkIns.createOwn, { params: { id: event.id }, body: { code } })
  expect((await scan(omar)).status).toBe(403)
  expect((await scan(ada, 'abcdef')).body.error).toBe('This code is not valid')
  expect((await scan(ada)).body.data).toMatchObject({ result: 'checked_in', name: 'Ada' })
  expect((await scan(ada)).status).toBe(409)
  const others = await Promise.all(Array.from({ length: 50 }, () => makeUser(app, { school })))
  await sql`insert into event_attendees (school_id, event_id, user_id) select ${school.id}, ${event.id}, id
    from unnest(${others.map(({ id }) => id)}::uuid[]) as id`.execute(app.db)
  expect((await show(event, host)).body.data.list?.poster, '51 attendees').toBeNull()
})

test('organizers download the attendance, in which no name is a formula', async () => {
  const event = await open()
  await create(event, { person: ada.id })
  const url = `/api/events/${event.id}/attendance.csv`
  const get = (person: TestUser) =>
    app.http.inject({ url, headers: { cookie: person.cookie, 'sec-fetch-site': 'same-origin' } })
  const { statusCode, body } = await get(host)
  expect(statusCode).toBe(200)
  expect(body.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFF"name","attended","checked in at"',
    `"'=Grace","no",""`,
    expect.stringMatching(/^"Ada","yes","20\d\d-/),
  ])
  expect((await get(ada)).statusCode).toBe(403)
})

test('a blocked person is not in the list of an organizer, and the check-ins of a deleted account are gone', async () => {
  const event = await open([ada, grace])
  await as(app, host)(events.update, { params: { id: event.id }, body: { co_organizers: [helper.id] } })
  await create(event, { person: ada.id })
  await makeBlock(app, ada, helper)
  const names = (await show(event, helper)).body.data.list?.attendees.map(({ name }) => name)
  expect(names).toEqual(['=Grace'])
  expect((await create(event, { code: (await findCode(event, ada)).qr }, helper)).status).toBe(400)
})
