import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { campus } from '../../../testing/campus.ts'
import { makeSchool, type TestSchool } from '../../../testing/factories/users.ts'
import type { Provider } from '../contract.ts'
import type { Claims } from './policy.ts'
import { changeRole } from './role-actions.ts'
import { findOrCreateUser } from './sign-in.ts'

const { app, school: harbour } = await campus({ school: { domain: 'harbour.edu' } })

/** Signs in with verified claims, as if the real provider had signed them. */
const arrive = (provider: Provider, claims: Claims) =>
  findOrCreateUser(app.db, app.config, { provider, keptAs: undefined, claims })
const google = (sub: string, email: string, more: Partial<Claims> = {}): Claims => ({
  iss: 'https://accounts.google.com',
  sub,
  email,
  email_verified: true,
  hd: email.split('@')[1],
  ...more,
})
const microsoft = (sub: string, email: string, tid: string, more: Partial<Claims> = {}): Claims => ({
  iss: `https://login.microsoftonline.com/${tid}/v2.0`,
  sub,
  email,
  tid,
  ...more,
})
const [tenant, otherTenant] = ['11111111-2222-4333-8444-555555555555', '99999999-2222-4333-8444-555555555555']
const listEmails = async (school: TestSchool) =>
  (await app.db.selectFrom('users').select('email').where('school_id', '=', school.id).execute()).map(
    ({ email }) => email,
  )

test('signs in the same user after their email address changes', async () => {
  const ada = await arrive('google', google('ada', 'ada@harbour.edu'))
  expect(ada).toMatchObject({ schoolId: harbour.id })
  expect(await arrive('google', google('ada', 'ada.castellan@harbour.edu'))).toEqual(ada)
})

test('does not give the account of a reassigned email address to its new owner', async () => {
  const grace = await arrive('google', google('grace', 'grace@harbour.edu'))
  expect(grace).toBeDefined()
  expect(await arrive('google', google('another-user', 'grace@harbour.edu'))).toBeUndefined()
  expect(await arrive('google', google('grace', 'grace@harbour.edu', { hd: 'mail.harbour.edu' }))).toBeUndefined()
  expect(await arrive('google', google('grace', 'grace@harbour.edu'))).toEqual(grace)
})

test('treats one subject in two Microsoft tenants as two users', async () => {
  const proven = { xms_edov: true }
  const one = await arrive('microsoft', microsoft('s', 'one@harbour.edu', tenant, proven))
  const other = await arrive('microsoft', microsoft('s', 'other@harbour.edu', otherTenant, proven))
  expect(other).toBeDefined()
  expect(other).not.toEqual(one)
})

test('rejects an unverified Microsoft tenant until it is bound to the school', async () => {
  const school = await makeSchool(app, { domain: 'meadow.edu' })
  const eve = microsoft('eve', 'dean@meadow.edu', tenant)
  expect(await arrive('microsoft', eve)).toBeUndefined()
  expect(await listEmails(school)).toEqual([])
  await app.db.updateTable('schools').set({ microsoft_tenant: tenant }).where('id', '=', school.id).execute()
  expect(await arrive('microsoft', microsoft('eve', 'dean@meadow.edu', otherTenant))).toBeUndefined()
  expect(await arrive('microsoft', eve)).toMatchObject({ schoolId: school.id })
})

test('rejects a token that does not prove an email address', async () => {
  const before = await listEmails(harbour)
  for (const more of [
    { email_verified: false },
    { email_verified: 'true' },
    { email_verified: undefined },
    { hd: undefined },
    { hd: 'evil.com' },
    { email: undefined },
    { email: ['x@harbour.edu'] },
    { email: '' },
  ])
    expect(await arrive('google', google('eve', 'eve@harbour.edu', more)), JSON.stringify(more)).toBeUndefined()
  expect(await listEmails(harbour)).toEqual(before)
})

test('rejects a user of a closed school who has an email address of another school', async () => {
  const closing = await makeSchool(app, { domain: 'closing.edu' })
  const linus = await arrive('microsoft', microsoft('linus', 'linus@closing.edu', tenant, { xms_edov: true }))
  expect(linus).toMatchObject({ schoolId: closing.id })
  await app.db.updateTable('schools').set({ is_active: false }).where('id', '=', closing.id).execute()
  const moved = arrive('microsoft', microsoft('linus', 'linus@harbour.edu', tenant, { xms_edov: true }))
  expect(await moved.catch(() => undefined)).toBeUndefined()
})

