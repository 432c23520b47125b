// All ways to reveal an anonymous author: which code may open a seal, that each opening is logged even if the call
// fails later, that no reply distinguishes a right guess from a wrong one, the limits, and that the author is notified.
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { content } from '../src/features/moderation/content-contract.ts'
import { moderation } from '../src/features/moderation/contract.ts'
import { reports } from '../src/features/moderation/report-contract.ts'
import { seals } from '../src/features/moderation/seal-contract.ts'
import { notifyAuthorsWhenDue } from '../src/features/moderation/server/seal-notices.ts'
import { openSeal } from '../src/features/moderation/server/seal-opening.ts'
import { toPseudonyms } from '../src/features/moderation/server/seal-queries.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import type { Viewer } from '../src/shared/server/auth/viewer.ts'
import { SealQuotaError } from '../src/shared/server/crypto/anonymity.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makePost, makeReport } from '../src/testing/factories/posts.ts'
import { makeSchool, makeUser, type TestUser } from '../src/testing/factories/users.ts'

const { app, school, head, site, dean, colleague, ada, grace } = await campus({
  perTest: true,
  people: {
    dean: { role: 'admin', name: 'Dean' },
    colleague: { role: 'admin', name: 'Colleague' },
    ada: { name: 'Ada Castellan' },
    grace: { name: 'Grace Mbeki' },
  },
  foreign: {
    school: { name: 'Elsewhere' },
    people: { head: { role: 'admin', name: 'Head' }, site: { role: 'site_admin', name: 'Site' } },
  },
})

const reason = 'It names where another student lives'

/** A reported anonymous post of Ada. */
async function makeCase(reporter = grace) {
  const post = await makePost(app, ada, { anonymous: true, content: 'She lives at 7 Elm Row' })
  const { id: report } = await makeReport(app, reporter, post)
  const [pseudonym = ''] = await toPseudonyms(app.anonymity, [{ school_id: school.id, id: report }])
  return { post: post.id, report, pseudonym }
}
type Case = Awaited<ReturnType<typeof makeCase>>

/** Log entries for opened or read seals in this school. */
const openings = async () =>
  (
    await sql<{ action: string; line: string }>`select action, audit_log::text as line from audit_log
      where school_id = ${school.id} and action in ('content.reveal', 'report.unseal', 'seal.read') order by id`.execute(
      app.db,
    )
  ).rows

const reveal = (person: TestUser, { post }: Case, more: { category?: string; headers?: Record<string, string> } = {}) =>
  as(app, person)(content.reveal, {
    params: { id: post },
    body: { type: 'post', reason, category: more.category ?? 'harassment' },
    headers: more.headers ?? {},
  })
const act = (person: TestUser, body: object, headers: Record<string, string> = {}) =>
  as(app, person)(moderation.act, { body: { type: 'warn', userId: grace.id, reason, ...body }, headers })

/** Every call that opens a seal, and the action of its log entry. */
const paths: Readonly<
  Record<string, readonly [action: string, (made: Case, key?: string) => Promise<{ status: number }>]>
> = {
  'the reveal of an item': [
    'content.reveal',
    (made, key) => reveal(dean, made, key ? { headers: { 'idempotency-key': key } } : {}),
  ],
  'a sanction from a report': [
    'report.unseal',
    ({ report }, key) => act(dean, { reportId: report }, key ? { 'idempotency-key': key } : {}),
  ],
  'a sanction of a pseudonym': [
    'report.unseal',
    ({ pseudonym }, key) => act(dean, { userId: pseudonym }, key ? { 'idempotency-key': key } : {}),
  ],
  'a warning of a pseudonym': [
    'report.unseal',
    ({ pseudonym }) => as(app, dean)(moderation.warn, { params: { id: pseudonym }, body: { reason } }),
  ],
  'a suspension of a pseudonym': [
    'report.unseal',
    ({ pseudonym }) => as(app, dean)(moderation.suspend, { params: { id: pseudonym }, body: { reason, duration: 3 } }),
  ],
  'a ban of a pseudonym': [
    'report.unseal',
    ({ pseudonym }) => as(app, dean)(moderation.ban, { params: { id: pseudonym }, body: { reason } }),
  ],
}

/** The interface, the key process, and the calls of it. */
const keys = ['crypto/anonymity.ts', 'crypto/author-keys.ts', 'keys/anonymity-calls.ts', 'keys/operations.ts'].map(
  (file) => `src/shared/server/${file}`,
)

