// Sanctions of a sealed author: what they do, that they open no seal, and that nothing leads from them to the author.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { personalDataRegistry } from '../src/app/registries.ts'
import { account } from '../src/features/account/contract.ts'
import { removeDeletedAccounts } from '../src/features/account/server/deletion.ts'
import { appeals } from '../src/features/appeals/contract.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { decisions } from '../src/features/decisions/contract.ts'
import { moderation } from '../src/features/moderation/contract.ts'
import { reports } from '../src/features/moderation/report-contract.ts'
import { toPseudonyms } from '../src/features/moderation/server/seal-queries.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { findRuleId, makeAppeal } from '../src/testing/factories/decisions.ts'
import { makePost, makeReport } from '../src/testing/factories/posts.ts'
import { makeProfessor, sampleRating } from '../src/testing/factories/professors.ts'
import type { TestUser } from '../src/testing/factories/users.ts'

const { app, school, dean, colleague, head, ada, grace } = await campus({
  perTest: true,
  people: {
    dean: { role: 'admin', name: 'Dean' },
    colleague: { role: 'admin', name: 'Colleague' },
    ada: { name: 'Ada Castellan' },
    grace: { name: 'Grace Mbeki' },
  },
  foreign: { people: { head: { role: 'admin', name: 'Head' } } },
})

const facts = 'It names where another student lives'

async function makeCase(author = ada) {
  const post = await makePost(app, author, { anonymous: true, content: 'She lives at 7 Elm Row' })
  const { id: report } = await makeReport(app, grace, post)
  return { post: post.id, report }
}
type Case = Awaited<ReturnType<typeof makeCase>>

const act = async ({ post, report }: Case, more: object = {}, person: TestUser = dean) =>
  as(app, person)(moderation.actSealed, {
    body: {
      type: 'mute',
      kind: 'post',
      id: post,
      days: 7,
      rule_id: await findRuleId(app, school.id),
      facts,
      reportId: report,
      ...more,
    },
  })

/** The sentences of the user's notifications, after the jobs for sealed inboxes have run. */
async function findNotices(person: TestUser): Promise<string[]> {
  const { rows } = await sql<{ payload: object }>`
    delete from graphile_worker._private_jobs where payload::jsonb ? 'sealedNotice' returning payload`.execute(app.db)
  const [job] = app.notifications.jobs(app.db)
  for (const { payload } of rows) await job?.run(payload)
  return (await as(app, person)(notifications.list)).body.data.map(({ sentence }) => sentence)
}

const listOwn = async (person: TestUser) => (await as(app, person)(decisions.list)).body.data
const write = (person: TestUser, is_anonymous: boolean) =>
  as(app, person)(posts.create, { body: { content: 'Something else', is_anonymous } })

test('a mute stops all anonymous writing of the author, and neither their named writing nor that of others', async () => {
  const made = await makeCase()
  const own = await makePost(app, ada, { anonymous: true })
  const professor = await makeProfessor(app, grace)
  expect((await act(made)).status).toBe(201)

  const rate = (person: TestUser, anonymous: boolean) =>
    as(app, person)(ratings.create, { params: { id: professor.id }, body: { ...sampleRating, anonymous } })
  const confess = (person: TestUser) =>
    as(app, person)(confessions.create, { body: { content: 'I have never read the book', category: 'general' } })
  const comment = (is_anonymous: boolean) =>
    as(app, ada)(comments.create, { body: { post_id: own.id, content: 'More', is_anonymous } })
  const edit = as(app, ada)(posts.update, { params: { id: own.id }, body: { content: 'Other words' } })
  const refused = await Promise.all([write(ada, true), confess(ada), comment(true), rate(ada, true), edit])
  const [{ id } = { id: '' }] = await listOwn(ada)
  for (const { status, body } of refused) {
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'muted_anonymous', decision_id: id })
    expect((body as { error: string }).error).toMatch(/^You can’t write anonymously until \w+ \d+, \d{4}\.$/)
  }
  const accepted = await Promise.all([
    write(ada, false),
    comment(false),
    rate(ada, false),
    write(grace, true),
    confess(grace),
  ])
  for (const { status } of accepted) expect(status).toBeLessThan(300)

  await sql`update moderation_actions set expires_at = now() where id = ${id}`.execute(app.db)
  expect((await write(ada, true)).status).toBe(201)
})

