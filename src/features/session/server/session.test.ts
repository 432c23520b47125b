// Long, because moderation status, sign-out, terms and profile share one set-up.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Route } from '../../../shared/contract.ts'
import { parseSessionToken } from '../../../shared/server/auth/session.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { routePaths } from '../../../shared/server/http/serve.ts'
import { as, openTestApp, signedOut, type TestResponse } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { moderate, reverse } from '../../moderation/server/actions.ts'
import { comments, posts } from '../../posts/contract.ts'
import { session } from '../contract.ts'

const dean = { id: null, name: 'Dean' }

const { app, school } = await campus({ school: { name: 'Harbour University' } })

const findUser = (person: TestUser) =>
  app.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
const statusOfMe = async (person: { cookie: string }) => (await as(app, person)(session.me)).status

test('rejects sign-in and registration with a password in any format and on any path and creates nothing', async () => {
  const countPeople = () => app.db.selectFrom('users').select(sql<number>`count(*)::int`.as('people')).execute()
  const before = await countPeople()
  const paths = [...routePaths(session.passwordSignIn), ...routePaths(session.registration)]
  expect(paths.sort()).toEqual([
    '/api/auth/login',
    '/api/auth/register',
    '/api/login',
    '/api/register',
    '/auth/login',
    '/auth/register',
    '/login',
    '/register',
  ])
  const bodies = [
    { payload: JSON.stringify({ email: 'ada@x.example', password: 'secret' }), type: 'application/json' },
    { payload: 'email=ada%40x.example&password=secret', type: 'application/x-www-form-urlencoded' },
    { payload: 'not even JSON', type: 'application/json' },
    { payload: 'ada, secret', type: 'text/plain' },
    { payload: '', type: 'application/json' },
  ]
  for (const url of paths) {
    for (const { payload, type } of bodies) {
      const reply = await app.http.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
      expect(reply.statusCode, `${url} ${type}`).toBe(403)
      expect(reply.json()).toMatchObject({ success: false, error: 'OAuth-only authentication' })
      expect(reply.headers).not.toHaveProperty('set-cookie')
    }
    const { statusCode } = await app.http.inject({ method: 'POST', url })
    expect(statusCode, `${url} without a body`).toBe(403)
  }
  expect(await countPeople()).toEqual(before)
})

test('returns all fields of the current user without an envelope', async () => {
  const ada = await makeUser(app, { school, name: 'Ada', terms: false })
  const { body } = await as(app, ada)(session.me)
  expect(body).toEqual({
    id: ada.id,
    name: 'Ada',
    email: ada.email,
    role: 'student',
    school: 'Harbour University',
    school_id: school.id,
    school_timezone: 'UTC',
    school_country: 'Nowhere',
    school_minimum_age: 13,
    anonymity_mode: 'one',
    unmaskable_days: null,
    is_custodian: false,
    grants: [],
    receives_push: false,
    hides_own: false,
    checks_names: false,
    confessions_mode: 'on',
    help_lines: [],
    safety: { words: [], notes: 'collapse', receipts: true, typing: true, counts: true, crisis_card: true },
    is_shared: false,
    avatar_url: null,
    avatar: null,
    cover_photo: null,
    bio: null,
    location: null,
    website: null,
    phone: null,
    major: null,
    graduation_year: null,
    terms_accepted: 0,
    can_manage_ads: false,
    email_notifications: true,
    welcome: null,
    created_at: expect.any(Number),
  })
})

test('treats a missing, made-up or invalid cookie as signed out', async () => {
  const token = Buffer.alloc(48, 7).toString('base64url')
  for (const cookie of ['', 'quad=', 'quad=x', 'quad=%E0%A4%A', `quad=${token}`, `other=${token}`])
    expect(await statusOfMe({ cookie }), cookie).toBe(401)
  expect((await as(app, signedOut)(session.me)).body).toMatchObject({ success: false, error: expect.any(String) })
})

