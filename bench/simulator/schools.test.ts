import { expect, test } from 'vitest'
import { assignToCells, drawSchools, sumStudents } from './schools.ts'

const country = { students: 50_000_000, spread: 1, maxStudents: 80_000, seed: 1 }

test('schools add up to the students, are skewed, and none exceeds the largest', () => {
  const schools = drawSchools(5000, country)
  expect(schools).toHaveLength(5000)
  expect(sumStudents(schools)).toBeCloseTo(50_000_000, -2)
  expect(Math.max(...schools)).toBeLessThanOrEqual(80_000)
  const [largest = 0, median = 0] = [schools[0], schools[2500]]
  expect(largest).toBeGreaterThan(5 * median)
})

test('one school has all students', () => {
  expect(drawSchools(1, { ...country, students: 60_000 })).toEqual([60_000])
})

test('schools that are too small for the students are refused', () => {
  expect(() => drawSchools(10, country)).toThrow('fewer than')
})

test('cells hold each school once, with about as many students each', () => {
  const schools = drawSchools(5000, country)
  const cells = assignToCells(schools, 40)
  expect(cells.flat().toSorted((one, other) => other - one)).toEqual(schools)
  const students = cells.map(sumStudents)
  expect(Math.max(...students) / Math.min(...students)).toBeLessThan(1.01)
})