test('a mute commits before or after an anonymous write, never between its check and its insert', async () => {
  const made = await makeCase()
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => write(ada, true)),
    act(made),
    ...Array.from({ length: 6 }, () => write(ada, true)),
  ])
  for (const { status } of answers) expect([201, 403]).toContain(status)
  expect((await write(ada, true)).status).toBe(403)
})

test('a sealed sanction opens no seal, names no user, resolves the report, and its author is notified and can appeal', async () => {
  const [warned, muted] = [await makeCase(), await makeCase()]
  expect((await act(warned, { type: 'warn', days: undefined })).status).toBe(201)
  const answer = await act(muted)
  expect(JSON.stringify(answer.body)).not.toContain(ada.id)
  const { rows } = await sql<{ row: string; author_mark: Buffer; author_tag: Buffer; author_seal: Buffer }>`
    select moderation_actions::text as row, author_mark, author_tag, author_seal from moderation_actions
    where school_id = ${school.id}`.execute(app.db)
  expect(rows).toHaveLength(2)
  for (const { row } of rows) for (const trace of [ada.id, ada.name, ada.email]) expect(row).not.toContain(trace)
  for (const column of ['author_mark', 'author_tag', 'author_seal'] as const)
    expect(new Set(rows.map((row) => row[column].toString('hex'))).size, column).toBe(2)
  const audit = await sql<{ action: string; line: string }>`select action, audit_log::text as line from audit_log
    where school_id = ${school.id} order by id`.execute(app.db)
  const actions = audit.rows.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['author.warn', 'author.mute', 'report.resolved']))
  for (const action of ['content.reveal', 'report.unseal', 'seal.read']) expect(actions).not.toContain(action)
  for (const { line } of audit.rows) expect(line).not.toContain(ada.id)
  const requests = await app.db.selectFrom('seal_requests').where('school_id', '=', school.id).selectAll().execute()
  expect(requests).toEqual([])

  const notices = await findNotices(ada)
  expect(notices).toEqual(
    expect.arrayContaining(['You received a formal warning', 'You can’t write anonymously for now']),
  )
  expect(await findNotices(grace)).not.toContain('You received a formal warning')
  expect((await as(app, ada)(moderation.notices)).body.data, 'the dialog would show it to bystanders').toEqual([])
  const own = await listOwn(ada)
  expect(own.map(({ action_type, scope }) => [action_type, scope])).toEqual([
    ['mute', 'anonymous_writing'],
    ['warn', 'account'],
  ])
  await makeAppeal(app, ada, { decision: own[0]?.id ?? '' })
  const [open] = (await as(app, colleague)(appeals.list)).body.data
  expect(JSON.stringify(open)).not.toContain(ada.name)
})

test('a sealed sanction is refused for a closed, another or a foreign report, a changed text and a named post', async () => {
  const made = await makeCase()
  const other = await makeCase()
  expect((await act(made, {}, head)).status).toBe(404)
  expect((await act(made, { reportId: other.report })).status).toBe(400)
  expect((await act(made, { days: undefined })).status).toBe(400)
  expect((await act(made, { days: 8 })).status).toBe(400)
  expect((await act(made, { facts: 'Too short' })).status).toBe(400)
  expect((await act(made, {}, ada)).status).toBe(403)
  const named = await makePost(app, ada)
  expect((await act({ ...made, post: named.id }, { reportId: undefined })).status).toBe(400)

  await sql`update posts set content = 'Other words' where id = ${other.post}`.execute(app.db)
  const changed = await act(other)
  expect([changed.status, changed.body.error]).toEqual([
    409,
    'The text changed after it was sealed. It may not be the author’s.',
  ])
  await as(app, colleague)(reports.settle, { params: { id: made.report }, body: { status: 'dismissed' } })
  expect((await act(made)).status).toBe(409)
  expect(await listOwn(ada)).toEqual([])
})

const inForce = async ({ report }: Case) =>
  (await as(app, dean)(reports.findCase, { params: { id: report } })).body.data.decisions_in_force

/** Moves all decisions of the school into the month before, as if the month had ended. */
const endMonth = () =>
  sql`update moderation_actions set created_at = created_at - interval '1 month' where school_id = ${school.id}`.execute(
    app.db,
  )