test('accepts a session token in its one spelling only', async () => {
  const ada = await makeUser(app, { school: await makeSchool(app) })
  const token = ada.cookie.split('=')[1] ?? ''
  const other = (character: string) => (character === 'A' ? 'B' : 'A')
  const each = (change: (index: number) => string) => Array.from({ length: 64 }, (_, index) => change(index))
  const insert = (text: string) => each((index) => token.slice(0, index) + text + token.slice(index))
  const mutations = [
    ...each((index) => token.slice(0, index) + other(token[index] ?? '') + token.slice(index + 1)),
    ...['.', '!', '*', '~', "'", '(', '|'].flatMap(insert),
    ...['=', '==', '====', '.', '!', '\u00e9', 'A', 'AA', 'AAAA'].flatMap((text) => [token + text, text + token]),
    ...each((index) => token.slice(0, index)),
    token.replaceAll('-', '+').replaceAll('_', '/') + (/[-_]/.test(token) ? '' : '/'),
    Buffer.from(token, 'base64url').toString('base64'),
    Buffer.from(token, 'base64url').toString('hex'),
    token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
    `"${token} "`,
    `${token}${token}`,
  ].filter((mutation) => mutation !== token)
  expect(mutations.length).toBeGreaterThan(500)
  const accepted = mutations.filter(
    (mutation) => parseSessionToken(mutation) !== undefined && isSameHash(mutation, token),
  )
  expect(accepted).toEqual([])
  for (const mutation of [`${token}!`, `${token}=`, `${token.slice(0, 9)}.${token.slice(9)}`]) {
    const cookie = `quad=${mutation}`
    expect((await app.http.inject({ url: '/api/me', headers: { cookie } })).statusCode, mutation).toBe(401)
  }
  expect((await app.http.inject({ url: '/api/me', headers: { cookie: ada.cookie } })).statusCode).toBe(200)
})

const isSameHash = (one: string, another: string) =>
  parseSessionToken(one)?.hash.equals(parseSessionToken(another)?.hash ?? Buffer.of())

test('stores only a hash of the session token', async () => {
  const ada = await makeUser(app, { school })
  const token = Buffer.from(ada.cookie.split('=')[1] ?? '', 'base64url')
  const { rows } = await sql<{ text: string; token_hash: Buffer }>`
    select sessions::text as text, token_hash from sessions where user_id = ${ada.id}`.execute(app.db)
  const [stored] = rows
  expect(stored?.token_hash.equals(createHash('sha256').update(token).digest())).toBe(true)
  const secret = token.subarray(16).toString('hex')
  expect(stored?.text).not.toContain(secret)
  expect(stored?.text).not.toContain(ada.cookie.split('=')[1])
})

test('binds the session cookie to this host over https', async () => {
  const secure = await openTestApp({ ...app.config, publicUrl: 'https://quad.example', secure: true })
  const ada = await makeUser(secure, { school: await makeSchool(secure) })
  expect(ada.cookie).toMatch(/^__Host-quad=/)
  const { status, headers } = await as(secure, ada)(session.signOut)
  expect(status).toBe(200)
  expect(headers['set-cookie']).toMatch(/^__Host-quad=; Max-Age=0; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
  expect(headers['strict-transport-security']).toContain('max-age=31536000')
})

test('ends a session when it expires', async () => {
  const ada = await makeUser(app, { school })
  expect(await statusOfMe(ada)).toBe(200)
  await app.db
    .updateTable('sessions')
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where('user_id', '=', ada.id)
    .execute()
  expect(await statusOfMe(ada)).toBe(401)
})

test('ends the sessions of an inactive school', async () => {
  const other = await makeSchool(app)
  const ada = await makeUser(app, { school: other })
  const setActive = (is_active: boolean) =>
    app.db.updateTable('schools').set({ is_active }).where('id', '=', other.id).execute()
  await setActive(false)
  expect(await statusOfMe(ada)).toBe(401)
  await setActive(true)
  expect(await statusOfMe(ada)).toBe(200)
})

test('rejects requests of a banned user with the reason, except signing out', async () => {
  const mallory = await makeUser(app, { school })
  await withTransaction(app.db, (trx) => moderate(trx, dean, mallory, { type: 'ban', reason: 'Harassment' }))
  const { status, body } = await as(app, mallory)(session.me)
  expect(status).toBe(403)
  expect(body).toEqual({
    success: false,
    error: 'Your account has been banned. Reason: Harassment',
    code: 'account_blocked',
    request_id: expect.any(String),
    isBlocked: true,
    blockReason: 'banned',
    message: 'Your account has been banned. Reason: Harassment',
    suspendedUntil: null,
  })
  expect((await as(app, mallory)(session.signOut)).status).toBe(200)
  expect(await statusOfMe(mallory)).toBe(401)
})

test('rejects requests of a suspended user until the suspension ends and reports its end', async () => {
  const sam = await makeUser(app, { school })
  const sevenDays = Math.floor(Date.now() / 1000) + 7 * 24 * 3600
  await withTransaction(app.db, (trx) => moderate(trx, dean, sam, { type: 'suspend', reason: 'Spam', days: 7 }))
  const { status, body } = await as(app, sam)(session.me)
  expect(status).toBe(423)
  expect(body).toMatchObject({ isBlocked: true, blockReason: 'suspended', message: expect.stringContaining('Spam') })
  const { suspendedUntil } = body as unknown as { suspendedUntil: number }
  expect(Math.abs(suspendedUntil - sevenDays)).toBeLessThan(5)

  await app.db
    .updateTable('users')
    .set({ blocked_until: sql`now() - interval '1 second'` })
    .where('id', '=', sam.id)
    .execute()
  expect(await statusOfMe(sam)).toBe(200)
  expect((await as(app, sam)(posts.create, { body: { content: 'Back again' } })).status).toBe(201)
})

test('keeps one sanction when the other is reversed', async () => {
  const mallory = await makeUser(app, { school })
  const suspension = await withTransaction(app.db, (trx) =>
    moderate(trx, dean, mallory, { type: 'suspend', reason: 'Spam', days: 1 }),
  )
  const ban = await withTransaction(app.db, (trx) =>
    moderate(trx, dean, mallory, { type: 'ban', reason: 'Harassment' }),
  )
  expect(await statusOfMe(mallory)).toBe(403)
  await withTransaction(app.db, (trx) => reverse(trx, dean, mallory, ban, 'Mistaken identity'))
  expect(await statusOfMe(mallory)).toBe(423)
  await withTransaction(app.db, (trx) => reverse(trx, dean, mallory, suspension, 'Mistaken identity'))
  expect(await statusOfMe(mallory)).toBe(200)
})

/** Bans the user and commits the ban once their request waits for it (or was answered, where it should not wait). */
async function banDuring<R extends Route>(
  person: TestUser,
  call: () => Promise<TestResponse<R>>,
): Promise<TestResponse<R>> {
  let answered = false
  const answer = await app.db.transaction().execute(async (trx) => {
    await moderate(trx, dean, person, { type: 'ban', reason: 'Harassment' })
    const pending = call().finally(() => {
      answered = true
    })
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!answered && (await waiting.execute(app.db)).rows.length === 0);
    return { pending }
  })
  return answer.pending
}

