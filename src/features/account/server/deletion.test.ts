import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { personalDataRegistry } from '../../../app/registries.ts'
import { createSession } from '../../../shared/server/auth/session.ts'
import { sessionCookieName } from '../../../shared/server/auth/session-cookie.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConfession } from '../../../testing/factories/confessions.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeComment, makePost, makeReport } from '../../../testing/factories/posts.ts'
import { makeProfessor, makeRating } from '../../../testing/factories/professors.ts'
import { makeFriends, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { confessions } from '../../confessions/contract.ts'
import { media } from '../../media/contract.ts'
import { friends, people } from '../../people/contract.ts'
import { comments, posts } from '../../posts/contract.ts'
import { schools } from '../../schools/contract.ts'
import { session } from '../../session/contract.ts'
import { account } from '../contract.ts'
import { removeDeletedAccounts } from './deletion.ts'

const { app, school, ada, bo } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada Leaving' }, bo: { name: 'Bo' } },
})

const leave = (who: TestUser, body: object = { confirm: true }) => as(app, who)(account.remove, { body })
const members = async () => (await as(app, bo)(schools.stats)).body.member_count
const feed = async () =>
  (await as(app, bo)(posts.feed, { query: { limit: 100 } })).body.data.map(({ content }) => content)
/** Creates a session, as a new sign-in does. */
const comeBack = async (who: TestUser): Promise<TestUser> => {
  const token = await createSession(app.db, who, { userAgent: 'again', ip: undefined })
  return { ...who, cookie: `${sessionCookieName(false)}=${token}` }
}
const daysPass = (days: number) =>
  sql`update users set deleted_at = deleted_at - make_interval(secs => ${days * 86400}) where deleted_at is not null`.execute(
    app.db,
  )
const runJob = () => removeDeletedAccounts(app.db, app.anonymity, personalDataRegistry)

test('deletes an account only after confirmation, and ends all of its sessions', async () => {
  const phone = await comeBack(ada)
  for (const body of [{}, { confirm: false }, { confirm: 'true' }, { confirm: 1 }])
    expect((await leave(ada, body)).status).toBe(400)
  expect((await as(app, phone)(session.me)).status).toBe(200)
  const answer = await leave(ada)
  expect(answer.status).toBe(200)
  expect(answer.headers['set-cookie']).toMatch(/^quad=;/)
  for (const device of [ada, phone]) expect((await as(app, device)(session.me)).status).toBe(401)
  expect(await members()).toBe(1)
})

test('hides everything under a deleted account’s name immediately, and restores it completely', async () => {
  const picture = await makeUpload(app, ada)
  const post = await makePost(app, ada, { content: 'From Ada', media: [picture] })
  const on = await makePost(app, bo, { content: 'From Bo' })
  await makeComment(app, ada, on)
  await makeFriends(app, ada, bo)
  const file = { params: { file: picture.url.split('/').at(-1) ?? '' } }
  const look = async () => ({
    feed: await feed(),
    post: (await as(app, bo)(posts.show, { params: { id: post.id } })).status,
    profile: (await as(app, bo)(people.show, { params: { id: ada.id } })).status,
    own: (await as(app, bo)(posts.ofUser, { params: { id: ada.id } })).status,
    comments: (await as(app, bo)(comments.list, { params: { id: on.id } })).body.data.length,
    friends: (await as(app, bo)(friends.list)).body.data.length,
    counts: (await as(app, bo)(friends.counts)).body.data,
    found: (await as(app, bo)(people.search, { query: { q: 'Ada' } })).body.data.length,
    picture: (await as(app, bo)(media.file, file)).status,
    activity: (await as(app, bo)(posts.activity)).body.data.length,
    members: await members(),
  })
  const before = await look()
  expect(before).toMatchObject({ post: 200, profile: 200, comments: 1, friends: 1, found: 1, picture: 200, members: 2 })
  await leave(ada)
  const none = { friends: 0, requests: 0, sent: 0, blocked: 0, directory: 0 }
  expect(await look()).toEqual({
    feed: ['From Bo'],
    post: 404,
    profile: 404,
    own: 404,
    comments: 0,
    friends: 0,
    counts: none,
    found: 0,
    picture: 404,
    activity: 1,
    members: 1,
  })
  await as(app, await comeBack(ada))(account.restore)
  expect(await look()).toEqual(before)
})