test('a case counts the decisions in force about its own item, without ids and dated to the month', async () => {
  const made = await makeCase()
  expect(await inForce(made)).toBe(0)
  await act(made, { type: 'warn', days: undefined, reportId: undefined })
  expect(await inForce(made)).toBe(1)
  const [pseudonym = ''] = await toPseudonyms(app.anonymity, [{ school_id: school.id, id: made.report }])
  const { status, body } = await as(app, dean)(moderation.activities, { params: { id: pseudonym } })
  expect(status).toBe(200)
  const [activity] = body.data
  expect(body.data).toHaveLength(1)
  expect(activity).toMatchObject({ id: '0', action_type: 'warn', severity: 'medium' })
  expect(new Date((activity?.created_at ?? 1) * 1000).getUTCDate()).toBe(1)
  const [{ id } = { id: '' }] = await listOwn(ada)
  await as(app, dean)(moderation.reverse, { body: { moderationId: id, reason: 'A mistake' } })
  expect(await inForce(made)).toBe(0)
})

test('acting on one item of an author, or reversing it, changes no number at another one', async () => {
  const [first, second] = [await makeCase(), await makeCase()]
  for (const _ of [1, 2, 3, 4, 5]) await act(await makeCase(colleague), { type: 'warn', days: undefined })
  await act(first, { days: 90 })
  expect(await inForce(second), 'in the month of the decision').toBe(0)
  await endMonth()
  expect(await inForce(second), 'with several other items of its month').toBe(1)
  const [pseudonym = ''] = await toPseudonyms(app.anonymity, [{ school_id: school.id, id: second.report }])
  const { body } = await as(app, dean)(moderation.activities, { params: { id: pseudonym } })
  expect(
    body.data.map(({ details }) => details),
    'not even by its rule',
  ).toEqual(['About another anonymous item'])
  const [{ id } = { id: '' }] = await listOwn(ada)
  await as(app, dean)(moderation.reverse, { body: { moderationId: id, reason: 'A mistake' } })
  expect(await inForce(second), 'until the month has ended').toBe(1)
  expect(await inForce(first)).toBe(0)
})

test('the decisions of a month with few anonymous items never count at another item', async () => {
  const [first, second] = [await makeCase(), await makeCase()]
  await act(first, { days: 90 })
  await act(await makeCase(colleague), { days: 90 })
  await endMonth()
  expect(await inForce(second)).toBe(0)
})

test('concurrent decisions about one author have a mark each', async () => {
  const made = [await makeCase(), await makeCase(), await makeCase(), await makeCase(), await makeCase()]
  const answers = await Promise.all(made.map((one, index) => act(one, {}, index % 2 === 0 ? dean : colleague)))
  expect(answers.map(({ status }) => status)).toEqual(made.map(() => 201))
  const rows = await app.db
    .selectFrom('moderation_actions')
    .where('school_id', '=', school.id)
    .where('author_mark', 'is not', null)
    .select('author_mark')
    .execute()
  expect(new Set(rows.map(({ author_mark }) => author_mark?.toString('hex'))).size).toBe(5)
})

test('when all marks of an author are used, the oldest decision that has ended gives its mark to the next', async () => {
  const made = await makeCase()
  for (let count = 0; count < 64; count++) await act(made, { reportId: undefined })
  await sql`update moderation_actions set expires_at = now() where id =
    (select id from moderation_actions where school_id = ${school.id} order by created_at limit 1)`.execute(app.db)
  const { body } = await act(made)
  const { rows } = await sql<{ marked: number; is_marked: boolean }>`
    select count(author_mark)::int as marked, bool_or(id = ${body.data.id} and author_mark is not null) as is_marked
    from moderation_actions where school_id = ${school.id}`.execute(app.db)
  expect(rows).toEqual([{ marked: 64, is_marked: true }])
  expect(await listOwn(ada)).not.toEqual([])
})

test('the sealed sanctions of a deleted account disappear with it, also when its anonymous posts are kept', async () => {
  await act(await makeCase())
  await as(app, ada)(account.remove, { body: { confirm: true, anonymous: 'keep' } })
  await sql`update users set deleted_at = deleted_at - interval '31 days' where id = ${ada.id}`.execute(app.db)
  await removeDeletedAccounts(app.db, app.anonymity, personalDataRegistry)
  const left = await app.db.selectFrom('moderation_actions').where('school_id', '=', school.id).select('id').execute()
  expect(left).toEqual([])
})
