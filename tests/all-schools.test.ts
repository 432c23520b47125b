// What a site administrator reads of all schools is complete, however many schools there are.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { admin } from '../src/features/admin/contract.ts'
import { schools } from '../src/features/schools/contract.ts'
import { listSchools, readEachSchool, readPageOfSchools } from '../src/shared/server/auth/school-scope.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'

const { app, site, student } = await campus({
  school: { name: 'Zenith, the last one by name' },
  people: { student: {}, site: { role: 'site_admin' } },
})
await sql`insert into schools (id, name, email_domain, country)
  select gen_random_uuid(), 'School ' || number, 'school-' || number || '.example.test', 'Nowhere'
  from generate_series(1, 1001) as number`.execute(app.db)
const all = await listSchools(app.db)

test('lists more than 1,000 schools', async () => {
  const listed = (await as(app, site)(schools.listAll)).body.data.map(({ id }) => id)
  expect(listed.toSorted()).toEqual(all)
  expect(listed.length).toBeGreaterThan(1000)
})

test('lists and counts the users of the last of more than 1,000 schools', async () => {
  const { data, total } = (await as(app, site)(admin.users, { query: { search: student.email } })).body.data
  expect([data.map(({ id }) => id), total]).toEqual([[student.id], 1])
})

test('reads each school once, three at a time', async () => {
  let [running, most] = [0, 0]
  const read = await readEachSchool(app.db, null, async (id) => {
    most = Math.max(most, ++running)
    await sql`select`.execute(app.db)
    running--
    return id
  })
  expect([read, most]).toEqual([all, 3])
})

test('merges a page of all schools in the order of its rows', async () => {
  const numbered = all.map((id, index) => ({ id, places: [all.length * 2 - index, index] }))
  const page = await readPageOfSchools(
    app.db,
    null,
    { page: 2, limit: 5 },
    {
      read: async (id, { rows }) => numbered.find((row) => row.id === id)?.places.slice(0, rows) ?? [],
      compare: (one, other) => other - one,
    },
  )
  const last = all.length * 2
  expect(page).toEqual([5, 6, 7, 8, 9].map((number) => last - number))
})
