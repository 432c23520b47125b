// A job sends statements about a school only when something is due there, so that its cost does not grow with the schools.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { expireListings } from '../src/features/marketplace/server/expiry.ts'
import { closeHandledNotices } from '../src/features/notices/server/actions.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import { mailDigests, mailImmediately } from '../src/features/notifications/server/mail-actions.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeListing } from '../src/testing/factories/marketplace.ts'
import { makePost, makeReport } from '../src/testing/factories/posts.ts'
import { setLocalHour } from '../src/testing/local-hour.ts'

const { app, school, ada, grace } = await campus({ perTest: true, people: { ada: {}, grace: {} } })

const query = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => query.mockRestore())

/** The number of statements about the school that a job sends. */
async function countStatements(job: () => Promise<unknown>): Promise<number> {
  query.mockClear()
  await job()
  const values = query.mock.calls.map(
    ([first, second]) => (first as { values?: unknown } | undefined)?.values ?? second,
  )
  return values.filter((some) => Array.isArray(some) && some.includes(school.id)).length
}

const setListings = (values: ReturnType<typeof sql>) =>
  sql`update listings set ${values} where school_id = ${school.id}`.execute(app.db)
const setListingDays = (days: number | null) =>
  app.db.updateTable('schools').set({ listing_days: days }).where('id', '=', school.id).execute()
const expire = () => expireListings(app)

test('expire_listings asks a school without the rule about none of its listings', async () => {
  await makeListing(app, ada)
  expect(await countStatements(expire)).toBe(0)
})

test('expire_listings asks a school that sets days only while a listing has no time yet', async () => {
  await makeListing(app, ada)
  await setListingDays(60)
  expect(await countStatements(expire)).toBeGreaterThan(0)
  expect(await countStatements(expire)).toBe(0)
})

test('expire_listings asks a school about a reminder and an expiry once each', async () => {
  await setListingDays(60)
  await makeListing(app, ada)
  for (const days of [2, -1]) {
    await setListings(sql`expires_at = now() + make_interval(days => ${days})`)
    expect(await countStatements(expire)).toBeGreaterThan(0)
    expect(await countStatements(expire)).toBe(0)
  }
})

test('expire_listings asks a school that removed the rule only until no listing ends', async () => {
  await setListingDays(60)
  await makeListing(app, ada)
  await setListings(sql`expires_at = now() + interval '2 days', reminded_at = now()`)
  expect(await countStatements(expire)).toBe(0)
  await setListingDays(null)
  expect(await countStatements(expire)).toBeGreaterThan(0)
  expect(await countStatements(expire)).toBe(0)
})

async function notifyAda(way: 'mail' | 'digest') {
  await as(app, ada)(notifications.choose, { body: { ways: { like: way } } })
  const event = { schoolId: school.id, kind: 'like', link: '/x', params: { item: 'post' }, actorId: grace.id } as const
  await withTransaction(app.db, (trx) => app.notifications.notify(trx, event, [ada.id]))
}

test('mailImmediately asks no school whose users are all in their quiet hours', async () => {
  await setLocalHour(app.db, school.id, 23)
  await as(app, ada)(notifications.choose, { body: { quiet: { from: 22, to: 7 } } })
  await notifyAda('mail')
  expect(await countStatements(() => mailImmediately(app))).toBe(0)
  await setLocalHour(app.db, school.id, 12)
  expect(await countStatements(() => mailImmediately(app))).toBeGreaterThan(0)
  expect(await countStatements(() => mailImmediately(app))).toBe(0)
})

test('mail_digests asks no school before its hour of the morning, and none about this morning', async () => {
  await notifyAda('digest')
  await setLocalHour(app.db, school.id, 9)
  await app.db.updateTable('notifications').set({ created_at: sql`now()` }).where('school_id', '=', school.id).execute()
  expect(await countStatements(() => mailDigests(app))).toBe(0)
  const created_at = sql<Date>`now() - interval '26 hours'`
  await app.db.updateTable('notifications').set({ created_at }).where('school_id', '=', school.id).execute()
  await setLocalHour(app.db, school.id, 7)
  expect(await countStatements(() => mailDigests(app))).toBe(0)
  await setLocalHour(app.db, school.id, 9)
  expect(await countStatements(() => mailDigests(app))).toBeGreaterThan(0)
  expect(await countStatements(() => mailDigests(app))).toBe(0)
})

test('close_handled_notices asks no school whose reports are all pending', async () => {
  const report = await makeReport(app, grace, await makePost(app, ada))
  const id = randomUUID()
  await app.db
    .insertInto('notices')
    .values({
      ...{ id, token_hash: Buffer.from(id.replaceAll('-', '').repeat(2), 'hex'), receipt: id, link: '/x' },
      ...{ concerns: 'self', ground: 'law', signature: 'Ada', email: 'ada@example.test' },
      ...{ confirmed_at: new Date(), school_id: school.id, report_id: report.id },
    })
    .execute()
  const close = () => closeHandledNotices(app)
  expect(await countStatements(close)).toBe(0)
  await app.db
    .updateTable('reports')
    .set({ status: 'resolved', settled_at: new Date() })
    .where('id', '=', report.id)
    .execute()
  expect(await countStatements(close)).toBeGreaterThan(0)
  expect(await countStatements(close)).toBe(0)
})