test('stores a name from a provider normalized, shortened and never empty', async () => {
  const nameFor = async (sub: string, name: unknown) => {
    const person = await arrive('google', google(sub, `${sub}@harbour.edu`, { name }))
    return (
      await app.db
        .selectFrom('users')
        .select('name')
        .where('id', '=', person?.id ?? '')
        .executeTakeFirstOrThrow()
    ).name
  }
  expect(await nameFor('n1', ' Ada\u0000\u202e  Castellan\n')).toBe('Ada Castellan')
  expect(await nameFor('n2', '🙂'.repeat(300))).toBe('🙂'.repeat(100))
  expect(await nameFor('n3', '\u200b ')).toBe('n3')
  expect(await nameFor('n4', { first: 'Ada' })).toBe('n4')
})

const findRole = async (id: string | undefined) =>
  (
    await app.db
      .selectFrom('users')
      .select('role')
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow()
  ).role

const grantMails = async () => {
  const { rows } = await sql<{ to: string; text: string }>`
    select payload ->> 'to' as to, payload ->> 'text' as text from graphile_worker._private_jobs
    where payload ->> 'subject' like '%administrator on Quad'`.execute(app.db)
  return rows
}

test('grants the SITE_ADMINS role only to the identity that enrolled with the email address', async () => {
  const listed = { ...app.config, siteAdmins: ['root@harbour.edu'] }
  const come = (claims: Claims) => findOrCreateUser(app.db, listed, { provider: 'google', keptAs: undefined, claims })
  const eve = await come(google('eve-2', 'eve-2@harbour.edu'))
  expect(await come(google('eve-2', 'root@harbour.edu'))).toEqual(eve) // the claim was edited at the provider
  expect(await findRole(eve?.id)).toBe('student')
  const root = await come(google('root', 'root@harbour.edu'))
  expect(await findRole(root?.id)).toBe('site_admin')
  expect(await come(google('root', 'renamed@harbour.edu'))).toEqual(root)
  expect(await findRole(root?.id)).toBe('site_admin')
})

test('does not restore a revoked role through SITE_ADMINS, only through the operator', async () => {
  const listed = { ...app.config, siteAdmins: ['chief@harbour.edu'] }
  const come = () =>
    findOrCreateUser(app.db, listed, {
      provider: 'google',
      keptAs: undefined,
      claims: google('chief', 'chief@harbour.edu'),
    })
  const chief = await come()
  expect(await findRole(chief?.id)).toBe('site_admin')
  await changeRole(app.db, listed, 'root@harbour.edu', 'site_admin') // another one, so that this is not the last
  await changeRole(app.db, listed, 'chief@harbour.edu', 'student')
  await come()
  expect(await findRole(chief?.id)).toBe('student')
  await changeRole(app.db, listed, 'chief@harbour.edu', 'site_admin')
  expect(await findRole(chief?.id)).toBe('site_admin')
  await changeRole(app.db, listed, 'chief@harbour.edu', 'admin')
  await come()
  expect(await findRole(chief?.id)).toBe('admin')
})

test('sends an email about each granted role to all site administrators', async () => {
  const before = await grantMails()
  const admins = await app.db.selectFrom('users').select('email').where('role', '=', 'site_admin').execute()
  await arrive('google', google('dean', 'dean@harbour.edu'))
  await changeRole(app.db, app.config, 'dean@harbour.edu', 'admin')
  const mails = (await grantMails()).slice(before.length)
  expect(mails.map(({ to }) => to).sort()).toEqual(admins.map(({ email }) => email).sort())
  for (const { text } of mails)
    expect(text).toContain('(dean@harbour.edu, Test School) is now administrator of their school')
  const listed = { ...app.config, siteAdmins: ['second@harbour.edu'] }
  const claims = google('second', 'second@harbour.edu')
  await findOrCreateUser(app.db, listed, { provider: 'google', keptAs: undefined, claims })
  const later = (await grantMails()).slice(before.length + mails.length)
  expect(later.map(({ to }) => to).sort()).toEqual([...admins.map(({ email }) => email), 'second@harbour.edu'].sort())
})
