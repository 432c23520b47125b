import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { campus } from '../../../testing/campus.ts'
import { makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { moderate, reverse } from './actions.ts'

const { app, school, dean, sam } = await campus({
  perTest: true,
  people: { dean: { name: 'Dean', role: 'admin' }, sam: { name: 'Sam' } },
})

const warn = () => withTransaction(app.db, (trx) => moderate(trx, dean, sam, { type: 'warn', reason: 'A word' }))
const ban = (reason = 'Harassment') =>
  withTransaction(app.db, (trx) => moderate(trx, dean, sam, { type: 'ban', reason }))
const suspend = (days: number, reason = `Spam, ${days} days`) =>
  withTransaction(app.db, (trx) => moderate(trx, dean, sam, { type: 'suspend', reason, days }))
const takeBack = (action: string) =>
  withTransaction(app.db, (trx) => reverse(trx, dean, sam, action, 'Mistaken identity'))

const standing = async (person = sam) => {
  const { rows } = await sql<{ as: string | null; days: number | null; reason: string | null }>`
    select blocked_as as as, round(extract(epoch from blocked_until - now()) / 86400)::int as days, blocked_reason as reason
    from users where id = ${person.id}`.execute(app.db)
  return rows[0]
}
const free = { as: null, days: null, reason: null }
const banned = (reason = 'Harassment') => ({ as: 'banned', days: null, reason })
const suspended = (days: number) => ({ as: 'suspended', days, reason: `Spam, ${days} days` })

test('stores a warning without blocking the account', async () => {
  const id = await warn()
  expect(await standing()).toEqual(free)
  const row = await app.db.selectFrom('moderation_actions').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({
    school_id: school.id,
    user_id: sam.id,
    action_type: 'warn',
    reason: 'A word',
    duration_hours: null,
    expires_at: null,
    created_by: dean.id,
    created_by_name: 'Dean',
    notice_shown_at: null,
    reversed_at: null,
  })
})

test('limits a suspension to its days and gives a ban no end', async () => {
  const id = await suspend(7)
  expect(await standing()).toEqual(suspended(7))
  const row = await app.db.selectFrom('moderation_actions').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row?.duration_hours).toBe(7 * 24)
  expect(Number(row?.expires_at) - Number(row?.created_at)).toBeCloseTo(7 * 24 * 3600 * 1000, -3)
  await ban()
  expect(await standing()).toEqual(banned())
})

test('prefers a ban over a suspension and the later end of two suspensions, in any order', async () => {
  await suspend(7)
  await suspend(1)
  expect(await standing()).toEqual(suspended(7))
  await suspend(30)
  expect(await standing()).toEqual(suspended(30))
  await ban()
  await suspend(365)
  expect(await standing()).toEqual(banned())
})

test('applies the remaining actions after one is reversed', async () => {
  const [week, month, forever] = [await suspend(7), await suspend(30), await ban()]
  expect(await takeBack(forever)).toBe(true)
  expect(await standing()).toEqual(suspended(30))
  expect(await takeBack(month)).toBe(true)
  expect(await standing()).toEqual(suspended(7))
  expect(await takeBack(week)).toBe(true)
  expect(await standing()).toEqual(free)
})

test('keeps a user banned when one of two bans is reversed', async () => {
  const [first, second] = [await ban('First'), await ban('Second')]
  expect(await standing()).toEqual(banned('Second'))
  await takeBack(second)
  expect(await standing()).toEqual(banned('First'))
  await takeBack(first)
  expect(await standing()).toEqual(free)
})

test('reverses an action once and records the moderator and the reason', async () => {
  const id = await ban()
  expect(await takeBack(id)).toBe(true)
  expect(await takeBack(id)).toBe(false)
  const row = await app.db.selectFrom('moderation_actions').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ reversed_by: dean.id, reversed_by_name: 'Dean', reversal_reason: 'Mistaken identity' })
  expect(row?.reversed_at).toBeInstanceOf(Date)
})

test('reverses an action only for its own user and school', async () => {
  const id = await ban()
  const [alan, stranger] = [await makeUser(app, { school }), await makeUser(app, { school: await makeSchool(app) })]
  expect(await withTransaction(app.db, (trx) => reverse(trx, dean, alan, id, 'x'))).toBe(false)
  expect(await withTransaction(app.db, (trx) => reverse(trx, dean, stranger, id, 'x'))).toBe(false)
  expect(
    await withTransaction(app.db, (trx) => reverse(trx, dean, { ...sam, schoolId: stranger.schoolId }, id, 'x')),
  ).toBe(false)
  expect(await takeBack(randomUUID())).toBe(false)
  expect(await standing()).toEqual(banned())
  expect(await standing(alan)).toEqual(free)
})

test('rejects a sanction for a user of another school', async () => {
  const elsewhere = { id: sam.id, schoolId: (await makeSchool(app)).id }
  await expect(
    withTransaction(app.db, (trx) => moderate(trx, dean, elsewhere, { type: 'ban', reason: 'x' })),
  ).rejects.toThrow()
  expect(await standing()).toEqual(free)
})

test('does not restore an expired suspension when a ban is reversed', async () => {
  const id = await suspend(7)
  await sql`update moderation_actions set expires_at = now() - interval '1 minute' where id = ${id}`.execute(app.db)
  await takeBack(await ban())
  expect(await standing()).toEqual(free)
})

test('leaves no trace of a sanction whose transaction fails', async () => {
  const failing = app.db.transaction().execute(async (trx) => {
    await moderate(trx, dean, sam, { type: 'ban', reason: 'x' })
    throw new Error('The audit log could not be written.')
  })
  await expect(failing).rejects.toThrow('audit log')
  expect(await standing()).toEqual(free)
  expect(await app.db.selectFrom('moderation_actions').selectAll().where('user_id', '=', sam.id).execute()).toEqual([])
})

test('keeps the moderation status consistent under concurrent sanctions and reversals', async () => {
  const first = await Promise.all([suspend(3), suspend(5), ban('one'), ban('two')])
  await Promise.all([...first.map(takeBack), suspend(9), suspend(2), ban('three')])
  expect(await standing()).toEqual(banned('three'))
  const { rows } = await sql<{ id: string }>`
    select id from moderation_actions where user_id = ${sam.id} and action_type = 'ban' and reversed_at is null`.execute(
    app.db,
  )
  expect(rows).toHaveLength(1)
  await takeBack(rows[0]?.id ?? '')
  expect(await standing()).toEqual(suspended(9))
})
