import { expect, test } from 'vitest'
import { type Claims, provesMembership, toIdentity } from './policy.ts'

const tenant = '11111111-2222-4333-8444-555555555555'
const otherTenant = '99999999-2222-4333-8444-555555555555'
const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'

const google = (claims: Partial<Claims>): Claims => ({
  iss: 'https://accounts.google.com',
  sub: '1234',
  email: 'ada@harbour.edu',
  email_verified: true,
  hd: 'harbour.edu',
  ...claims,
})
const microsoft = (claims: Partial<Claims>): Claims => ({
  iss: `https://login.microsoftonline.com/${tenant}/v2.0`,
  sub: '1234',
  email: 'ada@harbour.edu',
  tid: tenant,
  ...claims,
})
const school = { email_domain: 'harbour.edu', microsoft_tenant: null as string | null }

test('identifies a Google user by issuer, domain and subject, not by email address', () => {
  const identity = { issuer: 'https://accounts.google.com', tenant: 'harbour.edu', subject: '1234' }
  expect(toIdentity('google', google({}))).toEqual(identity)
  expect(toIdentity('google', google({ email: 'eve@harbour.edu', hd: 'HARBOUR.edu' }))).toEqual(identity)
  expect(toIdentity('google', google({ sub: '99' }))).not.toEqual(identity)
})

test('rejects a personal Google account', () => {
  for (const hd of [undefined, null, true, ['harbour.edu']])
    expect(toIdentity('google', google({ hd }))).toBeUndefined()
})

test.each([
  ['a verified address of its domain', true, {}],
  ['a domain in capitals', true, { hd: 'Harbour.EDU' }],
  ['a sub-domain', true, { hd: 'mail.harbour.edu' }],
  ['a domain that ends alike', false, { hd: 'evilharbour.edu' }],
  ['the school’s domain as a prefix', false, { hd: 'harbour.edu.evil.com' }],
  ['another domain', false, { hd: 'meadow.edu' }],
  ['the domain above', false, { hd: 'edu' }],
  ['no domain', false, { hd: undefined }],
  ['an empty domain', false, { hd: '' }],
  ['an unverified address', false, { email_verified: false }],
  ['an address with the text "true" as email_verified', false, { email_verified: 'true' }],
  ['an address with the text "false" as email_verified', false, { email_verified: 'false' }],
  ['an address without email_verified', false, { email_verified: undefined }],
])('evaluates %s in a Google token as proof of membership: %s', (_what, proven, claims) => {
  expect(provesMembership('google', google(claims), school)).toBe(proven)
})

test('identifies a Microsoft user by issuer, tenant and subject', () => {
  const identity = { issuer: `https://login.microsoftonline.com/${tenant}/v2.0`, tenant, subject: '1234' }
  expect(toIdentity('microsoft', microsoft({}))).toEqual(identity)
  expect(toIdentity('microsoft', microsoft({ email: 'eve@harbour.edu' }))).toEqual(identity)
})

test.each([
  ['of personal accounts', { tid: consumers, iss: `https://login.microsoftonline.com/${consumers}/v2.0` }],
  ['that differs from its issuer', { tid: otherTenant }],
  ['that is missing', { tid: undefined }],
  ['that is empty', { tid: '' }],
  ['that is a part of the issuer’s address', { tid: 'login' }],
  ['that is a list', { tid: [tenant] }],
])('rejects a Microsoft tenant %s', (_what, claims) => {
  expect(toIdentity('microsoft', microsoft(claims))).toBeUndefined()
})

test('accepts an email address that a Microsoft tenant has verified', () => {
  for (const xms_edov of [true, 1, '1'])
    expect(provesMembership('microsoft', microsoft({ xms_edov }), school)).toBe(true)
  for (const xms_edov of [undefined, false, 0, '0', 'false', 'no', null])
    expect(provesMembership('microsoft', microsoft({ xms_edov }), school)).toBe(false)
  expect(provesMembership('microsoft', microsoft({ email_verified: true }), school)).toBe(false)
})

test('accepts an unverified email address only from the Microsoft tenant bound to the school', () => {
  const bound = (microsoft_tenant: string) => ({ ...school, microsoft_tenant })
  expect(provesMembership('microsoft', microsoft({}), bound(tenant))).toBe(true)
  expect(provesMembership('microsoft', microsoft({}), bound(otherTenant))).toBe(false)
  expect(provesMembership('microsoft', microsoft({ tid: undefined }), school)).toBe(false)
})
