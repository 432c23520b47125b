// Every route with invalid input: no server error, no internals in the reply, nothing half-stored. Each run draws new
// values (src/testing/seeds.ts); FUZZ_RUNS sets their number.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../src/app/contract.ts'
import type { Route } from '../src/shared/contract.ts'
import { as, openTestApp } from '../src/testing/app.ts'
import { makeSchool, makeUser } from '../src/testing/factories/users.ts'
import { samples } from '../src/testing/samples/all.ts'
import type { SampleRequest } from '../src/testing/samples/sample.ts'
import { withSeeds } from '../src/testing/seeds.ts'

const numRuns = Number(process.env.FUZZ_RUNS ?? 8)

const app = await openTestApp()

const horrors = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfff',
  '\u202e\u2066gnitirw',
  `e${'\u0301'.repeat(10_000)}`,
  '👩‍👩‍👧‍👦'.repeat(300),
  '\u3164',
  '\ufeff',
  "'; drop table users; --",
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '%_\\%',
  '{"$gt":""}',
  '{{7*7}}<%= 7*7 %>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '٣',
  'x'.repeat(201),
  'x'.repeat(5001),
  'a'.repeat(100_000),
  '00000000-0000-0000-0000-000000000000',
]
const text = fc.oneof(fc.constantFrom(...horrors), fc.string({ unit: 'binary', maxLength: 40 }))
const number = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    1,
    0.1,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    253_402_300_800,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
  ),
  fc.integer(),
  fc.double({ noNaN: true }),
)
const deep = (depth: number): unknown => (depth === 0 ? 'x' : depth % 2 ? [deep(depth - 1)] : { a: deep(depth - 1) })
const anything: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.uuid(),
  fc.array(fc.oneof(text, number, fc.uuid()), { maxLength: 12 }),
  fc.constant(Array.from({ length: 300 }, () => 'x')),
  fc.constant(deep(500)),
  fc.dictionary(fc.oneof(fc.constantFrom('__proto__', 'constructor', '$gt', 'length'), fc.string()), text, {
    maxKeys: 3,
  }),
)

type Schema = {
  type?: string
  enum?: unknown[]
  maxLength?: number
  items?: Schema
  properties?: Record<string, Schema>
}
const toSchema = (shape: z.ZodType): Schema =>
  z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as unknown as Schema

/** Values of the type that a field accepts, at its limits, or of another type. */
function aValueFor(schema: Schema): fc.Arbitrary<unknown> {
  const { type, maxLength: max = 200 } = schema
  if (schema.enum) return fc.oneof(fc.constantFrom(...schema.enum), anything)
  if (type === 'string')
    return fc.oneof(
      fc.constantFrom('x'.repeat(max), 'x'.repeat(max + 1), '😀'.repeat(max), ` ${'x'.repeat(max)} `),
      fc.uuid(),
      anything,
    )
  if (type === 'integer' || type === 'number') return fc.oneof(number, anything)
  if (type === 'boolean') return fc.oneof(fc.boolean(), anything)
  if (type === 'array') return fc.oneof(fc.array(aValueFor(schema.items ?? {}), { maxLength: 12 }), anything)
  return anything
}

const buildFields = (shape: z.ZodType | undefined) =>
  fc.record(
    Object.fromEntries(
      Object.entries(shape ? (toSchema(shape).properties ?? {}) : {}).map(([name, schema]) => [
        name,
        aValueFor(schema),
      ]),
    ),
    { requiredKeys: [] },
  )

/** URLs cannot contain half a surrogate pair: a client that tries fails before sending. */
const toUrlText = (value: string) => value.toWellFormed()

type Attempt = {
  params: Record<string, string | undefined>
  query: Record<string, unknown>
  body: unknown
  key: string | undefined
}

