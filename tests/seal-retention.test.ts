// How long what leads to an anonymous author is kept: copies of seals in reports, and openings with their reasons.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { content } from '../src/features/moderation/content-contract.ts'
import { moderation } from '../src/features/moderation/contract.ts'
import { reports } from '../src/features/moderation/report-contract.ts'
import { deleteOldOpenings } from '../src/features/moderation/server/seal-notices.ts'
import { posts } from '../src/features/posts/contract.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { findRuleId } from '../src/testing/factories/decisions.ts'
import { makePost, makeReport } from '../src/testing/factories/posts.ts'

const { app, school, dean, ada, grace } = await campus({
  perTest: true,
  people: { dean: { role: 'admin', name: 'Dean' }, ada: { name: 'Ada Castellan' }, grace: {} },
})

const reason = 'It names where another student lives'

async function makeCase() {
  const post = await makePost(app, ada, { anonymous: true })
  return { post: post.id, report: (await makeReport(app, grace, post)).id }
}
const settle = (id: string, status: 'resolved' | 'dismissed') =>
  as(app, dean)(reports.settle, { params: { id }, body: { status } })
const reveal = (id: string) =>
  as(app, dean)(content.reveal, { params: { id }, body: { type: 'post', reason, category: 'harassment' } })

/** Moves the end of the reports of this school into the past. */
const passDays = (days: number) =>
  sql`update reports set settled_at = settled_at - make_interval(days => ${days})
    where school_id = ${school.id} and settled_at is not null`.execute(app.db)

/** The reports whose copy still opens. */
async function listCopies(): Promise<string[]> {
  const rows = await app.db
    .selectFrom('reports')
    .where('school_id', '=', school.id)
    .select(['id', 'content_id', 'author_seal'])
    .execute()
  const opened = await Promise.all(
    rows.map(async ({ id, content_id, author_seal }) => {
      const item = { schoolId: school.id, kind: 'post', id: content_id }
      const seal = author_seal ?? randomBytes(100)
      const text = await app.anonymity.unsealContent(seal, item).catch(() => undefined)
      return text?.authorId === ada.id ? [id] : []
    }),
  )
  return opened.flat().sort()
}

test('the copy of a seal in a report is erased 30 days after its end, and the item keeps its own', async () => {
  const [closed, pending] = [await makeCase(), await makeCase()]
  await settle(closed.report, 'dismissed')
  await passDays(29)
  await deleteOldOpenings(app.db)
  expect(await listCopies()).toEqual([closed.report, pending.report].sort())
  await passDays(1)
  for (const _ of [1, 2]) await deleteOldOpenings(app.db)
  expect(await listCopies(), 'a pending report keeps it').toEqual([pending.report])

  const listed = (await as(app, dean)(reports.list, { query: { status: 'dismissed' } })).body.data.reports
  expect(listed).toMatchObject([{ id: closed.report, is_anonymous: true, reported_user_name: 'Anonymous' }])
  expect((await as(app, dean)(reports.findCase, { params: { id: closed.report } })).status).toBe(200)
  expect((await reveal(closed.post)).body.data, 'with a new report the item could be opened').toMatchObject({
    id: ada.id,
  })
  await as(app, ada)(posts.remove, { params: { id: closed.post } })
  expect((await reveal(closed.post)).status, 'nothing leads to the author of a deleted item').toBe(404)
})

test('the copy stays while a decision about the item can be appealed, or a second review is open', async () => {
  const [removed, reviewed] = [await makeCase(), await makeCase()]
  const statement = { rule_id: await findRuleId(app, school.id), facts: reason, reportId: removed.report }
  const sanction = { type: 'warn' as const, kind: 'post', id: removed.post, ...statement }
  expect((await as(app, dean)(moderation.actSealed, { body: sanction })).status).toBe(201)
  await settle(reviewed.report, 'dismissed')
  await sql`insert into appeals (school_id, id, report_id, by)
    values (${school.id}, gen_random_uuid(), ${reviewed.report}, 'reporter')`.execute(app.db)
  await passDays(31)
  await deleteOldOpenings(app.db)
  expect(await listCopies()).toEqual([removed.report, reviewed.report].sort())
  await sql`update moderation_actions set appeal_until = now() where school_id = ${school.id}`.execute(app.db)
  await deleteOldOpenings(app.db)
  expect(await listCopies()).toEqual([reviewed.report])
  await sql`update appeals set state = 'closed', decided_at = now() where school_id = ${school.id}`.execute(app.db)
  await deleteOldOpenings(app.db)
  expect(await listCopies()).toEqual([])
})

test('the reason of an opening is erased after two years, and the opening after five', async () => {
  const { post } = await makeCase()
  expect((await reveal(post)).status).toBe(200)
  const passYears = async (years: number) => {
    await sql`update seal_requests set created_at = created_at - make_interval(years => ${years}, days => 1)
      where school_id = ${school.id}`.execute(app.db)
    await deleteOldOpenings(app.db)
    return app.db
      .selectFrom('seal_requests')
      .where('school_id', '=', school.id)
      .select(['reason', 'requested_by'])
      .execute()
  }
  expect(await passYears(1)).toEqual([{ reason, requested_by: dean.id }])
  expect(await passYears(1)).toEqual([{ reason: null, requested_by: dean.id }])
  expect(await passYears(2)).toHaveLength(1)
  expect(await passYears(1)).toEqual([])
})
