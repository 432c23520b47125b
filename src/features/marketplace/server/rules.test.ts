// Rules of a school for its marketplace: what may not be offered, and listings that return.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { openStream } from '../../../testing/streams.ts'
import { cases } from '../../moderation/case-contract.ts'
import { marketplace } from '../contract.ts'

const { app, school, dean, ada, grace } = await campus({
  perTest: true,
  people: { dean: { role: 'admin', name: 'Dean' }, ada: {}, grace: {} },
})

const list = async () => (await as(app, grace)(marketplace.list)).body.data.map(({ title }) => title)
const sell = (title: string, description = 'It works.') =>
  as(app, ada)(marketplace.create, { body: { title, description, price: 5 } })
const allow = (...items: string[]) =>
  sql`update schools set prohibited_items = ${items}::text[] where id = ${school.id}`.execute(app.db)
const listCases = async () => (await as(app, dean)(cases.list)).body.data.cases

test('the same text again within seven days keeps its date, and is not reported to saved searches again', async () => {
  const first = (await sell('Lamp')).body.data
  await sql`update listings set created_at = now() - interval '3 days' where id = ${first.id}`.execute(app.db)
  await sql`update listing_dates set first_at = now() - interval '3 days' where school_id = ${school.id}`.execute(
    app.db,
  )
  await makeListing(app, grace, { title: 'Chair' })
  await as(app, ada)(marketplace.remove, { params: { id: first.id } })
  const countJobs = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from graphile_worker._private_jobs
        where payload ->> 'school_id' = ${school.id}`.execute(app.db)
    ).rows[0]?.n ?? 0
  const before = await countJobs()
  await sell('Lamp')
  expect(await countJobs()).toBe(before)
  expect(await list()).toEqual(['Chair', 'Lamp'])
  await sell('Lamp', 'It is another one.')
  expect(await list()).toEqual(['Lamp', 'Chair', 'Lamp'])
  await sql`update listing_dates set first_at = now() - interval '8 days' where school_id = ${school.id}`.execute(
    app.db,
  )
  await sell('Lamp')
  expect((await list())[0]).toBe('Lamp')
})

test('a listing of a prohibited item opens one case, and stays until a moderator has looked', async () => {
  await allow('vape', 'fire extinguisher')
  await sell('Vaporizer for plants', 'No extinguisher.')
  expect(await listCases()).toEqual([])
  const stream = await openStream(app, dean)
  const made = (await sell('Two VAPE pens', 'And a fire-extinguisher.')).body.data
  await stream.next('reports.pending')
  stream.close()
  const [found] = await listCases()
  expect(found).toMatchObject({ reports_count: 1, priority: 'normal', reasons: [{ reason: 'other', count: 1 }] })
  expect(found?.report).toMatchObject({
    content_id: made.id,
    reporter_name: null,
    description: 'Automatic check: the school does not allow “fire extinguisher”, “vape”.',
  })
  await as(app, ada)(marketplace.update, { params: { id: made.id }, body: { description: 'Vape and more' } })
  expect((await listCases())[0]).toMatchObject({ reports_count: 1 })
  expect(await list()).toContain('Two VAPE pens')
  const settled = { version: found?.version ?? 0, outcome: 'dismissed' as const }
  await as(app, dean)(cases.settle, { params: { id: found?.id ?? '' }, body: settled })
  await as(app, grace)(marketplace.update, { params: { id: made.id }, body: { description: 'Vape' } })
  expect(await listCases(), 'another user cannot open it again').toEqual([])
})

test('without such a list no listing is reported', async () => {
  await allow()
  await sell('Vape')
  expect(await listCases()).toEqual([])
})