/** The files that may name these functions, which lead from a sealed item to its author. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  unseal: [
    'src/shared/server/crypto/anonymity.ts',
    'src/shared/server/crypto/author-keys.ts',
    'src/shared/server/keys/operations.ts',
    'src/cli/rotate-keys.ts',
  ],
  unsealContent: [
    ...keys,
    'src/cli/epoch-keys.ts',
    'src/cli/rotate-keys.ts',
    'src/features/moderation/server/seal-opening.ts',
  ],
  // Each for the viewer's own id: students with a grant don't decide about what they wrote themselves.
  isSealedBy: [...keys, 'src/features/moderation/server/own-seals.ts'],
  isOwnSeal: [
    'src/features/appeals/server/queries.ts',
    'src/features/moderation/server/case-queries.ts',
    'src/features/moderation/server/evidence.ts',
    'src/features/moderation/server/grants.ts',
    'src/features/moderation/server/own-seals.ts',
    'src/features/moderation/server/seal-requests.ts',
    'src/features/moderation/server/seal-second-person.ts',
  ],
  readAuthor: ['src/features/moderation/server/seal-opening.ts', 'src/features/moderation/server/seal-requests.ts'],
  inboxMarksOfAuthor: [...keys, 'src/shared/server/crypto/sealed-inbox.ts'],
  moveSeal: [...keys, 'src/features/account/server/month-seals.ts', 'src/features/moderation/server/decisions.ts'],
  lastingHashOfAuthor: ['src/features/account/server/month-seals.ts', 'src/shared/server/keys/operations.ts'],
  decisionMarksOfAuthor: [...keys, 'src/features/moderation/server/decisions.ts'],
  // names the authors of items that wait to be published
  decryptPending: [...keys.filter((file) => !file.endsWith('author-keys.ts')), 'src/shared/server/pending.ts'],
  openSeal: [
    'src/features/moderation/server/seal-opening.ts',
    'src/features/moderation/server/content-actions.ts',
    'src/features/moderation/server/sanction-actions.ts',
  ],
  readOpenSeals: ['src/features/moderation/server/seal-opening.ts', 'src/features/moderation/server/desk.ts'],
  // Evidence, after its audit line. The job returns what a reversed decision had removed.
  openEvidenceKey: ['src/features/media/server/evidence.ts', 'src/shared/server/keys/operations.ts'],
  openEvidence: ['src/features/media/server/evidence.ts', 'src/features/moderation/server/evidence-routes.ts'],
  // hold SECRET_KEY
  openEvidenceKeys: [
    'src/cli/rotate-keys.ts',
    'src/features/media/server/evidence-rotation.ts',
    'src/shared/server/crypto/evidence-keys.ts',
    'src/shared/server/keys/operations.ts',
  ],
  openAuthorKeys: [
    'src/cli/rotate-keys.ts',
    'src/shared/server/crypto/author-keys.ts',
    'src/shared/server/keys/operations.ts',
  ],
  openEpochRings: [
    'src/cli/rotate-keys.ts',
    'src/shared/server/keys/epoch-rings.ts',
    'src/shared/server/keys/operations.ts',
  ],
  openKeyOperations: [
    'src/app/key-process.ts',
    'src/shared/server/keys/keys.ts',
    'src/shared/server/keys/operations.ts',
  ],
  openKeysHere: ['demo/campus.ts', 'src/app/bootstrap.ts', 'src/cli/rotate-keys.ts', 'src/shared/server/keys/keys.ts'],
}

test.each(Object.entries(allowed))('%s is only named in the allowed modules', (name, modules) => {
  const files = globSync('{src,demo,tools}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$|\/testing/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const naming = files.filter((file) => new RegExp(`\\b${name}\\b(?!')`).test(readFileSync(file, 'utf8')))
  expect(naming.sort()).toEqual([...modules].sort())
})

test('a text that was swapped after sealing is not attributed to the author', async () => {
  const made = await makeCase()
  const same = await reveal(dean, made)
  expect(same.body.data).toMatchObject({ id: ada.id, text_changed: false })
  const [another, third] = [await makeCase(), await makeCase()]
  await sql`update posts set content = 'Other words' where id in (${another.post}, ${third.post})`.execute(app.db)
  await sql`update reports set content = 'Other words' where content_id = ${third.post}`.execute(app.db)
  expect((await reveal(dean, another)).body.data).toMatchObject({ id: ada.id, text_changed: true })
  const { status, body } = await act(dean, { reportId: third.report })
  expect([status, body.error]).toEqual([409, 'The text changed after it was sealed. It may not be the author’s.'])
  expect((await openings()).length, 'the seal was opened and logged anyway').toBe(3)
})

/** What `openSeal` gets from the reveal of an item by the dean. */
async function findOpening({ post }: Pick<Case, 'post'>) {
  const { author_seal } = await app.db
    .selectFrom('posts')
    .where('id', '=', post)
    .select('author_seal')
    .executeTakeFirstOrThrow()
  const by = { ...dean, role: 'admin', canManageAds: false, sessionId: '', requestId: 'r' } as Viewer & {
    requestId: string
  }
  const opening = {
    item: { schoolId: school.id, kind: 'post', id: post, seal: author_seal ?? Buffer.alloc(0), text: '' },
    category: 'other',
    reason,
    action: 'content.reveal',
    target: { type: 'post', id: post },
  } as const
  return { by, opening }
}

