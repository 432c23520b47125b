import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConfession } from '../../../testing/factories/confessions.ts'
import { deleteUser, makeBlock, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { content } from '../../moderation/content-contract.ts'
import { reports } from '../../moderation/report-contract.ts'
import { confessions } from '../contract.ts'
import { confessionSealedData } from './personal-data.ts'

const { app, school, ada, grace } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})

const confess = (body: object, person = ada) => as(app, person)(confessions.create, { body })
const list = async (person: TestUser, query: Record<string, string | number> = {}) =>
  (await as(app, person)(confessions.list, { query })).body
const numbers = async (person: TestUser, query = {}) =>
  (await list(person, query)).data.map((confession) => confession.confession_number)
const like = (person: TestUser, id: string) => as(app, person)(confessions.like, { params: { id } })
const remove = (person: TestUser, id: string) => as(app, person)(confessions.remove, { params: { id } })
const people = (count: number) => Promise.all(Array.from({ length: count }, () => makeUser(app, { school })))

test('hides the author of a confession from all other users', async () => {
  const { status, body } = await confess({ content: '  I talk to the statue.  ' })
  expect(status).toBe(201)
  const mine = {
    id: expect.any(String),
    confession_number: 1,
    content: 'I talk to the statue.',
    category: 'general',
    created_at: expect.any(Number),
    likes_count: 0,
    is_liked: false,
    is_author: true,
    trending: false,
    can: { delete: true, report: true },
  }
  expect(body.data).toEqual(mine)
  expect(body.data.created_at % 60).toBe(0)
  expect((await list(ada)).data).toEqual([mine])
  const dean = await makeUser(app, { school, role: 'admin' })
  for (const person of [grace, dean])
    expect((await list(person)).data).toEqual([{ ...mine, is_author: false, can: { delete: false, report: true } }])
  expect((await list(await makeUser(app, { school: await makeSchool(app) }))).data).toEqual([])
})

test('accepts 10 to 2000 characters, not counting surrounding whitespace', async () => {
  const short = 'Write at least 10 characters'
  expect((await confess({ content: ' 123456789 ' })).body).toMatchObject({ error: short, fields: { content: short } })
  expect((await confess({ content: ' 1234567890 ' })).status).toBe(201)
  expect((await confess({ content: '🙂'.repeat(2000) })).status).toBe(201)
  expect((await confess({ content: 'x'.repeat(2001) })).body.error).toBe('Keep your confession within 2,000 characters')
  expect((await confess({})).body.error).toBe('Write your confession first')
  expect((await confess({ content: 'Long enough', category: 'all' })).status).toBe(400)
  expect((await confess({ content: 'Long enough', category: 'campus' })).body.data.category).toBe('campus')
  expect(await numbers(ada), 'a rejected confession took no number').toEqual([3, 2, 1])
})

test('numbers a hundred concurrent confessions 1 to 100, separately per school', async () => {
  const crowd = await people(20)
  const elsewhere = await makeUser(app, { school: await makeSchool(app) })
  const made = await Promise.all([
    ...Array.from({ length: 100 }, (_, index) => makeConfession(app, crowd[index % 20] as TestUser)),
    makeConfession(app, elsewhere),
  ])
  expect(made.pop()?.confession_number).toBe(1)
  const given = made.map((confession) => confession.confession_number).sort((number, nextNumber) => number - nextNumber)
  expect(given).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
})

test('never reuses the number of a deleted confession and assigns none to a failed one', async () => {
  const [one, two] = [await makeConfession(app, ada), await makeConfession(app, grace)]
  await remove(grace, two.id)
  await sql`alter table confessions add constraint no_one_says_this check (content <> 'Not this one.')`.execute(app.db)
  expect((await confess({ content: 'Not this one.' })).status).toBe(400)
  await sql`alter table confessions drop constraint no_one_says_this`.execute(app.db)
  expect((await makeConfession(app, ada)).confession_number).toBe(3)
  await remove(ada, one.id)
  expect(await numbers(ada)).toEqual([3])
})