test('allows a user who signs in to a deleted account only to restore it', async () => {
  await leave(ada)
  const again = await comeBack(ada)
  const { status, body } = await as(app, again)(session.me)
  expect(status).toBe(403)
  const restoreUntil = expect.closeTo(Date.now() / 1000 + 28 * 24 * 3600, -2)
  expect(body).toMatchObject({ isBlocked: true, blockReason: 'deleted', suspendedUntil: null, restoreUntil })
  for (const route of [posts.feed, friends.list, account.requestExport, session.devices, account.remove])
    expect((await as(app, again)(route as typeof posts.feed)).status, route.path).toBe(403)
  expect((await as(app, again)(posts.create, { body: { content: 'Hidden' } })).status).toBe(403)
  for (let times = 0; times < 2; times++) expect((await as(app, again)(account.restore)).status).toBe(200)
  expect((await as(app, again)(session.me)).body.name).toBe('Ada Leaving')
  expect(await members()).toBe(2)
})

test('keeps the member count exact under concurrent deletions and restores of one account', async () => {
  const [one, two] = [await comeBack(ada), await comeBack(ada)]
  await Promise.all(Array.from({ length: 20 }, (_, index) => leave(index % 2 ? one : two)))
  expect(await members()).toBe(1)
  const again = await comeBack(ada)
  await Promise.all(Array.from({ length: 20 }, () => as(app, again)(account.restore)))
  expect(await members()).toBe(2)
})

test('commits no write of a user after their deletion, however many run concurrently', async () => {
  const writes = Array.from({ length: 30 }, (_, index) =>
    as(app, ada)(posts.create, { body: { content: `Post ${index}` } }),
  )
  const deleted = leave(ada)
  await Promise.all([...writes, deleted])
  const { rows } = await sql`select from posts join users on users.id = author_id
    where author_id = ${ada.id} and posts.created_at > users.deleted_at + interval '1 second'`.execute(app.db)
  expect(rows).toEqual([])
  const before = await app.db.selectFrom('posts').select('id').where('author_id', '=', ada.id).execute()
  expect((await as(app, ada)(posts.create, { body: { content: 'Late' } })).status).toBe(401)
  expect(await app.db.selectFrom('posts').select('id').where('author_id', '=', ada.id).execute()).toEqual(before)
})