test('no seal is opened inside a transaction that could roll back its log entry', async () => {
  const { by, opening } = await findOpening(await makeCase())
  const inside = app.db.transaction().execute((trx) => openSeal({ db: trx, anonymity: app.anonymity }, by, opening))
  await expect(inside).rejects.toThrow('outside of any transaction')
  expect(await openings()).toEqual([])
})

test('an opening above the quota of the school is logged, but not counted, and its author is not notified', async () => {
  const made = await makeCase()
  const { by, opening } = await findOpening(made)
  const anonymity = { ...app.anonymity, unsealContent: () => Promise.reject(new SealQuotaError()) }
  await expect(openSeal({ db: app.db, anonymity }, by, opening)).rejects.toBeInstanceOf(SealQuotaError)
  expect((await openings()).map((line) => line.action)).toEqual(['content.reveal'])
  const requests = () => app.db.selectFrom('seal_requests').where('school_id', '=', school.id).select('id').execute()
  expect(await requests()).toEqual([])
  await as(app, dean)(reports.settle, { params: { id: made.report }, body: { status: 'resolved' } })
  await notifyAuthorsWhenDue(app)
  expect(await toldTo(ada)).toEqual([])

  const again = await makeCase()
  expect((await reveal(dean, again)).status).toBe(200)
  const reading = await findOpening(again)
  await expect(openSeal({ db: app.db, anonymity }, reading.by, reading.opening)).rejects.toBeInstanceOf(SealQuotaError)
  expect(await requests(), 'a name that was read before stays an opening').toHaveLength(1)
})

test.each(Object.entries(paths))('%s writes one log entry per opening', async (_name, [action, call]) => {
  const made = await makeCase()
  expect((await call(made)).status).toBe(200)
  const lines = await openings()
  expect(lines.map((line) => line.action)).toEqual([action])
  expect(lines[0]?.line).toContain(reason)
  expect(lines[0]?.line).not.toContain(ada.id)
  const requests = await app.db.selectFrom('seal_requests').where('school_id', '=', school.id).selectAll().execute()
  expect(requests).toEqual([expect.objectContaining({ content_id: made.post, requested_by: dean.id, state: 'opened' })])
})

test.each(Object.entries(paths))('%s keeps its log entry when the call fails later', async (name, [action, call]) => {
  const made = await makeCase()
  if (name.startsWith('the reveal'))
    await sql`alter table users rename column email to email_hidden`.execute(app.db) // the author cannot be read
  else
    await sql`create function fail_here() returns trigger language plpgsql as
      $$ begin raise exception 'planted'; end $$`.execute(app.db)
  if (!name.startsWith('the reveal'))
    await sql`create trigger planted before insert on moderation_actions for each row execute function fail_here()`.execute(
      app.db,
    )
  try {
    expect((await call(made)).status).toBe(500)
    expect((await call(made, `key of ${name}`)).status, 'with a key').toBe(500)
  } finally {
    if (name.startsWith('the reveal')) await sql`alter table users rename column email_hidden to email`.execute(app.db)
    else await sql`drop trigger planted on moderation_actions`.execute(app.db)
    await sql`drop function if exists fail_here()`.execute(app.db)
  }
  expect((await openings()).map((line) => line.action)).toEqual([action, action])
  expect((await call(made, `key of ${name}`)).status, 'a failed call can be retried').toBe(200)
})

