import type { Insertable } from 'kysely'
import { findLike } from '../src/features/confessions/server/likes.ts'
import type { Anonymity } from '../src/shared/server/crypto/anonymity.ts'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { DB } from '../src/shared/server/db/schema.gen.ts'
import type { Student } from './cast.ts'
import { confessionTexts } from './fixtures.ts'
import { idAt, rollDice } from './seeded-random.ts'

const minute = 60_000
const day = 24 * 60 * minute
const span = 60 * day

/** Number of confessions at the boarding school, which started later. */
const ofEaston = 24

/** Easton's moderators read confessions before they appear. The second names someone. */
const waitingTexts = [
  'I pretend to like early prep so that I can watch the sun come up over the orchard.',
  'Margaret Iyer hums during exams, and it is the only thing that calms me down.',
]

/** Inserts the confessions of a school and their likes. Triggers keep the counters. */
export async function writeConfessions(
  db: Db,
  anonymity: Anonymity,
  everybody: readonly Student[],
  now: number,
): Promise<void> {
  const isEaston = everybody.some(({ email }) => email.endsWith('@easton.example'))
  const dice = rollDice(isEaston ? 1934 : 1933) // separate dice, so that the rest of the campus does not change
  const students = everybody.filter(({ email }) => !/^(mallory|sam|dean|site|head)@/.test(email))
  const [first] = students
  if (!first) return
  const school_id = first.schoolId
  const texts = isEaston ? confessionTexts.filter((_, at) => at % 3 === 1).slice(0, ofEaston) : confessionTexts
  const confessions: Insertable<DB['confessions']>[] = []
  const likes: Insertable<DB['confession_likes']>[] = []
  for (const [at, [category, content]] of texts.entries()) {
    const age = ((texts.length - at - 0.9 * dice.roll()) / texts.length) ** 1.6 * span
    const moment = Math.floor((now - age - 20 * minute) / minute) * minute
    const id = idAt(moment, true, dice)
    const author = dice.pick(students)
    confessions.push({
      school_id,
      id,
      confession_number: at + 1,
      ...(await anonymity.seal(author.id, { schoolId: school_id, kind: 'confession', id }, content)),
      content,
      category,
      created_at: new Date(moment),
    })
    const liking = dice
      .some(students, Math.floor(dice.roll() ** 2.2 * 30))
      .map((person) => ({ person, liked: new Date(Math.min(now, moment + dice.roll() ** 3 * 12 * day)) }))
    likes.push(
      ...(await Promise.all(
        liking.map(async ({ person, liked }) => {
          const { like } = await findLike(anonymity, person, id)
          const author_tag = await anonymity.tag(person.id, like)
          return { school_id, id: like.id, confession_id: id, author_tag, liked_on: liked }
        }),
      )),
    )
  }
  for (const [at, content] of (isEaston ? waitingTexts : []).entries()) {
    const moment = Math.floor((now - (2 - at) * 60 * minute) / minute) * minute
    const id = idAt(moment, true, dice)
    confessions.push({
      ...{ school_id, id, content, state: 'waiting', flagged: at === 1, created_at: new Date(moment) },
      ...(await anonymity.seal(dice.pick(students).id, { schoolId: school_id, kind: 'confession', id }, content)),
    })
  }
  await db.insertInto('confessions').values(confessions).execute()
  await db.insertInto('confession_likes').values(likes).execute()
  await db.insertInto('confession_numbers').values({ school_id, last: texts.length }).execute()
}