test('creates one confession with one number for a repeated idempotency key', async () => {
  const ask = { body: { content: 'Said only once.' }, headers: { 'idempotency-key': 'once' } }
  const sent = await Promise.all([1, 2, 3, 4].map(() => as(app, ada)(confessions.create, ask)))
  expect(new Set(sent.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await makeConfession(app, grace)).confession_number).toBe(2)
})

test('lets only the author delete a confession by this route, not even an administrator', async () => {
  const { id } = await makeConfession(app, ada)
  const dean = await makeUser(app, { school, role: 'admin' })
  for (const person of [grace, dean]) expect((await remove(person, id)).status).toBe(403)
  expect((await remove(ada, id)).status).toBe(200)
  expect((await remove(ada, id)).status).toBe(404)
})

test('toggles and counts likes, also those of the author', async () => {
  const { id } = await makeConfession(app, ada)
  expect((await like(grace, id)).body.data).toEqual({ likes_count: 1, is_liked: true })
  expect((await like(ada, id)).body.data).toEqual({ likes_count: 2, is_liked: true })
  expect((await list(grace)).data[0]).toMatchObject({ likes_count: 2, is_liked: true })
  expect((await like(grace, id)).body.data).toEqual({ likes_count: 1, is_liked: false })
  expect((await list(grace)).data[0]).toMatchObject({ likes_count: 1, is_liked: false })
})

test('keeps the like count equal to the rows under concurrent toggles', async () => {
  const { id } = await makeConfession(app, ada)
  const crowd = await people(20)
  const pressed = await Promise.all(
    crowd.flatMap((person, index) => Array.from({ length: index % 7 }, () => like(person, id))),
  )
  expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([200]))
  const rows = await app.db.selectFrom('confession_likes').where('confession_id', '=', id).select('id').execute()
  expect((await list(ada)).data[0]?.likes_count).toBe(rows.length)
  expect(rows.length).toBeLessThanOrEqual(20)
})

test('shows concurrent readers their own likes, and hides from each what they have hidden', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => makeConfession(app, ada)))
  const readers = await people(12)
  const findId = (index: number) => made[index % made.length]?.id ?? ''
  for (const [index, { id: user_id }] of readers.entries()) {
    await like(readers[index] as TestUser, findId(index))
    const hidden = { school_id: school.id, user_id, kind: 'confession' as const, item_id: findId(index + 1) }
    await app.db.insertInto('hidden_items').values(hidden).execute()
  }
  const lists = await Promise.all([...readers, ...readers].map((reader) => list(reader)))
  for (const [index, { data }] of lists.entries()) {
    expect(data.filter(({ is_liked }) => is_liked).map(({ id }) => id)).toEqual([findId(index)])
    expect(data.map(({ id }) => id)).not.toContain(findId(index + 1))
    expect(data.map(({ confession_number }) => confession_number)).toEqual(
      data.map(({ confession_number }) => confession_number).toSorted((one, other) => other - one),
    )
    expect(data).toHaveLength(made.length - 1)
  }
})

test('marks a confession with five likes in the last seven days as trending', async () => {
  const { id } = await makeConfession(app, ada)
  const crowd = await people(5)
  const isTrending = async () => (await list(ada)).data[0]?.trending
  for (const person of crowd.slice(1)) await like(person, id)
  expect(await isTrending()).toBe(false)
  await like(crowd[0] as TestUser, id)
  expect(await isTrending()).toBe(true)
  const age = (days: number) =>
    sql`update confession_likes set liked_on = (now() at time zone 'UTC')::date - ${days}::int
      where (school_id, id) = (select school_id, id from confession_likes where confession_id = ${id} limit 1)`.execute(
      app.db,
    )
  await age(6)
  expect(await isTrending()).toBe(true)
  await age(7)
  expect(await isTrending()).toBe(false)
})

