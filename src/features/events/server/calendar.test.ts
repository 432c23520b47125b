import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { as, signedOut } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import { deleteUser, makeBlock, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { moderate } from '../../moderation/server/actions.ts'
import { events } from '../contract.ts'

const { app, school, ada, grace } = await campus({
  school: { name: 'North & South, College' },
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace; Hopper' } },
})

const loadLinks = async (person: TestUser) => (await as(app, person)(events.calendarLinks)).body.data
const fetched = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url: new URL(url).pathname, headers })
/** Parses a calendar with an independent library. */
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}
const summaries = async (url: string) => read((await fetched(url)).body).map(({ summary }) => summary)

test('exports one event as a file that calendar apps read', async () => {
  const start = 1_800_000_000
  const words = {
    title: 'Cake, tea; and \\ more',
    description: 'First line\nsecond “line”'.repeat(9),
    location: 'Hall 1, left',
  }
  const body = { ...words, start_date: start, end_date: start + 3600, tags: ['cake', 'tea'] }
  const { id } = (await as(app, grace)(events.create, { body })).body.data
  const reply = await app.http.inject({ url: `/api/events/${id}/ics`, headers: { cookie: ada.cookie } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
  for (const line of reply.body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const [event] = read(reply.body)
  expect(event).toMatchObject({ summary: words.title, location: words.location, uid: `${id}@localhost`, sequence: 0 })
  expect(event?.description).toBe(
    `${words.description}\n\nHosted by Grace; Hopper\n${app.config.publicUrl}/events?event=${id}`,
  )
  expect([event?.startDate.toUnixTime(), event?.endDate.toUnixTime()]).toEqual([start, start + 3600])
  expect(event?.startDate.zone.tzid).toBe('UTC')

  await as(app, grace)(events.update, { params: { id }, body: { title: 'Cake' } })
  const again = await app.http.inject({ url: `/api/events/${id}/ics`, headers: { cookie: ada.cookie } })
  expect(read(again.body)[0]).toMatchObject({ summary: 'Cake', uid: `${id}@localhost`, sequence: 1 })
})

test('keeps the two secret URLs of a user until they are rotated', async () => {
  const links = await loadLinks(ada)
  expect(links.mine).toMatch(/^http:\/\/localhost:\d+\/calendar\/[A-Za-z0-9_-]{64}\.ics$/)
  expect(new Set([...Object.values(links), ...Object.values(await loadLinks(grace))]).size).toBe(4)
  expect(await loadLinks(ada)).toEqual(links)
  const turned = (await as(app, ada)(events.rotateCalendarLinks, { body: { kind: 'mine' } })).body.data
  expect(turned.school).toBe(links.school)
  expect(turned.mine).not.toBe(links.mine)
  expect([(await fetched(links.mine)).statusCode, (await fetched(turned.mine)).statusCode]).toEqual([404, 200])
  const both = (await as(app, ada)(events.rotateCalendarLinks, { body: {} })).body.data
  expect(both.school).not.toBe(links.school)
  expect((await as(app, signedOut)(events.calendarLinks)).status).toBe(401)
  const rows = await app.db.selectFrom('calendar_links').selectAll().execute()
  for (const link of Object.values(both)) {
    const token = link.split('/').at(-1)?.replace('.ics', '') ?? ''
    expect(JSON.stringify(rows)).not.toContain(token)
  }
})

test('returns the same URLs to twenty concurrent first requests', async () => {
  const alan = await makeUser(app, { school })
  const all = await Promise.all(Array.from({ length: 20 }, () => loadLinks(alan)))
  const last = await loadLinks(alan)
  expect((await fetched(last.mine)).statusCode).toBe(200)
  expect(new Set(all.map(({ mine }) => mine)).size).toBe(1)
  const rotate = () => as(app, alan)(events.rotateCalendarLinks, { body: {} })
  for (const { status } of await Promise.all(Array.from({ length: 10 }, rotate))) expect(status).toBe(200)
  expect((await fetched((await loadLinks(alan)).mine)).statusCode).toBe(200)
})

test('lists organized and attended events in the own calendar and all visible ones in that of the school', async () => {
  const alan = await makeUser(app, { school, name: 'Alan' })
  await makeEvent(app, alan, { title: 'my own' })
  const { id } = await makeEvent(app, grace, { title: 'where I go' })
  await makeEvent(app, grace, { title: 'where I don’t' })
  await makeEvent(app, grace, { title: 'long ago', start: -24 * 100 })
  await as(app, alan)(events.rsvp, { params: { id }, body: { status: 'attending' } })
  const links = await loadLinks(alan)
  expect((await summaries(links.mine)).sort()).toEqual(['my own', 'where I go'])
  const seen = await summaries(links.school)
  expect(seen).toEqual(expect.arrayContaining(['my own', 'where I go', 'where I don’t']))
  expect(seen).not.toContain('long ago')
  await makeBlock(app, grace, alan)
  expect(await summaries(links.mine)).toEqual(['my own'])
  expect(await summaries(links.school)).not.toContain('where I don’t')
})

test('answers 304 for an unchanged calendar', async () => {
  const alan = await makeUser(app, { school })
  await makeEvent(app, alan, { title: 'soon' })
  const { mine } = await loadLinks(alan)
  const first = await fetched(mine)
  const etag = String(first.headers.etag)
  const second = await fetched(mine, { 'if-none-match': `W/${etag}, "other"` })
  expect([second.statusCode, second.body, second.headers.etag]).toEqual([304, '', etag])
  await makeEvent(app, alan, { title: 'later' })
  expect((await fetched(mine, { 'if-none-match': etag })).statusCode).toBe(200)
  expect(first.body).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(first.body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H')
})

test('rejects a link of a blocked or deleted owner or of an inactive school', async () => {
  const person = () => makeUser(app, { school })
  const [banned, gone, left] = [await person(), await person(), await makeUser(app, { school: await makeSchool(app) })]
  const links = await Promise.all([banned, gone, left].map(loadLinks))
  for (const link of links) expect((await fetched(link.mine)).statusCode).toBe(200)
  await withTransaction(app.db, (trx) =>
    moderate(trx, { id: null, name: 'Dean' }, banned, { type: 'ban', reason: 'x' }),
  )
  await deleteUser(app, gone)
  await app.db.updateTable('schools').set({ is_active: false }).where('id', '=', left.schoolId).execute()
  for (const link of links) expect((await fetched(link.mine)).statusCode).toBe(404)
  for (const file of [`${'A'.repeat(64)}.ics`, 'x.ics', '../etc/passwd', `${'%00'.repeat(64)}.ics`])
    expect((await app.http.inject({ url: `/calendar/${file}` })).statusCode).toBe(404)
})

test('neither stores nor repeats rotated links in the reply to an Idempotency-Key', async () => {
  const rotate = () =>
    as(app, ada)(events.rotateCalendarLinks, { body: {}, headers: { 'idempotency-key': 'rotate once' } })
  const first = await rotate()
  const token = first.body.data.mine.split('/').at(-1)?.replace('.ics', '') ?? ''
  expect(token.length).toBeGreaterThan(20)
  const again = await rotate()
  expect([again.status, again.body]).toEqual([200, { success: true }])
  const { body } = await as(app, ada)(events.calendarLinks)
  expect(body.data, 'it was executed once').toEqual(first.body.data)
  const stored = await app.db.selectFrom('idempotency_keys').select('reply').execute()
  expect(stored.filter(({ reply }) => reply.includes(token))).toEqual([])
})
