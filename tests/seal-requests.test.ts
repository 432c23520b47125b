// Seals that two people open: requests and their approval, openings in danger to life, who reads the name, and for how
// long. What a third administrator, the author among the administrators, and a concurrent call can do.
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { moderation } from '../src/features/moderation/contract.ts'
import { reports } from '../src/features/moderation/report-contract.ts'
import { seals } from '../src/features/moderation/seal-contract.ts'
import { notifyAuthorsWhenDue } from '../src/features/moderation/server/seal-notices.ts'
import { expireSealRequests } from '../src/features/moderation/server/seal-requests.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import { KeysUnavailableError } from '../src/shared/server/keys/client.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makePost, makeReport } from '../src/testing/factories/posts.ts'
import type { TestUser } from '../src/testing/factories/users.ts'
import { openStream } from '../src/testing/streams.ts'

const { app, school, dean, colleague, third, site, ada, grace, omar, head } = await campus({
  perTest: true,
  people: {
    dean: { role: 'admin', name: 'Dean' },
    colleague: { role: 'admin', name: 'Colleague' },
    third: { role: 'admin', name: 'Third' },
    site: { role: 'site_admin', name: 'Site' },
    ada: { name: 'Ada Castellan' },
    grace: { name: 'Grace Mbeki' },
    omar: { name: 'Omar' },
  },
  foreign: { people: { head: { role: 'admin', name: 'Head' } } },
})

const reason = 'It names where another student lives'

beforeEach(() => setSchool({ anonymity_mode: 'two' }))

const setSchool = (values: { anonymity_mode?: string; custodian_id?: string | null }) =>
  app.db.updateTable('schools').set(values).where('id', '=', school.id).execute()

async function makeCase(author = ada, reporter = grace) {
  const post = await makePost(app, author, { anonymous: true, content: 'She lives at 7 Elm Row' })
  const { id: report } = await makeReport(app, reporter, post)
  return { post: post.id, report }
}
type Case = Awaited<ReturnType<typeof makeCase>>

const request = ({ post }: Case, person: TestUser = dean, more: object = {}) =>
  as(app, person)(seals.request, { body: { kind: 'post', id: post, category: 'harassment', reason, ...more } })
const requested = async (made: Case, person: TestUser = dean, more: object = {}) => {
  const { status, body } = await request(made, person, more)
  expect(status).toBe(201)
  return body.data.request_id
}
const decide = (step: 'approve' | 'decline' | 'countersign', id: string, person: TestUser = colleague) =>
  as(app, person)(seals[step], { params: { id }, body: { reason: 'I read it too' } })
const withdraw = (id: string, person: TestUser = dean) => as(app, person)(seals.withdraw, { params: { id } })
const readAuthor = (id: string, person: TestUser = dean) => as(app, person)(seals.author, { params: { id } })
const list = async (state: 'waiting' | 'open' | 'past', person: TestUser = dean) =>
  (await as(app, person)(seals.list, { query: { state } })).body.data.requests
const findRequest = (id: string) =>
  app.db.selectFrom('seal_requests').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const listLines = async () => {
  const { rows } = await sql<{ action: string }>`select action from audit_log where school_id = ${school.id}
    and action like 'seal.%' order by id`.execute(app.db)
  return rows.map(({ action }) => action)
}
const listSentences = async (person: TestUser) =>
  (await as(app, person)(notifications.list)).body.data.map(({ sentence }) => sentence)

/** Moves a request into the past. */
const age = (id: string, hours: number) =>
  sql`update seal_requests set created_at = created_at - make_interval(hours => ${hours}),
    opened_at = opened_at - make_interval(hours => ${hours}), closes_at = closes_at - make_interval(hours => ${hours}),
    countersign_until = countersign_until - make_interval(hours => ${hours}) where id = ${id}`.execute(app.db)

test('two people open a seal: one asks, another one approves, and only the two read the name, for 60 minutes', async () => {
  const made = await makeCase()
  const id = await requested(made)
  expect((await request(made)).body.data).toEqual({ request_id: id, state: 'waiting' })
  expect((await readAuthor(id)).status, 'it waits').toBe(409)
  expect((await decide('approve', id, dean)).status, 'who asked cannot approve').toBe(403)
  expect((await decide('approve', id)).status).toBe(200)
  for (const person of [dean, colleague]) {
    const { status, body } = await readAuthor(id, person)
    expect(status).toBe(200)
    expect(body.data).toEqual({ id: ada.id, name: ada.name, email: ada.email, text_changed: false })
  }
  expect((await readAuthor(id, third)).status).toBe(404)
  expect((await readAuthor(id, site)).status, 'site administrators follow the mode').toBe(404)
  expect((await readAuthor(id, grace)).status).toBe(403)
  expect((await decide('approve', id, third)).status).toBe(409)
  expect(await listLines()).toEqual(['seal.request', 'seal.approve', 'seal.read', 'seal.read'])
  await age(id, 1)
  for (const person of [dean, colleague]) expect((await readAuthor(id, person)).status).toBe(410)
  expect((await readAuthor(id, third)).status).toBe(404)
})

