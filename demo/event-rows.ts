import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { addWeeks } from 'date-fns/addWeeks'
import type { Insertable } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { DB } from '../src/shared/server/db/schema.gen.ts'
import type { Student } from './cast.ts'
import { findEventPlans, type Plan } from './events.ts'
import { type Dice, idAt } from './seeded-random.ts'

const hour = 3_600_000
const day = 24 * hour

/** Inserts a school's events of the past and coming weeks, and their attendees. */
export async function writeEvents(
  db: Db,
  everybody: readonly Student[],
  zone: string,
  dice: Dice,
  now: number,
): Promise<void> {
  const students = everybody.filter(({ email }) => !/^(mallory|sam|dean|site|head)@/.test(email))
  const events: Insertable<DB['events']>[] = []
  const attendees: Insertable<DB['event_attendees']>[] = []
  const lines: Insertable<DB['event_waitlist']>[] = []
  for (const plan of findEventPlans(students[0]?.email.split('@')[1] ?? '')) {
    const organizer = everybody.find(({ email }) => email.startsWith(`${plan.by}@`)) ?? dice.pick(students)
    for (let week = 0; week < (plan.weeks ?? 1); week++) {
      const start = computeStart(plan, week, zone, now)
      const announced = Math.min(start, now) - Math.floor((2 + dice.roll() * 9) * day)
      const id = idAt(announced, false, dice)
      const { guests, waiting } = fill(
        plan,
        pickGuests(plan, students, organizer, dice, plan.day + 7 * week < 6),
        students,
      )
      events.push({
        school_id: organizer.schoolId,
        id,
        organizer_id: organizer.id,
        title: plan.title,
        description: plan.text,
        location: plan.place,
        start_date: new Date(start),
        end_date: new Date(start + plan.hours * hour),
        max_attendees: plan.seats ?? null,
        tags: [...plan.tags],
        created_at: new Date(announced),
        updated_at: new Date(announced),
      })
      for (const { id: user_id } of guests) {
        const created_at = new Date(announced + Math.floor(dice.roll() * (Math.min(start, now) - announced)))
        attendees.push({ school_id: organizer.schoolId, event_id: id, user_id, created_at })
      }
      for (const [index, { id: user_id }] of waiting.entries()) {
        const joined_at = new Date(now - (waiting.length - index) * hour)
        lines.push({ school_id: organizer.schoolId, event_id: id, user_id, joined_at })
      }
    }
  }
  await db.insertInto('events').values(events).execute()
  await db.insertInto('event_attendees').values(attendees).execute()
  if (lines.length > 0) await db.insertInto('event_waitlist').values(lines).execute()
}

/** The guests, and who waits: of an event with a waitlist, all seats are taken. */
function fill({ seats = 0, waiting: length = 0 }: Plan, guests: readonly Student[], students: readonly Student[]) {
  if (length === 0) return { guests, waiting: [] }
  const others = students.filter((student) => !isAda(student) && !guests.includes(student))
  const full = [...guests.filter((guest) => !isAda(guest)), ...others].slice(0, seats)
  const [first, ...rest] = others.filter((student) => !full.includes(student))
  const waiting = [first, students.find(isAda), ...rest].filter((student) => student !== undefined)
  return { guests: full, waiting: waiting.slice(0, length) }
}

const isAda = ({ email }: Student) => email.startsWith('ada@')

/** Start at the planned hour of the school's time zone, across changes of daylight saving time too. */
function computeStart({ day, hour }: Plan, week: number, zone: string, now: number): number {
  const date = addWeeks(addDays(new TZDate(now, zone), day), week)
  return new TZDate(date.getFullYear(), date.getMonth(), date.getDate(), hour, 0, zone).getTime()
}

/** More attendees for near events, at most as many as there are seats, and some of the cast. */
function pickGuests({ seats }: Plan, students: readonly Student[], organizer: Student, dice: Dice, isSoon: boolean) {
  const likely = isSoon ? 0.12 + dice.roll() * 0.35 : 0.04 + dice.roll() * 0.12
  return students
    .filter(({ id }) => id !== organizer.id)
    .filter(() => dice.roll() < likely)
    .slice(0, seats)
}
