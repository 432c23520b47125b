import { expect, test } from 'vitest'
import { toShortSchoolName } from './short-school-name.ts'

test.for([
  ['Northfield University', 'Northfield'],
  ['University of Toronto', 'Toronto'],
  ['Reed College', 'Reed'],
  ['University College Dublin', 'University College Dublin'],
  ['College', 'College'],
] as const)('shortens %s to %s', ([name, short]) => {
  expect(toShortSchoolName(name)).toBe(short)
})