const buildAttempt = ({ path, query, body }: Route): fc.Arbitrary<Attempt> =>
  fc.record({
    params: fc.record(
      Object.fromEntries(
        [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', fc.oneof(text.map(toUrlText), fc.uuid())]),
      ),
      { requiredKeys: [] },
    ),
    query: buildFields(query),
    body: body
      ? fc.oneof({ weight: 6, arbitrary: buildFields(body) }, { weight: 1, arbitrary: anything })
      : fc.constant(undefined),
    key: fc.option(fc.constantFrom('k', 'x'.repeat(201)), { nil: undefined, freq: 4 }),
  })

/** Row counts of every table. Sequences and sign-in attempts do not count as data. */
async function countRows(): Promise<string> {
  const { rows } = await sql<{ counts: string }>`
    select string_agg(relname || ' ' || (xpath('/row/c/text()',
      query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text, ', ' order by relname) as counts
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'sign_in_attempts'`.execute(
    app.db,
  )
  return rows[0]?.counts ?? ''
}

const insides =
  /\bat .+:\d+:\d+|node_modules|\.ts\b|syntax error|relation "|column "|\bpg_|invalid input syntax|violates/

/** Asserts that a reply has the error format and shows no internals. */
function expectDecent(name: string, { status, body }: { status: number; body: unknown }) {
  expect(status, name).toBeLessThan(500)
  if (status < 400) return
  expect(body, name).toMatchObject({ success: false, error: expect.any(String), code: expect.any(String) })
  expect((body as { error: string }).error, name).not.toMatch(insides)
}

const isStream = ({ path }: Route) => path === '/api/live'

test.each(allRoutes.filter(({ route }) => !isStream(route)))(
  '$name rejects invalid input without a server error',
  { timeout: 60_000 },
  async ({ name, route }) => {
    const owner = await makeUser(app, { school: await makeSchool(app), role: 'site_admin' })
    await app.db.updateTable('users').set({ can_manage_ads: true }).where('id', '=', owner.id).execute()
    const sample: SampleRequest = (await samples[name]?.(app, owner)) ?? {}
    const before = await countRows()
    let wasDone = false
    const property = fc.asyncProperty(buildAttempt(route), async ({ params, query, body, key }) => {
      const isFields = body !== null && typeof body === 'object' && !Array.isArray(body)
      const answer = await as(app, owner)(route, {
        params: { ...sample.params, ...params },
        query: Object.fromEntries(
          Object.entries(query).map(([field, value]) => [
            field,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ),
        ...(route.body ? { body: isFields ? { ...sample.body, ...body } : JSON.stringify(body) } : {}),
        headers: {
          'content-type': 'application/json',
          ...(key ? { 'idempotency-key': key } : {}),
        },
      } as never)
      if (answer.status < 400) wasDone = true
      expectDecent(name, answer)
    })
    await withSeeds((seed) => fc.assert(property, { seed, numRuns }))
    if (!wasDone) expect(await countRows(), 'a refused request stores nothing').toBe(before)
  },
)

/** CPU milliseconds per request, independent of the machine's load. */
const maxCpuMs = 1500
const floods = ['a@', '<', '](', '((', ' \n', '\u0301', 'http://a.', '"\'', '#', '\\']

test.each(allRoutes.filter(({ route }) => route.body))(
  '$name processes a hostile text in bounded time',
  { timeout: 60_000 },
  async ({ name, route }) => {
    const owner = await makeUser(app, { school: await makeSchool(app), role: 'site_admin' })
    const fields = Object.keys(toSchema(route.body as z.ZodType).properties ?? {})
    const sample: SampleRequest = (await samples[name]?.(app, owner)) ?? {}
    for (const flood of floods) {
      const body = Object.fromEntries(fields.map((field) => [field, flood.repeat(Math.floor(60_000 / flood.length))]))
      const began = process.cpuUsage()
      const answer = await as(app, owner)(route, { params: sample.params, body } as never)
      const { user } = process.cpuUsage(began)
      expectDecent(name, answer)
      expect(user / 1000, `${name} with ${JSON.stringify(flood)}`).toBeLessThan(maxCpuMs)
    }
  },
)
