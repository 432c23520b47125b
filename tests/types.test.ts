// What looks like the right type is not taken for it: every field of every body, from the contract.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../src/app/contract.ts'

type Schema = { type?: string; anyOf?: Schema[] }

const lookalikes: Readonly<Record<string, readonly unknown[]>> = {
  boolean: ['true', 'yes', 1, [true], {}],
  string: [5, true, ['x'], { $gt: '' }],
  integer: ['5', true, [5], { $gt: 1 }, 1.5],
  number: ['5', true, [5], { $gt: 1 }],
  array: ['x', 5, { 0: 'x' }, true],
  object: ['x', 5, ['x'], true],
}

/** Fields that take whatever comes, and why. */
const lenient: Readonly<Record<string, string>> = {
  student_count: 'The documents: whatever is no whole number counts as 0.',
}

const typesOf = ({ type, anyOf = [] }: Schema): string[] =>
  [type, ...anyOf.flatMap(typesOf)].filter((one) => one !== undefined && one !== 'null') as string[]
const typeOf = (value: unknown) =>
  Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : (typeof value as string)

const fields = allRoutes.flatMap(({ name, route: { body } }) =>
  Object.entries(body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : {})
    .filter(([field]) => !(field in lenient))
    .map(([field, schema]) => ({ name, field, body, types: typesOf(schema as Schema) })),
)

test('no field of any body takes a value of another type', () => {
  const taken: string[] = []
  let tried = 0
  for (const { name, field, body, types } of fields) {
    for (const value of new Set(types.flatMap((type) => lookalikes[type] ?? []))) {
      const type = typeOf(value)
      if (types.includes(type) || (type === 'integer' && types.includes('number'))) continue
      tried++
      const { error } = body?.safeParse({ [field]: value }) ?? {}
      if (!error?.issues.some(({ path }) => path[0] === field)) taken.push(`${name} ${field} ${JSON.stringify(value)}`)
    }
  }
  expect(tried, 'need many fields for this test to mean anything').toBeGreaterThan(1000)
  expect(taken).toEqual([])
})
