// Long, because all sign-in paths run against one server and one cookie jar.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freePort } from '../../../../tools/services.ts'
import { readConfig } from '../../../shared/server/config.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { testEnvironment } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { openBrowser } from '../../../testing/sign-in-browser.ts'
import { moderate } from '../../moderation/server/actions.ts'
import type { Me } from '../contract.ts'

const port = await freePort() // the demo's provider builds its URLs from the configured port
const config = readConfig({ ...testEnvironment, PORT: String(port), SITE_ADMINS: 'root@harbour.example' })
const origin = config.publicUrl
const { app } = await campus({ config, alone: true, school: { domain: 'harbour.example' } }) // it listens at the port of the provider
await app.http.listen({ port, host: config.host })

const failed = '/login?error=oauth_failed'
const countRows = async (table: 'users' | 'sessions' | 'identities') => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(app.db)
  return rows[0]?.count
}

test('creates a student at the first sign-in and finds the same account at later ones with either button', async () => {
  const browser = openBrowser(origin)
  expect(await browser.signIn('ada.castellan@harbour.example')).toBe('/dashboard')
  const { status, body } = await browser.me()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    email: 'ada.castellan@harbour.example',
    name: 'Ada Castellan',
    role: 'student',
    terms_accepted: 0,
  })
  const people = await countRows('users')
  for (const provider of ['google', 'microsoft'] as const) {
    for (const email of ['ada.castellan@harbour.example', ' Ada.Castellan@HARBOUR.example ']) {
      const again = openBrowser(origin)
      expect(await again.signIn(email, provider)).toBe('/dashboard')
      expect((await again.me()).body.id).toBe(body.id)
    }
  }
  expect(await countRows('users')).toBe(people)
})

test('creates one account when five browsers sign in for the first time concurrently', async () => {
  const school = await makeSchool(app, { domain: 'rush.example' })
  const browsers = Array.from({ length: 5 }, () => openBrowser(origin))
  const ends = browsers.map((browser, turn) => browser.signIn('grace@rush.example', turn % 2 ? 'google' : 'microsoft'))
  expect(new Set(await Promise.all(ends))).toEqual(new Set(['/dashboard']))
  const ids = await Promise.all(browsers.map(async (browser) => (await browser.me()).body.id))
  expect(new Set(ids).size).toBe(1)
  const { member_count } = await app.db
    .selectFrom('schools')
    .select('member_count')
    .where('id', '=', school.id)
    .executeTakeFirstOrThrow()
  expect(member_count).toBe(1)
})

test('offers the users of the demo and accepts any other email address', async () => {
  const browser = openBrowser(origin)
  const page = await browser.follow('/auth/microsoft', /^\/(dashboard|login)/)
  const { text } = await browser.visit(page)
  expect(text).toContain('ada@northfield.example')
  expect(text).toContain('in for Microsoft')
  const choose = (email: string) => ({ method: 'POST', body: new URLSearchParams({ email }) })
  expect(await browser.follow(page, /^\/(dashboard|login)/, choose('chosen@harbour.example'))).toBe('/dashboard')
  expect((await browser.me()).body.email).toBe('chosen@harbour.example')
})

test('chooses the school by the domain or sub-domain of the email address, not by a similar one', async () => {
  const before = await countRows('users')
  for (const email of [
    'eve@nowhere.example',
    'eve@evilharbour.example',
    'eve@harbour.example.evil.com',
    'eve@harbour.example/evil.com',
    '"eve@harbour.example"@evil.com',
    'eve@example',
    'eve',
  ]) {
    const browser = openBrowser(origin)
    expect(await browser.signIn(email), email).toBe(failed)
    expect(browser.jar.has('quad')).toBe(false)
  }
  expect(await countRows('users')).toBe(before)
  expect(await openBrowser(origin).signIn('ada@mail.harbour.example')).toBe('/dashboard')
  expect(await openBrowser(origin).signIn('ada@MAIL.Harbour.example')).toBe('/dashboard')
  expect(await countRows('users')).toBe((before ?? 0) + 1)
})