test('fifty loads of the report list open no seal, and contain no name, email address or id of a sealed author', async () => {
  for (let made = 0; made < 3; made++) await makeCase()
  for (let turn = 0; turn < 50; turn++) {
    const text = JSON.stringify((await as(app, dean)(reports.list)).body)
    for (const trace of [ada.id, ada.name, ada.email]) expect(text).not.toContain(trace)
  }
  const csv = await app.http.inject({ url: '/admin/reports/export', headers: { cookie: dean.cookie } })
  expect(csv.body).toContain('"Anonymous"')
  for (const trace of [ada.id, ada.name, ada.email]) expect(csv.body).not.toContain(trace)
  expect(await openings()).toEqual([])
})

test('the list shows authors that its moderator has revealed, with a log entry each time; the export never does', async () => {
  const made = await makeCase()
  await reveal(dean, made)
  for (let turn = 0; turn < 2; turn++) {
    const [shown] = (await as(app, dean)(reports.list)).body.data.reports
    expect(shown).toMatchObject({ reported_user_name: ada.name, reported_user_id: ada.id })
  }
  expect((await openings()).map(({ action }) => action)).toEqual(['content.reveal', 'seal.read', 'seal.read'])
  const csv = await app.http.inject({ url: '/admin/reports/export', headers: { cookie: dean.cookie } })
  expect(csv.body).not.toContain(ada.name)
})

test('sixty-five guesses at a sealed author get identical replies', async () => {
  const made = await makeCase()
  const guesses = [ada.id]
  for (let count = 1; count < 65; count++) guesses.push((await makeUser(app, { school })).id)
  const answers: string[] = []
  for (const userId of guesses) {
    const { status, body } = await act(dean, { userId, reportId: made.report, reportContent: 'x' })
    answers.push(JSON.stringify([status, body]))
    const { rows } = await sql<{ user_id: string; report_content: string | null }>`
      with undone as (update reports set status = 'pending', settled_at = null where id = ${made.report}),
        forgotten as (delete from seal_requests where school_id = ${school.id}),
        uncounted as (delete from lone_openings where school_id = ${school.id})
      delete from moderation_actions where school_id = ${school.id} returning user_id, report_content`.execute(app.db)
    expect(rows, 'it concerned the author, whichever user was named').toEqual([
      { user_id: ada.id, report_content: null },
    ])
  }
  expect(new Set(answers)).toEqual(new Set([JSON.stringify([200, { success: true, message: 'User warned' }])]))
  expect(await openings()).toHaveLength(65)
})

test.each([
  ['a text that cannot be stored', { reportContent: 'x\u0000y' }, 400],
  ['a reason of one character', { reason: '.' }, 400],
  ['a suspension without an end', { type: 'suspend' }, 400],
  ['a report that only the moderator made', { reporter: 'dean' }, 403],
  ['a settled report', { settled: true }, 409],
])('a sanction with %s is refused before a seal is opened, whichever user is named', async (_what, more, expected) => {
  const { reporter, settled, ...body } = more as { reporter?: string; settled?: boolean }
  const made = await makeCase(reporter ? dean : grace)
  if (settled) await as(app, colleague)(reports.settle, { params: { id: made.report }, body: { status: 'dismissed' } })
  const answers = []
  for (const userId of [ada.id, grace.id, dean.id, made.pseudonym, crypto.randomUUID()]) {
    const { status, body: told } = await act(dean, { userId, reportId: made.report, ...body })
    answers.push(JSON.stringify([status, { ...told, requestId: undefined, request_id: undefined }]))
    expect(status).toBe(expected)
  }
  expect(new Set(answers).size).toBe(1)
  expect(await openings()).toEqual([])
})

test('a moderator can open seals of items reported by others, and without a report only for danger to life or by legal order', async () => {
  const own = await makeCase(dean)
  const unreported = { ...own, post: (await makePost(app, ada, { anonymous: true })).id }
  for (const category of ['threat', 'harassment', 'sanction', 'other'])
    for (const made of [own, unreported]) expect((await reveal(dean, made, { category })).status, category).toBe(403)
  expect(await openings()).toEqual([])
  expect((await reveal(colleague, own, { category: 'other' })).status).toBe(200)
  for (const [category, made] of [
    ['danger', own],
    ['law', unreported],
  ] as const)
    expect((await reveal(dean, made, { category })).status, category).toBe(200)
})

