import type { Insertable } from 'kysely'
import { toCourse } from '../src/features/professors/server/actions.ts'
import { onceParts } from '../src/features/professors/server/rating-actions.ts'
import type { Anonymity } from '../src/shared/server/crypto/anonymity.ts'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { DB } from '../src/shared/server/db/schema.gen.ts'
import type { Student } from './cast.ts'
import { bios, halls, type Lectern, lecterns, officeHours, titles, verdicts } from './departments.ts'
import { familyNames, givenNames } from './fixtures.ts'
import { type Dice, idAt } from './seeded-random.ts'

const minute = 60_000
const day = 24 * 60 * minute
const span = 60 * day
const professors = 40
const ratings = 600
/** Rating counts of unpopular professors: one with a single 5, and two without ratings. */
const few = [1, 0, 0]

const tags = {
  good: ['Helpful', 'Clear', 'Fair', 'Organized', 'Engaging', 'Caring'],
  bad: ['Tough Grader', 'Strict'],
}
const grades = ['A', 'A-', 'B+', 'B', 'B-', 'C+', 'C', 'D', 'F'] as const

/** A professor: quality, difficulty, and number of ratings. */
type Teacher = {
  readonly id: string
  readonly goodness: number
  readonly hardness: number
  readonly count: number
  readonly courses: readonly string[]
}
type Rows = {
  professors: Insertable<DB['professors']>[]
  professor_courses: Insertable<DB['professor_courses']>[]
  ratings: Insertable<DB['ratings']>[]
  rating_votes: Insertable<DB['rating_votes']>[]
}

/** Inserts a school's departments and professors, and their ratings of the last two months. */
export async function writeProfessors(
  db: Db,
  anonymity: Anonymity,
  everybody: readonly Student[],
  dice: Dice,
  now: number,
): Promise<void> {
  const students = everybody.filter(({ email }) => !/^(mallory|sam|dean|site|head)@/.test(email))
  const school_id = students[0]?.schoolId ?? ''
  const opened = now - 380 * day
  const departments = lecterns.map((lectern) => ({ id: idAt(opened, false, dice), lectern }))
  const rows: Rows = { professors: [], professor_courses: [], ratings: [], rating_votes: [] }
  const taken = new Set<string>(everybody.map(({ name }) => name))
  for (const count of pickRatingCounts(dice)) {
    const { id: department, lectern } = dice.pick(departments)
    const teacher = appoint(rows, { school_id, department, lectern, taken, count, at: opened }, dice)
    const seats = dice.some(
      students.flatMap((student) => [null, ...teacher.courses].map((course) => ({ student, course }))),
      count,
    )
    for (const { student, course } of seats) {
      const rating = await rated(anonymity, teacher, student, course, dice, now)
      rows.ratings.push(rating)
      for (const { id: user_id } of dice.some(students, Math.floor(dice.roll() ** 3 * 12))) {
        if (user_id === student.id) continue
        rows.rating_votes.push({ school_id, rating_id: rating.id, user_id, is_helpful: dice.roll() < 0.8 })
      }
    }
  }
  const made = { school_id, created_at: new Date(opened) }
  await db
    .insertInto('departments')
    .values(
      departments.map(({ id, lectern: { name, short_name, description } }) => ({
        ...made,
        id,
        name,
        short_name,
        description,
      })),
    )
    .execute()
  for (const table of ['professors', 'professor_courses', 'ratings', 'rating_votes'] as const)
    await db
      .insertInto(table)
      .values(rows[table] as never)
      .execute()
}

