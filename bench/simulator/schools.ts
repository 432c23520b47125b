import { createRandom, normal } from './random.ts'

/**
 * Numbers of students of the schools of a country: many small schools and few large ones (log-normal), which add up to `students`.
 * `maxStudents` bounds the largest.
 */
export function drawSchools(
  count: number,
  { students, spread, maxStudents, seed }: { students: number; spread: number; maxStudents: number; seed: number },
): number[] {
  if (count * maxStudents < students)
    throw new Error(`${count} schools of ${maxStudents} have fewer than ${students} students.`)
  const random = createRandom(seed)
  let sizes = Array.from({ length: count }, () => Math.exp(spread * normal(random)))
  for (let rounds = 0; rounds < 100; rounds++) {
    const fixed = sizes.filter((size) => size >= maxStudents).length * maxStudents
    const free = sizes.reduce((sum, size) => sum + (size < maxStudents ? size : 0), 0)
    const factor = (students - fixed) / free
    if (Math.abs(factor - 1) < 1e-6) break
    sizes = sizes.map((size) => (size < maxStudents ? Math.min(maxStudents, size * factor) : maxStudents))
  }
  return sizes.sort((one, other) => other - one)
}

/** Assigns each school to the cell with the fewest students, the largest schools first. Returns the schools of each cell. */
export function assignToCells(schools: readonly number[], cells: number): number[][] {
  const assigned = Array.from({ length: cells }, () => ({ students: 0, schools: [] as number[] }))
  for (const students of schools.toSorted((one, other) => other - one)) {
    const cell = assigned.reduce((least, each) => (each.students < least.students ? each : least))
    cell.students += students
    cell.schools.push(students)
  }
  return assigned.map(({ schools }) => schools)
}

export const sumStudents = (schools: readonly number[]): number => schools.reduce((sum, students) => sum + students, 0)
