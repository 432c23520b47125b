// A malicious provider: invalid claims and signatures of every kind, and what they must not allow.

import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../../shared/server/config.ts'
import { openTestApp, testEnvironment } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { captureLog } from '../../../testing/log.ts'
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

/** Token for the next code exchange. */
let answer: (nonce: string) => string
let nonce = ''
/** Optional proxy between the server and the provider. */
let disturb: typeof fetch | undefined
/** Public keys that the provider serves, by id. */
let shown: Record<string, KeyObject> = { one: keys.right.publicKey }
const asked: string[] = []

const client = { ID: 'quad', SECRET: 'a secret' }
const config = readConfig({
  ...testEnvironment,
  GOOGLE_CLIENT_ID: client.ID,
  GOOGLE_CLIENT_SECRET: client.SECRET,
  MICROSOFT_CLIENT_ID: client.ID,
  MICROSOFT_CLIENT_SECRET: client.SECRET,
})

// Alone: each app instance discovers the provider itself.
const { app } = await campus({ config, alone: true, school: { domain: 'harbour.example' } })
beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string | URL, options?: RequestInit) => {
    const url = new URL(address)
    asked.push(url.href)
    if (disturb) return disturb(url, options)
    const json = (body: object) =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
    const base = url.host === 'accounts.google.com' ? places.google : places.microsoft
    if (url.pathname.endsWith('/token'))
      return json({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: answer(nonce) })
    if (url.pathname.endsWith('/jwks'))
      return json({
        keys: Object.entries(shown).map(([kid, key]) => ({
          ...key.export({ format: 'jwk' }),
          kid,
          use: 'sig',
          alg: 'RS256',
        })),
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
const buildClaims = (provider: Provider, lies: object = {}) => ({
  ...truth[provider],
  iat: now(),
  exp: now() + 300,
  nonce,
  ...lies,
})

/** Begins a sign-in. Returns the query that the browser brings back, and its cookie. */
async function begin(provider: Provider, at = app) {
  const started = await at.http.inject({
    url: `/auth/${provider}`,
    headers: { host: new URL(at.config.publicUrl).host },
  })
  const to = new URL(String(started.headers.location))
  nonce = to.searchParams.get('nonce') ?? ''
  expect(to.href).toContain(places[provider])
  const line = String([started.headers['set-cookie']].flat()[0])
  const query = { code: 'a code', state: to.searchParams.get('state') ?? '' }
  return { line, query, headers: { cookie: line.replace(/;.*/, '') } }
}

/** Signs in with the provider's token. Returns the redirect and whether a session was created. */
async function signIn(provider: Provider, token: () => string) {
  const { query, headers } = await begin(provider)
  answer = token
  const exchanges = asked.length
  const ended = await app.http.inject({ url: `/auth/${provider}/callback`, query, headers })
  expect(asked.slice(exchanges)[0], 'the code was exchanged, so the token decided').toBe(`${places[provider]}/token`)
  const hasSession = [ended.headers['set-cookie']].flat().some((line) => /^quad=./.test(String(line)))
  return { to: ended.headers.location, hasSession }
}

const inside = { to: '/dashboard', hasSession: true }
const outside = { to: '/login?error=oauth_failed', hasSession: false }
const countUsers = async () => (await app.db.selectFrom('users').select('id').execute()).length

test.each(['google', 'microsoft'] as const)('signs in with a valid token of %s', async (provider) => {
  // The same address at two providers is two identities: the second is refused, not merged.
  const email = `${provider}@harbour.example`
  expect(await signIn(provider, () => signed(buildClaims(provider, { sub: provider, email })))).toEqual(inside)
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
  ['is not signed', (p) => `${part({ alg: 'none' })}.${part(buildClaims(p))}.`],
  [
    'has the signature of another token',
    (p) => `${part({ alg: 'RS256', kid: 'one' })}.${part(buildClaims(p))}.${signed({}).split('.')[2]}`,
  ],
  ['is signed with HMAC and the public key as secret', (p) => withHmac(buildClaims(p))],
  ['is signed with another key', (p) => signed(buildClaims(p), undefined, keys.wrong.privateKey)],
  [
    'contains its own key',
    (p) =>
      signed(
        buildClaims(p),
        { alg: 'RS256', jwk: keys.wrong.publicKey.export({ format: 'jwk' }) },
        keys.wrong.privateKey,
      ),
  ],
  ['is from another issuer', (p) => signed(buildClaims(p, { iss: 'https://accounts.evil.example' }))],
  [
    'is from the other provider',
    (p) => signed(buildClaims(p, { iss: issuers[p === 'google' ? 'microsoft' : 'google'] })),
  ],
  ['is for another client', (p) => signed(buildClaims(p, { aud: 'another' }))],
  ['is for several clients', (p) => signed(buildClaims(p, { aud: ['quad', 'another'], azp: 'another' }))],
  ['has expired', (p) => signed(buildClaims(p, { iat: now() - 600, exp: now() - 70 }))],
  ['was issued in the future', (p) => signed(buildClaims(p, { iat: now() + 90, exp: now() + 900 }))],
  ['is not valid yet', (p) => signed(buildClaims(p, { nbf: now() + 90, exp: now() + 900 }))],
  ['has another nonce', (p) => signed(buildClaims(p, { nonce: 'another' }))],
  ['has no nonce', (p) => signed(buildClaims(p, { nonce: undefined }))],
  ['has no subject', (p) => signed(buildClaims(p, { sub: undefined }))],
  ['has no address', (p) => signed(buildClaims(p, { email: undefined }))],
  [
    'has an address that only looks alike',
    (p) => signed(buildClaims(p, { email: 'ada@harbour.example.evil.example' })),
  ],
  [
    'has an address that contains another',
    (p) => signed(buildClaims(p, { email: '"a@harbour.example"@evil.example' })),
  ],
]

test.each(
  (['google', 'microsoft'] as const).flatMap((provider) => forgeries.map(([lie, token]) => ({ provider, lie, token }))),
)('rejects a token of $provider that $lie and creates no user', async ({ provider, token }) => {
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
] as const)('rejects the email address in a validly signed token of %s with %j', async (provider, lies) => {
  const before = await countUsers()
  const claims = () => buildClaims(provider, { sub: 'eve', email: 'eve@harbour.example', ...lies })
  expect(await signIn(provider, () => signed(claims()))).toEqual(outside)
  expect(await countUsers()).toBe(before)
})

test('exchanges a code at neither provider when it is returned to the other provider’s callback', async () => {
  const before = await countUsers()
  for (const [provider, other] of [
    ['google', 'microsoft'],
    ['microsoft', 'google'],
  ] as const) {
    const { query, headers } = await begin(provider)
    answer = () => signed(buildClaims(other, { sub: 'mixed', email: 'mixed@harbour.example' }))
    const exchanges = asked.length
    const ended = await app.http.inject({ url: `/auth/${other}/callback`, query, headers })
    expect(ended.headers.location).toBe(outside.to)
    expect(asked.slice(exchanges)).toEqual([])
  }
  expect(await countUsers()).toBe(before)
})

test('binds both cookies of a sign-in to this host over https', async () => {
  const secure = await openTestApp({ ...app.config, publicUrl: 'https://quad.example', secure: true }, { alone: true })
  await makeSchool(secure, { domain: 'secure.example' })
  const { line, query, headers } = await begin('google', secure)
  expect(line).toMatch(/^__Host-quad_sign_in=[\w-]{43,}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  answer = () => signed(buildClaims('google', { email: 'ada@secure.example', hd: 'secure.example' }))
  const { headers: ended } = await secure.http.inject({ url: '/auth/google/callback', query, headers })
  const session = [ended['set-cookie']].flat().find((set) => String(set).startsWith('__Host-quad='))
  expect(session).toMatch(/^__Host-quad=[\w-]{64}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('does not sign in a user with the email address of another user', async () => {
  const before = await countUsers()
  const email = 'google@harbour.example'
  expect(await signIn('google', () => signed(buildClaims('google', { sub: 'eve', email })))).toEqual(outside)
  expect(await signIn('microsoft', () => signed(buildClaims('microsoft', { sub: 'eve', email })))).toEqual(outside)
  expect(await countUsers()).toBe(before)
})

const away: typeof fetch = () => Promise.reject(new TypeError('fetch failed'))

test.each<[string, typeof fetch]>([
  ['cannot be reached', away],
  ['answers with an error page', async () => new Response('<h1>Sorry</h1>', { status: 502 })],
  [
    'does not answer',
    (_address, options) =>
      new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))),
  ],
])('reports a failed sign-in within ten seconds and keeps sessions while a provider %s', async (_what, fault) => {
  const ada = await makeUser(app, { school: await makeSchool(app) })
  const token = () => {
    throw new Error('A token was requested.')
  }
  disturb = fault
  const began = Date.now()
  try {
    const [failed, inside] = await Promise.all([
      signIn('google', token),
      app.http.inject({ url: '/api/me', headers: { cookie: ada.cookie } }),
    ])
    expect(failed).toEqual(outside)
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(inside.statusCode).toBe(200)
  } finally {
    disturb = undefined
  }
})

test('retries discovery at the next sign-in after a provider was unavailable', async () => {
  const fresh = await openTestApp(config, { alone: true })
  const start = async () =>
    (await fresh.http.inject({ url: '/auth/google', headers: { host: 'localhost:3000' } })).headers
  disturb = away
  const failed = await start()
  disturb = undefined
  expect(failed.location).toBe(outside.to)
  expect((await start()).location).toContain(places.google)
})

/** Signs in, then follows /auth/confirm to the provider and back with this token. */
async function confirmAs(provider: Provider, token: () => string) {
  const email = `confirm-${provider}@harbour.example`
  const sub = `confirm-${provider}`
  const { query, headers } = await begin(provider)
  answer = () => signed(buildClaims(provider, { sub, email }))
  const entered = await app.http.inject({ url: `/auth/${provider}/callback`, query, headers })
  const session = sessionCookie(entered.headers['set-cookie'])
  const host = new URL(app.config.publicUrl).host
  const started = await app.http.inject({ url: '/auth/confirm', headers: { host, cookie: session } })
  const asks = new URL(String(started.headers.location)).searchParams
  nonce = asks.get('nonce') ?? ''
  const attempt = String([started.headers['set-cookie']].flat()[0]).replace(/;.*/, '')
  answer = token
  const back = { code: 'a code', state: asks.get('state') ?? '' }
  const cookie = `${session}; ${attempt}`
  const ended = await app.http.inject({ url: `/auth/${provider}/callback`, query: back, headers: { cookie } })
  const next = sessionCookie(ended.headers['set-cookie']) || session
  const ask = (one: string) =>
    app.http.inject({ method: 'POST', url: '/api/users/me/export', headers: { cookie: one } })
  return {
    asks,
    to: ended.headers.location,
    isNew: next !== session,
    before: await ask(session),
    after: await ask(next),
  }
}

const sessionCookie = (lines: string | string[] | undefined) =>
  String([lines].flat().find((line) => /^quad=./.test(String(line))) ?? '').replace(/;.*/, '')
const confirmClaims = (provider: Provider, more: object) =>
  signed(buildClaims(provider, { sub: `confirm-${provider}`, email: `confirm-${provider}@harbour.example`, ...more }))

test.each(['google', 'microsoft'] as const)(
  'confirms a user in a new session after a fresh sign-in at %s',
  async (provider) => {
    const { asks, to, isNew, before, after } = await confirmAs(provider, () =>
      confirmClaims(provider, { auth_time: now() - 290 }),
    )
    expect(Object.fromEntries(asks)).toMatchObject({ prompt: 'login', max_age: '300' })
    expect(asks.get('login_hint')).toBe(`confirm-${provider}@harbour.example`)
    expect([to, isNew, before.statusCode, after.statusCode]).toEqual(['/settings?confirmed=1', true, 401, 200])
  },
)

test.each([
  ['no auth_time', {}],
  ['an auth_time of six minutes ago', { auth_time: now() - 360 }],
  ['an auth_time in the future', { auth_time: now() + 600 }],
  ['an auth_time that is a text', { auth_time: String(now()) }],
  ['a negative auth_time', { auth_time: -now() }],
])('does not confirm a user whose token has %s', async (_what, more) => {
  const { to, isNew, after } = await confirmAs('google', () => confirmClaims('google', more))
  expect([to, isNew, after.statusCode, after.json().code]).toEqual([
    '/settings?error=confirm_failed',
    false,
    403,
    'confirm_required',
  ])
})

test('neither confirms nor signs in another user after their fresh sign-in', async () => {
  const other = { sub: 'other', email: 'other@harbour.example', auth_time: now() }
  const { to, isNew, after } = await confirmAs('google', () => signed(buildClaims('google', other)))
  expect([to, isNew, after.statusCode]).toEqual(['/settings?error=confirm_other', false, 403])
})

test('rejects a confirmation that another site begins or that has no session', async () => {
  const host = new URL(app.config.publicUrl).host
  const url = '/auth/confirm'
  const foreign = await app.http.inject({ url, headers: { host, 'sec-fetch-site': 'cross-site' } })
  expect(foreign.statusCode).toBe(403)
  expect((await app.http.inject({ url, headers: { host } })).headers.location).toBe('/login')
})

test('logs neither subjects nor texts of drivers and providers for a failed sign-in', async () => {
  const heard = await openTestApp({ ...config, logLevel: 'trace' }, { alone: true })
  const lines = captureLog(heard)
  const [subject, said] = ['subject-canary', 'driver-canary']
  const email = 'log-canary@harbour.example'
  const fail = async (token: () => string) => {
    const { query, headers } = await begin('google', heard)
    answer = token
    const url = '/auth/google/callback'
    expect((await heard.http.inject({ url, query, headers })).headers.location).toBe(outside.to)
  }
  try {
    await fail(() => signed(buildClaims('google', { sub: subject, email, aud: said })))
    await fail(() => signed(buildClaims('google', { sub: subject, email, exp: now() - 900 })))
    await fail(() => `${said}.${part({ sub: subject })}.x`)
    disturb = async (url) => {
      if (String(url).endsWith('/token'))
        return Response.json({ error: 'invalid_grant', error_description: `${said} ${subject}` }, { status: 400 })
      throw new Error(`${said} ${subject} ECONNREFUSED 203.0.113.5`)
    }
    await fail(() => '')
    disturb = undefined
    const { query, headers } = await begin('google', heard)
    answer = () => signed(buildClaims('google', { sub: subject, email }))
    vi.spyOn(heard.db, 'transaction').mockImplementation(() => {
      throw Object.assign(new Error(`${said} Key (subject)=(${subject})`), { code: '23505', detail: subject })
    })
    await heard.http.inject({ url: '/auth/google/callback', query, headers })
  } finally {
    disturb = undefined
  }
  const log = lines.join('')
  expect(log.match(/sign-in failed/g)?.length).toBeGreaterThanOrEqual(4)
  expect(log).toContain('"reason":"ClientError OAUTH_')
  for (const word of [subject, said, email, 'log-canary']) expect(log).not.toContain(word)
})

test('loads a provider’s new keys for the first token signed with them and rejects the old ones', async () => {
  const next = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const claims = (sub: string) => buildClaims('google', { sub, email: `${sub}@harbour.example` })
  expect(await signIn('google', () => signed(claims('early')))).toEqual(inside)
  // Keys are fetched at most once a minute, however many tokens have an unknown key.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  try {
    shown = { two: next.publicKey }
    const signedAnew = (sub: string) => signed(claims(sub), { alg: 'RS256', kid: 'two' }, next.privateKey)
    expect(await signIn('google', () => signedAnew('late'))).toEqual(inside)
    expect(await signIn('google', () => signed(claims('forger')))).toEqual(outside)
    const looks = asked.filter((address) => address.endsWith('/jwks')).length
    for (let tries = 0; tries < 3; tries++)
      expect(await signIn('google', () => signed(claims('forger'), { alg: 'RS256', kid: `made up ${tries}` }))).toEqual(
        outside,
      )
    expect(asked.filter((address) => address.endsWith('/jwks')).length).toBe(looks)
  } finally {
    vi.useRealTimers()
    shown = { one: keys.right.publicKey }
  }
})