test('rejects sign-in of known and new users at an inactive school', async () => {
  const school = await makeSchool(app, { domain: 'closing.example' })
  expect(await openBrowser(origin).signIn('ada@closing.example')).toBe('/dashboard')
  await app.db.updateTable('schools').set({ is_active: false }).where('id', '=', school.id).execute()
  for (const email of ['ada@closing.example', 'new@closing.example'])
    expect(await openBrowser(origin).signIn(email)).toBe(failed)
})

test('does not sign in an identity whose email address belongs to another user', async () => {
  const { email } = await makeUser(app, { school: await makeSchool(app) }) // has no identity: another user, who enrolled earlier
  expect(await openBrowser(origin).signIn(email)).toBe(failed)
})

test('signs a banned user in and shows the reason of the ban', async () => {
  const browser = openBrowser(origin)
  await browser.signIn('mallory@harbour.example')
  const { id, school_id } = (await browser.me()).body
  await withTransaction(app.db, (trx) =>
    moderate(trx, { id: null, name: 'Dean' }, { id, schoolId: school_id }, { type: 'ban', reason: 'Spam' }),
  )
  const again = openBrowser(origin)
  expect(await again.signIn('mallory@harbour.example')).toBe('/dashboard')
  expect(await again.me()).toMatchObject({ status: 403, body: { isBlocked: true, blockReason: 'banned' } })
})

test('redirects with an error after a cancelled sign-in, a missing code or a refusal by the provider', async () => {
  for (const provider of ['google', 'microsoft'] as const) {
    const browser = openBrowser(origin)
    expect(await browser.signIn('cancel', provider)).toBe('/login?error=oauth_cancelled')
    const end = async (query: string) => (await browser.visit(`/auth/${provider}/callback${query}`)).location
    expect(await end('')).toBe(`${origin}/login?error=no_code`)
    expect(await end('?code=')).toBe(`${origin}/login?error=no_code`)
    expect(await end('?error=server_error')).toBe(`${origin}${failed}`)
    expect(await end('?code=made-up')).toBe(`${origin}${failed}`)
    expect(await end('?code=made-up&state=made-up')).toBe(`${origin}${failed}`)
    expect(browser.jar.has('quad')).toBe(false)
  }
})

test('accepts a response of the provider once', async () => {
  const browser = openBrowser(origin)
  const answer = await browser.fetchAnswer('ada@harbour.example')
  const cookies = new Map(browser.jar)
  expect((await browser.visit(answer)).location).toBe(`${origin}/dashboard`)
  const sessions = await countRows('sessions')
  for (const [name, cookie] of cookies) browser.jar.set(name, cookie) // a thief has the cookie of the attempt too
  expect((await browser.visit(answer)).location).toBe(`${origin}${failed}`)
  expect(await countRows('sessions')).toBe(sessions)
})

test('accepts a response for ten minutes, only in the browser that began the attempt and from its provider', async () => {
  const [ada, eve] = [openBrowser(origin), openBrowser(origin)]
  const answer = await ada.fetchAnswer('ada@harbour.example')
  await eve.fetchAnswer('eve@harbour.example')
  expect((await eve.visit(answer)).location).toBe(`${origin}${failed}`)
  expect((await openBrowser(origin).visit(answer)).location).toBe(`${origin}${failed}`)
  expect(eve.jar.has('quad')).toBe(false)

  const cookies = new Map(ada.jar)
  expect((await ada.visit(answer.replace('/google/', '/microsoft/'))).location).toBe(`${origin}${failed}`)
  for (const [name, cookie] of cookies) ada.jar.set(name, cookie)

  const setAge = (minutes: number) =>
    sql`update sign_in_attempts set created_at = now() - make_interval(mins => ${minutes})`.execute(app.db)
  await setAge(11)
  expect((await ada.visit(answer)).location).toBe(`${origin}${failed}`)
  for (const [name, cookie] of cookies) ada.jar.set(name, cookie)
  await setAge(9)
  expect((await ada.visit(answer)).location).toBe(`${origin}/dashboard`)
})

