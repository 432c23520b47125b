// Groups of the demo and their posts. The first line of a post is its text.
import type { GroupCategory } from '../src/features/groups/contract.ts'
import type { Subject } from './pictures/photos.ts'

export type Said = {
  readonly text: string
  readonly type?: 'announcement' | 'event' | 'resource'
  /** Options of a poll. */
  readonly poll?: readonly string[]
  readonly pinned?: true
  readonly visibility?: 'members_only' | 'admins_only'
  readonly tags?: readonly string[]
  readonly answers?: readonly string[]
}

export type GroupPlan = {
  readonly name: string
  readonly text: string
  readonly category: GroupCategory
  readonly tags: readonly string[]
  readonly isPrivate?: true
  readonly rules?: string
  readonly place?: string
  readonly when?: string
  readonly max?: number
  /** Local part of the founder's address; a random user if absent. */
  readonly by?: string
  readonly with?: readonly string[]
  readonly picture?: Subject
  /** Share of the school's users who are members. */
  readonly share: number
  readonly posts: readonly Said[]
  readonly event?: { readonly title: string; readonly text: string; readonly day: number; readonly hour: number }
  readonly chat?: readonly string[]
}

/** Groups that every school has. */
const everywhere: readonly GroupPlan[] = [
  {
    name: 'Chess & Cocoa',
    text: 'Slow chess, fast cocoa. No one keeps ratings, everyone keeps the mugs clean.',
    category: 'hobby',
    tags: ['chess', 'board games'],
    rules: 'Touch move applies to biscuits.\nThe loser makes the next pot.',
    place: 'Common room, second floor',
    when: 'Tuesdays, 19:30',
    by: 'alan',
    with: ['ada'],
    picture: 'chess',
    share: 0.3,
    posts: [
      {
        text: 'New here? Come on any Tuesday, no need to say so first. We have nine boards and one of them has all its pieces.',
        pinned: true,
        type: 'announcement',
      },
      {
        text: 'Which variant shall we try next week?',
        poll: ['Bughouse', 'Chess960', 'Losing chess', 'Just chess, please'],
        answers: ['Bughouse, if someone brings earplugs.', 'I vote for whatever ends before midnight.'],
      },
      {
        text: 'To the person who left a queen in the sugar bowl: we have promoted it.',
        answers: ['That was a pawn when I left.'],
      },
    ],
    event: {
      title: 'Cocoa Cup',
      text: 'Five rounds, ten minutes each, and a cup with a chip in it.',
      day: 12,
      hour: 19,
    },
    chat: ['Who has the key tonight?', 'I do. Door is open from seven.', 'Bringing two clocks and a cake.'],
  },
  {
    name: 'Robotics Workshop',
    text: 'We build things that move, and then find out why they do not.',
    category: 'club',
    tags: ['robotics', 'electronics', 'beginners'],
    rules: 'Safety goggles on.\nLabel your batteries.\nThe good soldering iron goes back where it lives.',
    place: 'Workshop B',
    when: 'Thursdays, 18:00',
    by: 'grace',
    with: ['ada', 'linus'],
    picture: 'workbench',
    share: 0.4,
    posts: [
      {
        text: 'Spring plan: line follower by March, maze by April, no smoke by May.',
        pinned: true,
        type: 'announcement',
      },
      {
        text: 'A good introduction to motor drivers, with pictures of what happens if you skip chapter two: https://example.org/motors',
        type: 'resource',
        tags: ['motors'],
        answers: ['Chapter two saved my weekend.'],
      },
      { text: 'What should the next kit be?', poll: ['A plotter', 'A balancing robot', 'A very small crane'] },
      { text: 'We are out of M3 screws again. We are always out of M3 screws.' },
    ],
    event: { title: 'Maze night', text: 'Bring a robot or cheer for one. First run at seven.', day: 15, hour: 19 },
    chat: ['Third servo this week.', 'Check the supply, it sags under load.', 'It did. Thank you!'],
  },
  {
    name: 'Early Birds Running',
    text: 'Easy miles before breakfast. We wait at every corner.',
    category: 'sports',
    tags: ['running', 'outdoors'],
    place: 'Main gate',
    when: 'Monday, Wednesday, Friday, 6:30',
    picture: 'track',
    share: 0.25,
    posts: [
      {
        text: 'Frost tomorrow: gloves, and the long way round the pond because the bridge is slippery.',
        type: 'announcement',
      },
      {
        text: 'Distance for Saturday?',
        poll: ['8 km', '12 km', 'As far as the bakery'],
        answers: ['The bakery is 9 km.'],
      },
    ],
    event: { title: 'Bakery run', text: 'Out and back, with a stop that is longer than the run.', day: 9, hour: 8 },
  },
  {
    name: 'Night Sky Society',
    text: 'Two telescopes, one thermos, and whatever the clouds leave us.',
    category: 'hobby',
    tags: ['astronomy', 'photography'],
    place: 'Games field, north end',
    when: 'Clear Fridays',
    by: 'margaret',
    picture: 'telescope',
    share: 0.2,
    posts: [
      { text: 'Jupiter is at its best after nine this week. Dress for two hours of standing still.' },
      {
        text: 'Star charts for this month, ready to print: https://example.org/charts',
        type: 'resource',
        tags: ['charts'],
      },
    ],
  },
  {
    name: 'Linear Algebra Survivors',
    text: 'Problem sheets, explained by people who failed at them last week.',
    category: 'study',
    tags: ['mathematics', 'exam'],
    isPrivate: true,
    rules: 'Explain, do not hand over.\nNo photos of graded work.',
    place: 'Library, group room 3',
    when: 'Sundays, 15:00',
    by: 'ada',
    with: ['grace'],
    max: 30,
    picture: 'blackboard',
    share: 0.2,
    posts: [
      {
        text: 'Sheet 7 is out. Question 4 is nicer than it looks once you draw it.',
        answers: ['I drew it. It is still rude.'],
      },
      { text: 'Extra session before the midterm?', poll: ['Saturday morning', 'Saturday evening', 'Sunday as always'] },
      { text: 'Room code for group room 3 is with the front desk now.', visibility: 'members_only' },
    ],
    chat: ['Is eigen- a prefix or a threat?', 'Both.', 'See you at three.'],
  },
  {
    name: 'Choir Without Auditions',
    text: 'If you can hum on a bicycle you can sing here.',
    category: 'social',
    tags: ['music', 'singing'],
    place: 'Chapel',
    when: 'Mondays, 20:00',
    picture: 'choir',
    share: 0.25,
    posts: [
      {
        text: 'Winter programme is decided. Basses, we need three more of you, or one very large one.',
        type: 'announcement',
        pinned: true,
      },
      { text: 'Recordings to practise with are in the folder at the piano.', type: 'resource' },
    ],
    event: { title: 'Open rehearsal', text: 'Come and listen, leave as an alto.', day: 18, hour: 20 },
  },
  {
    name: 'The Reading Lamp',
    text: 'One book a month, finished or not.',
    category: 'hobby',
    tags: ['books'],
    place: 'Library café',
    when: 'Last Wednesday of the month',
    picture: 'library',
    share: 0.18,
    posts: [
      { text: 'Next book?', poll: ['Something short', 'Something old', 'Something with a map in the front'] },
      { text: 'I cried on page 212. That is all I may say before Wednesday.', answers: ['Page 212! I knew it.'] },
    ],
  },
  {
    name: 'Kitchen Table Cooks',
    text: 'We cook for twelve and are always fourteen.',
    category: 'social',
    tags: ['cooking', 'food'],
    place: 'Ground floor kitchen',
    when: 'Saturdays, 18:00',
    max: 14,
    picture: 'soup',
    share: 0.14,
    posts: [
      { text: 'Saturday is dumpling night. Bring a rolling pin or a clean bottle.', type: 'event' },
      {
        text: 'The lentil recipe, with the right amount of salt this time: https://example.org/lentils',
        type: 'resource',
      },
    ],
    chat: ['Who is allergic to nuts?', 'Me!', 'Noted, no pesto then.'],
  },
  {
    name: 'Stage Crew',
    text: 'We make the lights go on and the curtain go up, mostly in that order.',
    category: 'club',
    tags: ['theatre', 'sound', 'light'],
    place: 'Theatre, stage door',
    when: 'During rehearsals',
    picture: 'stage',
    share: 0.16,
    posts: [
      { text: 'Call sheet for next week is up at the stage door.', type: 'announcement' },
      { text: 'Who can operate the follow spot on Friday?', answers: ['I can, if someone shows me the ladder.'] },
    ],
  },
  {
    name: 'Coffee & Compilers',
    text: 'Programming languages, old and odd. Laptops optional, opinions required.',
    category: 'academic',
    tags: ['programming', 'languages'],
    place: 'Café by the lawn',
    when: 'Fridays, 16:00',
    by: 'grace',
    with: ['alan', 'linus'],
    picture: 'laptop',
    share: 0.22,
    posts: [
      {
        text: 'This Friday: a parser in forty lines, and why it should have been sixty.',
        answers: ['Forty-one, I found a bug.'],
      },
      { text: 'Tabs or spaces? Let us get this over with.', poll: ['Tabs', 'Spaces', 'Whatever the formatter says'] },
    ],
  },
  {
    name: 'First in the Family',
    text: 'For everybody who is the first at home to go to a place like this. What is said here stays here.',
    category: 'social',
    tags: ['support'],
    isPrivate: true,
    rules: 'What is said here stays here.',
    share: 0.12,
    posts: [
      { text: 'Welcome. Say as much or as little as you like.', pinned: true },
      { text: 'Office hours are for asking, not for knowing. It took me a year to learn that.' },
    ],
  },
  {
    name: 'Bicycle Repair Corner',
    text: 'Flat tyre, loose chain, mysterious noise: bring it along.',
    category: 'general',
    tags: ['bicycles', 'repair'],
    place: 'Behind the gym',
    when: 'Wednesdays, 16:00 to 18:00',
    picture: 'bicycle',
    share: 0.22,
    posts: [
      { text: 'We have a wheel truing stand now, and two people who dare to use it.' },
      { text: 'How to fix a slow puncture with what you have at home: https://example.org/puncture', type: 'resource' },
    ],
  },
  {
    name: 'Debate Evening',
    text: 'Motions you disagree with, defended by you.',
    category: 'professional',
    tags: ['debate', 'speaking'],
    place: 'Seminar room 12',
    when: 'Tuesdays, 18:00',
    share: 0.15,
    posts: [
      { text: 'Next motion?', poll: ['This house would ban homework', 'This house trusts the weather forecast'] },
      { text: 'Judges wanted. You only have to be fair for two hours.' },
    ],
    event: { title: 'Beginners’ debate', text: 'Three minutes each, kindly timed.', day: 14, hour: 18 },
  },
  {
    name: 'Garden Helpers',
    text: 'We look after the beds behind the library. Weeds welcome us back each week.',
    category: 'general',
    tags: ['garden', 'outdoors'],
    place: 'Behind the library',
    when: 'Sundays, 10:00',
    picture: 'plant',
    share: 0.1,
    posts: [
      { text: 'The beans are up. The slugs have noticed as well.', answers: ['Beer trap?', 'They prefer cider.'] },
    ],
  },
  {
    name: 'Sketch Walks',
    text: 'An hour outside with a pencil. No one looks at your drawing unless you hold it up.',
    category: 'hobby',
    tags: ['drawing', 'outdoors'],
    share: 0.08,
    posts: [],
  },
]

