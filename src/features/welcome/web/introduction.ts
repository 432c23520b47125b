import { firstName } from '../../../shared/names.ts'
import type { Me } from '../../session/contract.ts'

const years = ['fourth', 'third', 'second', 'first'] as const
/** The month in which an academic year begins, from 0. */
const firstMonth = 7

/** 'Hi, I’m Ada, first-year Computer Science.': where to begin a first post. */
export function formatIntroduction(
  { name, major, graduation_year }: Pick<Me, 'name' | 'major' | 'graduation_year'>,
  now = new Date(),
): string {
  const end = now.getFullYear() + Number(now.getMonth() >= firstMonth)
  const year = graduation_year === null ? undefined : years[graduation_year - end]
  const studies = [year && `${year}-year`, major ?? (year && 'student')].filter(Boolean).join(' ')
  return `Hi, I’m ${firstName(name)}${studies && `, ${studies}`}.`
}

/** The years in which students of today graduate. */
export function listGraduationYears(now = new Date()) {
  const first = now.getFullYear()
  return [first, first + 1, first + 2, first + 3, first + 4] as const
}
