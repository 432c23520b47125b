import { type Insertable, sql } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { DB } from '../src/shared/server/db/schema.gen.ts'
import type { Student } from './cast.ts'
import { type Question, questions } from './fixtures.ts'
import { type Dice, idAt, rollDice } from './seeded-random.ts'

const hour = 3_600_000
const day = 24 * hour
const span = 40 * day

/** Mixes the subjects of questions, as they would arrive over weeks. */
const mixed = (questions: readonly Question[], dice: Dice) => dice.some(questions, questions.length)

/** Inserts a school's questions, answers and votes. Triggers keep counters and points. */
export async function writeHelp(db: Db, everybody: readonly Student[], now: number): Promise<void> {
  const isYoung = everybody.some(({ email }) => email.endsWith('@easton.example'))
  const dice = rollDice(isYoung ? 1913 : 1912) // separate dice, so that the rest of the campus does not change
  const students = everybody.filter(({ email }) => !/^(mallory|sam|dean|site|head)@/.test(email))
  const all = [...questions.sciences, ...questions.computing, ...questions.arts].filter(
    ({ young }) => !isYoung || young,
  )
  const assignments: Insertable<DB['assignments']>[] = []
  const answers: Insertable<DB['assignment_answers']>[] = []
  const votes: Insertable<DB['answer_votes']>[] = []
  const best = new Map<string, string>()
  const asked = mixed(all, dice)
  asked.forEach((question, at) => {
    const asker = dice.pick(students)
    const moment = now - Math.floor(((asked.length - at - dice.roll()) / asked.length) ** 1.5 * span) - hour
    const id = idAt(moment, false, dice)
    const { title, text, subject, course, priority, tags = [], due } = question
    assignments.push({
      school_id: asker.schoolId,
      id,
      author_id: asker.id,
      title,
      description: text,
      subject,
      course: course ?? null,
      priority: priority ?? 'medium',
      tags: [...tags],
      due_date: due === undefined ? null : new Date(Math.floor((now + due * day) / day) * day + 23 * hour),
      solved: question.best !== undefined,
      created_at: new Date(moment),
    })
    const helpers = dice.some(
      students.filter((student) => student !== asker),
      question.answers.length,
    )
    question.answers.forEach((content, place) => {
      const helper = helpers[place] ?? dice.pick(students)
      const given = moment + Math.floor((place + dice.roll()) * 0.2 * (now - moment))
      const answer = idAt(given, false, dice)
      answers.push({
        school_id: asker.schoolId,
        id: answer,
        assignment_id: id,
        author_id: helper.id,
        content,
        created_at: new Date(given),
      })
      if (question.best === place) best.set(id, answer)
      const fond = question.best === place ? 9 : 5
      for (const voter of dice.some(students, Math.floor(dice.roll() * fond)))
        if (voter !== helper)
          votes.push({
            school_id: asker.schoolId,
            answer_id: answer,
            user_id: voter.id,
            is_helpful: dice.roll() < 0.88,
            created_at: new Date(given + Math.floor(dice.roll() * (now - given))),
          })
    })
  })
  await db.insertInto('assignments').values(assignments).execute()
  await db.insertInto('assignment_answers').values(answers).execute()
  await db.insertInto('answer_votes').values(votes).execute()
  await sql`update assignments set best_answer_id = best.answer
    from unnest(${[...best.keys()]}::uuid[], ${[...best.values()]}::uuid[]) as best (question, answer)
    where id = best.question`.execute(db)
  await earnThen(db, students[0]?.schoolId ?? '')
}

/** Dates the points back to the time of the items that earned them. */
const earnThen = (db: Db, schoolId: string) =>
  sql`
  update points set earned_on = (thing.created_at at time zone 'UTC')::date
  from (select id, created_at from assignments where school_id = ${schoolId}
    union all select id, created_at from assignment_answers where school_id = ${schoolId}) as thing
  where points.school_id = ${schoolId} and points.item_id = thing.id`.execute(db)
