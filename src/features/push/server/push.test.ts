import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../../shared/server/config.ts'
import { deleteExpiredRows } from '../../../shared/server/jobs/retention.ts'
import { openKeysHere } from '../../../shared/server/keys/keys.ts'
import { as, testEnvironment } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { subscribe } from '../../../testing/factories/push.ts'
import { deleteUser, makeUser } from '../../../testing/factories/users.ts'
import { hostileEndpoints } from '../../../testing/hostile-endpoints.ts'
import { createBrowser } from '../../../testing/push-browser.ts'
import { session } from '../../session/contract.ts'
import { push, pushLimits } from '../contract.ts'
import { pushRetention } from './actions.ts'
import { loadPushKey, resealPushKeys } from './keys.ts'
import { pushPersonalData } from './personal-data.ts'

const { app, school, ada, grace, foreigner } = await campus({
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
  foreign: { people: { foreigner: {} } },
  perTest: true,
  alone: true,
})

beforeEach(() => sql`truncate push_subscriptions, push_due`.execute(app.db))

const countRows = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from push_subscriptions`.execute(app.db)
  return rows[0]?.count
}
const listHosts = async (user: typeof ada) => (await as(app, user)(push.list)).body.data.map(({ host }) => host)
const keyId = async () => (await as(app, ada)(push.key)).body.data.key_id
const makeStudent = () => makeUser(app, { school })

test('creates one key pair for all servers, also when many ask concurrently', async () => {
  await sql`delete from push_keys`.execute(app.db)
  const keys = await Promise.all(Array.from({ length: 8 }, () => as(app, ada)(push.key)))
  expect(new Set(keys.map(({ body }) => body.data.key)).size).toBe(1)
  expect(Buffer.from(keys[0]?.body.data.key ?? '', 'base64url').length).toBe(65)
  const { rows } = await sql<{ private_sealed: Buffer }>`select private_sealed from push_keys`.execute(app.db)
  const { privateKey } = (await loadPushKey(app)) ?? { privateKey: 'none' }
  expect(rows.length).toBe(1)
  expect(rows[0]?.private_sealed.includes(Buffer.from(privateKey))).toBe(false)
})

test('a key that was sealed with a lost SECRET_KEY is replaced, and a rotation keeps it', async () => {
  const first = await loadPushKey(app)
  const lost = { ...app, ...(await openKeysHere(['another key that is long enough to be taken'])) }
  const second = await loadPushKey(lost)
  expect(second?.id).not.toBe(first?.id)
  await sql`delete from push_keys where id = ${second?.id}`.execute(app.db)
  await app.db.transaction().execute((trx) => resealPushKeys(trx, app.anonymity, lost.anonymity))
  expect(await loadPushKey(lost)).toEqual(first)
  await sql`delete from push_keys`.execute(app.db)
})

test('the operator gives the keys, or disables push', async () => {
  const given = { VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_PRIVATE_KEY: 'c'.repeat(43) }
  const environment = { ...testEnvironment, GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' }
  const config = readConfig({ ...environment, ...given })
  expect(await loadPushKey({ ...app, config })).toMatchObject({ publicKey: given.VAPID_PUBLIC_KEY })
  expect(() => readConfig({ ...environment, VAPID_PUBLIC_KEY: given.VAPID_PUBLIC_KEY })).toThrow('go together')
  for (const host of ['127.0.0.1', 'https://push.example', '[::1]', 'localhost', '*'])
    expect(() => readConfig({ ...environment, PUSH_HOSTS: host }), host).toThrow('PUSH_HOSTS')
  const off = await campus({ config: readConfig({ ...environment, PUSH: '0' }), people: { alan: {} } })
  const { status } = await as(off.app, off.alan)(push.key)
  const refused = await as(off.app, off.alan)(push.subscribe, {
    body: { ...createBrowser().subscription, key_id: 'x' },
  })
  expect([status, refused.status]).toEqual([404, 404])
})

test('saves a device and lists it to its user only, without its address', async () => {
  const { subscription } = createBrowser()
  const id = await subscribe(app, ada, subscription)
  const { body } = await as(app, ada)(push.list)
  expect(body.data).toEqual([
    { id, host: 'fcm.googleapis.com', created_at: expect.any(Number), last_ok_at: null, is_current: true },
  ])
  expect(await listHosts(grace)).toEqual([])
  expect(await subscribe(app, ada, subscription), 'again').toBe(id)
  expect(await countRows()).toBe(1)
})

test('answers 400 to every hostile endpoint', async () => {
  const { keys } = createBrowser().subscription
  const key_id = await keyId()
  const statuses = new Map<string, number>()
  for (const endpoint of hostileEndpoints) {
    const user = await makeStudent() // each has a limit of changes
    const { status } = await as(app, user)(push.subscribe, { body: { endpoint, keys, key_id } })
    statuses.set(endpoint, status)
  }
  expect([...statuses].filter(([, status]) => status !== 400)).toEqual([])
  expect(await countRows()).toBe(0)
})

test('answers 400 to keys that cannot encrypt', async () => {
  const { endpoint, keys } = createBrowser().subscription
  const key_id = await keyId()
  for (const wrong of [
    { ...keys, p256dh: 'B'.repeat(87) },
    { ...keys, p256dh: keys.p256dh.slice(1) },
    { ...keys, auth: '' },
    { ...keys, auth: `${keys.auth.slice(1)}!` },
  ])
    expect((await as(app, ada)(push.subscribe, { body: { endpoint, keys: wrong, key_id } })).status).toBe(400)
})

test('a subscription with another key is refused with key_changed', async () => {
  const ask = { body: { ...createBrowser().subscription, key_id: 'former' } }
  await keyId()
  const { status, body } = await as(app, ada)(push.subscribe, ask)
  expect([status, body.code]).toEqual([409, 'key_changed'])
})

test('an endpoint of another user is freed, and its new user subscribes again', async () => {
  const { subscription } = createBrowser()
  await subscribe(app, ada, subscription)
  const ask = { body: { ...subscription, key_id: await keyId() } }
  const { status, body } = await as(app, grace)(push.subscribe, ask)
  expect([status, body.code]).toEqual([409, 'endpoint_in_use'])
  expect(await listHosts(ada)).toEqual([])
  expect((await as(app, grace)(push.subscribe, ask)).status).toBe(200)
})

test('an endpoint that a user of another school held moves without a word', async () => {
  const { subscription } = createBrowser()
  await subscribe(app, foreigner, subscription)
  await subscribe(app, ada, subscription)
  expect([await listHosts(foreigner), await listHosts(ada)]).toEqual([[], ['fcm.googleapis.com']])
})

test('one endpoint has one user, however many subscribe it concurrently', async () => {
  const { subscription } = createBrowser()
  const key_id = await keyId()
  const users = await Promise.all(Array.from({ length: 8 }, makeStudent))
  const answers = await Promise.all(
    [...users, ...users].map((user) => as(app, user)(push.subscribe, { body: { ...subscription, key_id } })),
  )
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await countRows()).toBeLessThanOrEqual(1)
})

test('a user has at most ten devices, of which the oldest ends, also under concurrent calls', async () => {
  const oldest = createBrowser().subscription
  await subscribe(app, ada, oldest)
  const key_id = await keyId()
  const browsers = Array.from({ length: 12 }, () => createBrowser().subscription)
  await Promise.all(browsers.map((browser) => as(app, ada)(push.subscribe, { body: { ...browser, key_id } })))
  expect(await countRows()).toBe(pushLimits.devices)
  const { rows } = await sql`select from push_subscriptions where endpoint = ${oldest.endpoint}`.execute(app.db)
  expect(rows.length).toBe(0)
})

test('limits changes to 20 and tests to 3 an hour', async () => {
  const key_id = await keyId()
  const statuses: number[] = []
  for (let index = 0; index < 21; index++) {
    const ask = { body: { ...createBrowser().subscription, key_id } }
    statuses.push((await as(app, ada)(push.subscribe, ask)).status)
  }
  expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true)
  expect(statuses[20]).toBe(429)
  const tests = []
  for (let index = 0; index < 4; index++) tests.push((await as(app, ada)(push.test)).status)
  expect(tests).toEqual([200, 200, 200, 429])
})

test('a user ends their own devices only', async () => {
  const id = await subscribe(app, ada, createBrowser().subscription)
  expect((await as(app, grace)(push.remove, { params: { id } })).status).toBe(404)
  expect((await as(app, ada)(push.remove, { params: { id } })).status).toBe(200)
  expect((await as(app, ada)(push.remove, { params: { id } })).status).toBe(404)
  expect(await countRows()).toBe(0)
})

test('a device ends with its session', async () => {
  await subscribe(app, ada, createBrowser().subscription)
  await app.http.inject({ method: 'POST', url: '/auth/logout', headers: { cookie: ada.cookie } })
  expect((await as(app, ada)(session.me)).status).toBe(401)
  expect(await countRows()).toBe(0)
})

test.each([
  ['a ban', (id: string) => sql`update users set blocked_as = 'banned' where id = ${id}`],
  ['the deletion of the account', (id: string) => sql`update users set deleted_at = now() where id = ${id}`],
  [
    'the deactivation of the school',
    (_: string, school: string) => sql`update schools set is_active = false where id = ${school}`,
  ],
] as const)('%s ends the devices', async (_, end) => {
  await subscribe(app, ada, createBrowser().subscription)
  await subscribe(app, foreigner, createBrowser().subscription)
  await end(ada.id, ada.schoolId).execute(app.db)
  expect([await countRows(), await listHosts(foreigner)]).toEqual([1, ['fcm.googleapis.com']])
})

test('a removed account leaves no device', async () => {
  await subscribe(app, ada, createBrowser().subscription)
  await deleteUser(app, ada)
  expect(await countRows()).toBe(0)
})

test('devices without a success for 90 days are deleted', async () => {
  const kept = await subscribe(app, ada, createBrowser().subscription)
  const silent = await subscribe(app, grace, createBrowser().subscription)
  await sql`update push_subscriptions set created_at = now() - interval '91 days',
    last_ok_at = case when id = ${kept} then now() - interval '1 day' end where id in (${kept}, ${silent})`.execute(
    app.db,
  )
  await deleteExpiredRows(app.db, pushRetention)
  const { rows } = await sql<{ id: string }>`select id from push_subscriptions`.execute(app.db)
  expect(rows).toEqual([{ id: kept }])
})

test('the export has hosts and dates but neither addresses nor keys', async () => {
  const { endpoint, keys } = createBrowser().subscription
  await subscribe(app, ada, { endpoint, keys })
  const [devices] = pushPersonalData
  const rows = await devices?.export(app.db, ada)
  expect(rows).toEqual([{ host: 'fcm.googleapis.com', created_at: expect.any(Date), last_ok_at: null }])
  for (const secret of [endpoint, keys.auth, keys.p256dh]) expect(JSON.stringify(rows)).not.toContain(secret)
})

test('refuses push on a shared computer', async () => {
  const student = await makeStudent()
  const subscription = { ...createBrowser().subscription, key_id: await keyId() }
  await sql`update sessions set is_shared = true where user_id = ${student.id}`.execute(app.db)
  const refused = await as(app, student)(push.subscribe, { body: subscription } as never)
  expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([403, 'shared_computer'])
  await sql`update sessions set is_shared = false where user_id = ${student.id}`.execute(app.db)
  expect((await as(app, student)(push.subscribe, { body: subscription } as never)).status).toBe(200)
})
