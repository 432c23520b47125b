import type { Insertable } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { DB } from '../src/shared/server/db/schema.gen.ts'
import type { Student } from './cast.ts'
import { type Dice, idAt, rollDice } from './seeded-random.ts'

const hour = 3_600_000

/** Groups of friends in the demo's story, by the local parts of their addresses. */
const knownFriends = [
  ['ada', 'grace'],
  ['grace', 'alan'],
  ['alan', 'ada'],
  ['linus', 'margaret'],
] as const

/** The banned user has no friends. */
const shunned = 'mallory'

/** Inserts the friendships of a school, open friend requests, and a few blocks. */
export async function keepCompany(db: Db, students: readonly Student[], dice: Dice, now: number): Promise<void> {
  const pairs = befriend(students, dice)
  const blocks = shun(students)
  for (const [blocker, blocked] of blocks) pairs.delete(toPairKey(blocker, blocked))
  const friendships = [...pairs.values()].flatMap(([one, other]) => [
    { school_id: one.schoolId, user_id: one.id, friend_id: other.id },
    { school_id: one.schoolId, user_id: other.id, friend_id: one.id },
  ])
  await db.insertInto('friendships').values(friendships).execute()
  // With separate dice, so that the rest of the campus does not change.
  const requests = court(students, new Set(pairs.keys()), rollDice(1906), now)
  await db.insertInto('friend_requests').values(requests).execute()
  const apart = blocks.map(([{ schoolId, id }, blocked]) => ({
    school_id: schoolId,
    blocker_id: id,
    blocked_id: blocked.id,
  }))
  if (apart.length > 0) await db.insertInto('blocks').values(apart).execute()
}

function befriend(students: readonly Student[], dice: Dice) {
  const pairs = new Map<string, readonly [Student, Student]>()
  const add = (one: Student | undefined, other: Student | undefined) => {
    if (one && other && one.id !== other.id) pairs.set(toPairKey(one, other), [one, other])
  }
  for (const [one, other] of knownFriends) add(named(students, one), named(students, other))
  for (const student of students) for (let i = 0; i < 4; i++) add(student, dice.pick(students))
  return pairs
}

/** Open requests: about one per user, for the cast in both directions. */
function court(everybody: readonly Student[], taken: Set<string>, dice: Dice, now: number) {
  const students = everybody.filter(({ email }) => !/^(mallory|sam|dean|site|head)@/.test(email))
  const known = students.filter(({ email }) => /^(ada|grace|alan|linus|margaret)@/.test(email))
  const rows: Insertable<DB['friend_requests']>[] = []
  const ask = (one: Student, other: Student) => {
    if (one.id === other.id || taken.has(toPairKey(one, other))) return
    taken.add(toPairKey(one, other))
    const at = now - (0.5 + dice.roll() ** 2 * 300) * hour
    rows.push({
      school_id: one.schoolId,
      id: idAt(at, false, dice),
      requester_id: one.id,
      addressee_id: other.id,
      created_at: new Date(at),
    })
  }
  for (const person of known) {
    for (const student of dice.some(students, 4)) ask(student, person)
    for (const student of dice.some(students, 2)) ask(person, student)
  }
  for (const student of students) ask(student, dice.pick(students))
  return rows
}

function shun(students: readonly Student[]): (readonly [Student, Student])[] {
  const blocked = named(students, shunned)
  return ['ada', 'grace'].flatMap((name) => {
    const blocker = named(students, name)
    return blocker && blocked ? [[blocker, blocked] as const] : []
  })
}

const toPairKey = (one: Student, other: Student) => [one.id, other.id].sort().join()
const named = (students: readonly Student[], name: string) => students.find(({ email }) => email.startsWith(`${name}@`))
