import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CellsConfig } from '../../../shared/server/cells/config.ts'
import { readConfig } from '../../../shared/server/config.ts'
import { findPort, openTestCell, planCells, testEnvironment } from '../../../testing/app.ts'
import { makeSchool } from '../../../testing/factories/users.ts'
import { openBrowser } from '../../../testing/sign-in-browser.ts'

const plan = await planCells()
const config = readConfig({
  ...testEnvironment,
  GOOGLE_CLIENT_ID: 'quad',
  GOOGLE_CLIENT_SECRET: 'a secret',
  // Browsers reach the whole site at one address, here that of the front cell.
  PUBLIC_URL: plan.front.addresses.get('front'),
})
const far = await openTestCell(plan.far, config)
const school = await makeSchool(far, { domain: 'north.harbour.example' })
const front = await openTestCell(plan.front, config)
await makeSchool(front, { domain: 'harbour.example' })

const issuer = 'https://accounts.google.com'
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
/** The claims of the next code exchange. */
let claims: object = {}

/** Google, as far as a sign-in needs it. */
function replyAsGoogle(path: string): object {
  if (path === '/jwks')
    return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`
  if (path === '/token') {
    const id_token = `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
    return { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token }
  }
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
    subject_types_supported: ['public'],
    response_types_supported: ['code'],
  }
}

beforeAll(() => {
  const real = fetch
  vi.stubGlobal('fetch', async (address: string | URL, options?: RequestInit) => {
    const { origin, pathname } = new URL(address)
    if (origin !== issuer) return real(address, options)
    return new Response(JSON.stringify(replyAsGoogle(pathname)), { headers: { 'content-type': 'application/json' } })
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

async function signIn(browser: ReturnType<typeof openBrowser>, email: string): Promise<string | undefined> {
  const { location = '' } = await browser.visit('/auth/google')
  const { searchParams } = new URL(location)
  const seconds = Math.floor(Date.now() / 1000)
  claims = {
    iss: issuer,
    aud: 'quad',
    sub: email,
    email,
    email_verified: true,
    hd: email.split('@')[1],
    nonce: searchParams.get('nonce'),
    iat: seconds,
    exp: seconds + 60,
  }
  const back = new URLSearchParams({ code: 'a-code', state: searchParams.get('state') ?? '' })
  return (await browser.visit(`/auth/google/callback?${back}`)).location?.replace(config.publicUrl, '')
}

const countSessions = async ({ db }: typeof far) => (await db.selectFrom('sessions').select('id').execute()).length

test('a sign-in leads to the cell of the school, whichever cell the browser met first', async () => {
  const browser = openBrowser(config.publicUrl)
  expect(await signIn(browser, 'ada@north.harbour.example')).toBe('/dashboard')
  const { status, body } = await browser.me()
  expect([status, body.school_id, body.email]).toEqual([200, school.id, 'ada@north.harbour.example'])
  expect([await countSessions(front), await countSessions(far)]).toEqual([0, 1])
})

test('another sign-in of the browser ends the session at the other cell', async () => {
  const browser = openBrowser(config.publicUrl)
  await signIn(browser, 'grace@north.harbour.example')
  const before = await countSessions(far)
  expect(await signIn(browser, 'grace@harbour.example')).toBe('/dashboard')
  expect((await browser.me()).body.email).toBe('grace@harbour.example')
  expect([await countSessions(front), await countSessions(far)]).toEqual([1, before - 1])
  expect(await signIn(browser, 'linus@north.harbour.example')).toBe('/dashboard')
  expect((await browser.me()).body.email).toBe('linus@north.harbour.example')
  expect([await countSessions(front), await countSessions(far)]).toEqual([0, before])
})

test('a school that was just added at another cell is found', async () => {
  const added = await makeSchool(far, { domain: 'new.example' })
  const browser = openBrowser(config.publicUrl)
  expect(await signIn(browser, 'ada@new.example')).toBe('/dashboard')
  expect((await browser.me()).body.school_id).toBe(added.id)
})

test('an address of no school is refused', async () => {
  expect(await signIn(openBrowser(config.publicUrl), 'ada@elsewhere.example')).toBe('/login?error=oauth_failed')
})

test('the provider of the demo also confirms a user of another cell', async () => {
  const demo = await planCells()
  const address = demo.front.addresses.get('front') ?? ''
  const toConfig = (own: CellsConfig) =>
    readConfig({ ...testEnvironment, PORT: String(findPort(own)), PUBLIC_URL: address })
  const home = await openTestCell(demo.far, toConfig(demo.far))
  await makeSchool(home, { domain: 'lake.example' })
  await openTestCell(demo.front, toConfig(demo.front))
  const browser = openBrowser(address)
  expect(await browser.signIn('ada@lake.example')).toBe('/dashboard')
  expect(await browser.follow('/auth/confirm', /^\/(settings|login)/)).toBe('/settings?confirmed=1')
})