test('sorts, filters, searches and pages the list', async () => {
  await makeConfession(app, ada, { content: 'First, 100% honest', category: 'academic' })
  const second = await makeConfession(app, grace, { content: 'Second of them' })
  await makeConfession(app, ada, { content: 'Third, and academic', category: 'academic' })
  await like(ada, second.id)
  expect(await numbers(ada)).toEqual([3, 2, 1])
  expect(await numbers(ada, { sort: 'oldest' })).toEqual([1, 2, 3])
  expect(await numbers(ada, { sort: 'most_liked' })).toEqual([2, 3, 1])
  expect(await numbers(ada, { category: 'academic' })).toEqual([3, 1])
  expect(await numbers(ada, { category: 'all', sort: 'nonsense' })).toEqual([3, 2, 1])
  expect(await numbers(ada, { search: 'ACADEMIC' })).toEqual([3])
  expect(await numbers(ada, { search: '100%' })).toEqual([1])
  expect(await numbers(ada, { search: '#2' })).toEqual([2])
  expect(await numbers(ada, { search: '%' })).toEqual([1])
  const pages = await Promise.all([1, 2].map((page) => list(ada, { page, limit: 2 })))
  expect(pages.map(({ data }) => data.map((confession) => confession.confession_number))).toEqual([[3, 2], [1]])
  expect(pages.map(({ pagination }) => pagination.hasMore)).toEqual([true, false])
})

test('lists the same confessions regardless of blocks, bans and deleted accounts', async () => {
  await makeConfession(app, ada)
  const alan = await makeUser(app, { school })
  const before = (await list(grace)).data
  await makeBlock(app, grace, ada)
  expect((await list(grace)).data).toEqual(before)
  await deleteUser(app, ada)
  expect((await list(grace)).data).toEqual(before)
  expect((await list(alan)).data).toEqual(before)
})

test('lets any user report a confession, its author included, and reveals the author to a moderator only', async () => {
  const { id } = await makeConfession(app, ada, { content: 'I hid the gavel.' })
  const report = (person: TestUser, reason: string) =>
    as(app, person)(confessions.report, { params: { id }, body: { reason } })
  expect((await report(grace, `CONFESSION_ID:${id}|harassment`)).status).toBe(201)
  expect((await report(ada, 'other')).status).toBe(201)
  expect((await report(grace, 'spam')).status).toBe(409)
  expect((await report(grace, '')).status).toBe(400)
  const dean = await makeUser(app, { school, role: 'admin' })
  const opened = async () => {
    const log = app.db.selectFrom('audit_log').where('school_id', '=', school.id).select('action')
    return (await log.execute()).filter(({ action }) => action === 'content.reveal').length
  }
  const { body } = await as(app, dean)(reports.list)
  expect(body.data.reports.map(({ reason }) => reason).sort()).toEqual(['harassment', 'other'])
  expect(body.data.reports[0]).toMatchObject({
    content_type: 'confession',
    confession_content: 'I hid the gavel.',
    confession_author_name: 'Anonymous',
  })
  expect(await opened()).toBe(0)
  const reason = 'It threatens the head of the debate club'
  const ask = { params: { id }, body: { type: 'confession', reason, category: 'threat' } }
  expect((await as(app, dean)(content.reveal, ask)).body.data.name).toBe('Ada')
  expect(await opened(), 'the opening was logged').toBe(1)
  const [shown] = (await as(app, dean)(reports.list)).body.data.reports
  expect(shown?.confession_author_name).toBe('Ada')
})

test('finds the confessions and likes of an account for its export and deletion', async () => {
  const { id } = await makeConfession(app, ada, { content: 'This is Ada’s.' })
  const other = await makeConfession(app, grace, { content: 'This is Grace’s.' })
  for (const one of [id, other.id]) await like(ada, one)
  await like(grace, other.id)
  for (const data of confessionSealedData) {
    const rows = await data.page(app.db, school.id, '00000000-0000-0000-0000-000000000000', 10)
    const ids = await app.anonymity.findOwn(ada, data.kind, rows)
    const own = rows.filter(({ id }) => ids.has(id))
    const exported = JSON.stringify(
      await data.export(
        app.db,
        school.id,
        own.map((row) => row.id),
      ),
    )
    expect(exported).toContain(data.kind === 'confession' ? 'This is Ada’s.' : other.id)
    expect(exported).not.toContain('Grace')
    for (const row of own)
      expect(await withTransaction(app.db, (trx) => data.remove(trx, school.id, row.id))).toBe(true)
  }
  expect((await list(grace)).data).toMatchObject([{ id: other.id, likes_count: 1, is_liked: true }])
})
