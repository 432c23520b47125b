import { sql } from 'kysely'
import { v7 } from 'uuid'
import { moderate } from '../src/features/moderation/server/actions.ts'
import { demoIssuer } from '../src/features/session/server/demo-provider.ts'
import type { Anonymity } from '../src/shared/server/crypto/anonymity.ts'
import type { Db } from '../src/shared/server/db/pools.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { cast, type Student } from './cast.ts'
import { writeConfessions } from './confession-rows.ts'
import { writeEvents } from './event-rows.ts'
import { writeFeed } from './feed-rows.ts'
import { bios, boardingSubjects, familyNames, givenNames, hometowns, majors } from './fixtures.ts'
import { keepCompany } from './friendships.ts'
import { writeGroups } from './group-rows.ts'
import { writeHelp } from './help-rows.ts'
import { writeMarket } from './market-rows.ts'
import { writeMessages } from './messages-rows.ts'
import { writeModeration } from './moderation.ts'
import { writeNotifications } from './notifications.ts'
import { writeProfessors } from './professor-rows.ts'
import { demoSchools } from './schools.ts'
import { type Dice, rollDice } from './seeded-random.ts'
import { writeNumbers } from './transparency-rows.ts'

const minutes = 60_000
const days = 24 * 60 * minutes
const studentsPerSchool = 60
/** The last users joined recently, and have not written anything yet. */
const newcomers = 14
const newcomersDays = 30

/** The dice of `writeCampus`, shared by all schools in sequence. */
export const campusDice = () => ({ dice: rollDice(1869), chalk: rollDice(1871) })

/** Fills an empty database with the demo's campuses: the same users and texts each time, dated back from now. */
export async function seedDemo(db: Db, anonymity: Anonymity, now = Date.now()): Promise<void> {
  const { dice, chalk } = campusDice()
  const mischief = rollDice(1870)
  await db.transaction().execute(async (trx) => {
    for (const school of demoSchools) {
      const students = await writeCampus(trx, anonymity, school, { dice, chalk, now })
      if (students.length === 0) continue
      const settled = friendshipState(students, now)
      await writeHelp(trx, settled, now)
      await writeConfessions(trx, anonymity, settled, now)
      await sanction(trx, students)
      await writeModeration(trx, settled, mischief, now)
      await writeGroups(trx, settled, now)
    }
    await writeNotifications(trx, now)
    await writeNumbers(trx, now)
  })
  await sql`analyze`.execute(db)
}

type NewStudent = Student & { readonly created_at: Date }

/**
 * Inserts a school and everything that the shared dice decide, and returns its users. Reads nothing from the database:
 * `campus.ts` runs it without one, to get the names that the dice produce.
 */
export async function writeCampus(
  db: Db,
  anonymity: Anonymity,
  school: (typeof demoSchools)[number],
  { dice, chalk, now }: { readonly dice: Dice; readonly chalk: Dice; readonly now: number },
): Promise<NewStudent[]> {
  const schoolId = v7({ msecs: now - 400 * days, random: dice.bytes(16) })
  const people = school.is_active ? listPeople(school, schoolId, dice, now) : []
  await db
    .insertInto('schools')
    .values({
      ...school,
      id: schoolId,
      student_count: people.length * 40,
      created_at: new Date(now), // not before any row of the demo: `picture-rows.ts` compares
    })
    .execute()
  if (people.length === 0) return []
  await db.insertInto('users').values(people).execute()
  await db
    .insertInto('identities')
    .values(
      people.map(({ id, email }) => ({
        issuer: demoIssuer,
        tenant: '',
        subject: email,
        school_id: schoolId,
        user_id: id,
      })),
    )
    .execute()
  const students = people.map(({ id, email, name, created_at }) => ({ id, schoolId, email, name, created_at }))
  const settled = friendshipState(students, now)
  await keepCompany(db, students, dice, now)
  await writeFeed(db, anonymity, settled, dice, now)
  await writeEvents(db, students, school.timezone, dice, now)
  await writeMarket(db, students, dice, now)
  await writeProfessors(db, anonymity, settled, chalk, now)
  await writeMessages(db, students, dice, now)
  return students
}

/** The users who joined long enough ago to have written something. */
function friendshipState(students: readonly NewStudent[], now: number): NewStudent[] {
  const joinedBefore = new Date(now - newcomersDays * days)
  return students.filter(({ created_at }) => created_at < joinedBefore)
}

function listPeople(school: (typeof demoSchools)[number], schoolId: string, dice: Dice, now: number) {
  const known = cast.filter(({ email }) => email.endsWith(`@${school.email_domain}`))
  const taken = new Set(known.map(({ name }) => name))
  const row = (name: string, email: string, isNew = false) => {
    const fortune = dice.roll()
    const joined = isNew
      ? now - fortune ** 2 * (newcomersDays - 1) * days
      : now - 70 * days - Math.floor(fortune * 300) * days
    return {
      school_id: schoolId,
      id: v7({ msecs: joined, random: dice.bytes(16) }),
      name,
      email,
      role: 'student',
      major: dice.pick(school.type === 'university' ? majors : boardingSubjects),
      bio: dice.roll() < 0.7 ? dice.pick(bios) : null,
      location: dice.pick(hometowns),
      graduation_year: (new Date(now).getUTCFullYear() + 1 + Math.floor(dice.roll() * 4)) as number | null,
      terms_accepted_at: new Date(joined),
      terms_version: 'demo',
      created_at: new Date(joined),
      last_active_at: new Date(Math.max(joined, now - Math.floor(dice.roll() ** 3 * 40 * days))),
    }
  }
  const rows = known.map(({ name, email, role, major, bio, graduationYear }) => ({
    ...row(name, email),
    role: role as string,
    major,
    bio: bio || null,
    graduation_year: graduationYear,
  }))
  while (rows.length < known.length + studentsPerSchool) {
    const name = `${dice.pick(givenNames)} ${dice.pick(familyNames)}`
    if (taken.has(name)) continue
    taken.add(name)
    const isNew = rows.length >= known.length + studentsPerSchool - newcomers
    rows.push(row(name, `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@${school.email_domain}`, isNew))
  }
  return rows
}

async function sanction(db: Db, students: readonly Student[]) {
  const dean = students.find(({ email }) => email.startsWith('dean@'))
  for (const { email, sanction } of cast) {
    const person = students.find((student) => student.email === email)
    if (!sanction || !person || !dean) continue
    const { type, reason } = sanction
    await withTransaction(db, (trx) =>
      moderate(trx, dean, person, type === 'suspend' ? { type, reason, days: 90 } : { type, reason }),
    )
  }
}