test('the reports show the name to the two people and no one else, and the sanction of an open seal needs no other opening', async () => {
  const made = await makeCase()
  const id = await requested(made)
  await decide('approve', id)
  const nameFor = async (person: TestUser) =>
    (await as(app, person)(reports.list)).body.data.reports[0]?.reported_user_name
  expect([await nameFor(dean), await nameFor(colleague), await nameFor(third)]).toEqual([
    ada.name,
    ada.name,
    'Anonymous',
  ])
  const act = (person: TestUser) =>
    as(app, person)(moderation.act, { body: { type: 'warn', userId: grace.id, reason, reportId: made.report } })
  expect((await act(third)).status).toBe(409)
  expect((await act(dean)).status).toBe(200)
  const { rows } = await sql<{
    user_id: string
  }>`select user_id from moderation_actions where school_id = ${school.id}`.execute(app.db)
  expect(rows).toEqual([{ user_id: ada.id }])
})

test('a reading writes its line before the name is read, also when the reading fails', async () => {
  const id = await requested(await makeCase())
  await decide('approve', id)
  await sql`alter table users rename column email to email_hidden`.execute(app.db)
  try {
    expect((await readAuthor(id)).status).toBe(500)
  } finally {
    await sql`alter table users rename column email_hidden to email`.execute(app.db)
  }
  expect((await listLines()).filter((action) => action === 'seal.read')).toHaveLength(1)
})

