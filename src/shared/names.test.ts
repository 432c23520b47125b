import { expect, test } from 'vitest'
import { normalizeName } from './normalize-name.ts'

test.each([
  ['  Ada \t\n Castellan ', 'Ada Castellan'],
  ['A\u200bd\u200ca\u2060', 'Ada'],
  ['\u202eadA\u202c', 'adA'],
  ['\u2066Ada\u2069\u061c', 'Ada'],
  ['Ada\u00a0\u2003\u3000Castellan', 'Ada Castellan'],
  ['A\u0064\u0061\u0308', 'Ad\u00e4'],
  ['Ad\ufe0fa\u{e0041}', 'Ada'],
  ['Ad\u00ada\u034f', 'Ada'],
  ['\u3164\u115f\u2800', ''],
  ['\u0000Ada\u001b', 'Ada'],
  ['Zo\u00eb O\u2019Neill-\u738b', 'Zo\u00eb O\u2019Neill-\u738b'],
])('normalizes %j to %j, and is idempotent', (name, expected) => {
  expect(normalizeName(name)).toBe(expected)
  expect(normalizeName(normalizeName(name))).toBe(expected)
})