const northfield: readonly GroupPlan[] = [
  {
    name: 'Marsh Hall Residents',
    text: 'The lift, the laundry, and everything else that concerns us.',
    category: 'dorm',
    tags: ['marsh hall'],
    isPrivate: true,
    picture: 'dorm room',
    share: 0.3,
    posts: [
      { text: 'Quiet hours start at eleven. Yes, also for the saxophone.', type: 'announcement', pinned: true },
      {
        text: 'Movie for the common room?',
        poll: ['Something with ships', 'Something with robots', 'Something short'],
      },
    ],
    chat: ['Water is back.', 'Hot as well?', 'Let us not be greedy.'],
  },
  {
    name: 'Pruitt House',
    text: 'Notes from the house at the end of the path.',
    category: 'dorm',
    tags: ['pruitt'],
    share: 0.18,
    posts: [{ text: 'Found in the kitchen: one left mitten, green. It has been claimed by the cat.' }],
  },
  {
    name: 'Rowing Novices',
    text: 'Eight people, one boat, no idea. Coaches included.',
    category: 'sports',
    tags: ['rowing', 'beginners'],
    place: 'Boathouse',
    when: 'Tuesday and Thursday, 5:40',
    picture: 'boathouse',
    share: 0.16,
    posts: [
      { text: 'Ice on the river: ergs instead, same time, warmer tea.', type: 'announcement' },
      { text: 'Blisters: tape or gloves?', poll: ['Tape', 'Gloves', 'Pride'] },
    ],
    event: {
      title: 'Come-and-row morning',
      text: 'Life jackets are there. Courage you bring yourself.',
      day: 11,
      hour: 8,
    },
  },
  {
    name: 'Night Bus Regulars',
    text: 'For everybody who knows the driver by name.',
    category: 'social',
    tags: ['night bus'],
    picture: 'night bus',
    share: 0.12,
    posts: [{ text: 'New timetable: the last one leaves at 1:40 on weekends.', type: 'resource' }],
  },
  {
    name: 'Maze Bot Build Team',
    text: 'The eight of us who promised to finish in April.',
    category: 'academic',
    tags: ['robotics'],
    isPrivate: true,
    by: 'grace',
    with: ['ada'],
    max: 8,
    picture: 'maze robot',
    share: 0.07,
    posts: [
      { text: 'Firmware freeze on Friday. After that only comments may change.', pinned: true },
      { text: 'Wall sensor is off by two degrees. I have added two degrees.', answers: ['Engineering!'] },
    ],
    chat: ['38 seconds!', 'On the small maze?', 'On the small maze.'],
  },
  {
    name: 'Campus Cats Watch',
    text: 'Sightings, names, and who has been fed already.',
    category: 'general',
    tags: ['cats'],
    picture: 'cat',
    share: 0.35,
    posts: [
      { text: 'Dumpling has moved into the geology building. She outranks the curator.' },
      { text: 'Cat of the month', poll: ['Dumpling', 'Professor', 'The grey one without a name'] },
    ],
  },
  {
    name: 'International Table',
    text: 'Lunch in a different language every Thursday.',
    category: 'social',
    tags: ['languages', 'lunch'],
    place: 'Dining hall, long table',
    when: 'Thursdays, 12:30',
    picture: 'dining hall',
    share: 0.2,
    posts: [
      {
        text: 'This week: Portuguese. Next week: the first one to shout decides.',
        answers: ['Finnish!', 'Finnish it is.'],
      },
    ],
  },
  {
    name: 'Interview Practice',
    text: 'Mock interviews, honest feedback, borrowed jackets.',
    category: 'professional',
    tags: ['careers'],
    place: 'Careers office',
    when: 'Mondays, 17:00',
    picture: 'jacket',
    share: 0.14,
    posts: [
      {
        text: 'A list of questions that were really asked last month: https://example.org/questions',
        type: 'resource',
      },
    ],
  },
  {
    name: 'Statistics Study Circle',
    text: 'We are normally distributed around the large table.',
    category: 'study',
    tags: ['statistics', 'exam'],
    place: 'Library, ground floor',
    when: 'Wednesdays, 17:00',
    share: 0.15,
    posts: [
      {
        text: 'Who understood the second half of lecture nine?',
        poll: ['I did', 'I thought I did', 'There was a second half?'],
      },
    ],
  },
  {
    name: 'Winter Swimmers of the North Shore',
    text: 'In, out, tea.',
    category: 'sports',
    tags: ['swimming', 'cold'],
    isPrivate: true,
    picture: 'pond',
    share: 0.06,
    posts: [{ text: 'Four degrees on Sunday. It felt like five.' }],
  },
]

/** The groups of a school, by its email domain. */
export const findGroupPlans = (domain: string): readonly GroupPlan[] =>
  domain === 'northfield.example' ? [...everywhere, ...northfield] : everywhere

/** Subject of a group's picture. */
export const groupPicture = (name: string): Subject | undefined =>
  [...everywhere, ...northfield].find((group) => group.name === name)?.picture
