import { expect, test } from 'vitest'
import { formatIntroduction, listGraduationYears } from './introduction.ts'

const autumn = new Date(2026, 9, 1)
const spring = new Date(2027, 3, 1)
const ada = { name: 'Ada Castellan', major: 'CS', graduation_year: 2030 }

test('introduces a student by first name, year and major', () => {
  expect(formatIntroduction(ada, autumn)).toBe('Hi, I’m Ada, first-year CS.')
  expect(formatIntroduction(ada, spring)).toBe('Hi, I’m Ada, first-year CS.')
  expect(formatIntroduction({ ...ada, graduation_year: 2027 }, autumn)).toBe('Hi, I’m Ada, fourth-year CS.')
})

test('leaves out of the introduction what is not known', () => {
  expect(formatIntroduction({ ...ada, graduation_year: null }, autumn)).toBe('Hi, I’m Ada, CS.')
  expect(formatIntroduction({ ...ada, major: null }, autumn)).toBe('Hi, I’m Ada, first-year student.')
  expect(formatIntroduction({ ...ada, graduation_year: 2035 }, autumn)).toBe('Hi, I’m Ada, CS.')
  expect(formatIntroduction({ name: 'Ada', major: null, graduation_year: null }, autumn)).toBe('Hi, I’m Ada.')
})

test('offers five years of graduation', () => {
  expect(listGraduationYears(autumn)).toEqual([2026, 2027, 2028, 2029, 2030])
})