/** Number of ratings per professor: a few have very many, most have some. */
function pickRatingCounts(dice: Dice): number[] {
  const counts = [...few, ...Array<number>(professors - few.length).fill(2)]
  const left = ratings - counts.reduce((sum, count) => sum + count)
  for (let given = 0; given < left; given++) {
    const at = few.length + Math.floor(dice.roll() ** 1.9 * (professors - few.length))
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

type Post = { school_id: string; department: string; lectern: Lectern; taken: Set<string>; count: number; at: number }

function appoint(rows: Rows, { school_id, department, lectern, taken, count, at }: Post, dice: Dice): Teacher {
  let [first_name, last_name] = ['', '']
  do [first_name, last_name] = [dice.pick(givenNames), dice.pick(familyNames)]
  while (taken.has(`${first_name} ${last_name}`))
  taken.add(`${first_name} ${last_name}`)
  const id = idAt(at, false, dice)
  const taught = dice.some(lectern.courses, 1 + Math.floor(dice.roll() * 3))
  const courses = taught.map((text, position) => ({ id: idAt(at, false, dice), position, ...toCourse(text) }))
  const years = Math.floor(dice.roll() ** 1.5 * 35)
  rows.professors.push({
    school_id,
    id,
    department_id: department,
    first_name,
    last_name,
    title: dice.pick(titles),
    office_location: dice.roll() < 0.8 ? `${dice.pick(halls)}, room ${100 + Math.floor(dice.roll() * 240)}` : null,
    office_hours: dice.roll() < 0.7 ? dice.pick(officeHours) : null,
    years_teaching: years,
    bio: dice.roll() < 0.7 ? dice.pick(bios) : null,
    specializations: dice.some(lectern.fields, Math.floor(dice.roll() * 6)),
    courses_taught: taught,
    created_at: new Date(at),
  })
  rows.professor_courses.push(...courses.map((course) => ({ school_id, professor_id: id, ...course })))
  const goodness = count === 1 ? 5 : 1.9 + dice.roll() ** 0.6 * 3
  return { id, goodness, hardness: 1.5 + dice.roll() * 3.2, count, courses: courses.map((course) => course.id) }
}

async function rated(
  anonymity: Anonymity,
  teacher: Teacher,
  student: Student,
  course: string | null,
  dice: Dice,
  now: number,
) {
  const about = (mean: number) => Math.max(1, Math.min(5, Math.round(mean + (dice.roll() + dice.roll() - 1) * 1.4)))
  const overall = about(teacher.goodness)
  const isAnonymous = dice.roll() < 0.7
  const when = now - minute - Math.floor(dice.roll() ** 1.4 * (span - minute))
  const { first, more } = verdicts[overall - 1] ?? { first: [], more: [] }
  const id = idAt(when, isAnonymous, dice)
  const key = { schoolId: student.schoolId, kind: 'rating', id }
  const rating = {
    school_id: student.schoolId,
    id,
    professor_id: teacher.id,
    course_id: course,
    is_anonymous: isAnonymous,
    once_tag: await anonymity.keyedHash(...onceParts(student.id, teacher.id, course)),
    overall_rating: overall,
    difficulty_rating: about(teacher.hardness),
    teaching_quality_rating: about(teacher.goodness),
    engagement_rating: about((teacher.goodness + 3) / 2),
    workload_rating: about((teacher.hardness + 3) / 2),
    fun_rating: about(teacher.goodness - 0.4),
    would_take_again: dice.roll() < 0.15 ? null : overall >= 3,
    review_text: dice.roll() < 0.75 ? `${dice.pick(first)} ${dice.pick(more)}` : dice.pick(first),
    semester_taken: dice.roll() < 0.8 ? dice.pick(['Fall', 'Spring', 'Summer'] as const) : null,
    year_taken: dice.roll() < 0.8 ? new Date(now).getUTCFullYear() - Math.floor(dice.roll() * 3) : null,
    course_grade: dice.roll() < 0.5 ? (grades[Math.min(8, Math.floor(dice.roll() * 4 + 5 - overall))] ?? null) : null,
    attendance_mandatory: dice.roll() < 0.3,
    textbook_required: dice.roll() < 0.4,
    gives_extra_credit: dice.roll() < 0.2,
    tags: [
      ...dice.some(tags.good, Math.max(0, Math.floor(dice.roll() * overall) - 1)),
      ...dice.some(tags.bad, teacher.hardness > 3.4 && dice.roll() < 0.5 ? 1 : 0),
    ],
    created_at: new Date(isAnonymous ? when - (when % minute) : when),
  }
  const author = isAnonymous
    ? { reviewer_id: null, ...(await anonymity.seal(student.id, key, rating.review_text)) }
    : { reviewer_id: student.id, author_tag: null, author_seal: null }
  return { ...rating, ...author }
}
