// A provider that lies: every claim and every signature that a token could have, and what they must not open.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeSchool, openTestHouse, testEnvironment } from '../../../app/testing.ts'
import { readConfig } from '../../../shared/server/config.ts'
import type { House } from '../../../shared/server/house.ts'
import type { Provider } from '../contract.ts'

const tenant = '11111111-2222-4333-8444-555555555555'
const issuers = {
  google: 'https://accounts.google.com',
  microsoft: `https://login.microsoftonline.com/${tenant}/v2.0`,
} as const
const places = {
  google: 'https://accounts.google.com',
  microsoft: 'https://login.microsoftonline.com/organizations/v2.0',
}

const keys = {
  right: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  wrong: generateKeyPairSync('rsa', { modulusLength: 2048 }),
}

let house: House
/** Answers the next exchange of a code. */
let answer: (nonce: string) => string
let nonce = ''
const asked: string[] = []

beforeAll(async () => {
  const client = { ID: 'quad', SECRET: 'a secret' }
  house = await openTestHouse(
    readConfig({
      ...testEnvironment,
      GOOGLE_CLIENT_ID: client.ID,
      GOOGLE_CLIENT_SECRET: client.SECRET,
      MICROSOFT_CLIENT_ID: client.ID,
      MICROSOFT_CLIENT_SECRET: client.SECRET,
    }),
    { alone: true }, // each server asks the provider for itself
  )
  await makeSchool(house, { domain: 'harbour.example' })
  vi.stubGlobal('fetch', async (address: string | URL) => {
    const url = new URL(address)
    asked.push(url.href)
    const json = (body: object) =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
    const base = url.host === 'accounts.google.com' ? places.google : places.microsoft
    if (url.pathname.endsWith('/token'))
      return json({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: answer(nonce) })
    if (url.pathname.endsWith('/jwks'))
      return json({
        keys: [{ ...keys.right.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
      })
    return json({
      issuer: base === places.google ? base : 'https://login.microsoftonline.com/{tenantid}/v2.0',
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      jwks_uri: `${base}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
      subject_types_supported: ['public'],
      response_types_supported: ['code'],
    })
  })
})

afterAll(() => {
  vi.unstubAllGlobals()
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1000)

const signed = (
  claims: object,
  header: object = { alg: 'RS256', kid: 'one' },
  key: KeyObject = keys.right.privateKey,
) => {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

const truth = {
  google: {
    iss: issuers.google,
    aud: 'quad',
    sub: 'ada',
    email: 'ada@harbour.example',
    email_verified: true,
    hd: 'harbour.example',
    name: 'Ada',
  },
  microsoft: {
    iss: issuers.microsoft,
    aud: 'quad',
    sub: 'ada',
    email: 'ada@harbour.example',
    tid: tenant,
    xms_edov: true,
    name: 'Ada',
  },
}
const claimsOf = (provider: Provider, lies: object = {}) => ({
  ...truth[provider],
  iat: now(),
  exp: now() + 300,
  nonce,
  ...lies,
})

/** Signs in with the token that the provider gives; says where it ends and whether with a session. */
async function signIn(provider: Provider, token: () => string) {
  const started = await house.http.inject({ url: `/auth/${provider}`, headers: { host: 'localhost:3000' } })
  const to = new URL(String(started.headers.location))
  nonce = to.searchParams.get('nonce') ?? ''
  answer = token
  expect(to.href).toContain(places[provider])
  const exchanges = asked.length
  const cookie = String([started.headers['set-cookie']].flat()[0]).replace(/;.*/, '')
  const query = { code: 'a code', state: to.searchParams.get('state') ?? '' }
  const ended = await house.http.inject({ url: `/auth/${provider}/callback`, query, headers: { cookie } })
  expect(asked.slice(exchanges)[0], 'the code was exchanged, so it was the token that decided').toBe(
    `${places[provider]}/token`,
  )
  const hasSession = [ended.headers['set-cookie']].flat().some((line) => /^quad=./.test(String(line)))
  return { to: ended.headers.location, hasSession }
}

const inside = { to: '/dashboard', hasSession: true }
const outside = { to: '/login?error=oauth_failed', hasSession: false }
const countUsers = async () => (await house.db.selectFrom('users').select('id').execute()).length

test.each(['google', 'microsoft'] as const)('a token of %s that says the truth opens', async (provider) => {
  // The same address at two providers is two identities: the second is refused, not merged.
  const email = `${provider}@harbour.example`
  expect(await signIn(provider, () => signed(claimsOf(provider, { sub: provider, email })))).toEqual(inside)
  const others = places[provider === 'google' ? 'microsoft' : 'google']
  expect(asked.filter((address) => address.startsWith(others) && address.endsWith('/token')).length).toBe(
    provider === 'google' ? 0 : 1,
  )
})

const publicPem = keys.right.publicKey.export({ type: 'spki', format: 'pem' })
const withHmac = (claims: object) => {
  const text = `${part({ alg: 'HS256', kid: 'one' })}.${part(claims)}`
  return `${text}.${createHmac('sha256', publicPem).update(text).digest('base64url')}`
}

const forgeries: readonly [string, (provider: Provider) => string][] = [
  ['is not signed', (p) => `${part({ alg: 'none' })}.${part(claimsOf(p))}.`],
  [
    'keeps another’s signature',
    (p) => `${part({ alg: 'RS256', kid: 'one' })}.${part(claimsOf(p))}.${signed({}).split('.')[2]}`,
  ],
  ['is signed with the public key as a password', (p) => withHmac(claimsOf(p))],
  ['is signed by somebody else', (p) => signed(claimsOf(p), undefined, keys.wrong.privateKey)],
  [
    'brings its own key',
    (p) =>
      signed(claimsOf(p), { alg: 'RS256', jwk: keys.wrong.publicKey.export({ format: 'jwk' }) }, keys.wrong.privateKey),
  ],
  ['is from another issuer', (p) => signed(claimsOf(p, { iss: 'https://accounts.evil.example' }))],
  ['is from the other provider', (p) => signed(claimsOf(p, { iss: issuers[p === 'google' ? 'microsoft' : 'google'] }))],
  ['is for another client', (p) => signed(claimsOf(p, { aud: 'another' }))],
  ['is for several clients', (p) => signed(claimsOf(p, { aud: ['quad', 'another'], azp: 'another' }))],
  ['has expired', (p) => signed(claimsOf(p, { iat: now() - 600, exp: now() - 120 }))],
  ['is from the future', (p) => signed(claimsOf(p, { iat: now() + 600, nbf: now() + 600, exp: now() + 900 }))],
  ['has another nonce', (p) => signed(claimsOf(p, { nonce: 'another' }))],
  ['has no nonce', (p) => signed(claimsOf(p, { nonce: undefined }))],
  ['has no subject', (p) => signed(claimsOf(p, { sub: undefined }))],
  ['has no address', (p) => signed(claimsOf(p, { email: undefined }))],
  ['has an address that only looks alike', (p) => signed(claimsOf(p, { email: 'ada@harbour.example.evil.example' }))],
  ['has an address with another one inside', (p) => signed(claimsOf(p, { email: '"a@harbour.example"@evil.example' }))],
]

test.each(
  (['google', 'microsoft'] as const).flatMap((provider) => forgeries.map(([lie, token]) => ({ provider, lie, token }))),
)('a token of $provider that $lie opens nothing and makes nobody', async ({ provider, token }) => {
  const before = await countUsers()
  expect(await signIn(provider, () => token(provider))).toEqual(outside)
  expect(await countUsers()).toBe(before)
})

test.each([
  ['google', { hd: undefined }],
  ['google', { hd: 'evil.example' }],
  ['google', { hd: 'notharbour.example' }],
  ['google', { email_verified: false }],
  ['google', { email_verified: 'false' }],
  ['google', { email_verified: 'true' }],
  ['google', { email_verified: undefined }],
  ['microsoft', { tid: undefined }],
  ['microsoft', { tid: '99999999-2222-4333-8444-555555555555' }],
  ['microsoft', { tid: '9188040d-6c67-4c5b-b112-36a304b66dad' }],
  ['microsoft', { xms_edov: undefined }],
  ['microsoft', { xms_edov: false }],
  ['microsoft', { xms_edov: 'yes' }],
] as const)('well signed by %s, %j is no word for an address', async (provider, lies) => {
  const before = await countUsers()
  const claims = () => claimsOf(provider, { sub: 'eve', email: 'eve@harbour.example', ...lies })
  expect(await signIn(provider, () => signed(claims()))).toEqual(outside)
  expect(await countUsers()).toBe(before)
})

test('whoever says the address of somebody else does not become them', async () => {
  const before = await countUsers()
  const email = 'google@harbour.example'
  expect(await signIn('google', () => signed(claimsOf('google', { sub: 'eve', email })))).toEqual(outside)
  expect(await signIn('microsoft', () => signed(claimsOf('microsoft', { sub: 'eve', email })))).toEqual(outside)
  expect(await countUsers()).toBe(before)
})