test('stops every kind of write in progress when its user is banned', async () => {
  const everyWrite = async (person: TestUser) => {
    const post = await makePost(app, person)
    const comment = await makeComment(app, person, post)
    const [byPost, byComment] = [{ params: { id: post.id } }, { params: { id: comment.id } }]
    const ask = as(app, person)
    return {
      'a new post': () => ask(posts.create, { body: { content: 'Too late' } }),
      'a new post with a key': () =>
        ask(posts.create, { body: { content: 'Too late' }, headers: { 'idempotency-key': 'one' } }),
      'a change of a post': () => ask(posts.update, { ...byPost, body: { content: 'Too late' } }),
      'a comment': () => ask(comments.create, { body: { post_id: post.id, content: 'Too late' } }),
      'a like': () => ask(posts.like, byPost),
      'an unlike': () => ask(posts.unlike, byPost),
      'a like of a comment': () => ask(comments.like, byComment),
      'a changed profile': () => ask(session.updateMe, { body: { bio: 'Too late' } }),
      'accepted terms': () => ask(session.acceptTerms),
      'a deleted comment': () => ask(comments.remove, byComment),
      'a deleted post': () => ask(posts.remove, byPost),
    }
  }
  for (const kind of Object.keys(await everyWrite(await makeUser(app, { school })))) {
    const mallory = await makeUser(app, { school, terms: false })
    const write = (await everyWrite(mallory))[kind as 'a like']
    const { status, body } = await banDuring(mallory, write)
    expect(status, kind).toBe(403)
    expect(body, kind).toMatchObject({ isBlocked: true, blockReason: 'banned' })
    const left = app.db.selectFrom('posts').where('author_id', '=', mallory.id)
    expect(await left.select(['content', 'like_count', 'comment_count']).execute(), kind).toEqual([
      { content: 'Good morning', like_count: 0, comment_count: 1 },
    ])
    expect(await findUser(mallory), kind).toMatchObject({ bio: null, terms_accepted_at: null })
  }
})

