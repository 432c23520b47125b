// Notices on a site with two cells: they reach the cell of their item, and their links work at both.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { App } from '../../../shared/server/services.ts'
import { as, openTestApp, openTestCell, planCells, testConfig } from '../../../testing/app.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { cases } from '../../moderation/case-contract.ts'

const plan = await planCells()
const [north, south] = [await openTestCell(plan.front), await openTestCell(plan.far)]
const school = await makeSchool(south)
const [dean, ada] = [await makeUser(south, { school, role: 'admin' }), await makeUser(south, { school })]

/** Stores a notice of one cell, as if its mail had just been sent, and returns the token of its link. */
async function storeNotice({ db }: App, link: string, created = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const values = {
    ...{ id: randomUUID(), token_hash: createHash('sha256').update(token).digest(), created_at: created, link },
    ...{ receipt: `N-${randomBytes(5).toString('hex')}`, concerns: 'self', ground: 'intimate', text: 'It shows me.' },
    ...{ signature: 'Mara Lind', email: 'mara@home.example' },
  }
  await db.insertInto('notices').values(values).execute()
  return token
}
const confirm = async ({ http }: App, token: string) => {
  const reply = await http.inject({ method: 'POST', url: `/api/notices/${token}/confirm` })
  return { status: reply.statusCode, receipt: reply.json().data?.receipt }
}
const show = async ({ http }: App, token: string) => {
  const reply = await http.inject({ url: `/api/notices/${token}` })
  return [reply.statusCode, reply.json().data?.state]
}
const count = async ({ db }: App) => (await db.selectFrom('notices').select('id').execute()).length
const listCases = async () => (await as(south, dean)(cases.list, { query: {} })).body.data.cases

test('a notice that one cell took is confirmed at either, once, in the cell of its item', async () => {
  const post = await makePost(south, ada)
  const token = await storeNotice(north, `/dashboard?post=${post.id}`)
  expect(await show(south, token)).toEqual([200, 'unconfirmed'])
  const replies = await Promise.all([confirm(south, token), confirm(north, token), confirm(north, token)])
  for (const reply of replies) expect(reply).toEqual({ status: 200, receipt: replies[0]?.receipt })
  expect(replies[0]?.receipt).toMatch(/^N-/)
  expect([await count(north), await count(south)]).toEqual([0, 1])
  expect(await listCases()).toMatchObject([{ priority: 'intimate', reports_count: 1 }])
  for (const cell of [north, south]) expect(await show(cell, token)).toEqual([200, 'received'])
})

test('a notice that leads to no item stays where it is, for site administrators', async () => {
  const token = await storeNotice(north, `/dashboard?post=${randomUUID()}`)
  const before = await count(south)
  expect((await confirm(south, token)).status).toBe(200)
  expect([await count(north), await count(south)]).toEqual([1, before])
  expect(await show(south, token)).toEqual([200, 'received'])
})

test('an unknown link and one that is too old get the same replies at both cells', async () => {
  const old = await storeNotice(north, 'x', new Date(Date.now() - 25 * 3600_000))
  const unknown = randomBytes(32).toString('base64url')
  for (const cell of [north, south]) {
    expect([await show(cell, old), await show(cell, unknown)]).toEqual([
      [404, undefined],
      [404, undefined],
    ])
    expect([(await confirm(cell, old)).status, (await confirm(cell, unknown)).status]).toEqual([410, 404])
  }
})

test('while the other cell is silent, what it may have is not called missing, and nothing is lost', async () => {
  const post = await makePost(south, ada)
  const addresses = new Map([...plan.front.addresses, ['far', 'http://127.0.0.1:9']])
  const lonely = await openTestApp({ ...testConfig, cells: { ...plan.front, addresses } })
  const token = await storeNotice(lonely, `/dashboard?post=${post.id}`)
  expect((await confirm(lonely, token)).status).toBe(503)
  expect(await show(lonely, token)).toEqual([200, 'unconfirmed'])
  expect((await show(lonely, randomBytes(32).toString('base64url')))[0]).toBe(503)
  const { rows } = await sql`select from notices where confirmed_at is null`.execute(lonely.db)
  expect(rows).toHaveLength(1)
})
