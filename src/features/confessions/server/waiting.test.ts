// Schools where a moderator reads confessions before they appear, and schools without confessions.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recount } from '../../../cli/recount.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConfession } from '../../../testing/factories/confessions.ts'
import { findRuleId } from '../../../testing/factories/decisions.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { identifyingStrings } from '../../../testing/identifying-strings.ts'
import { admin } from '../../admin/contract.ts'
import { appeals } from '../../appeals/contract.ts'
import { decisions } from '../../decisions/contract.ts'
import { content } from '../../moderation/content-contract.ts'
import { grants } from '../../moderation/grant-contract.ts'
import { notifications } from '../../notifications/contract.ts'
import { schools } from '../../schools/contract.ts'
import { search } from '../../search/contract.ts'
import { session } from '../../session/contract.ts'
import { confessions } from '../contract.ts'
import { waitingConfessions } from '../waiting-contract.ts'

const { app, school, ada, grace, dean, colleague, site, head } = await campus({
  perTest: true,
  people: {
    ada: { name: 'Ada Castellan' },
    grace: { name: 'Grace Mbeki' },
    dean: { role: 'admin', name: 'Dean Okafor' },
    colleague: { role: 'admin' },
    site: { role: 'site_admin' },
  },
  foreign: { people: { head: { role: 'admin' } } },
})

const setMode = async (mode: 'on' | 'read_first' | 'off') => {
  const change = { params: { id: school.id }, body: { confessions: mode } }
  expect((await as(app, site)(schools.update, change)).body.data.confessions).toBe(mode)
}
const list = async (person: TestUser, query: Record<string, string> = {}) =>
  (await as(app, person)(confessions.list, { query })).body.data
const listWaiting = async (person: TestUser = dean) => (await as(app, person)(waitingConfessions.list)).body.data
const approve = (person: TestUser, id: string) => as(app, person)(waitingConfessions.approve, { params: { id } })
const reject = (person: TestUser, id: string, body: { reason?: string; rule_id?: string } = {}) =>
  as(app, person)(waitingConfessions.reject, { params: { id }, body })
const countListed = async () =>
  (await as(app, dean)(content.list, { query: { type: 'confession' } })).body.data.pagination.total

/** Notices to sealed authors are delayed. */
async function deliverSealedNotices() {
  const { rows } = await sql<{ payload: unknown }>`
    delete from graphile_worker._private_jobs where payload::jsonb ? 'sealedNotice' returning payload`.execute(app.db)
  for (const job of app.notifications.jobs(app.db)) for (const { payload } of rows) await job.run(payload)
}

test('a confession waits for a moderator, and no one but its author sees it meanwhile', async () => {
  const early = await makeConfession(app, grace, { content: 'I walked in the garden' })
  await setMode('read_first')
  for (const person of [ada, grace, dean, head]) await as(app, person)(session.me) // all are active in the figures
  const figures = (await as(app, dean)(admin.stats)).body.data
  const { status, body } = await as(app, ada)(confessions.create, { body: { content: 'I talk to Zanzibar the cat' } })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ state: 'waiting', pending: true, is_author: true, confession_number: 0 })
  const { id } = body.data
  expect(await list(ada)).toMatchObject([{ id, state: 'waiting', can: { delete: true } }, { id: early.id }])
  expect(await list(ada, { category: 'academic' })).toEqual([])

  for (const person of [grace, dean, head]) {
    expect((await list(person)).map((shown) => shown.id)).not.toContain(id)
    expect((await as(app, person)(search.all, { query: { q: 'Zanzibar' } })).body.data).toEqual([])
    const params = { id }
    expect((await as(app, person)(confessions.like, { params })).status).toBe(404)
    expect((await as(app, person)(confessions.remove, { params })).status).toBe(404)
    expect((await as(app, person)(confessions.report, { params, body: { reason: 'spam' } })).status).toBe(404)
  }
  expect(await list(grace, { search: 'Zanzibar' })).toEqual([])
  expect((await as(app, dean)(content.list)).body.data.content.map((item) => item.id)).toEqual([early.id])
  expect(await countListed()).toBe(1)
  expect((await as(app, dean)(admin.stats)).body.data).toEqual({ ...figures, waitingConfessions: 1 })
  const reveal = { params: { id }, body: { type: 'confession', reason: 'I would like to know who', category: 'other' } }
  expect((await as(app, dean)(content.reveal, reveal as never)).status, 'no one opens its seal').toBe(404)
  expect(await recount(app.db)).toEqual([])
})