test('writes none of a hundred concurrent posts after the ban was answered', async () => {
  const mallory = await makeUser(app, { school })
  const countPosts = async (db = app.db) => {
    const rows = db.selectFrom('posts').where('author_id', '=', mallory.id)
    return (await rows.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count
  }
  const write = async (_: unknown, at: number) =>
    (await as(app, mallory)(posts.create, { body: { content: `Flood ${at}` } })).status

  // The ban uses its own connection, as on another node, so that it does not queue behind the posts.
  await app.db.connection().execute(async (elsewhere) => {
    const ban = async () => {
      while ((await countPosts(elsewhere)) < 10);
      await withTransaction(elsewhere, (trx) => moderate(trx, dean, mallory, { type: 'ban', reason: 'Flood' }))
      return countPosts(elsewhere)
    }
    const [countAtBan, ...statuses] = await Promise.all([ban(), ...Array.from({ length: 100 }, write)])
    const made = statuses.filter((status) => status === 201).length
    expect(statuses.filter((status) => status === 403).length).toBe(100 - made)
    expect(made, 'some must be too late for this test to be meaningful').toBeLessThan(100)
    expect(countAtBan).toBe(made)
    expect(await countPosts()).toBe(made)
  })
  const { rows } = await sql`
    select from posts join moderation_actions as ban on ban.user_id = posts.author_id
    where posts.author_id = ${mallory.id} and posts.created_at > ban.created_at`.execute(app.db)
  expect(rows).toEqual([])
})

test('invalidates the token on the server when signing out', async () => {
  for (const [route, method] of [
    [session.signOut, 'GET'],
    [session.signOutByForm, 'POST'],
  ] as const) {
    for (const url of routePaths(route)) {
      const ada = await makeUser(app, { school })
      const reply = await app.http.inject({ method, url, headers: { cookie: ada.cookie } })
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toEqual({ success: true })
      expect(reply.cookies).toMatchObject([{ name: 'quad', value: '', path: '/' }])
      expect(await statusOfMe(ada), `${method} ${url}`).toBe(401)
    }
  }
  expect((await as(app, signedOut)(session.signOut)).status).toBe(200)
})

test('ends only this session of the user when signing out', async () => {
  const ada = await makeUser(app, { school })
  const grace = await makeUser(app, { school })
  await app.db.updateTable('sessions').set({ user_id: ada.id }).where('user_id', '=', grace.id).execute()
  await as(app, ada)(session.signOut)
  expect(await statusOfMe(ada)).toBe(401)
  expect((await as(app, grace)(session.me)).body).toMatchObject({ id: ada.id })
})

test('does not sign out for an image of another site or subdomain, and redirects a navigation to the sign-in page', async () => {
  const ada = await makeUser(app, { school })
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    expect((await as(app, ada)(session.signOut, { headers })).status).toBe(403)
    expect((await as(app, ada)(session.signOutByForm, { headers })).status).toBe(403)
  }
  expect(await statusOfMe(ada)).toBe(200)

  const reply = await as(app, ada)(session.signOut, { headers: { accept: 'text/html' } })
  expect(reply.status).toBe(302)
  expect(reply.headers).toMatchObject({ location: '/login' })
  expect(await statusOfMe(ada)).toBe(401)
})

test('stores the first acceptance of the terms with time, version and age', async () => {
  const school = await makeSchool(app)
  const setAge = (minimum_age: number) =>
    app.db.updateTable('schools').set({ minimum_age }).where('id', '=', school.id).execute()
  await setAge(16)
  const ada = await makeUser(app, { school, terms: false })
  const { body } = await as(app, ada)(session.acceptTerms)
  expect(body).toMatchObject({ success: true, data: { id: ada.id, terms_accepted: 1 } })
  const accepted = await findUser(ada)
  expect(accepted.terms_version).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(accepted.terms_age).toBe(16)
  expect(body.data.school_minimum_age).toBe(16)
  await setAge(18)
  await as(app, ada)(session.acceptTerms)
  expect(await findUser(ada)).toMatchObject({ terms_accepted_at: accepted.terms_accepted_at, terms_age: 16 })
})

test('accepts the terms in a profile update and never withdraws the acceptance', async () => {
  for (const terms_accepted of [1, true]) {
    const ada = await makeUser(app, { school, terms: false })
    expect((await as(app, ada)(session.updateMe, { body: { terms_accepted } })).body.terms_accepted).toBe(1)
  }
  const ada = await makeUser(app, { school, terms: false })
  for (const terms_accepted of [0, false])
    expect((await as(app, ada)(session.updateMe, { body: { terms_accepted } })).body.terms_accepted).toBe(0)
  await as(app, ada)(session.acceptTerms)
  expect((await as(app, ada)(session.updateMe, { body: { terms_accepted: 0 } })).body.terms_accepted).toBe(1)
  for (const terms_accepted of ['1', 2, 'true', [1], {}])
    expect((await as(app, ada)(session.updateMe, { body: { terms_accepted } })).status).toBe(400)
})

test('begins the first steps of an account with its first acceptance of the terms only', async () => {
  const ada = await makeUser(app, { school, terms: false })
  const call = as(app, ada)
  expect((await call(session.acceptTerms)).body.data.welcome).toBe('steps')
  expect((await call(session.updateMe, { body: { welcome: 'card' } })).body.welcome).toBe('card')
  expect((await call(session.acceptTerms)).body.data.welcome).toBe('card')
  await app.db.updateTable('users').set({ terms_version: 'earlier' }).where('id', '=', ada.id).execute()
  expect((await call(session.acceptTerms)).body.data.welcome).toBe('card')
  expect((await call(session.updateMe, { body: { welcome: 'steps' } })).status).toBe(400)

  const earlier = await makeUser(app, { school })
  expect((await as(app, earlier)(session.acceptTerms)).body.data.welcome).toBe(null)
})
