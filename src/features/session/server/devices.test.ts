import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSession } from '../../../shared/server/auth/session.ts'
import { sessionCookieName } from '../../../shared/server/auth/session-cookie.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { openStream, waitForEarlierEvents } from '../../../testing/streams.ts'
import { account } from '../../account/contract.ts'
import { session } from '../contract.ts'

const { app, ada, bo } = await campus({ perTest: true, people: { ada: {}, bo: {} } })

const device = async (userAgent: string): Promise<TestUser> => {
  const token = await createSession(app.db, ada, { userAgent, ip: '127.0.0.1' })
  return { ...ada, cookie: `${sessionCookieName(false)}=${token}` }
}
const list = async (who: TestUser) => (await as(app, who)(session.devices)).body.data
const isIn = async (who: TestUser) => (await as(app, who)(session.me)).status === 200

test('lists the own devices, the current one first, and no others', async () => {
  const phone = await device('Phone')
  const devices = await list(phone)
  expect(devices).toMatchObject([
    { user_agent: 'Phone', is_current: true },
    { user_agent: 'test', is_current: false },
  ])
  expect(Object.keys(devices[0] ?? {}).sort()).toEqual(['created_at', 'id', 'is_current', 'last_seen_at', 'user_agent'])
  expect(await list(bo)).toHaveLength(1)
})

test('lets only the owner sign out a device', async () => {
  const phone = await device('Phone')
  const [, other] = await list(ada)
  const id = other?.id ?? ''
  expect((await as(app, bo)(session.signOutDevice, { params: { id } })).status).toBe(404)
  expect((await as(app, ada)(session.signOutDevice, { params: { id: randomUUID() } })).status).toBe(404)
  expect(await isIn(phone)).toBe(true)
  const answer = await as(app, ada)(session.signOutDevice, { params: { id } })
  expect(answer.status).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect([await isIn(phone), await isIn(ada)]).toEqual([false, true])

  const own = (await list(ada))[0]?.id ?? ''
  const last = await as(app, ada)(session.signOutDevice, { params: { id: own } })
  expect(last.headers['set-cookie']).toMatch(/^quad=;/)
  expect(await isIn(ada)).toBe(false)
})

test("clears the browser's cache and storage only when a session ends", async () => {
  const cleared = '"cache", "storage"'
  const phone = await device('Phone')
  const [{ id = '' } = {}] = await list(ada)
  const clearing = async (who: TestUser, request: InjectOptions) =>
    (await app.http.inject({ ...request, headers: { cookie: who.cookie } })).headers['clear-site-data']
  expect(await clearing(phone, { url: '/api/me' })).toBeUndefined()
  expect(await clearing(phone, { url: `/api/sessions/${id}`, method: 'DELETE' })).toBeUndefined()
  expect(await clearing(ada, { url: '/api/me' })).toBe(cleared) // signed out by the other device
  expect(await clearing(ada, { url: '/api/friends' })).toBeUndefined()
  expect(await clearing({ ...ada, cookie: '' }, { url: '/api/me' })).toBeUndefined()
  const own = (await list(phone))[0]?.id ?? ''
  expect(await clearing(phone, { url: `/api/sessions/${own}`, method: 'DELETE' })).toBe(cleared)

  expect(await clearing(await device('Tablet'), { url: '/auth/logout', method: 'POST' })).toBe(cleared)
  const page = await app.http.inject({
    url: '/auth/logout',
    headers: { cookie: (await device('Laptop')).cookie, accept: 'text/html' },
  })
  expect([page.statusCode, page.headers.location]).toEqual([302, '/login'])
  expect(page.headers['clear-site-data']).toBe(cleared)
})

test('signs out everywhere except on the current device', async () => {
  const [phone, tablet] = [await device('Phone'), await device('Tablet')]
  expect((await as(app, phone)(session.signOutOthers)).status).toBe(200)
  expect([await isIn(phone), await isIn(tablet), await isIn(ada), await isIn(bo)]).toEqual([true, false, false, true])
})

test('closes streams when their device is signed out and when the account is deleted', async () => {
  const [phone, tablet] = [await device('Phone'), await device('Tablet')]
  const streams = { phone: await openStream(app, phone), tablet: await openStream(app, tablet) }
  await as(app, phone)(session.signOutOthers)
  await streams.tablet.ended
  await waitForEarlierEvents(app, ada, streams.phone) // it is still open
  await as(app, phone)(account.remove, { body: { confirm: true } })
  await streams.phone.ended
})

test('updates the last use of a device hourly and that of its user daily', async () => {
  const [phone, tablet] = [await device('Phone'), await device('Tablet')]
  const seen = async (agent: string) =>
    (await list(ada)).find(({ user_agent }) => user_agent === agent)?.last_seen_at ?? 0
  await isIn(ada)
  await sql`update sessions set last_seen_at = date_trunc('hour', now()) - interval '1 hour' where user_agent in ('Phone', 'Tablet')`.execute(
    app.db,
  )
  await isIn(phone)
  expect((await seen('Phone')) - (await seen('Tablet'))).toBeGreaterThan(3000)
  await isIn(tablet)
  expect([(await seen('Phone')) % 3600, (await seen('Tablet')) % 3600]).toEqual([0, 0])
  const { rows } = await sql`select last_active_at = date_trunc('day', last_active_at) as is_day from users
    where id = ${ada.id}`.execute(app.db)
  expect(rows).toEqual([{ is_day: true }])
})
