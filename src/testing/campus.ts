import { beforeEach } from 'vitest'
import type { Config } from '../shared/server/config.ts'
import type { App } from '../shared/server/services.ts'
import { openTestApp } from './app.ts'
import { makeSchool, makeUser, type TestSchool, type TestUser } from './factories/users.ts'

type SchoolValues = Parameters<typeof makeSchool>[1]
type UserValues = Omit<Parameters<typeof makeUser>[1], 'school'>
type People = Readonly<Record<string, UserValues>>

type Plan = {
  readonly config?: Config
  /** One server, even if TEST_NODES asks for several. */
  readonly alone?: boolean
  readonly school?: SchoolValues
  readonly people?: People
  /** A second school with its own users. */
  readonly foreign?: { readonly school?: SchoolValues; readonly people?: People }
  /** Creates the school and its users again before each test, in the same objects. The foreign school stays. */
  readonly perTest?: boolean
}

type Campus<P extends Plan> = { readonly app: App; readonly school: TestSchool } & Users<P['people']> &
  (P extends { readonly foreign: { readonly people?: infer Foreigners } }
    ? { readonly foreignSchool: TestSchool } & Users<Foreigners>
    : unknown)
type Users<P> = P extends People ? { readonly [name in keyof P]: TestUser } : unknown

/**
 * Opens a test app with a school and its users, each under the name that the plan gives. Call it at the top of a file,
 * or in a test without `perTest`. It is closed after the last test of the file.
 */
export async function campus<const P extends Plan>(plan: P = {} as P): Promise<Campus<P>> {
  const { config, alone = false, people = {}, foreign, perTest = false }: Plan = plan
  const app = await openTestApp(config, { alone })
  const school = {} as TestSchool
  const users = Object.fromEntries(Object.keys(people).map((name) => [name, {} as TestUser]))
  const create = async () => {
    Object.assign(school, await makeSchool(app, plan.school))
    for (const [name, values] of Object.entries(people))
      Object.assign(users[name] ?? {}, await makeUser(app, { school, ...values }))
  }
  if (perTest) beforeEach(create)
  else await create()
  if (!foreign) return { app, school, ...users } as unknown as Campus<P>
  const foreignSchool = await makeSchool(app, foreign.school)
  const foreigners: Record<string, TestUser> = {}
  for (const [name, values] of Object.entries(foreign.people ?? {}))
    foreigners[name] = await makeUser(app, { school: foreignSchool, ...values })
  return { app, school, foreignSchool, ...users, ...foreigners } as unknown as Campus<P>
}
