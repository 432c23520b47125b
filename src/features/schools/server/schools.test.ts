import { expect, test } from 'vitest'
import { as, openTestApp, signedOut, testConfig } from '../../../testing/app.ts'
import { makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { schools } from '../contract.ts'
import { listPublicSuffixSchools } from './domain-queries.ts'
import { findSchoolByEmail } from './queries.ts'

const app = await openTestApp()

const domainFound = async (email: string) => (await findSchoolByEmail(app.db, email))?.email_domain

test('finds the school of an email address with its domain or a sub-domain in any spelling', async () => {
  await makeSchool(app, { domain: 'harbour.edu' })
  for (const email of ['x@harbour.edu', 'x@HARBOUR.edu', 'X.Y+z@mail.harbour.edu', 'ж@a.b.Harbour.EDU'])
    expect(await domainFound(email), email).toBe('harbour.edu')
})

test('rejects an email address that only resembles one of the school', async () => {
  await makeSchool(app, { domain: 'meadow.edu' })
  const impostors = [
    'x@evilmeadow.edu',
    'x@evil-meadow.edu',
    'x@meadow.edu.evil.com',
    'x@meadow.edu@evil.com',
    '"x@meadow.edu"@evil.com',
    'x@evil.com@meadow.edu',
    'x@meadоw.edu', // the o is Cyrillic
    'x@meadow.edu/evil.com',
    'x@meadow.edu?evil.com',
    'x@meadow.edu#evil.com',
    'x@meadow.edu\\evil.com',
    'x@meadow.edu:80',
    'x@%6Deadow.edu',
    'x@meadow.edu.',
    'x@edu',
    '@meadow.edu',
    'x y@meadow.edu',
    'x@ meadow.edu',
    'meadow.edu',
    '',
  ]
  for (const email of impostors) expect(await domainFound(email), email).toBeUndefined()
  expect(await domainFound('x@meadow.edu')).toBe('meadow.edu')
})

test('finds an internationalized domain by its IDNA form', async () => {
  await makeSchool(app, { domain: 'xn--mnchen-3ya.example' })
  expect(await domainFound('x@MÜNCHEN.example')).toBe('xn--mnchen-3ya.example')
})

test('prefers the more specific of two matching schools', async () => {
  await makeSchool(app, { domain: 'river.edu' })
  await makeSchool(app, { domain: 'law.river.edu' })
  expect(await domainFound('x@mail.law.river.edu')).toBe('law.river.edu')
  expect(await domainFound('x@art.river.edu')).toBe('river.edu')
})

test('finds no inactive school', async () => {
  await makeSchool(app, { domain: 'closed.edu', active: false })
  expect(await domainFound('x@closed.edu')).toBeUndefined()
})

test('refuses users of an inactive school below the domain of an active one', async () => {
  await makeSchool(app, { domain: 'delta.edu' })
  const law = await makeSchool(app, { domain: 'law.delta.edu' })
  expect(await domainFound('x@mail.law.delta.edu')).toBe('law.delta.edu')
  await app.db.updateTable('schools').set({ is_active: false }).where('id', '=', law.id).execute()
  for (const email of ['x@law.delta.edu', 'x@mail.law.delta.edu'])
    expect(await domainFound(email), email).toBeUndefined()
  expect(await domainFound('x@art.delta.edu')).toBe('delta.edu')
})

test('refuses a public suffix as the domain of a school, and accepts a domain below one', async () => {
  const admin = await makeUser(app, { school: await makeSchool(app), role: 'site_admin' })
  const school = (email_domain: string) => ({ name: 'New School', email_domain, country: 'Nowhere', timezone: 'UTC' })
  const create = (domain: string) => as(app, admin)(schools.create, { body: school(domain) })
  for (const domain of ['ac.uk', 'edu.au', 'AC.UK', '@sch.uk', 'k12.ma.us', 'any.sch.uk', 'github.io', 'co.jp']) {
    const { status, body } = await create(domain)
    expect(status, domain).toBe(400)
    expect(body.fields?.email_domain, domain).toContain('is a public suffix')
  }
  const ids: string[] = []
  for (const domain of ['new.ac.uk', 'new.edu.au', 'new.example', 'mail.new.edu']) {
    const { status, body } = await create(domain)
    expect(status, domain).toBe(201)
    ids.push(body.data.id)
  }
  const params = { id: ids[0] ?? '' }
  const moved = await as(app, admin)(schools.update, { params, body: { email_domain: 'ac.uk' } })
  expect(moved.status).toBe(400)
})

test('allows setting a school with a public suffix as its domain to inactive', async () => {
  const admin = await makeUser(app, { school: await makeSchool(app), role: 'site_admin' })
  const old = await makeSchool(app, { domain: 'ac.nz' })
  expect(await listPublicSuffixSchools(app.db)).toEqual(['Test School (ac.nz)'])
  const change = { params: { id: old.id }, body: { email_domain: 'ac.nz', is_active: false } }
  expect((await as(app, admin)(schools.update, change)).body.data).toMatchObject({ is_active: false })
})

test('shows signed-out clients the active schools by name with few fields only', async () => {
  const one = await openTestApp(testConfig, { alone: true }) // other cells learn of these schools seconds later
  await makeSchool(one, { name: 'Beacon College', domain: 'beacon.example' })
  await makeSchool(one, { name: 'Abbey School', domain: 'abbey.example' })
  await makeSchool(one, { name: 'Closed School', active: false })

  const { status, body } = await as(one, signedOut)(schools.listPublic)
  expect(status).toBe(200)
  expect(body.data.map(({ name }) => name)).toEqual(['Abbey School', 'Beacon College'])
  expect(body.data[0]).toEqual({
    id: expect.any(String),
    name: 'Abbey School',
    short_name: null,
    city: null,
    state_province: null,
    country: 'Nowhere',
    type: 'university',
    email_domain: 'abbey.example',
  })
})

test('returns the name and the number of students of the own school', async () => {
  const school = await makeSchool(app, { name: 'Lakeside' })
  const ada = await makeUser(app, { school })
  await makeUser(app, { school })
  await makeUser(app, { school: await makeSchool(app) })

  const { body } = await as(app, ada)(schools.stats)
  expect(body).toEqual({
    success: true,
    data: { school_name: 'Lakeside', member_count: 2 },
    school_name: 'Lakeside',
    member_count: 2,
  })
  expect((await as(app, signedOut)(schools.stats)).status).toBe(401)
})
