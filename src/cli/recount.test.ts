import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../testing/app.ts'
import { recount } from './recount.ts'

const app = await openTestApp(undefined, { demo: true })

test('finds no mismatch in a consistent campus', async () => {
  expect(await recount(app.db)).toEqual([])
})

test('recounts every stored counter', async () => {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public' and column_name ~ '_count$|^votes$|^points$|_votes$'
      and table_name not in ('points') order by 1`.execute(app.db)
  const found = rows.map(({ name }) => name).filter((name) => name !== 'schools.student_count') // entered by an admin
  expect(found.length).toBeGreaterThan(10)
  for (const name of found) {
    const [table = '', column = ''] = name.split('.')
    /** Changes the row at this ctid and returns its new ctid: an update moves it. */
    const add = async (n: number, place: RawBuilder<unknown>) => {
      const { rows } = await sql<{ ctid: string }>`update ${sql.table(table)}
        set ${sql.ref(column)} = ${sql.ref(column)} + ${n} where ctid = ${place} returning ctid`.execute(app.db)
      expect(rows, `a row with ${name}`).toHaveLength(1)
      return sql`${rows[0]?.ctid}::tid`
    }
    // An event with a limit may be full.
    const isUnlimited = sql`to_jsonb(own) ->> 'max_attendees' is null`
    const moved = await add(1, sql`(select ctid from ${sql.table(table)} as own where ${isUnlimited} limit 1)`)
    expect(await recount(app.db), name).toEqual([{ what: name, rows: 1 }])
    await add(-1, moved)
  }
  expect(await recount(app.db)).toEqual([])
})

test('finds and fixes wrong counters', async () => {
  await sql`update posts set like_count = like_count + 3 where id = (select id from posts limit 1)`.execute(app.db)
  await sql`update schools set member_count = 1`.execute(app.db)
  await sql`update tallies set count = count + 1 where what = 'post'`.execute(app.db)
  const found = await recount(app.db)
  expect(found).toEqual([
    { what: 'posts.like_count', rows: 1 },
    { what: 'schools.member_count', rows: 3 },
    { what: 'tallies of schools', rows: 2 },
  ])
  expect(await recount(app.db, { fix: true })).toEqual(found)
  expect(await recount(app.db)).toEqual([])
})
