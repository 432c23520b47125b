import { beforeAll, expect, test } from 'vitest'
import { as, makePerson, makeSchool, nobody, openTestHouse } from '../../../app/testing.ts'
import type { House } from '../../../shared/server/house.ts'
import { schools } from '../contract.ts'
import { findSchoolOfEmail } from './queries.ts'

let house: House

beforeAll(async () => {
  house = await openTestHouse()
})

const domainFound = async (email: string) => (await findSchoolOfEmail(house.db, email))?.email_domain

test('an address of the school or of a sub-domain belongs to it, however it is spelled', async () => {
  await makeSchool(house, { domain: 'harbour.edu' })
  for (const email of ['x@harbour.edu', 'x@HARBOUR.edu', 'X.Y+z@mail.harbour.edu', 'ж@a.b.Harbour.EDU'])
    expect(await domainFound(email), email).toBe('harbour.edu')
})

test('an address that only looks like one of the school is refused', async () => {
  await makeSchool(house, { domain: 'meadow.edu' })
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

test('a domain with letters beyond ASCII is found by its IDNA form', async () => {
  await makeSchool(house, { domain: 'xn--mnchen-3ya.example' })
  expect(await domainFound('x@MÜNCHEN.example')).toBe('xn--mnchen-3ya.example')
})

test('of two schools that fit, the more particular one is meant', async () => {
  await makeSchool(house, { domain: 'river.edu' })
  await makeSchool(house, { domain: 'law.river.edu' })
  expect(await domainFound('x@mail.law.river.edu')).toBe('law.river.edu')
  expect(await domainFound('x@art.river.edu')).toBe('river.edu')
})

test('an inactive school is nobody’s', async () => {
  await makeSchool(house, { domain: 'closed.edu', active: false })
  expect(await domainFound('x@closed.edu')).toBeUndefined()
})

test('visitors are shown the active schools by name, and of them no more than they need', async () => {
  const one = await openTestHouse()
  await makeSchool(one, { name: 'Beacon College', domain: 'beacon.example' })
  await makeSchool(one, { name: 'Abbey School', domain: 'abbey.example' })
  await makeSchool(one, { name: 'Closed School', active: false })

  const { status, body } = await as(one, nobody)(schools.listPublic)
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

test('a member is told the name and the size of their own school', async () => {
  const school = await makeSchool(house, { name: 'Lakeside' })
  const ada = await makePerson(house, { school })
  await makePerson(house, { school })
  await makePerson(house, { school: await makeSchool(house) })

  const { body } = await as(house, ada)(schools.stats)
  expect(body).toEqual({
    success: true,
    data: { school_name: 'Lakeside', member_count: 2 },
    school_name: 'Lakeside',
    member_count: 2,
  })
  expect((await as(house, nobody)(schools.stats)).status).toBe(401)
})