test('a moderator can open at most ten seals in seven days, also with concurrent requests', async () => {
  const cases: Case[] = []
  for (let count = 0; count < 13; count++) cases.push(await makeCase())
  const answers = await Promise.all(cases.map((made) => reveal(dean, made)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(3)
  for (const { headers } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(6.9 * 24 * 3600)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(7 * 24 * 3600)
  }
  expect(await openings(), 'a refused request opens nothing').toHaveLength(10)
  const [opened, closed] = [0, 0].map((_, which) =>
    cases.find((_made, index) => answers[index]?.status === (which === 0 ? 200 : 429)),
  ) as [Case, Case]
  expect((await reveal(dean, opened)).status, 'reading again does not count as an opening').toBe(200)
  expect((await act(dean, { reportId: closed.report })).status, 'a sanction counts as an opening').toBe(429)
  expect((await reveal(colleague, closed)).status, 'a colleague has a separate limit').toBe(200)
  await sql`update lone_openings set opened_at = opened_at - interval '8 days' where school_id = ${school.id}`.execute(
    app.db,
  )
  expect((await reveal(dean, closed)).status).toBe(200)
})

test('a site administrator has one weekly limit for all schools, which takes as many statements with more schools', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const countStatements = async (person: TestUser) => {
    const made = await makeCase()
    query.mockClear()
    expect((await reveal(person, made)).status).toBe(200)
    return query.mock.calls.length
  }
  for (let count = 0; count < 7; count++) expect((await reveal(site, await makeCase())).status).toBe(200)
  const few = await countStatements(site)
  for (let count = 0; count < 20; count++) await makeSchool(app)
  expect(await countStatements(site)).toBe(few)
  query.mockRestore()
  const other = await makeSchool(app)
  const post = await makePost(app, await makeUser(app, { school: other }), { anonymous: true })
  await makeReport(app, await makeUser(app, { school: other }), post)
  expect((await reveal(site, { post: post.id, report: '', pseudonym: '' })).status).toBe(200)
  expect((await reveal(site, await makeCase())).status, 'the eleventh').toBe(429)
})

/** The user's notification sentences, after the jobs for sealed inboxes have run. */
async function toldTo(person: TestUser): Promise<string[]> {
  const { rows } = await sql<{ payload: object }>`
    delete from graphile_worker._private_jobs where payload::jsonb ? 'sealedNotice' returning payload`.execute(app.db)
  const [job] = app.notifications.jobs(app.db)
  for (const { payload } of rows) await job?.run(payload)
  const { body } = await as(app, person)(notifications.list)
  return body.data.map(({ sentence }) => sentence).filter((sentence) => sentence.includes('revealed the author'))
}
const notice = (category: string) =>
  new RegExp(`^A moderator revealed the author of your post on \\d+ \\w+ \\d{4}\\. Category: ${category}\\.$`)

test('the author is notified once, when no report of the item is pending any more, and no other user is', async () => {
  const made = await makeCase()
  const second = await makeReport(app, colleague, { id: made.post })
  await reveal(dean, made)
  const settle = (id: string) => as(app, dean)(reports.settle, { params: { id }, body: { status: 'resolved' } })
  await settle(made.report)
  expect(await toldTo(ada), 'a report is still pending').toEqual([])
  await settle(second.id)
  expect(await toldTo(ada)).toEqual([expect.stringMatching(notice('harassment'))])
  await notifyAuthorsWhenDue(app)
  for (const person of [ada, grace, dean]) expect(await toldTo(person)).toHaveLength(person === ada ? 1 : 0)
})

test('a sanction notifies the author of the opening, and an opening without a case notifies after seven days', async () => {
  const sanctioned = await makeCase()
  expect((await act(dean, { reportId: sanctioned.report })).status).toBe(200)
  expect(await toldTo(ada)).toEqual([expect.stringMatching(notice('sanction'))])
  const danger = { ...sanctioned, post: (await makePost(app, ada, { anonymous: true })).id }
  expect((await reveal(colleague, danger, { category: 'danger' })).status).toBe(200)
  await notifyAuthorsWhenDue(app)
  expect(await toldTo(ada)).toHaveLength(1)
  await sql`update seal_requests set notice_due = now() where content_id = ${danger.post}`.execute(app.db)
  await notifyAuthorsWhenDue(app)
  await notifyAuthorsWhenDue(app)
  expect(await toldTo(ada)).toEqual(expect.arrayContaining([expect.stringMatching(notice('danger to life'))]))
  const { rows } = await sql<{ left: number }>`select count(*) as left from seal_requests
    where author_seal is not null and school_id = ${school.id}`.execute(app.db)
  expect(rows, 'no copy of a seal is left').toEqual([{ left: 0 }])
})

test('a revealed name is returned once: a replay has only the status, and no reply with a name is stored', async () => {
  const made = await makeCase()
  const headers = { 'idempotency-key': 'reveal once' }
  expect((await reveal(dean, made, { headers })).body.data).toMatchObject({ id: ada.id, email: ada.email })
  const again = await reveal(dean, made, { headers })
  expect([again.status, again.body]).toEqual([200, { success: true }])
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => reveal(dean, made, { headers: { 'idempotency-key': 'concurrent reveals' } })),
  )
  expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2)
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect(await openings()).toHaveLength(2)
  const { rows } = await sql<{ row: string }>`select idempotency_keys::text as row from idempotency_keys`.execute(
    app.db,
  )
  for (const { row } of rows) for (const trace of [ada.id, ada.email, 'Castellan']) expect(row).not.toContain(trace)
})

