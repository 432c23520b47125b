import type { Subject } from '../contract.ts'

const subjectsByCode: readonly (readonly [RegExp, Subject])[] = [
  [/^(math?|calc|alg|geom)/, 'Mathematics'],
  [/^(stat)/, 'Statistics'],
  [/^(phys?|astr)/, 'Physics'],
  [/^(chem?)/, 'Chemistry'],
  [/^(bio|neuro)/, 'Biology'],
  [/^(cs|comp|cis|info)/, 'Computer Science'],
  [/^(eng?r|ee|me|civ)(?!ng)/, 'Engineering'],
  [/^(econ?)/, 'Economics'],
  [/^(psy)/, 'Psychology'],
  [/^(hist?)/, 'History'],
  [/^(lit|engl?)/, 'Literature'],
  [/^(phil)/, 'Philosophy'],
  [/^(bus|mgmt|acct|fin|mkt)/, 'Business'],
]

/** The subject that a course code names: 'MATH 101' is Mathematics. */
export const suggestSubject = (course: string): Subject | undefined => {
  const code = course.trim().toLowerCase()
  return subjectsByCode.find(([prefix]) => prefix.test(code))?.[1]
}