test('an approved confession appears with the next number, and a rejected one leaves no gap', async () => {
  await setMode('read_first')
  const [first, second, third] = [
    await makeConfession(app, ada, { content: 'The first of three' }),
    await makeConfession(app, ada, { content: 'The second of three' }),
    await makeConfession(app, grace, { content: 'The third of three' }),
  ]
  const waiting = await listWaiting()
  expect(new Set(waiting.confessions.map(({ id }) => id))).toEqual(new Set([first.id, second.id, third.id]))
  expect(waiting.pagination.total).toBe(3)
  expect((await approve(dean, third.id)).status).toBe(200)
  expect((await reject(dean, first.id)).status).toBe(200)
  expect((await approve(dean, second.id)).status).toBe(200)
  expect((await list(grace)).map(({ id, confession_number }) => [id, confession_number])).toEqual([
    [second.id, 2],
    [third.id, 1],
  ])
  expect((await list(ada))[0]).not.toHaveProperty('state')
  for (const { id } of [first, second]) {
    expect((await approve(colleague, id)).body.error).toBe('Another moderator has already read this confession.')
    expect((await reject(colleague, id)).status).toBe(409)
  }
  expect(await listWaiting()).toMatchObject({ confessions: [], pagination: { total: 0 } })
  expect(await countListed()).toBe(2)
  expect(await recount(app.db)).toEqual([])
})

test('the author of a rejected confession reads a statement and appeals; the moderator learns no name', async () => {
  await setMode('read_first')
  const { id } = await makeConfession(app, ada, { content: 'It names where someone lives' })
  const reason = 'It says where another student lives.'
  const seen = [
    await listWaiting(),
    (await reject(dean, id, { reason, rule_id: await findRuleId(app, school.id) })).body,
  ]
  const { rows } = await sql<{ user_id: string | null; is_sealed: boolean; action_type: string }>`
    select user_id, is_sealed, action_type from moderation_actions where school_id = ${school.id}`.execute(app.db)
  expect(rows).toEqual([{ user_id: null, is_sealed: true, action_type: 'remove' }])
  const [decision] = (await as(app, ada)(decisions.list)).body.data
  expect(decision).toMatchObject({ action_type: 'remove', facts: reason, item: 'confession', can: { appeal: true } })
  expect((await as(app, grace)(decisions.list)).body.data).toEqual([])
  await deliverSealedNotices()
  const inbox = (await as(app, ada)(notifications.list)).body.data
  expect(inbox.map(({ link }) => link)).toEqual([`/decisions/${decision?.id}`])
  const { rows: log } =
    await sql`select * from audit_log where school_id = ${school.id} and action <> 'school.update'`.execute(app.db)
  for (const text of identifyingStrings(ada)) expect(JSON.stringify([...seen, rows, log])).not.toContain(text)

  const ask = { params: { id: decision?.id ?? '' }, body: { text: 'It names no one.' } }
  const appeal = (await as(app, ada)(appeals.create, ask)).body.data.id
  await as(app, colleague)(appeals.claim, { params: { id: appeal } })
  const outcome = { outcome: 'overturned', reason: 'Right.', change: null } as const
  expect((await as(app, colleague)(appeals.decide, { params: { id: appeal }, body: outcome })).status).toBe(200)
  expect(await list(grace), 'it appears').toMatchObject([{ id, confession_number: 1 }])
  expect(await recount(app.db)).toEqual([])
})

