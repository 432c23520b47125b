// Who may learn an anonymous author: the modes of a school, how they are changed, and which one applies to an item.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { confessions } from '../src/features/confessions/contract.ts'
import { content } from '../src/features/moderation/content-contract.ts'
import { moderation } from '../src/features/moderation/contract.ts'
import { reports } from '../src/features/moderation/report-contract.ts'
import { seals } from '../src/features/moderation/seal-contract.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import { schools } from '../src/features/schools/contract.ts'
import { applyDueChanges } from '../src/features/schools/server/anonymity-actions.ts'
import { session } from '../src/features/session/contract.ts'
import { type SealMode, sealModes, stricterSealMode } from '../src/shared/seal-modes.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makePost, makeReport } from '../src/testing/factories/posts.ts'
import { makeProfessor, sampleRating } from '../src/testing/factories/professors.ts'
import type { TestUser } from '../src/testing/factories/users.ts'

const { app, school, dean, colleague, site, otherSite, ada, grace, head } = await campus({
  perTest: true,
  people: {
    dean: { role: 'admin', name: 'Dean' },
    colleague: { role: 'admin', name: 'Colleague' },
    site: { role: 'site_admin', name: 'Site' },
    otherSite: { role: 'site_admin', name: 'Other Site' },
    ada: { name: 'Ada Castellan' },
    grace: { name: 'Grace Mbeki' },
  },
  foreign: { people: { head: { role: 'admin', name: 'Head' } } },
})

const reason = 'It names where another student lives'

const setMode = (mode: SealMode) =>
  app.db.updateTable('schools').set({ anonymity_mode: mode }).where('id', '=', school.id).execute()

async function makeCase(reporter = grace) {
  const post = await makePost(app, ada, { anonymous: true, content: 'She lives at 7 Elm Row' })
  const { id: report } = await makeReport(app, reporter, post)
  return { post: post.id, report }
}
type Case = Awaited<ReturnType<typeof makeCase>>

const reveal = ({ post }: Case, person: TestUser = dean) =>
  as(app, person)(content.reveal, { params: { id: post }, body: { type: 'post', reason, category: 'harassment' } })
const ban = ({ report }: Case) =>
  as(app, dean)(moderation.act, { body: { type: 'warn', userId: grace.id, reason, reportId: report } })
