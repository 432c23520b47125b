import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../testing/app.ts'
import { recount } from './recount.ts'

const house = await openTestApp(undefined, { demo: true })

test('a recount finds nothing in a campus that is sound', async () => {
  expect(await recount(house.db)).toEqual([])
})

test('every count that is kept is recounted', async () => {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public' and column_name ~ '_count$|^votes$|^points$|_votes$'
      and table_name not in ('points') order by 1`.execute(house.db)
  const found = rows.map(({ name }) => name).filter((name) => name !== 'schools.student_count') // what an administrator typed
  expect(found.length).toBeGreaterThan(10)
  for (const name of found) {
    const [table = '', column = ''] = name.split('.')
    const add = (n: number) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${n}
        where ctid = (select ctid from ${sql.table(table)} order by ctid desc limit 1)`.execute(house.db)
    expect((await add(1)).numAffectedRows, `a row with ${name}`).toBe(1n)
    expect(await recount(house.db), name).toEqual([{ what: expect.any(String), rows: 1 }])
    await add(-1)
  }
  expect(await recount(house.db)).toEqual([])
})

test('what was counted wrong is found, and mended', async () => {
  await sql`update posts set like_count = like_count + 3 where id = (select id from posts limit 1)`.execute(house.db)
  await sql`update schools set member_count = 1`.execute(house.db)
  await sql`update tallies set count = count + 1 where what = 'post'`.execute(house.db)
  const found = await recount(house.db)
  expect(found).toEqual([
    { what: 'likes of posts', rows: 1 },
    { what: 'members of schools', rows: 3 },
    { what: 'tallies of schools', rows: 2 },
  ])
  expect(await recount(house.db, { mend: true })).toEqual(found)
  expect(await recount(house.db)).toEqual([])
})