test('of approvals and rejections at the same time one succeeds, and numbers have no gap', async () => {
  await setMode('read_first')
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      makeConfession(app, index % 2 ? ada : grace, { content: `Storm ${index}, long` }),
    ),
  )
  const statuses = await Promise.all(
    made.flatMap(({ id }) => [approve(dean, id), reject(colleague, id), approve(site, id), reject(dean, id)]),
  )
  made.forEach((_, index) => {
    const own = statuses.slice(index * 4, index * 4 + 4).map(({ status }) => status)
    expect(own.sort()).toEqual([200, 409, 409, 409])
  })
  const shown = await list(grace)
  expect(shown.map(({ confession_number }) => confession_number)).toEqual(shown.map((_, index) => shown.length - index))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from moderation_actions where school_id = ${school.id}`.execute(app.db)
  expect(shown.length + (rows[0]?.count ?? 0)).toBe(made.length)
  expect(await recount(app.db)).toEqual([])
})

test('its author deletes a waiting confession, unless a moderator was faster', async () => {
  await setMode('read_first')
  for (const _ of [1, 2, 3]) {
    const { id } = await makeConfession(app, ada)
    const [removed, approved] = await Promise.all([
      as(app, ada)(confessions.remove, { params: { id } }),
      approve(dean, id),
    ])
    expect(removed.status).toBe(200)
    expect([200, 404]).toContain(approved.status)
    expect(await list(ada)).toEqual([])
    expect((await listWaiting()).confessions).toEqual([])
  }
})

test('a student with the grant decides about confessions of others only, and other schools see none', async () => {
  await setMode('read_first')
  const own = await makeConfession(app, grace)
  const other = await makeConfession(app, ada)
  expect((await as(app, grace)(waitingConfessions.list)).status).toBe(403)
  const until = Math.floor(Date.now() / 1000) + 86_400
  await as(app, dean)(grants.set, { params: { id: grace.id }, body: { grants: ['content'], until } })
  expect((await listWaiting(grace)).confessions.map(({ id }) => id)).toEqual([other.id])
  await as(app, grace)(session.hideOwn, { body: { hidden: true } })
  expect(
    (await listWaiting(grace)).confessions.map(({ id }) => id),
    'also in a session that hides them',
  ).toEqual([other.id])
  expect((await approve(grace, own.id)).status).toBe(404)
  expect((await reject(grace, own.id)).status).toBe(404)
  expect((await approve(head, other.id)).status).toBe(404)
  expect((await listWaiting(head)).confessions).toEqual([])
  expect((await approve(grace, other.id)).status).toBe(200)
})

test('a session that hides the own items does not show a waiting one', async () => {
  await setMode('read_first')
  const { id } = await makeConfession(app, ada)
  await as(app, ada)(session.hideOwn, { body: { hidden: true } })
  expect(await list(ada)).toEqual(await list(grace))
  expect((await as(app, ada)(confessions.remove, { params: { id } })).status).toBe(404)
})

test('a flagged confession is read first', async () => {
  await setMode('read_first')
  await makeConfession(app, ada, { content: 'The older one of two' })
  const named = await makeConfession(app, grace, { content: 'The newer one of two' })
  await app.db
    .updateTable('confessions')
    .set({ flagged: true })
    .where('school_id', '=', school.id)
    .where('id', '=', named.id)
    .execute()
  expect((await listWaiting()).confessions).toMatchObject([{ id: named.id, is_flagged: true }, { is_flagged: false }])
})

test('a school without confessions lists none and accepts none, and keeps those it has', async () => {
  const { id } = await makeConfession(app, ada)
  await setMode('off')
  const { status, body } = await as(app, ada)(confessions.create, { body: { content: 'Is anyone here?' } })
  expect([status, body.error]).toEqual([403, 'Your school does not have confessions.'])
  expect(await list(ada)).toEqual([])
  expect((await as(app, grace)(confessions.like, { params: { id } })).status).toBe(404)
  expect((await as(app, grace)(session.me)).body.confessions_mode).toBe('off')
  await setMode('on')
  expect(await list(grace)).toMatchObject([{ id, confession_number: 1 }])
})