test('two approvals in one moment: one succeeds, the other one is refused', async () => {
  for (const _ of [1, 2, 3]) {
    const id = await requested(await makeCase())
    const answers = await Promise.all([
      decide('approve', id),
      decide('approve', id, third),
      decide('approve', id, site),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { decided_by } = await findRequest(id)
    const winner = [colleague, third, site].find((_person, index) => answers[index]?.status === 200)
    expect(decided_by).toBe(winner?.id)
  }
})

test('an approval against a withdrawal: one of them holds, and a withdrawn request opens nothing', async () => {
  for (const _ of [1, 2, 3, 4]) {
    const id = await requested(await makeCase())
    const [approved, withdrawn] = await Promise.all([decide('approve', id), withdraw(id)])
    expect([approved.status, withdrawn.status].sort()).toEqual([200, 409])
    const { state, opened_at, author_seal } = await findRequest(id)
    if (withdrawn.status === 200) {
      expect([state, opened_at, author_seal]).toEqual(['withdrawn', null, null])
      expect((await readAuthor(id)).status).toBe(410)
    } else expect(state).toBe('opened')
  }
})

test('concurrent requests for one item become one', async () => {
  const made = await makeCase()
  const answers = await Promise.all([dean, colleague, third, dean, colleague].map((person) => request(made, person)))
  for (const { status } of answers) expect(status).toBe(201)
  expect(new Set(answers.map(({ body }) => body.data.request_id)).size).toBe(1)
  expect(await list('waiting')).toHaveLength(1)
})

test('a request ends after 24 hours by the clock of the database, and the next one is a new one', async () => {
  const made = await makeCase()
  const id = await requested(made)
  await age(id, 24)
  expect((await decide('approve', id)).status).toBe(410)
  expect((await decide('decline', id)).status).toBe(410)
  expect(await list('waiting')).toEqual([])
  expect(await list('past')).toMatchObject([{ id, state: 'expired' }])
  const next = await requested(made)
  expect(next).not.toBe(id)
  await age(next, 24)
  await expireSealRequests(app)
  expect(await findRequest(next)).toMatchObject({ state: 'expired', author_seal: null })
  expect((await decide('approve', next)).status).toBe(410)
})

test('a declined request opens nothing, is not repeated by another approval, and tells the requester', async () => {
  const id = await requested(await makeCase())
  expect((await decide('decline', id, dean)).status).toBe(403)
  expect((await decide('decline', id)).status).toBe(200)
  expect((await decide('approve', id, third)).status).toBe(409)
  expect((await readAuthor(id)).status).toBe(410)
  expect(await findRequest(id)).toMatchObject({ state: 'declined', author_seal: null, opened_at: null })
  expect(await listSentences(dean)).toContain('Your request to open a seal was declined')
})

test('in danger to life one person opens right away, and another one countersigns within 24 hours without reading the name', async () => {
  const made = await makeCase()
  const { body } = await request(made, dean, { category: 'danger' })
  expect(body.data.state).toBe('opened')
  const { request_id: id } = body.data
  expect((await readAuthor(id)).body.data).toMatchObject({ id: ada.id })
  expect(await list('open', colleague)).toMatchObject([
    { id, countersign: 'needed', can: { countersign: true, read: false } },
  ])
  expect((await decide('countersign', id, dean)).status).toBe(403)
  const answers = await Promise.all([decide('countersign', id), decide('countersign', id, third)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  for (const person of [colleague, third]) expect((await readAuthor(id, person)).status).toBe(404)
  expect(await list('open')).toMatchObject([{ id, countersign: 'done' }])
})

test('an opening that no one countersigns is reported to the site administrators once, and shows it from then on', async () => {
  const id = await requested(await makeCase(), dean, { category: 'danger' })
  await age(id, 24)
  expect((await decide('countersign', id)).status).toBe(410)
  for (const _ of [1, 2]) await expireSealRequests(app)
  const sentence = 'An opened seal was not countersigned within 24 hours'
  expect((await listSentences(site)).filter((told) => told === sentence)).toHaveLength(1)
  const { rows } = await sql<{
    times: number
  }>`select times from notifications where user_id = ${site.id} and kind = 'seal'
    and link like '%state=past'`.execute(app.db)
  expect(rows).toEqual([{ times: 1 }])
  expect(await list('past')).toMatchObject([{ id, countersign: 'missed' }])
})

test('the author among the administrators sees nothing of the request, and cannot approve it', async () => {
  const made = await makeCase(colleague)
  const id = await requested(made)
  const [shown] = await list('waiting', colleague)
  expect(shown).toMatchObject({ id, is_unavailable: true, text: null, category: null, reason: null, content_id: null })
  const own = await decide('approve', id)
  const unknown = await decide('approve', crypto.randomUUID())
  expect([own.status, own.body.error]).toEqual([404, unknown.body.error])
  expect((await request(made, colleague)).status, 'nor ask for it').toBe(404)
  expect((await list('waiting', third))[0], 'others do').toMatchObject({
    id,
    is_unavailable: false,
    can: { decide: true },
  })
  expect((await decide('approve', id, third)).status).toBe(200)
})

test('while the key process is away no request is made or decided, since the author could', async () => {
  const made = await makeCase(colleague)
  const id = await requested(made)
  const isSealedBy = vi.spyOn(app.anonymity, 'isSealedBy').mockRejectedValue(new KeysUnavailableError())
  const answers = [await decide('approve', id), await decide('decline', id), await request(made, colleague)]
  isSealedBy.mockRestore()
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  expect(await findRequest(id)).toMatchObject({ state: 'waiting', decided_by: null })
})

test('where the custodian is the second person, other administrators cannot approve, and the custodian has no other rights', async () => {
  await setSchool({ anonymity_mode: 'custodian', custodian_id: omar.id })
  const made = await makeCase()
  const stream = await openStream(app, omar)
  const id = await requested(made)
  await stream.next('seals.pending')
  stream.close()
  expect(await listSentences(omar)).toEqual([
    'A moderator asks to open a seal. You can approve or decline within 24 hours',
  ])
  expect(await listSentences(third), 'who cannot decide is not notified').toEqual([])
  for (const person of [colleague, third, site]) expect((await decide('approve', id, person)).status).toBe(403)
  expect((await list('waiting', omar))[0]).toMatchObject({ text: 'She lives at 7 Elm Row', can: { decide: true } })
  expect((await list('waiting', third))[0]).toMatchObject({ can: { decide: false } })
  expect((await request(made, omar)).status).toBe(403)
  expect((await decide('approve', id, omar)).status).toBe(200)
  expect((await readAuthor(id, omar)).body.data).toMatchObject({ id: ada.id })
  expect((await as(app, omar)(reports.list)).status).toBe(403)
  await setSchool({ custodian_id: null })
  expect((await readAuthor(id, omar)).status, 'no longer the custodian').toBe(403)
})

test('raising the protection closes what two people opened, and no one opens seals in the mode none', async () => {
  const made = await makeCase()
  const id = await requested(made)
  const waiting = await requested(await makeCase())
  await decide('approve', id)
  await setSchool({ anonymity_mode: 'none' })
  const { status, body } = await readAuthor(id)
  expect([status, body.code]).toEqual([409, 'seal_closed'])
  expect((await decide('approve', waiting)).status).toBe(409)
  expect((await request(made)).status).toBe(409)
  expect((await request(made, dean, { category: 'danger' })).status).toBe(409)
})

test('an administrator of another school finds none of the requests', async () => {
  const id = await requested(await makeCase())
  expect(await list('waiting', head)).toEqual([])
  for (const step of ['approve', 'decline', 'countersign'] as const)
    expect((await decide(step, id, head)).status).toBe(404)
  expect((await withdraw(id, head)).status).toBe(404)
})

test('a request needs a report by someone else, except in danger to life or by order of an authority', async () => {
  const own = await makeCase(ada, dean)
  expect((await request(own)).status).toBe(403)
  expect((await request(own, dean, { category: 'law' })).body.data).toMatchObject({ state: 'waiting' })
  expect((await request(await makeCase(), dean, { reason: 'Short' })).status).toBe(400)
})

test('openings with a second person do not count against the weekly limit of openings alone', async () => {
  for (let count = 0; count < 11; count++) {
    const id = await requested(await makeCase())
    expect((await decide('approve', id)).status).toBe(200)
  }
  for (let count = 0; count < 10; count++)
    expect((await request(await makeCase(), dean, { category: 'danger' })).status).toBe(201)
  expect((await request(await makeCase(), dean, { category: 'danger' })).status).toBe(429)
})

test('where one person opens, the same call opens, and the name is read by a call of its own', async () => {
  await setSchool({ anonymity_mode: 'one' })
  const { body } = await request(await makeCase())
  expect(body.data.state).toBe('opened')
  expect((await readAuthor(body.data.request_id)).body.data).toMatchObject({ id: ada.id })
  expect((await readAuthor(body.data.request_id, colleague)).status).toBe(404)
  expect(await listLines()).toEqual(['seal.open', 'seal.read'])
})

test('an author is informed 7 days after the opening, or after 30 where informing would endanger a person, also when the case is closed before', async () => {
  const [usual, delayed] = [await makeCase(), await makeCase()]
  const ids = [await requested(usual), await requested(delayed, dean, { delay_notice: true })]
  for (const id of ids) {
    expect((await findRequest(id)).author_seal).not.toBeNull()
    await decide('approve', id)
  }
  for (const { report } of [usual, delayed])
    await as(app, dean)(reports.settle, { params: { id: report }, body: { status: 'resolved' } })
  const isInformed = async () => Promise.all(ids.map(async (id) => (await findRequest(id)).author_seal === null))
  expect(await isInformed()).toEqual([true, false])
  await sql`update seal_requests set notice_due = notice_due - interval '29 days' where school_id = ${school.id}`.execute(
    app.db,
  )
  await notifyAuthorsWhenDue(app)
  expect(await isInformed()).toEqual([true, false])
  await sql`update seal_requests set notice_due = notice_due - interval '1 day' where school_id = ${school.id}`.execute(
    app.db,
  )
  await notifyAuthorsWhenDue(app)
  expect(await isInformed()).toEqual([true, true])
})

test('an author is informed by the next run of the job when the case was closed before the opening', async () => {
  const isInformed = async (id: string) => (await findRequest(id)).author_seal === null
  const close = ({ report }: Case) =>
    as(app, dean)(reports.settle, { params: { id: report }, body: { status: 'resolved' } })
  const asked = await makeCase()
  const [approved, pending] = [await requested(asked), await requested(await makeCase())]
  await close(asked)
  await notifyAuthorsWhenDue(app)
  expect(await isInformed(approved), 'not opened yet').toBe(false)
  for (const id of [approved, pending]) await decide('approve', id)
  await notifyAuthorsWhenDue(app)
  expect([await isInformed(approved), await isInformed(pending)], 'the other case is open').toEqual([true, false])

  await setSchool({ anonymity_mode: 'one' })
  const [usual, delayed] = [await makeCase(), await makeCase()]
  for (const made of [usual, delayed]) await close(made)
  const opened = [await requested(usual), await requested(delayed, dean, { delay_notice: true })]
  await notifyAuthorsWhenDue(app)
  expect(await Promise.all(opened.map(isInformed))).toEqual([true, false])
})

test('a thief of the database finds no user beside a request but those who asked and decided', async () => {
  const id = await requested(await makeCase())
  await decide('approve', id)
  const { rows } = await sql<{ line: string }>`select seal_requests::text as line from seal_requests
    where school_id = ${school.id}`.execute(app.db)
  expect(rows[0]?.line).toContain(dean.id)
  for (const trace of [ada.id, ada.name, ada.email]) expect(rows[0]?.line).not.toContain(trace)
})