const listReports = async (person: TestUser = dean) => (await as(app, person)(reports.list)).body.data.reports
const countLines = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_log
    where school_id = ${school.id} and action in ('content.reveal', 'report.unseal', 'seal.read', 'seal.open')`.execute(
    app.db,
  )
  return rows[0]?.count
}

test('the stricter of two modes is the same in SQL as in the product', async () => {
  const all = [null, ...sealModes]
  for (const mode of all)
    for (const otherMode of all) {
      const { rows } = await sql<{ mode: string }>`
        select stricter_seal_mode(${mode}::text, ${otherMode}::text) as mode`.execute(app.db)
      expect(rows[0]?.mode, `${mode} and ${otherMode}`).toBe(stricterSealMode(mode, otherMode))
    }
})

test('a school that chose nothing opens seals as before, and stores no mode with its items', async () => {
  const made = await makeCase()
  expect((await as(app, ada)(session.me)).body.anonymity_mode).toBe('one')
  const [report] = await listReports()
  expect(report).toMatchObject({ seal_mode: 'one', reported_user_name: 'Anonymous' })
  expect((await reveal(made)).body.data).toMatchObject({ id: ada.id })
  const row = await app.db.selectFrom('posts').where('id', '=', made.post).select('sealed_mode').executeTakeFirst()
  expect(row).toEqual({ sealed_mode: null })
})

test('every kind of anonymous item records the mode in which it was written, and its report keeps it', async () => {
  await setMode('two')
  const professor = await makeProfessor(app, grace)
  const made = await makeCase()
  await as(app, ada)(comments.create, { body: { post_id: made.post, content: 'More', is_anonymous: true } })
  await as(app, ada)(confessions.create, { body: { content: 'I have never read the book', category: 'general' } })
  await as(app, ada)(ratings.create, { params: { id: professor.id }, body: { ...sampleRating, anonymous: true } })
  for (const table of ['posts', 'comments', 'confessions', 'ratings', 'reports'] as const) {
    const rows = await app.db.selectFrom(table).where('school_id', '=', school.id).select('sealed_mode').execute()
    expect(rows, table).toEqual([{ sealed_mode: 'two' }])
  }
  await as(app, grace)(posts.create, { body: { content: 'Under my name' } })
  const named = await app.db.selectFrom('posts').where('author_id', '=', grace.id).select('sealed_mode').execute()
  expect(named).toEqual([{ sealed_mode: null }])
})

test.each([
  ['two', 'At this school two people open a seal.'],
  ['custodian', 'At this school two people open a seal.'],
  ['none', 'At this school, no one can open the seal.'],
] as const)('in the mode %s one person opens no seal, and leaves no line', async (mode, refusal) => {
  const before = await makeCase()
  await setMode(mode)
  const after = await makeCase()
  for (const made of [before, after]) {
    const { status, body } = await reveal(made)
    expect([status, body.code, body.error]).toEqual([409, 'seal_closed', refusal])
    const sanctioned = await ban(made)
    expect([sanctioned.status, sanctioned.body.code, sanctioned.body.error]).toEqual([
      409,
      'seal_closed',
      'Open the seal first.',
    ])
  }
  const text = JSON.stringify(await listReports())
  for (const trace of [ada.name, ada.id, ada.email]) expect(text).not.toContain(trace)
  expect(await countLines()).toBe(0)
})

test('raising the protection applies to earlier items right away, lowering it only to later ones', async () => {
  const early = await makeCase()
  expect((await reveal(early)).status, 'opened before the change').toBe(200)
  await setMode('two')
  const strict = await makeCase()
  expect((await reveal(early)).status).toBe(409)
  expect(
    (await listReports()).map(({ reported_user_name }) => reported_user_name),
    'an open name closes',
  ).toEqual(['Anonymous', 'Anonymous'])
  await setMode('one')
  const late = await makeCase()
  expect([(await reveal(early)).status, (await reveal(strict)).status, (await reveal(late)).status]).toEqual([
    200, 409, 200,
  ])
  await app.db.deleteFrom('posts').where('id', '=', strict.post).execute()
  expect((await reveal(strict)).status, 'the report of a deleted item keeps its mode').toBe(409)
})

test('an edit under a weaker mode keeps the stricter one of the earlier text', async () => {
  await setMode('none')
  const { post } = await makeCase()
  await setMode('list')
  await as(app, ada)(posts.update, { params: { id: post }, body: { content: 'Other words' } })
  const row = await app.db.selectFrom('posts').where('id', '=', post).select('sealed_mode').executeTakeFirst()
  expect(row).toEqual({ sealed_mode: 'none' })
})

test('in the mode list the reports name authors with a line each, never for the moderator’s own report', async () => {
  const early = await makeCase()
  await setMode('list')
  const own = await makeCase(dean)
  await makeCase()
  const shown = await listReports()
  expect(shown.map(({ reported_user_name }) => reported_user_name)).toEqual([ada.name, 'Anonymous', 'Anonymous'])
  expect(shown.find(({ id }) => id === early.report)?.seal_mode, 'written before').toBe('one')
  expect(shown.find(({ id }) => id === own.report)?.seal_mode).toBe('list')
  expect(await countLines()).toBe(1)
  expect(
    (await listReports(colleague)).filter(({ reported_user_name }) => reported_user_name === ada.name),
  ).toHaveLength(2)
})

const change = (person: TestUser, body: object) =>
  as(app, person)(schools.changeAnonymity, { params: { id: school.id }, body: body as { who: SealMode } })
const settle = (person: TestUser, step: 'confirmAnonymity' | 'withdrawAnonymity') =>
  as(app, person)(schools[step], { params: { id: school.id } })
const show = async (person: TestUser = dean) =>
  (await as(app, person)(schools.anonymity, { params: { id: school.id } })).body.data
const listMails = async () => {
  const { rows } = await sql<{ to: string; subject: string }>`
    select payload ->> 'to' as to, payload ->> 'subject' as subject from graphile_worker._private_jobs
    where payload::jsonb ? 'to' and payload ->> 'subject' like 'Who can open a seal%' and payload ->> 'to' like ${`%${school.domain}`}`.execute(
    app.db,
  )
  return rows.map(({ to }) => to)
}

test('a second site administrator confirms a change of the mode, and the school’s administrators see its history', async () => {
  const requested = await change(site, { who: 'two' })
  expect(requested.status).toBe(202)
  expect(requested.body.data).toMatchObject({ who: 'one', waiting: { who: 'two', applies_at: null } })
  expect(await listMails()).toContain(otherSite.email)
  expect((await change(otherSite, { who: 'none' })).status, 'while another one waits').toBe(409)
  expect((await settle(site, 'confirmAnonymity')).status, 'who requested it').toBe(403)
  expect((await settle(dean, 'confirmAnonymity')).status).toBe(403)
  expect((await show()).who).toBe('one')
  expect((await settle(otherSite, 'confirmAnonymity')).status).toBe(200)
  expect((await settle(otherSite, 'confirmAnonymity')).status, 'twice').toBe(409)
  expect(await show()).toMatchObject({
    who: 'two',
    waiting: null,
    history: [{ who: 'two', state: 'applied', requested_by_name: 'Site', decided_by_name: 'Other Site' }],
    can: { edit: false },
  })
  expect((await as(app, ada)(session.me)).body.anonymity_mode).toBe('two')
  expect((await as(app, head)(schools.anonymity, { params: { id: school.id } })).status, 'elsewhere').toBe(404)
  const { rows } = await sql<{ action: string }>`select action from audit_log where school_id = ${school.id}
    and action like 'anonymity.%' order by id`.execute(app.db)
  expect(rows.map(({ action }) => action)).toEqual(['anonymity.request', 'anonymity.change'])
})

test('the days until authorship ends are confirmed like a mode, and stay when a change does not name them', async () => {
  const problem = { unmaskable_days: 'Enter 30 to 730 days' }
  for (const days of [0, 29, 731, 30.5]) {
    const { status, body } = await change(site, { who: 'one', unmaskable_days: days })
    expect([status, body.fields], `${days}`).toEqual([400, problem])
  }
  expect((await change(site, { who: 'one', unmaskable_days: null })).status, 'nothing to change').toBe(409)
  expect((await change(dean, { who: 'one', unmaskable_days: 365 })).status).toBe(403)
  const requested = await change(site, { who: 'one', unmaskable_days: 365 })
  expect(requested.body.data).toMatchObject({ unmaskable_days: null, waiting: { unmaskable_days: 365 } })
  expect((await as(app, ada)(session.me)).body.unmaskable_days, 'not confirmed').toBeNull()
  await settle(otherSite, 'confirmAnonymity')
  expect(await show()).toMatchObject({ who: 'one', unmaskable_days: 365, history: [{ unmaskable_days: 365 }] })
  expect((await as(app, ada)(session.me)).body.unmaskable_days).toBe(365)
  const { rows: queued } = await sql`select from graphile_worker.jobs where task_identifier = 'end_authorship'`.execute(
    app.db,
  )
  expect(queued.length).toBeGreaterThan(0)

  await change(site, { who: 'two' })
  await settle(otherSite, 'confirmAnonymity')
  expect(await show()).toMatchObject({ who: 'two', unmaskable_days: 365 })
  await change(site, { who: 'two', unmaskable_days: null })
  await settle(otherSite, 'confirmAnonymity')
  expect((await show()).unmaskable_days).toBeNull()
})

test('a confirmation and a withdrawal of one change settle it once', async () => {
  await change(site, { who: 'two' })
  const answers = await Promise.all([
    settle(otherSite, 'confirmAnonymity'),
    settle(site, 'withdrawAnonymity'),
    settle(otherSite, 'withdrawAnonymity'),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  const { history, who } = await show()
  expect(history).toHaveLength(1)
  expect(who).toBe(history[0]?.state === 'applied' ? 'two' : 'one')
})

test('without another site administrator a change applies after 24 hours, and can be withdrawn until then', async () => {
  await sql`update users set role = 'student' where role = 'site_admin' and id <> ${site.id}`.execute(app.db)
  await change(site, { who: 'none' })
  expect(await listMails()).toEqual(expect.arrayContaining([dean.email, colleague.email]))
  const { waiting } = await show(site)
  expect((waiting?.applies_at ?? 0) - Date.now() / 1000).toBeGreaterThan(23.9 * 3600)
  await applyDueChanges(app)
  expect((await show()).who, 'too early').toBe('one')
  await sql`update anonymity_changes set applies_at = now() where school_id = ${school.id}`.execute(app.db)
  await applyDueChanges(app)
  expect(await show()).toMatchObject({ who: 'none', history: [{ state: 'applied', decided_by_name: null }] })
  await change(site, { who: 'list' })
  expect((await settle(site, 'withdrawAnonymity')).status).toBe(200)
  await sql`update anonymity_changes set applies_at = now() where school_id = ${school.id} and applies_at is not null`.execute(
    app.db,
  )
  await applyDueChanges(app)
  expect((await show()).who).toBe('none')
})

test('the custodian is a user of the school, and the mode custodian needs one', async () => {
  const without = await change(site, { who: 'custodian' })
  expect([without.status, without.body.fields]).toEqual([400, { custodian_id: 'Enter the custodian’s email address' }])
  expect((await change(site, { who: 'custodian', custodian_id: head.id })).status, 'of another school').toBe(400)
  expect((await change(site, { who: 'custodian', custodian_id: grace.id })).status).toBe(202)
  await settle(otherSite, 'confirmAnonymity')
  expect((await show()).custodian).toMatchObject({ id: grace.id, name: grace.name })
  expect((await as(app, grace)(session.me)).body.is_custodian).toBe(true)
  expect((await as(app, grace)(seals.list)).status).toBe(200)
  expect((await as(app, grace)(reports.list)).status, 'no other rights').toBe(403)
  expect((await as(app, ada)(seals.list)).status).toBe(403)
})
