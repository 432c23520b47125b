// Notices of people without an account: what they learn, how a notice becomes part of a case, and how it ends.
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { contentTypes } from '../../../app/registries.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConfession } from '../../../testing/factories/confessions.ts'
import { findRuleId } from '../../../testing/factories/decisions.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makePost, makeReport } from '../../../testing/factories/posts.ts'
import { type Case, cases } from '../../moderation/case-contract.ts'
import { escalateLateCases } from '../../moderation/server/case-jobs.ts'
import { posts } from '../../posts/contract.ts'
import { notices } from '../contract.ts'
import { closeHandledNotices } from './actions.ts'
import { findLinkedItems } from './find-item.ts'

const { app, school, dean, head, site, ada, grace } = await campus({
  alone: true, // a notice names no school, so the cell that it reaches has to have the item
  perTest: true,
  people: { dean: { role: 'admin', name: 'Dean' }, ada: { name: 'Ada' }, grace: { name: 'Grace' } },
  foreign: { people: { head: { role: 'admin' }, site: { role: 'site_admin' } } },
})

/** A network of its own for each call, so that the limit per network does not count. */
const anyAddress = () => `198.18.${randomBytes(1)[0]}.${randomBytes(1)[0]}`
const send = async (url: string, payload: object = {}, remoteAddress = anyAddress()) => {
  const reply = await app.http.inject({ method: 'POST', url, payload, remoteAddress })
  return { status: reply.statusCode, body: reply.json() }
}
const email = () => `${randomUUID()}@home.example`
const notice = (fields: object = {}) => ({
  ...{ concerns: 'self', ground: 'intimate', link: '', text: 'It shows me.', law: '', signature: 'Mara Lind' },
  ...{ email: email(), good_faith: true, ...fields },
})

/** Takes the mails to an address from the queue. */
async function takeMails(to: string): Promise<{ subject: string; text: string }[]> {
  const { rows } = await sql<{ payload: { to: string; subject: string; text: string } }>`
    select payload from graphile_worker._private_jobs where payload::text like ${`%${to}%`} order by id`.execute(app.db)
  return rows.flatMap(({ payload }) => [payload].flat()).filter((mail) => mail.to === to)
}

/** Sends a notice and returns the token that was mailed. */
async function sendNotice(fields: object = {}) {
  const body = notice(fields)
  expect((await send('/api/notices', body)).status).toBe(202)
  const [mail] = await takeMails(body.email)
  const token = /\/notice\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  return { ...body, token }
}
const confirm = (token: string) => send(`/api/notices/${token}/confirm`)
const show = async (token: string) => {
  const reply = await app.http.inject({ url: `/api/notices/${token}`, remoteAddress: anyAddress() })
  return { status: reply.statusCode, data: reply.json().data }
}
const listCases = async (person = dean) => (await as(app, person)(cases.list, { query: {} })).body.data.cases
const settle = ({ id, version }: Case, body: object) =>
  as(app, dean)(cases.settle, { params: { id }, body: { version, outcome: 'resolved', ...body } })

test('a confirmed notice opens an intimate case, hides nothing by itself, and ends with the decision', async () => {
  const upload = await makeUpload(app, ada)
  const { body: made } = await as(app, ada)(posts.create, { body: { content: 'Look', media_urls: [upload.url] } })
  const { token, email: sender } = await sendNotice({ link: `https://quad.example/dashboard?post=${made.data.id}` })
  expect(await listCases()).toEqual([])
  expect(await show(token)).toEqual({ status: 200, data: { state: 'unconfirmed', receipt: null } })

  const { status, body } = await confirm(token)
  expect([status, body.data.receipt]).toEqual([200, expect.stringMatching(/^N-[A-Z2-9]{10}$/)])
  expect((await confirm(token)).body).toEqual(body)
  const { receipt } = body.data
  const [found] = await listCases()
  expect(found).toMatchObject({ priority: 'intimate', reports_count: 1, reporters: 'mixed' })
  expect(found?.report).toMatchObject({ reason: 'inappropriate', reporter_name: null, reporter_email: null })
  expect(found?.report.description).toBe(
    `Notice ${receipt} from a person without an account, about themselves.\nIt shows me.`,
  )
  expect(JSON.stringify(found)).not.toContain('Mara')
  expect(JSON.stringify(found)).not.toContain(sender)
  const image = () => app.http.inject({ url: upload.url, headers: { cookie: grace.cookie } })
  expect((await image()).statusCode).toBe(200)
  expect((await show(token)).data).toEqual({ state: 'received', receipt })

  if (!found) throw new Error('No case')
  await as(app, dean)(cases.claim, { params: { id: found.id }, body: {} })
  expect((await show(token)).data.state).toBe('in review')
  await as(app, dean)(cases.release, { params: { id: found.id } })
  expect((await show(token)).data.state, 'after the claim').toBe('in review')
  const action = {
    type: 'remove',
    rule_id: await findRuleId(app, school.id),
    facts: 'It shows a person without consent.',
  }
  expect((await settle(found, { action })).status).toBe(200)
  expect((await image()).statusCode).toBe(404)
  expect((await show(token)).data.state).toBe('closed')
  for (const _ of [1, 2]) await closeHandledNotices(app)
  const mails = await takeMails(sender)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Confirm your notice/),
    `Your notice ${receipt} is closed`,
  ])
})

