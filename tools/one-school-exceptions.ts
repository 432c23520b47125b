/** Files whose statements may name more than one school, or none, and why. The list may only shrink. */
export const oneSchoolExceptions: readonly { readonly file: string; readonly reason: string }[] = [
  {
    file: 'src/shared/server/auth/row-school.ts',
    reason: 'Finds the school of a row that is named without it; all other statements about the row name the school.',
  },
  {
    file: 'src/shared/server/auth/site-administrators.ts',
    reason: 'The site administrators belong to any school, and are a handful.',
  },
  {
    file: 'src/shared/server/jobs/due-schools.ts',
    reason: 'Finds the schools with work for a job, and the oldest of it; the work itself is done school by school.',
  },
  { file: 'src/cli/recount.ts', reason: 'A command that compares the counters of all schools, each in one statement.' },
  { file: 'src/cli/rotate-keys.ts', reason: 'A command that replaces the keys of all schools in one transaction.' },
]
