import { createSession } from '../../shared/server/auth/session.ts'
import { sessionCookieName } from '../../shared/server/auth/session-cookie.ts'
import type { Role } from '../../shared/server/auth/viewer.ts'
import { newId } from '../../shared/server/db/sql.ts'
import type { App } from '../../shared/server/services.ts'

export type TestSchool = { readonly id: string; readonly domain: string }
export type TestUser = {
  readonly id: string
  readonly schoolId: string
  readonly name: string
  readonly email: string
  readonly cookie: string
}

export async function makeSchool(
  { db }: App,
  values: { name?: string; domain?: string; active?: boolean } = {},
): Promise<TestSchool> {
  const id = newId()
  const domain = values.domain ?? `${id}.example`
  await db
    .insertInto('schools')
    .values({
      id,
      name: values.name ?? 'Test School',
      email_domain: domain,
      country: 'Nowhere',
      is_active: values.active ?? true,
    })
    .execute()
  return { id, domain }
}

/** Creates a user with an open session. */
export async function makeUser(
  app: App,
  {
    school,
    name = 'Test Person',
    role = 'student',
    terms = true,
  }: { school: TestSchool; name?: string; role?: Role; terms?: boolean },
): Promise<TestUser> {
  const id = newId()
  const email = `${id}@${school.domain}`
  await app.db
    .insertInto('users')
    .values({ school_id: school.id, id, name, email, role, terms_accepted_at: terms ? new Date() : null })
    .execute()
  const token = await createSession(
    app.db,
    { id, schoolId: school.id },
    { userAgent: 'test', ip: undefined, authenticatedAt: new Date() },
  )
  return { id, schoolId: school.id, name, email, cookie: `${sessionCookieName(app.config.secure)}=${token}` }
}

export async function makeFriends({ db }: App, one: TestUser, other: TestUser): Promise<void> {
  const school_id = one.schoolId
  const both = [
    { school_id, user_id: one.id, friend_id: other.id },
    { school_id, user_id: other.id, friend_id: one.id },
  ]
  await db.insertInto('friendships').values(both).execute()
}

export async function makeBlock({ db }: App, blocker: TestUser, blocked: TestUser): Promise<void> {
  await db
    .insertInto('blocks')
    .values({ school_id: blocker.schoolId, blocker_id: blocker.id, blocked_id: blocked.id })
    .execute()
}

/** Marks the account as deleted, as its owner would. A job removes the rows later. */
export async function deleteUser({ db }: App, person: TestUser): Promise<void> {
  await db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('school_id', '=', person.schoolId)
    .where('id', '=', person.id)
    .execute()
}
