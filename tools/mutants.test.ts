import { expect, test } from 'vitest'
import { listMutants } from './mutants.ts'

const changed = (text: string, pattern?: RegExp) => listMutants('a.ts', text, pattern).map((mutant) => mutant.text)

test('negates comparisons, moves boundaries, swaps and removes operands, and returns constants', () => {
  expect(changed('const f = (a: number) => a > 1 && a < 9').sort()).toEqual(
    [
      ...['a >= 1 && a < 9', 'a <= 1 && a < 9', 'a > 1 && a <= 9', 'a > 1 && a >= 9', 'a > 1 || a < 9'],
      ...['a > 1', 'a < 9', 'true', 'false'],
    ]
      .map((body) => `const f = (a: number) => ${body}`)
      .sort(),
  )
})

test('decides conditions, removes statements, and returns constants from predicates', () => {
  expect(changed('function f() { if (g()) throw h }')).toEqual([
    'function f() { if (false) throw h }',
    'function f() { if (true) throw h }',
  ])
  expect(changed('function f() { g() }')).toEqual(['function f() { ; }'])
  expect(changed('const f = (a: A): boolean => g(a)')).toEqual([
    'const f = (a: A): boolean => true',
    'const f = (a: A): boolean => false',
  ])
})

test('removes conditions of queries and changes those in SQL texts', () => {
  expect(changed("const q = db.from('a').where('b', '=', c).select('d')")).toEqual([
    "const q = db.from('a').select('d')",
  ])
  expect(changed('const q = sql`a is null and b > 1`')).toEqual([
    'const q = sql`a is null or b > 1`',
    'const q = sql`a is not null and b > 1`',
    'const q = sql`a is null and b >= 1`',
  ])
})

test('changes only the declarations that match and those that they use', () => {
  const text = 'const used = (a: number) => a > 1\nconst visibleX = () => used(2)\nconst other = (a: number) => a < 1'
  expect(changed(text, /^visible/)).toHaveLength(4)
  for (const mutant of changed(text, /^visible/)) expect(mutant).toContain('a < 1')
})