test('creates state, nonce and challenge per attempt and stores no state in the database', async () => {
  const starts = await Promise.all(Array.from({ length: 20 }, () => openBrowser(origin).visit('/auth/google')))
  const asked = starts.map(({ location }) => new URL(location ?? '').searchParams)
  for (const field of ['state', 'nonce', 'code_challenge'])
    expect(new Set(asked.map((query) => query.get(field))).size, field).toBe(20)
  const [first] = asked
  expect(first?.get('code_challenge_method')).toBe('S256')
  expect(first?.get('redirect_uri')).toBe(`${origin}/auth/google/callback`)
  const { rows } = await sql<{ text: string }>`select sign_in_attempts::text as text from sign_in_attempts`.execute(
    app.db,
  )
  expect(JSON.stringify(rows)).not.toContain(first?.get('state'))
})

test('creates a new session at sign-in and ends the previous one', async () => {
  const browser = openBrowser(origin)
  await browser.signIn('ada@harbour.example')
  const before = browser.jar.get('quad')?.value ?? ''
  expect((await browser.me()).status).toBe(200)
  await browser.signIn('grace@harbour.example')
  const after = browser.jar.get('quad')?.value ?? ''
  expect(after).not.toBe(before)
  expect((await browser.me()).body.email).toBe('grace@harbour.example')
  browser.jar.set('quad', { value: before, path: '/' })
  expect((await browser.me()).status).toBe(401)

  const planted = openBrowser(origin)
  planted.jar.set('quad', { value: 'planted-by-an-attacker', path: '/' })
  await planted.signIn('ada@harbour.example')
  expect(planted.jar.get('quad')?.value).not.toBe('planted-by-an-attacker')
})

test('sets the session cookie as HttpOnly for thirty days', async () => {
  const browser = openBrowser(origin)
  const answer = await browser.fetchAnswer('ada@harbour.example')
  const cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ')
  const reply = await fetch(`${origin}${answer}`, { redirect: 'manual', headers: { cookie } })
  const line = reply.headers.getSetCookie().find((set) => set.startsWith('quad='))
  expect(line).toMatch(/^quad=[\w-]{64}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from expires_at - created_at) / 86400 as days from sessions
    order by created_at desc limit 1`.execute(app.db)
  expect(Number(rows[0]?.days), 'also on the server').toBeCloseTo(30, 3)
})

test('the demo provider refuses requests that come through a proxy or with a foreign Host', async () => {
  const { pathname, search } = new URL((await openBrowser(origin).visit('/auth/google')).location ?? '')
  const ask = async (more: Record<string, string>, url = pathname + search) =>
    (await app.http.inject({ url, headers: { host: new URL(origin).host, ...more } })).statusCode
  expect(await ask({})).toBe(303)
  const proxied = [
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-host': 'quad.harbour.edu' },
    { 'x-forwarded-proto': 'https' },
    { 'x-real-ip': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { 'cf-connecting-ip': '203.0.113.9' },
  ]
  const foreign = ['evil.example', 'localhost.evil.example', `quad.harbour.edu:${new URL(origin).port}`, 'localhost']
  for (const headers of [...proxied, ...foreign.map((host) => ({ host }))]) {
    const paths = ['auth', 'pick/any', 'token', '.well-known/openid-configuration', 'jwks']
    for (const path of paths) expect(await ask(headers, `/idp/google/${path}`), JSON.stringify(headers)).toBe(403)
  }
  expect(await openBrowser(origin).signIn('ada@harbour.example')).toBe('/dashboard')
})

test('clears the cookies of the demo provider with the options that they were set with', async () => {
  const reply = await fetch(`${origin}/auth/google`, { redirect: 'manual' })
  const cleared = reply.headers.getSetCookie().filter((line) => line.startsWith('_google_session'))
  expect(cleared).toHaveLength(2)
  for (const line of cleared)
    expect(line).toMatch(/=; Max-Age=0; Path=\/idp\/google; Expires=Thu, 01 Jan 1970.*; HttpOnly; SameSite=Lax/)
})

test('makes a user in SITE_ADMINS a site administrator once and writes an audit line', async () => {
  for (let times = 0; times < 2; times++) {
    const browser = openBrowser(origin)
    await browser.signIn('root@harbour.example')
    expect((await browser.me()).body).toMatchObject({ role: 'site_admin', can_manage_ads: true })
  }
  const rows = await app.db.selectFrom('audit_log').selectAll().execute()
  expect(rows).toMatchObject([
    { actor_name: 'SITE_ADMINS', action: 'grant', target_type: 'user', detail: { role: 'site_admin' } },
  ])
  const other = openBrowser(origin)
  await other.signIn('notroot@harbour.example')
  expect((await other.me()).body.role).toBe('student')
})

test('restarts a sign-in that begins on another host name of this machine on the configured one', async () => {
  const elsewhere = origin.replace('localhost', '127.0.0.1')
  const reply = await fetch(`${elsewhere}/auth/google?login_hint=ada@harbour.example`, { redirect: 'manual' })
  expect(reply.headers.get('location')).toBe(`${origin}/auth/google?login_hint=ada@harbour.example`)
  expect(reply.headers.getSetCookie()).toEqual([])
})

test('never uses a forged Host header in its own URLs', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const reply = await app.http.inject({ method: 'GET', url: '/auth/google', headers })
  expect(reply.headers.location).toMatch(new RegExp(`^${origin}/idp/google/auth`))
  expect(decodeURIComponent(String(reply.headers.location))).not.toContain('evil.example')
})

test('ignores a caller’s URL as the redirect of a sign-in or sign-out', async () => {
  const ways = ['next', 'redirect', 'redirect_uri', 'return_to', 'returnTo', 'url', 'continue', 'RelayState']
  const evil = 'evil.example'
  const places = [
    `https://${evil}`,
    `//${evil}`,
    `/\\${evil}`,
    `/%5c${evil}`,
    `https:${evil}`,
    `\t//${evil}`,
    `/..//${evil}`,
  ]
  const starts = {
    '/auth/google': new RegExp(`^${origin}/idp/google/auth`),
    '/auth/google/callback': /^\/login\?error=no_code$/,
    '/auth/microsoft/callback': /^\/login\?error=no_code$/,
    '/auth/logout': /^\/login$/,
  }
  for (const [url, home] of Object.entries(starts)) {
    for (const place of [...places, 'javascript:alert(1)', 'data:text/html,x']) {
      const query = Object.fromEntries(ways.map((way) => [way, place]))
      const { headers } = await app.http.inject({
        url,
        query,
        headers: { host: new URL(origin).host, accept: 'text/html' },
      })
      expect(headers.location, `${url} ${place}`).toMatch(home)
      expect(decodeURIComponent(String(headers.location)), place).not.toMatch(/evil|javascript|data:/)
    }
  }
})