test('refuses to delete the last site admin', async () => {
  await app.db.updateTable('users').set({ role: 'student' }).where('role', '=', 'site_admin').execute()
  const [one, two] = [
    await makeUser(app, { school, role: 'site_admin' }),
    await makeUser(app, { school, role: 'site_admin' }),
  ]
  const answers = await Promise.all([leave(one), leave(two)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

/** Every row of every table that contains one of these strings. */
async function traces(...words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select row::text as text from ${sql.table(name)} as row`.execute(
      app.db,
    )
    for (const { text } of rows) if (words.some((word) => text.includes(word))) found.push(`${name}: ${text}`)
  }
  return found
}

test('leaves no trace of a user after a month, and keeps the counts of other users’ posts exact', async () => {
  const picture = await makeUpload(app, ada)
  await makePost(app, ada, { content: 'canary post', media: [picture] })
  const own = await makePost(app, ada, {
    content: 'canary anonymous',
    anonymous: true,
    media: [await makeUpload(app, ada)],
  })
  await makeComment(app, ada, own, { content: 'canary below it' })
  const on = await makePost(app, bo, { content: 'Stays' })
  const comment = await makeComment(app, ada, on, { content: 'canary comment' })
  await makeComment(app, bo, on, { content: 'An answer', parent: comment })
  const kept = await makeComment(app, bo, on, { content: 'Kept' })
  await as(app, ada)(posts.like, { params: { id: on.id } })
  await as(app, bo)(posts.like, { params: { id: on.id } })
  await as(app, ada)(comments.like, { params: { id: kept.id } })
  await makeFriends(app, ada, bo)
  await as(app, ada)(session.updateMe, { body: { bio: 'canary bio' } })
  const other = await makePost(app, bo, { content: 'Another’s secret', anonymous: true })
  expect((await traces('canary', ada.id)).length).toBeGreaterThan(6)

  await leave(ada)
  await runJob()
  expect((await traces('canary post')).length).toBe(1)
  await daysPass(31)
  await Promise.all([runJob(), runJob()])
  await runJob()
  expect(await traces('canary', ada.id, ada.email)).toEqual([])
  const shown = (await as(app, bo)(posts.show, { params: { id: on.id } })).body.data
  expect(shown).toMatchObject({ like_count: 1, comment_count: 1 })
  const { data } = (await as(app, bo)(comments.list, { params: { id: on.id } })).body
  expect(data).toMatchObject([{ content: 'Kept', like_count: 0 }])
  expect((await as(app, bo)(posts.show, { params: { id: other.id } })).status).toBe(200)
  const files = await app.db.selectFrom('abandoned_files').select('file').where('school_id', '=', school.id).execute()
  expect(files.map(({ file }) => `/media/${file}`)).toContain(picture.url)
  expect(await members()).toBe(1)
})

test('restores an account for 28 days, and removes it before day 30', async () => {
  await leave(ada)
  await daysPass(27.5)
  await runJob()
  const again = await comeBack(ada)
  expect((await as(app, again)(account.restore)).status).toBe(200)
  await leave(again)
  await daysPass(28.5)
  await runJob()
  const late = await comeBack(ada)
  expect((await as(app, late)(account.restore)).status).toBe(404)
  await daysPass(0.5)
  await runJob()
  expect((await as(app, late)(account.restore)).status).toBe(401)
})

test('removes anonymous items one by one, not together with their author', async () => {
  const count = 24
  const own = new Set<string>()
  for (let made = 0; made < count; made++)
    own.add((await makePost(app, ada, { content: `Secret ${made}`, anonymous: true })).id)
  await makePost(app, bo, { content: 'Secret of Bo', anonymous: true })
  const left = async () => (await feed()).filter((content) => content.startsWith('Secret ')).length
  await leave(ada)
  await runJob()
  expect(await left()).toBeGreaterThan(count - 4)
  const seen: number[] = []
  for (let week = 0; week < 4; week++) {
    await daysPass(7)
    await runJob()
    seen.push(await left())
  }
  expect(seen.toSorted((remaining, nextRemaining) => nextRemaining - remaining)).toEqual(seen)
  expect(seen[1]).toBeGreaterThan(1) // after two weeks some are left
  expect(seen[1]).toBeLessThan(count)
  await daysPass(2)
  await runJob()
  expect(await feed()).toEqual(['Secret of Bo'])
})

test('compares each anonymous item with a leaving user once when its time comes, and once before the removal', async () => {
  const count = 20
  for (let made = 0; made < count; made++) await makeConfession(app, bo, { content: `Of another ${made}` })
  await leave(ada)
  let compared = 0
  const anonymity: typeof app.anonymity = {
    ...app.anonymity,
    isAuthor: (...item) => {
      compared++
      return app.anonymity.isAuthor(...item)
    },
  }
  for (let day = 1; day <= 28; day++) {
    await daysPass(1)
    await removeDeletedAccounts(app.db, anonymity, personalDataRegistry)
  }
  expect(compared).toBeGreaterThan(count / 2)
  expect(compared).toBeLessThanOrEqual(count)
  await daysPass(2)
  await removeDeletedAccounts(app.db, anonymity, personalDataRegistry)
  expect(compared).toBeLessThanOrEqual(2 * count + 1)
})

/** Times, in hours after the deletion, at which the job reduces the number of items that `left` counts. */
async function findRemovalHours(left: () => Promise<number>, hours: number) {
  const moments: number[] = []
  let before = await left()
  for (let hour = 0; hour < hours; hour += 8) {
    await daysPass(8 / 24)
    await runJob()
    const now = await left()
    for (let gone = now; gone < before; gone++) moments.push(hour)
    before = now
  }
  return moments
}

/**
 * Passes for at least 30 items whose times are spread over 28 days. The times are random, since the ids are: by exact
 * calculation it fails by chance in less than 1 of 1,000,000,000 runs, and always for items that are removed within 12 days.
 */
function expectSpread(moments: readonly number[]) {
  expect(new Set(moments.map((hour) => Math.floor(hour / 24))).size, 'different days').toBeGreaterThanOrEqual(9)
  expect(Math.max(...moments) - Math.min(...moments), 'hours from the first to the last').toBeGreaterThan(12 * 24)
}

test('removes anonymous items on different days, a few at a time', { timeout: 120_000 }, async () => {
  const count = 30
  for (let made = 0; made < count; made++) await makePost(app, ada, { content: `Secret ${made}`, anonymous: true })
  await leave(ada)
  const left = async () => (await feed()).filter((content) => content.startsWith('Secret ')).length
  const moments = await findRemovalHours(left, 29 * 24)
  expect(moments).toHaveLength(count)
  const together = Math.max(...[...Map.groupBy(moments, (moment) => moment).values()].map((group) => group.length))
  expect(together, 'items removed within eight hours').toBeLessThanOrEqual(9)
  expectSpread(moments)
})

test('overwrites the author of each kept item at a different time within 28 days', {
  timeout: 120_000,
}, async () => {
  const count = 30
  const made = []
  for (let at = 0; at < count; at++) made.push(await makePost(app, ada, { content: `Kept ${at}`, anonymous: true }))
  const comment = await makeComment(app, ada, made[0] as never, { content: 'Kept below it' })
  const confession = await makeConfession(app, ada)
  const rating = await makeRating(app, ada, await makeProfessor(app, bo), { review_text: 'Kept without a name' })
  await makeReport(app, bo, made[1] as never)
  await as(app, ada)(confessions.like, { params: { id: confession.id } })
  const items = [
    ...made.map(({ id }) => ({ table: 'posts' as const, kind: 'post', id })),
    { table: 'comments' as const, kind: 'comment', id: comment.id },
    { table: 'confessions' as const, kind: 'confession', id: confession.id },
    { table: 'ratings' as const, kind: 'rating', id: rating.id },
  ]
  const loadRow = ({ table, id }: (typeof items)[number]) =>
    app.db.selectFrom(table).where('id', '=', id).select(['author_tag', 'author_seal']).executeTakeFirst()
  const isHers = async (item: (typeof items)[number]) => {
    const row = await loadRow(item)
    return app.anonymity.isAuthor(
      ada.id,
      { schoolId: school.id, kind: item.kind, id: item.id },
      row?.author_tag ?? null,
    )
  }
  const hers = async () => (await Promise.all(items.map(isHers))).filter(Boolean).length
  const before = await Promise.all(items.map(loadRow))
  const [{ once_tag }] = (await app.db
    .selectFrom('ratings')
    .where('id', '=', rating.id)
    .select('once_tag')
    .execute()) as [{ once_tag: Buffer }]
  expect((await as(app, ada)(account.remove, { body: { confirm: true, anonymous: 'maybe' } })).status).toBe(400)
  expect((await as(app, ada)(account.remove, { body: { confirm: true, anonymous: 'keep' } })).status).toBe(200)
  const moments = await findRemovalHours(hers, 28 * 24 + 8)
  expect(moments, 'all of them, within 28 days').toHaveLength(items.length)
  expectSpread(moments)

  const after = await Promise.all(items.map(loadRow))
  for (const [at, row] of after.entries()) {
    for (const column of ['author_tag', 'author_seal'] as const) {
      expect(row?.[column]?.length, 'same length as before').toBe(before[at]?.[column]?.length)
      expect(row?.[column]).not.toEqual(before[at]?.[column])
    }
    const item = { schoolId: school.id, kind: items[at]?.kind ?? '', id: items[at]?.id ?? '' }
    await expect(app.anonymity.unsealContent(row?.author_seal ?? Buffer.alloc(0), item)).rejects.toThrow()
  }
  const rated = await app.db.selectFrom('ratings').where('id', '=', rating.id).select('once_tag').executeTakeFirst()
  expect(rated?.once_tag).not.toEqual(once_tag)
  const report = await app.db
    .selectFrom('reports')
    .where('content_id', '=', made[1]?.id ?? '')
    .select('author_seal')
    .executeTakeFirst()
  const reported = { schoolId: school.id, kind: 'post', id: made[1]?.id ?? '' }
  await expect(app.anonymity.unsealContent(report?.author_seal ?? Buffer.alloc(0), reported)).rejects.toThrow()

  await daysPass(2)
  await runJob()
  await runJob()
  expect((await feed()).filter((content) => content.startsWith('Kept '))).toHaveLength(count)
  const shown = (await as(app, bo)(confessions.list)).body.data.find(({ id }) => id === confession.id)
  expect(shown?.likes_count, 'like of the deleted account removed').toBe(0)
  expect(await traces(ada.id, ada.email)).toEqual([])
})

test('keeps the author of items that still had one when an account is restored, and deletes by default again', async () => {
  await makePost(app, ada, { content: 'Hers', anonymous: true })
  await as(app, ada)(account.remove, { body: { confirm: true, anonymous: 'keep' } })
  const again = await comeBack(ada)
  expect((await as(app, again)(account.restore)).status).toBe(200)
  const mine = (await as(app, again)(posts.feed)).body.data.find(({ content }) => content === 'Hers')
  expect(mine?.is_author).toBe(true)
  await leave(again)
  await daysPass(31)
  await runJob()
  expect(await feed()).not.toContain('Hers')
})
