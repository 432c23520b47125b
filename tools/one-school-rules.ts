import type { RecordedStatement } from '../src/testing/statement-recorder.ts'
import { oneSchoolExceptions } from './one-school-exceptions.ts'

type Statement = Pick<RecordedStatement, 'key' | 'samples'> & { readonly file: string }

/** One entry per statement of all processes, named by the first file that sends it, in a stable order. */
export function mergeRecordings(recordings: readonly RecordedStatement[]): Statement[] {
  const byKey = Map.groupBy(recordings, ({ key }) => key)
  const statements = [...byKey].map(([key, group]): Statement => {
    const samples = new Map(group.flatMap(({ samples }) => samples).map((sample) => [sample.shape, sample]))
    const [file = ''] = group.flatMap(({ files }) => files).sort()
    return { key, file, samples: [...samples.values()] }
  })
  return statements.sort((one, other) => (one.file + one.key < other.file + other.key ? -1 : 1))
}

/** What fails without an exception, and the exceptions without a failing statement. */
export function compareWithExceptions<S extends { readonly file: string }>(
  failing: readonly S[],
  exceptions: readonly { readonly file: string }[] = oneSchoolExceptions,
): { readonly unlisted: readonly S[]; readonly unneeded: readonly string[] } {
  const listed = new Set(exceptions.map(({ file }) => file))
  const files = new Set(failing.map(({ file }) => file))
  return {
    unlisted: failing.filter(({ file }) => !listed.has(file)),
    unneeded: [...listed].filter((file) => !files.has(file)),
  }
}
