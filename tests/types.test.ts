// No field accepts a value that merely looks like the right type: every field of every body in the contract.
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

/** Fields that accept any value, and why. */
const lenient: Readonly<Record<string, string>> = {
  student_count: 'By the specification, anything but an integer counts as 0.',
}

const listTypes = ({ type, anyOf = [] }: Schema): string[] =>
  [type, ...anyOf.flatMap(listTypes)].filter((name) => name !== undefined && name !== 'null') as string[]
const toTypeName = (value: unknown) =>
  Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : (typeof value as string)

const fields = allRoutes.flatMap(({ name, route: { body } }) =>
  Object.entries(body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : {})
    .filter(([field]) => !(field in lenient))
    .map(([field, schema]) => ({ name, field, body, types: listTypes(schema as Schema) })),
)

test('no field of a body accepts a value of another type', () => {
  const taken: string[] = []
  let tried = 0
  for (const { name, field, body, types } of fields) {
    for (const value of new Set(types.flatMap((type) => lookalikes[type] ?? []))) {
      const type = toTypeName(value)
      if (types.includes(type) || (type === 'integer' && types.includes('number'))) continue
      tried++
      const { error } = body?.safeParse({ [field]: value }) ?? {}
      if (!error?.issues.some(({ path }) => path[0] === field)) taken.push(`${name} ${field} ${JSON.stringify(value)}`)
    }
  }
  expect(tried, 'the test must cover many fields').toBeGreaterThan(1000)
  expect(taken).toEqual([])
})
