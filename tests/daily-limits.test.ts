// Limits per person and day that a school sets for reports and for anonymous items.
import { expect, test } from 'vitest'
import { confessions } from '../src/features/confessions/contract.ts'
import { posts } from '../src/features/posts/contract.ts'
import { schools } from '../src/features/schools/contract.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makePost } from '../src/testing/factories/posts.ts'
import type { TestUser } from '../src/testing/factories/users.ts'

const { app, school, dean, ada, grace, omar, site, head } = await campus({
  perTest: true,
  people: { dean: { role: 'admin' }, ada: {}, grace: {}, omar: {} },
  foreign: { people: { site: { role: 'site_admin' }, head: {} } },
})

const set = (body: object, person: TestUser = site) =>
  as(app, person)(schools.update, { params: { id: school.id }, body })
const report = (person: TestUser, id: string) =>
  as(app, person)(posts.report, { params: { id }, body: { reason: 'spam' } })
const write = (person: TestUser, is_anonymous = true) =>
  as(app, person)(posts.create, { body: { content: 'Words', is_anonymous } })
const count = (answers: readonly { readonly status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

test('of concurrent reports exactly those within the limit of the school are stored, and others are unaffected', async () => {
  expect((await set({ reports_per_day: 3 })).status).toBe(200)
  const items = await Promise.all(Array.from({ length: 8 }, () => makePost(app, ada)))
  const answers = await Promise.all(items.map(({ id }) => report(grace, id)))
  expect([count(answers, 201), count(answers, 429)]).toEqual([3, 5])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.error).toBe('You’ve reached the limit of 3 reports per day. Try again tomorrow.')
  expect((await report(omar, items[0]?.id ?? '')).status).toBe(201)
  expect((await set({ reports_per_day: 5 })).status).toBe(200)
  const more = await Promise.all(items.map(({ id }) => report(grace, id)))
  expect(count(more, 201), 'a raised limit counts from the same day').toBeLessThanOrEqual(2)
  expect(count(more, 429)).toBeGreaterThan(0)
})

test('a school without limits keeps 50 reports and any number of anonymous items', async () => {
  const { data } = (await as(app, site)(schools.manage, { query: { school_id: school.id } })).body.data
  expect(data[0]).toMatchObject({ reports_per_day: null, anonymous_per_day: null })
  const answers = await Promise.all(Array.from({ length: 20 }, () => write(ada)))
  expect(count(answers, 201)).toBe(20)
})

test('anonymous items are limited per person and kind, and named ones are not', async () => {
  await set({ anonymous_per_day: 2 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => write(ada)))
  expect([count(answers, 201), count(answers, 429)]).toEqual([2, 4])
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
    error: expect.stringContaining('Your school allows 2 anonymous items of a kind per day.'),
    retry_after: expect.any(Number),
  })
  expect((await write(ada, false)).status).toBe(201)
  expect((await as(app, ada)(confessions.create, { body: { content: 'Another kind of item' } })).status).toBe(201)
  expect((await write(grace)).status).toBe(201)
  expect((await write(head)).status).toBe(201)
})

test('an anonymous item whose transaction fails is not counted', async () => {
  await set({ anonymous_per_day: 1 })
  const body = { content: 'Words', media: [], reservation: newId() }
  const item = { schoolId: school.id, kind: 'post', id: newId(), authorId: ada.id, body }
  const failing = withTransaction(app.db, async (trx) => {
    await app.pending.submit(trx, item)
    throw new Error('the database is away')
  })
  await expect(failing).rejects.toThrow('the database is away')
  expect((await write(ada)).status).toBe(201)
  expect((await write(ada)).status).toBe(429)
})

test('only site administrators set the limits, between 1 and 1,000', async () => {
  expect((await set({ reports_per_day: 5 }, dean)).status).toBe(403)
  for (const value of [0, 1001, 1.5, 'many']) {
    expect((await set({ reports_per_day: value })).status, String(value)).toBe(400)
    expect((await set({ anonymous_per_day: value })).status, String(value)).toBe(400)
  }
  expect((await set({ reports_per_day: null, anonymous_per_day: null })).status).toBe(200)
})
