import type { DemoPerson } from '../src/features/session/server/demo-user-picker.ts'

export type CastMember = DemoPerson & {
  readonly role: 'student' | 'admin' | 'site_admin'
  readonly major: string
  readonly bio: string
  readonly graduationYear: number | null
  readonly sanction?: { readonly type: 'ban' | 'suspend'; readonly reason: string }
}

const northfield = 'Northfield University'
const easton = 'Easton Academy'

/** A demo user who has been inserted into the database. */
export type Student = { readonly id: string; readonly schoolId: string; readonly email: string; readonly name: string }

/** The demo users with a fixed name. */
export const cast: readonly CastMember[] = [
  person(
    'ada@northfield.example',
    'Ada Castellan',
    'Student, friend of Grace and Alan',
    'Computer Science',
    'Compiles on the second try. Tea, proofs, night buses.',
    2028,
  ),
  person(
    'grace@northfield.example',
    'Grace Mbeki',
    'Student, builds maze robots',
    'Mechanical Engineering',
    'Robotics Club. If it moves, I probably soldered it.',
    2027,
  ),
  person(
    'alan@northfield.example',
    'Alan Teo',
    'Student, runs and puzzles',
    'Mathematics',
    'Long distances, short proofs.',
    2028,
  ),
  {
    ...person(
      'dean@northfield.example',
      'Dean Okafor',
      'Administrator of Northfield',
      'Dean of Students',
      'My door is the green one.',
      null,
    ),
    role: 'admin',
  },
  {
    ...person(
      'site@northfield.example',
      'Sita Lindqvist',
      'Administrator of the whole site',
      'Site team',
      'Keeps the lights on.',
      null,
    ),
    role: 'site_admin',
  },
  {
    ...person('sam@northfield.example', 'Sam Ferreira', 'Suspended student', 'Economics', 'Back soon.', 2027),
    sanction: { type: 'suspend', reason: 'Repeated spam in the feed after a warning.' },
  },
  {
    ...person('mallory@northfield.example', 'Mallory Quine', 'Banned student', 'Undeclared', '', 2029),
    sanction: { type: 'ban', reason: 'Harassment of other students.' },
  },
  person(
    'linus@easton.example',
    'Linus Aaltonen',
    'Student, repairs everything',
    'Physics',
    'Bring it broken, take it whole. Alder House.',
    2028,
  ),
  person(
    'margaret@easton.example',
    'Margaret Iyer',
    'Student, watches the sky',
    'Astronomy',
    'Larch House. Up when it is dark.',
    2027,
  ),
  {
    ...person(
      'head@easton.example',
      'Henrietta Vale',
      'Administrator of Easton',
      'Head of School',
      'Prep is at seven.',
      null,
    ),
    role: 'admin',
  },
]

function person(
  email: string,
  name: string,
  about: string,
  major: string,
  bio: string,
  graduationYear: number | null,
): CastMember {
  return {
    email,
    name,
    about,
    major,
    bio,
    graduationYear,
    school: email.endsWith('@easton.example') ? easton : northfield,
    role: 'student',
  }
}

/** Demo users for the sign-in page of the demo. */
export const demoPeople: readonly DemoPerson[] = cast.map(({ email, name, about, school }) => ({
  email,
  name,
  about,
  school,
}))
