// Every route with every role, compared with the permission matrix (src/testing/permissions.ts).
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allRoutes } from '../src/app/contract.ts'
import type { Route } from '../src/shared/contract.ts'
import { as, openTestApp } from '../src/testing/app.ts'
import { makeSchool, makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { permissions, publicRoutes, type Role, roles } from '../src/testing/permissions.ts'
import { samples } from '../src/testing/samples/all.ts'
import { openStream } from '../src/testing/streams.ts'

const app = await openTestApp()

const guarded = allRoutes.filter(({ route }) => route.access !== 'public')

test('the matrix contains every route and no others', () => {
  expect(Object.keys(permissions).sort()).toEqual(guarded.map(({ name }) => name).sort())
  const open = allRoutes.filter(({ route }) => route.access === 'public').map(({ name }) => name)
  expect([...publicRoutes].sort()).toEqual(open.sort())
})

/** The role of the user who owns the items of the call. */
const ownerRole = ({ access }: Route) =>
  access === 'custodian' ? 'admin' : access === 'site_admin' || access === 'admin' ? access : 'student'

const toUserRole = (role: Role) =>
  role.endsWith('site admin') ? 'site_admin' : role.endsWith('admin') ? 'admin' : 'student'

const blockByAll = (asker: TestUser) =>
  sql`insert into blocks (school_id, blocker_id, blocked_id)
    select school_id, id, ${asker.id} from users where school_id = ${asker.schoolId} and id <> ${asker.id}`.execute(
    app.db,
  )

test.concurrent.each(guarded)(
  '$name is answered to each role as the matrix says',
  { timeout: 90_000 },
  async ({ name, route }) => {
    const [school, elsewhere] = [await makeSchool(app), await makeSchool(app)]
    const ask = async (role: Role) => {
      const owner = await makeUser(app, { school, role: ownerRole(route) })
      const sample = (await samples[name]?.(app, owner)) ?? {}
      const asker = await makeUser(app, {
        school: role.startsWith('foreign') ? elsewhere : school,
        role: toUserRole(role),
        terms: role !== 'newcomer',
      })
      if (role === 'blocked') await blockByAll(asker)
      return (await call(asker, route, sample)).status
    }
    const answered: Record<string, number> = {}
    for (const role of roles) answered[role] = await ask(role)
    expect(answered).toEqual(permissions[name])
  },
)

async function call(asker: TestUser, route: Route, ask: object): Promise<{ status: number }> {
  if (route.path !== '/api/live') return as(app, asker)(route, ask)
  const stream = await openStream(app, asker)
  stream.close()
  return stream
}
