// Two moderators on one queue: a claim shows who works on a case, and two claims in one moment do not collide.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cases } from '../src/features/moderation/case-contract.ts'
import { reports } from '../src/features/moderation/report-contract.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makePost, makeReport } from '../src/testing/factories/posts.ts'
import type { TestUser } from '../src/testing/factories/users.ts'
import { openStream } from '../src/testing/streams.ts'

const { app, school, dean, colleague, third, ada, grace, omar, head } = await campus({
  perTest: true,
  people: {
    dean: { role: 'admin', name: 'Dean' },
    colleague: { role: 'admin', name: 'Colleague' },
    third: { role: 'admin', name: 'Third' },
    ada: {},
    grace: {},
    omar: {},
  },
  foreign: { people: { head: { role: 'admin' } } },
})

const makeCase = async () => (await makeReport(app, grace, await makePost(app, ada))).id
const claim = (id: string, person: TestUser = dean, take_over?: boolean) =>
  as(app, person)(cases.claim, { params: { id }, body: take_over ? { take_over } : {} })
const release = (id: string, person: TestUser = dean) => as(app, person)(cases.release, { params: { id } })
const show = async (id: string, person: TestUser) =>
  (await as(app, person)(reports.findCase, { params: { id } })).body.data.claim
const listClaims = async (person: TestUser) =>
  (await as(app, person)(reports.list)).body.data.reports.map(({ claimed_by }) => claimed_by)

test('a claim shows the other moderators who works on the case, live, until it is released', async () => {
  const id = await makeCase()
  const stream = await openStream(app, colleague)
  const { status, body } = await claim(id)
  expect(status).toBe(200)
  expect(body.data.claimed_until - Date.now() / 1000).toBeGreaterThan(14 * 60)
  await stream.next('case.changed')
  stream.close()
  expect([await show(id, dean), await show(id, colleague)]).toMatchObject([
    { claimed_by: 'Dean', is_own: true },
    { claimed_by: 'Dean', is_own: false },
  ])
  expect([await listClaims(dean), await listClaims(colleague)]).toEqual([[null], ['Dean']])
  expect((await claim(id)).status, 'the own claim is renewed').toBe(200)
  const refused = await claim(id, colleague)
  expect([refused.status, refused.body.error]).toEqual([409, 'Dean is working on this.'])
  await release(id, colleague)
  expect(await show(id, colleague), 'only the own claim is released').toMatchObject({ claimed_by: 'Dean' })
  await release(id)
  expect((await claim(id, colleague)).status).toBe(200)
})

test('a claim whose settlement waits is none of the three, and ends soon and with the settlement', async () => {
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.push(await makeCase())
  const [first = '', ...others] = ids
  const waits = (id: string) => as(app, dean)(cases.claim, { params: { id }, body: { is_settling: true } })
  await claim(first)
  expect((await waits(first)).body.data.claimed_until - Date.now() / 1000).toBeLessThan(31)
  for (const id of others.slice(0, 3)) expect((await claim(id)).status).toBe(200)
  expect(await show(first, colleague)).toMatchObject({ claimed_by: 'Dean' })
  expect((await claim(first, colleague)).status).toBe(409)
  const { version } = (await as(app, dean)(cases.show, { params: { id: first } })).body.data.case
  await as(app, dean)(cases.settle, { params: { id: first }, body: { version, outcome: 'dismissed' } })
  expect(await show(first, colleague)).toBeNull()
})

test('all reports of one item are one case', async () => {
  const post = await makePost(app, ada)
  const [first, second] = [await makeReport(app, grace, post), await makeReport(app, omar, post)]
  await claim(first.id)
  expect((await claim(second.id, colleague)).status).toBe(409)
})

test('of concurrent claims one succeeds, and a claim can be taken over', async () => {
  for (const _ of [1, 2, 3]) {
    const id = await makeCase()
    const answers = await Promise.all([dean, colleague, third].map((person) => claim(id, person)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await claim(id, third, true)).status).toBe(200)
    expect(await show(id, dean)).toMatchObject({ claimed_by: 'Third' })
    for (const person of [dean, colleague, third]) await release(id, person)
  }
})

test('a claim ends after 15 minutes, and a fourth one is refused with the own three until one is released', async () => {
  const ids = [await makeCase(), await makeCase(), await makeCase(), await makeCase()] as const
  const answers = await Promise.all(ids.map((id) => claim(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
  const index = answers.findIndex(({ status }) => status === 409)
  const fourth = ids[index] ?? ''
  const claimed = ids.filter((id) => id !== fourth)
  const refused = { ...answers[index]?.body } as { error?: string; claims?: { id: string; content: string }[] }
  const { error, claims = [] } = refused
  expect(error).toBe('You have claimed three cases. Release one first.')
  expect(claims.map(({ id }) => id).sort()).toEqual(claimed.toSorted())
  expect(claims[0]?.content).not.toBe('')
  expect((await claim(claimed[0] ?? '')).status, 'a renewal').toBe(200)
  expect((await claim(fourth, dean, true)).status, 'to take over is a claim').toBe(409)
  expect((await claim(fourth, colleague)).status, 'of another moderator').toBe(200)
  await release(fourth, colleague)
  await release(claims[0]?.id ?? '')
  expect((await claim(fourth)).status).toBe(200)
  await sql`update case_claims set claimed_until = now() where school_id = ${school.id}`.execute(app.db)
  for (const id of ids) expect(await show(id, colleague)).toBeNull()
  expect((await claim(ids[0], colleague)).status).toBe(200)
  expect((await claim(ids[0], head)).status, 'elsewhere').toBe(404)
})

test('a case that is passed on is free for others, without a reason', async () => {
  const id = await makeCase()
  await claim(id)
  const pass = (person: TestUser) => as(app, person)(cases.pass, { params: { id } })
  expect((await pass(colleague)).status, 'not one’s own claim').toBe(200)
  expect(await show(id, colleague)).toMatchObject({ claimed_by: 'Dean' })
  const stream = await openStream(app, colleague)
  expect((await pass(dean)).status).toBe(200)
  expect(await stream.next('case.changed')).toMatchObject({ body: { id, version: 1, claimed_by: null } })
  stream.close()
  expect(await show(id, colleague)).toBeNull()
  expect((await pass(head)).status, 'elsewhere').toBe(404)
})

test('a change of the priority announces the new version of a case', async () => {
  const id = await makeCase()
  const stream = await openStream(app, colleague)
  await as(app, dean)(cases.prioritize, { params: { id }, body: { priority: 'danger' } })
  expect(await stream.next('case.changed')).toMatchObject({
    body: { id, version: 2, by: dean.id, claimed_by: null },
  })
  stream.close()
})
