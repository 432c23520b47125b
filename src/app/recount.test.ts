import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { House } from '../shared/server/house.ts'
import { seedDemo } from './demo/seed.ts'
import { recount } from './recount.ts'
import { openTestHouse } from './testing.ts'

let house: House
beforeAll(async () => {
  house = await openTestHouse()
  await seedDemo(house.db, house.anonymity)
}, 120_000)

test('a recount finds nothing in a campus that is sound', async () => {
  expect(await recount(house.db)).toEqual([])
})

test('every count that is kept is recounted', async () => {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public' and column_name ~ '_count$|^votes$|^points$|_votes$'
      and table_name not in ('points') order by 1`.execute(house.db)
  const found = rows.map(({ name }) => name).filter((name) => name !== 'schools.student_count') // what an administrator typed
  const source = String(await import('node:fs').then(({ readFileSync }) => readFileSync('src/app/recount.ts', 'utf8')))
  for (const name of found) {
    const [table = '', column = ''] = name.split('.')
    expect(
      source.includes(`'${name}'`) || (source.includes(`'${table}'`) && source.includes(`'${column}'`)),
      name,
    ).toBe(true)
  }
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