const readSession = async () => {
  const { rows } = await sql<{ id: string; minutes: number; is_shared: boolean }>`
    select id, is_shared, (extract(epoch from expires_at - now()) / 60)::float8 as minutes from sessions
    order by created_at desc limit 1`.execute(app.db)
  return rows[0]
}

test('a session on a shared computer ends after 30 to 35 idle minutes, and with the browser', async () => {
  const browser = openBrowser(origin)
  const email = 'library@harbour.example'
  await browser.follow(`/auth/google?login_hint=${email}&shared=1`, /^\/(dashboard|login)/)
  const reply = await fetch(`${origin}/api/me`, {
    headers: { cookie: [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ') },
  })
  expect(((await reply.json()) as Me).is_shared).toBe(true)
  const begun = await readSession()
  expect(begun?.is_shared).toBe(true)
  expect(begun?.minutes).toBeGreaterThan(30)
  expect(begun?.minutes).toBeLessThanOrEqual(35)

  const setMinutes = (minutes: number) =>
    sql`update sessions set expires_at = now() + make_interval(mins => ${minutes}) where id = ${begun?.id}`.execute(
      app.db,
    )
  await setMinutes(1)
  expect((await browser.visit('/api/me')).status).toBe(200)
  expect((await readSession())?.minutes).toBeGreaterThan(30)
  await setMinutes(-1)
  expect((await browser.visit('/api/me')).status).toBe(401)
})

test('a session elsewhere is not extended by requests', async () => {
  const browser = openBrowser(origin)
  await browser.signIn('home@harbour.example')
  const begun = await readSession()
  expect(begun?.is_shared).toBe(false)
  await sql`update sessions set expires_at = now() + interval '1 minute', last_seen_at = now() - interval '2 hours'
    where id = ${begun?.id}`.execute(app.db)
  expect((await browser.visit('/api/me')).status).toBe(200)
  expect((await readSession())?.minutes).toBeLessThanOrEqual(1)
})