test('a deleted item is opened by the seal in its report', async () => {
  const made = await makeCase()
  await as(app, dean)(content.remove, { params: { id: made.post }, body: { type: 'post' } })
  expect((await reveal(head, made)).status).toBe(404)
  expect((await reveal(dean, made)).body.data).toMatchObject({ id: ada.id })
  await app.db.deleteFrom('sessions').where('user_id', '=', ada.id).execute()
  await app.db.deleteFrom('notifications').where('user_id', '=', ada.id).execute()
  await app.db.deleteFrom('users').where('id', '=', ada.id).execute()
  const gone = await reveal(dean, made)
  expect([gone.status, gone.body.error]).toEqual([404, 'The author’s account has been deleted.'])
})

test('admins of the school and of the site see the number of openings per moderator and week', async () => {
  const [first, second] = [await makeCase(), await makeCase()]
  await reveal(dean, first)
  await reveal(dean, second)
  await reveal(colleague, first)
  await sql`update seal_requests set opened_at = opened_at - interval '7 days', closes_at = closes_at - interval '7 days'
    where content_id = ${second.post}`.execute(app.db)
  const seen = async (person: TestUser, query = {}) =>
    (await as(app, person)(seals.openings, { query })).body.data.map(
      ({ administrator_name, openings: count }) => `${administrator_name} ${count}`,
    )
  expect(await seen(colleague)).toEqual(['Colleague 1', 'Dean 1', 'Dean 1'])
  expect(await seen(site, { school_id: school.id })).toEqual(['Colleague 1', 'Dean 1', 'Dean 1'])
  expect(await seen(head, { school_id: school.id })).toEqual([])
  const { body } = await as(app, dean)(seals.openings)
  expect(new Set(body.data.map(({ week }) => week)).size).toBe(2)
  for (const { week } of body.data) expect(new Date(week).getUTCDay()).toBe(1)
  expect((await as(app, ada)(seals.openings)).status).toBe(403)
})

test('each read of a list of personal data by an admin is logged, once per minute for the same list', async () => {
  const lines = async () =>
    (
      await sql<{ action: string; detail: string }>`select action, detail::text from audit_log
        where actor_id = ${dean.id} order by id`.execute(app.db)
    ).rows
  for (let turn = 0; turn < 3; turn++) {
    await as(app, dean)(reports.list)
    await as(app, dean)(content.list)
    await as(app, dean)(moderation.history)
  }
  const expected = ['content.list', 'moderation.history', 'reports.list']
  const first = (await lines()).map(({ action }) => action).sort()
  expect(new Set(first)).toEqual(new Set(expected))
  expect(first.length, 'more if the minute changed meanwhile').toBeLessThanOrEqual(6)
  await as(app, dean)(reports.list, { query: { search: 'Castellan' } })
  expect((await lines()).at(-1)).toMatchObject({ action: 'reports.list', detail: expect.stringContaining('Castellan') })
})