test('the 48 hours of an intimate image begin with the confirmation, and a missed deadline is escalated', async () => {
  const post = await makePost(app, ada)
  const { token } = await sendNotice({ link: `/dashboard?post=${post.id}` })
  await confirm(token)
  const [found] = await listCases()
  expect(Math.round(((found?.due_at ?? 0) - (found?.first_at ?? 0)) / 3600)).toBe(24)
  const back = async (hours: number) => {
    await sql`update cases set first_at = first_at - make_interval(hours => ${hours}),
      due_at = due_at - make_interval(hours => ${hours}), late_at = late_at - make_interval(hours => ${hours})
      where school_id = ${school.id}`.execute(app.db)
    await escalateLateCases(app)
    const { rows } = await sql`select from notifications where kind = 'case_overdue' and user_id = ${site.id}`.execute(
      app.db,
    )
    return [(await listCases())[0]?.is_late, rows.length]
  }
  expect(await back(47)).toEqual([false, 0])
  expect(await back(2)).toEqual([true, 1])
})

test('joins the open case of its item and raises the priority', async () => {
  const post = await makePost(app, ada)
  await makeReport(app, grace, post)
  const { token } = await sendNotice({ ground: 'personal', link: `x ${post.id.toUpperCase()}` })
  await confirm(token)
  expect(await listCases()).toMatchObject([{ priority: 'personal', reports_count: 2 }])
})

test('answers alike for existing and invented items, and looks nothing up before the confirmation', async () => {
  const post = await makePost(app, ada)
  const answers = new Set<string>()
  for (const id of [post.id, randomUUID()]) {
    const body = notice({ link: `/dashboard?post=${id}` })
    const { status, body: reply } = await send('/api/notices', body)
    answers.add(JSON.stringify([status, reply]).replace(body.email, 'EMAIL'))
  }
  expect([...answers]).toEqual([
    JSON.stringify([
      202,
      { success: true, message: 'We received your notice. Confirm it with the link we sent to EMAIL.' },
    ]),
  ])
  // What the state page and the confirmation answer is alike, too.
  const shown = new Set<string>()
  for (const id of [post.id, randomUUID()]) {
    const { token } = await sendNotice({ link: `/dashboard?post=${id}` })
    const confirmed = await confirm(token)
    const { data } = await show(token)
    shown.add(JSON.stringify([confirmed.status, Object.keys(confirmed.body.data), data.state]))
  }
  expect([...shown]).toEqual([JSON.stringify([200, ['receipt'], 'received'])])
})

test('300 pairs of notices for existing and invented items take the same statements, and neither is the slower one', {
  timeout: 120_000,
}, async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const post = await makePost(app, ada)
  const submit = async (id: string) => {
    const body = notice({ link: `/dashboard?post=${id}` })
    query.mockClear()
    const start = performance.now()
    const { status, body: reply } = await send('/api/notices', body)
    const ms = performance.now() - start
    const statements = query.mock.calls.map(([statement]) => (statement as { text?: string }).text ?? String(statement))
    return { ms, answer: JSON.stringify([status, reply, statements]).replaceAll(body.email, 'EMAIL') }
  }
  const answers = new Set<string>()
  let slower = 0
  for (let pair = 0; pair < 300; pair++) {
    const isExistingFirst = randomBytes(1).readUInt8() < 128
    const [first, second] = isExistingFirst ? [post.id, randomUUID()] : [randomUUID(), post.id]
    const [one, other] = [await submit(first), await submit(second)]
    for (const { answer } of [one, other]) answers.add(answer)
    const [existing, invented] = isExistingFirst ? [one, other] : [other, one]
    if (existing.ms > invented.ms) slower++
  }
  query.mockRestore()
  expect(answers.size).toBe(1)
  // Of 300 fair coins, 105 to 195 show heads: by chance another number in one of five million runs.
  expect(Math.abs(slower - 150), `${slower} of 300 were slower`).toBeLessThanOrEqual(45)
})

test('a sealed author stays sealed', async () => {
  const confession = await makeConfession(app, ada)
  const { token } = await sendNotice({ ground: 'personal', link: `/confessions#${confession.id}` })
  await confirm(token)
  const [found] = await listCases()
  expect(found?.report).toMatchObject({
    content_type: 'confession',
    is_anonymous: true,
    reported_user_name: 'Anonymous',
  })
  expect(JSON.stringify(found)).not.toContain(ada.id)
})

