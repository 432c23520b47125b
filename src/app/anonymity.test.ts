// What a stolen copy of the database and of the log tells about who wrote anonymously: nothing.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { comments, type Post, posts } from '../features/posts/contract.ts'
import type { House } from '../shared/server/house.ts'
import { as, makePerson, makeSchool, makeUpload, openTestHouse, type TestPerson, testConfig } from './testing.ts'

/** Every row of every table, whoever made it, as `table {"column": …}`. */
async function dump({ db }: House): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`.execute(
    db,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: object }>`select to_jsonb(t) as row from ${sql.raw(name)} as t`.execute(db)
      return rows.map(({ row }) => `${name} ${JSON.stringify(row)}`)
    }),
  )
  return found.flat()
}

/** A person as they may stand in a row or a line: plain, as bytes, and hashed without a key. */
function tracesOf({ id, name, email }: TestPerson): string[] {
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
    [id, name, email].flatMap((value) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) => createHash(algorithm).update(value).digest(encoding)),
    ),
  )
  const bytes = [id, name, email].map((value) => Buffer.from(value).toString('hex'))
  return [id, id.replaceAll('-', ''), name, email, ...bytes, ...hashes]
}
const holds = (text: string, words: readonly string[]) => words.some((word) => text.includes(word))

/** All that the house logs from now on, instead of standard output. */
function listen({ http }: House): string[] {
  const lines: string[] = []
  const log = http.log as unknown as Record<symbol, { write(line: string): boolean }>
  const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream')
  Object.assign(log[stream as symbol] ?? {}, { write: (line: string) => lines.push(line) > 0 })
  return lines
}

async function openHouse() {
  const house = await openTestHouse({ ...testConfig, logLevel: 'trace' })
  const lines = listen(house)
  const school = await makeSchool(house)
  const person = (name: string) => makePerson(house, { school, name })
  return { house, lines, ada: await person('Ada Castellan'), grace: await person('Grace Mbeki') }
}

/** An anonymous post with a picture, changed once, and an anonymous comment of its author below it. */
async function whisper(house: House, author: TestPerson, content: string) {
  const call = as(house, author)
  const picture = await makeUpload(house, author)
  const body = { content, is_anonymous: true, media_urls: [picture.url] }
  const headers = { 'idempotency-key': `key of ${content}` }
  const post = (await call(posts.create, { body, headers })).body.data
  await call(posts.create, { body, headers })
  await call(posts.update, { params: { id: post.id }, body: { content: `${content}, indeed` } })
  const said = await call(comments.create, { body: { post_id: post.id, content: `More: ${content}` } })
  return { post, items: [post.id, said.body.data.id, picture.url.replace(/^\/media\/|\.webp$/g, ''), content] }
}

/** Does the work that waits until its time says nothing. */
async function tellAuthors(house: House) {
  const { rows } = await sql<{ payload: unknown }>`
    delete from graphile_worker._private_jobs where payload::jsonb ? 'seal' returning payload`.execute(house.db)
  for (const job of house.notifications.jobs(house.db)) for (const { payload } of rows) await job.run(payload)
}

/** Rows of these name who is signed in or uploads, and no item. */
const mayNameTheAuthor = ['sessions', 'upload_days', 'users']

test('no row and no line of the log joins an anonymous author with what they wrote', async () => {
  const { house, lines, ada, grace } = await openHouse()
  const before = await dump(house)
  const { post, items } = await whisper(house, ada, 'I miss home')
  await as(house, grace)(posts.show, { params: { id: post.id } })
  await as(house, grace)(posts.remove, { params: { id: post.id } })
  await as(house, grace)(posts.like, { params: { id: post.id } })
  await tellAuthors(house)
  await as(house, ada)(posts.like, { params: { id: 'no such post' } })
  const after = await dump(house)

  const traces = tracesOf(ada)
  const written = after.filter((row) => holds(row, items))
  expect(new Set(written.map((row) => row.split(' ')[0]))).toEqual(
    new Set(['posts', 'comments', 'uploads', 'idempotency_keys', 'post_likes']),
  )
  expect(written.filter((row) => holds(row, traces))).toEqual([])
  expect(after.filter((row) => row.startsWith('notifications ')).length, 'she is told of the like').toBe(1)
  const naming = after.filter((row) => holds(row, traces) && !before.includes(row))
  expect(naming.filter((row) => !mayNameTheAuthor.some((table) => row.startsWith(`${table} `)))).toEqual([])

  expect(lines.length, 'the log was heard').toBeGreaterThan(6)
  const token = ada.cookie.replace(/^.*=/, '')
  expect(lines.filter((line) => holds(line, [...traces, ...items, token]))).toEqual([])

  await as(house, ada)(posts.remove, { params: { id: post.id } })
  const left = (await dump(house)).filter((row) => holds(row, items))
  expect(left.filter((row) => holds(row, traces))).toEqual([])
})

test('the search finds an author who signs', async () => {
  const { house, ada } = await openHouse()
  const { body } = await as(house, ada)(posts.create, { body: { content: 'Signed' } })
  const rows = (await dump(house)).filter((row) => holds(row, [body.data.id]))
  expect(rows.filter((row) => holds(row, tracesOf(ada))).length).toBeGreaterThan(0)
})

test('the rows of one anonymous author share nothing that those of two do not', async () => {
  const { house, ada, grace } = await openHouse()
  const all = [
    await whisper(house, ada, 'The first'),
    await whisper(house, ada, 'A second'),
    await whisper(house, grace, 'Another'),
  ]
  const [first, second, third] = await Promise.all(all.map(({ post }) => rowsOf(house, post)))
  const shared = (one: string[] = [], other: string[] = []) => one.filter((value) => other.includes(value))
  expect(first?.length).toBeGreaterThan(10)
  expect(shared(first, second).filter((value) => !third?.includes(value))).toEqual([])
})

/** The values of a post, its comments and its pictures, as `table.column=value`; the minute it was written is left out. */
async function rowsOf({ db }: House, { id }: Post): Promise<string[]> {
  const [post, said, pictures] = await Promise.all([
    sql<object>`select * from posts where id = ${id}`.execute(db),
    sql<object>`select * from comments where post_id = ${id}`.execute(db),
    sql<object>`select * from uploads where item_id = ${id}`.execute(db),
  ])
  const values = (table: string, { rows }: { rows: object[] }) =>
    rows.flatMap((row) =>
      Object.entries(row)
        .filter(([, value]) => !(value instanceof Date))
        .map(([column, value]) => `${table}.${column}=${Buffer.isBuffer(value) ? value.toString('hex') : value}`),
    )
  return [...values('posts', post), ...values('comments', said), ...values('uploads', pictures)]
}
