import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { normalizeName } from '../../../shared/normalize-name.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { people } from '../../people/contract.ts'
import { comments, posts } from '../../posts/contract.ts'
import { session } from '../contract.ts'

const { app, school } = await campus()
beforeAll(async () => {
  await makeUser(app, { school, name: 'Dean Walker', role: 'admin' })
})

const rename = (person: { cookie: string }, name: string) => as(app, person)(session.updateMe, { body: { name } })
const passDays = (id: string, days: number) =>
  sql`update users set name_changed_at = name_changed_at - make_interval(days => ${days}) where id = ${id}`.execute(
    app.db,
  )

test('stores a name in its normal form, and refuses one without visible characters', async () => {
  const ada = await makeUser(app, { school, name: 'Ada' })
  expect((await rename(ada, ' A\u200bd\u202ea  Castella\u0301n\u2069 ')).body.name).toBe('Ada Castell\u00e1n')
  for (const name of ['\u200b\u2060', '\ue000', '\u3164 ']) {
    const { status, body } = await rename(ada, name)
    expect(status).toBe(400)
    expect(body.fields?.name).toBe('Enter your name')
  }
})

test('allows one name change per 30 days, and shows the previous name for that time', async () => {
  const ada = await makeUser(app, { school, name: 'Ada Before' })
  const grace = await makeUser(app, { school })
  const profile = async () => (await as(app, grace)(people.show, { params: { id: ada.id } })).body.data
  expect(await profile()).toMatchObject({ name: 'Ada Before', previous_name: null })
  expect((await rename(ada, 'Ada After')).status).toBe(200)
  expect((await rename(ada, 'Ada After')).status, 'the same name changes nothing').toBe(200)
  for (const name of ['Ada Again', 'Ada Before']) {
    const { status, body } = await rename(ada, name)
    expect(status).toBe(400)
    expect(body.fields?.name).toMatch(/^You can change your name again on \d+ \w+ \d{4}\.$/)
  }
  await passDays(ada.id, 29)
  expect((await rename(ada, 'Ada Again')).status).toBe(400)
  expect(await profile()).toMatchObject({ name: 'Ada After', previous_name: 'Ada Before' })
  await passDays(ada.id, 1)
  expect(await profile()).toMatchObject({ name: 'Ada After', previous_name: null })
  expect((await rename(ada, 'Ada Again')).status).toBe(200)
  expect(await profile()).toMatchObject({ name: 'Ada Again', previous_name: 'Ada After' })
})

test('accepts one of several concurrent name changes', async () => {
  const ada = await makeUser(app, { school, name: 'Ada' })
  const answers = await Promise.all(['Ada One', 'Ada Two', 'Ada Three'].map((name) => rename(ada, name)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})

test('refuses a name that resembles that of an admin of the school', async () => {
  const eve = await makeUser(app, { school, name: 'Eve' })
  for (const name of [
    'Dean Walker',
    'dean walker',
    'D\u0435\u0430n Walker',
    'Dean\u00a0 Walker\u2713',
    'DEAN WAIKER',
  ]) {
    const { status, body } = await rename(eve, name)
    expect(status, name).toBe(400)
    expect(body.fields?.name).toContain('too similar to an administrator')
  }
  const elsewhere = await makeUser(app, { school: await makeSchool(app), name: 'Mallory' })
  expect((await rename(elsewhere, 'Dean Walker')).status, 'of another school').toBe(200)
  expect((await rename(eve, 'Eve Walker')).status).toBe(200)
})

test('marks only named content of admins as staff, whatever a user’s name is', async () => {
  const reader = await makeUser(app, { school })
  const staff = await makeUser(app, { school, name: 'Head Morgan', role: 'admin' })
  const student = await makeUser(app, { school, name: 'Staff \u2713' })
  const [byStaff, byStudent] = [await makePost(app, staff), await makePost(app, student)]
  const anonymous = await makePost(app, staff, { anonymous: true })
  const isStaff = async (id: string) =>
    (await as(app, reader)(posts.show, { params: { id } })).body.data.author.is_staff
  expect([await isStaff(byStaff.id), await isStaff(byStudent.id), await isStaff(anonymous.id)]).toEqual([
    true,
    false,
    false,
  ])
  await makeComment(app, staff, byStudent)
  await makeComment(app, student, byStudent)
  const { body } = await as(app, reader)(comments.list, { params: { id: byStudent.id } })
  expect(body.data.map(({ author }) => [author.name, author.is_staff]).sort()).toEqual([
    ['Head Morgan', true],
    ['Staff \u2713', false],
  ])
  const profile = await as(app, reader)(people.show, { params: { id: staff.id } })
  expect(profile.body.data.is_staff).toBe(true)
  const directory = (await as(app, reader)(people.search, { query: { q: 'Head Morgan' } })).body.data
  expect(directory.map(({ is_staff }) => is_staff)).toEqual([true])
})

test('migrates existing names to their normal form without losing any', async () => {
  const update = readFileSync('migrations/0121_names.sql', 'utf8').replace(/^alter table.*;$/m, '')
  const names = [
    'A\u200bd\u202ea  X',
    '\u200b',
    'Ada\u00a0Y',
    'Castella\u0301n',
    'Zo\u00eb \u738b',
    '\u0001\tA\u{e0041}',
    'Ada \ue000',
  ]
  const users = await Promise.all(names.map((name) => makeUser(app, { school, name })))
  await sql.raw(update).execute(app.db)
  for (const [index, user] of users.entries()) {
    const { name } = await app.db.selectFrom('users').select('name').where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(name).toBe(normalizeName(names[index] ?? '') || user.id)
  }
})