test('finds the item of an image, in any of its sizes, and the person of a profile', async () => {
  const upload = await makeUpload(app, ada)
  const { body } = await as(app, ada)(posts.create, { body: { content: 'Look', media_urls: [upload.url] } })
  const small = `https://quad.example${upload.url.replace('.webp', '-320.webp')}`
  const find = async (link: string) =>
    (await findLinkedItems(app.db, contentTypes, link)).map(({ schoolId, type, id }) => [schoolId, type.kind, id])
  expect(await find(small)).toEqual([[school.id, 'post', body.data.id]])
  expect(await find(`/profile/${ada.id}`)).toEqual([[school.id, 'user', ada.id]])
  expect(await find('https://elsewhere.example/')).toEqual([])
})

test('a notice without an item goes to the site administrators, who close it', async () => {
  const { token, email: sender } = await sendNotice({ link: 'https://elsewhere.example/picture' })
  await confirm(token)
  const { rows } = await sql<{ user_id: string }>`select user_id from notifications where kind = 'notice'
    and school_id in (${school.id}, ${head.schoolId})`.execute(app.db)
  expect(rows).toEqual([{ user_id: site.id }])
  const list = (state: 'open' | 'closed') => as(app, site)(notices.list, { query: { state } })
  const find = async (state: 'open' | 'closed') => (await list(state)).body.data.find((one) => one.email === sender)
  const found = await find('open')
  expect(found).toMatchObject({ signature: 'Mara Lind', school: null, report_id: null, state: 'received' })
  const close = () => as(app, site)(notices.close, { params: { id: found?.id ?? '' } })
  expect([(await close()).status, (await close()).status]).toEqual([200, 409])
  expect(await find('closed')).toMatchObject({ state: 'closed' })
  expect((await show(token)).data.state).toBe('closed')
  expect(await takeMails(sender)).toHaveLength(2)
  const { rows: audited } = await sql<{ action: string }>`select action from audit_log where actor_id = ${site.id}
    and action in ('notices.list', 'notice.close') order by action`.execute(app.db)
  expect([...new Set(audited.map(({ action }) => action))]).toEqual(['notice.close', 'notices.list'])
})

test('a notice with a report is closed by its report only', async () => {
  const post = await makePost(app, ada)
  const { token, email: sender } = await sendNotice({ link: post.id })
  await confirm(token)
  const found = (await as(app, site)(notices.list, { query: {} })).body.data.find((one) => one.email === sender)
  const { status, body } = await as(app, site)(notices.close, { params: { id: found?.id ?? '' } })
  expect([status, body.error]).toEqual([409, 'This notice closes with its report.'])
})

test('an unconfirmed notice ends after 24 hours', async () => {
  const { token, email: sender } = await sendNotice()
  await sql`update notices set created_at = now() - interval '24 hours 1 minute' where email = ${sender}`.execute(
    app.db,
  )
  expect([(await show(token)).status, (await confirm(token)).status]).toEqual([404, 410])
  expect((await confirm(token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).status).toBe(404)
})

test('of 20 concurrent confirmations, one files the report', async () => {
  const post = await makePost(app, ada)
  const { token } = await sendNotice({ link: post.id })
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.receipt}`)).size).toBe(1)
  expect(await listCases()).toMatchObject([{ reports_count: 1 }])
})

test.each([
  [{ link: '', text: '' }, 'link', 'Paste a link to the item, or describe where it is'],
  [{ good_faith: false }, 'good_faith', 'Confirm that what you write is true'],
  [{ signature: ' ' }, 'signature', 'Type your full name as your signature'],
  [{ email: 'mara' }, 'email', 'Enter your email address'],
  [{ ground: 'spam' }, 'ground', 'Choose what is wrong'],
])('rejects %j', async (fields, field, problem) => {
  const { status, body } = await send('/api/notices', notice(fields))
  expect([status, body.fields]).toEqual([400, { [field]: problem }])
})

test('five notices an hour from a network, and for an address', async () => {
  const from = async (address: string, to = email()) =>
    (await send('/api/notices', notice({ email: to }), address)).status
  const network = '2001:db8:77:1::'
  for (let count = 0; count < 5; count++) expect(await from(`${network}${count + 1}`)).toBe(202)
  expect(await from(`${network}99`)).toBe(429)
  const address = email()
  for (let count = 0; count < 5; count++) expect(await from(anyAddress(), address)).toBe(202)
  expect(await from(anyAddress(), address)).toBe(429)
})

test('a signed-in user can send one, and neither a ban nor a signature of a mail reveals more', async () => {
  const body = notice()
  const reply = await app.http.inject({
    ...{ method: 'POST', url: '/api/notices', payload: body, headers: { cookie: ada.cookie } },
    remoteAddress: anyAddress(),
  })
  expect(reply.statusCode).toBe(202)
  const { rows } = await sql<{
    all: string
  }>`select notices::text as all from notices where email = ${body.email}`.execute(app.db)
  expect(rows[0]?.all).not.toContain(ada.id)
})
