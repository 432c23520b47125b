/** A department of the demo: its research and courses. */
export type Lectern = {
  readonly name: string
  readonly short_name: string
  readonly description: string
  readonly fields: readonly string[]
  readonly courses: readonly string[]
}

export const lecterns: readonly Lectern[] = [
  {
    name: 'Mathematics and Computing',
    short_name: 'MC',
    description: 'Proofs, programs, and the blackboards on the second floor of Pruitt.',
    fields: [
      'Algorithms',
      'Number theory',
      'Compilers',
      'Probability',
      'Graph theory',
      'Databases',
      'Geometry',
      'Cryptography',
    ],
    courses: [
      'MC101 - Introduction to Programming',
      'MC110 - Calculus I',
      'MC120 - Discrete Mathematics',
      'MC205 - Linear Algebra',
      'MC210 - Data Structures',
      'MC230 - Probability',
      'MC310 - Operating Systems',
      'MC340 - Number Theory',
    ],
  },
  {
    name: 'Natural Sciences',
    short_name: 'NS',
    description: 'Physics, chemistry and biology, with laboratories that smell of all three.',
    fields: ['Optics', 'Ecology', 'Genetics', 'Organic chemistry', 'Astronomy', 'Hydrology', 'Mosses', 'Materials'],
    courses: [
      'NS101 - Physics for Everybody',
      'NS115 - General Chemistry',
      'NS130 - Cells',
      'NS210 - Organic Chemistry',
      'NS220 - Electromagnetism',
      'NS245 - Field Ecology',
      'NS330 - Genetics',
      'NS360 - The Night Sky',
    ],
  },
  {
    name: 'Humanities',
    short_name: 'HUM',
    description: 'History, languages, philosophy, and the good armchairs.',
    fields: [
      'Ethics',
      'Medieval towns',
      'Translation',
      'Rhetoric',
      'Maritime history',
      'Poetry',
      'Logic',
      'Folk tales',
    ],
    courses: [
      'HUM101 - Writing That Is Read',
      'HUM112 - A History of Cities',
      'HUM140 - Logic',
      'HUM215 - Ethics',
      'HUM230 - The Novel',
      'HUM250 - Translation',
      'HUM320 - Rhetoric',
      'HUM355 - The Sea in History',
    ],
  },
]

export const titles = [
  'Professor',
  'Professor',
  'Associate Professor',
  'Assistant Professor',
  'Dr.',
  'Lecturer',
] as const
export const halls = ['Pruitt Hall', 'Hollis Library', 'Tanner Court', 'Marsh Hall', 'The Old Observatory'] as const
export const officeHours = [
  'Mondays, 14:00 to 16:00',
  'Tuesdays and Thursdays, 10:00 to 11:30',
  'Wednesdays, 13:00 to 15:00, and whenever the door is open',
  'By appointment',
  'Fridays, 9:00 to 10:30, with tea',
] as const
export const bios = [
  'Came for a semester, and never gave the visitor’s key back.',
  'Writes problem sets by hand and answers every question about them.',
  'Believes that a good diagram ends most arguments.',
  'Has taught the introductory course so often that the jokes have tenure.',
  'Works on small questions that turn out not to be small.',
  'Keeps a jar of chalk ends from every room.',
  'Used to build instruments; now plays them badly and explains them well.',
  'Walks to every lecture, in every weather, and starts on time.',
] as const

/** Review texts, from bad to good: an opening and further sentences, five of each per step. */
export const verdicts: readonly { readonly first: readonly string[]; readonly more: readonly string[] }[] = [
  {
    first: [
      'I left most lectures knowing less than before.',
      'Reads the slides aloud, and they are last decade’s slides.',
      'The course and the exam have not been introduced to each other.',
      'Starts late, ends late, answers mail never.',
      'Brilliant, I hear. It did not reach row seven.',
    ],
    more: [
      'Bring a friend who has the textbook.',
      'Marks took five weeks and came without a word.',
      'The teaching assistants carried us.',
      'Go to the other section if you can.',
      'I learned it all from the library in the end.',
    ],
  },
  {
    first: [
      'Knows everything, and tells it in no particular order.',
      'Half of the lectures are fine; you never know which half.',
      'Hard to follow without having read ahead.',
      'The homework is fair, the deadlines are not.',
      'Nice in person, lost in front of two hundred.',
    ],
    more: [
      'Office hours are better than the lectures.',
      'Expect to teach yourself the second part.',
      'The marking is strict and not always explained.',
      'Read the notes before, not after.',
      'Fine if it is not your only hard course.',
    ],
  },
  {
    first: [
      'Solid lectures, a little dry.',
      'Does what the syllabus says, week by week.',
      'Clear when it is easy, quick when it gets hard.',
      'A decent course if you keep up with the reading.',
      'Good examples, long derivations.',
    ],
    more: [
      'Nothing to fear if you do the problem sets.',
      'The midterm was a surprise, the final was not.',
      'Attendance counts, so bring coffee.',
      'Ask questions: the best parts were never planned.',
      'I would take it again at a later hour.',
    ],
  },
  {
    first: [
      'Explains it twice, the second time differently.',
      'Well organised, and the marking comes back within a week.',
      'Kind to beginners without boring the rest.',
      'Lectures that begin with a question and end with an answer.',
      'Demanding, and worth it.',
    ],
    more: [
      'Start the project early.',
      'The practice exams are close to the real one.',
      'Extra problems for anyone who wants them.',
      'Remembers your name by the third week.',
      'You will work, and you will know why.',
    ],
  },
  {
    first: [
      'The reason why I changed my major.',
      'I came for the credit and stayed for the last row of the proof.',
      'The best hour of my week, at nine in the morning.',
      'Makes you feel that you nearly found it yourself.',
      'Funny, exact, and never in a hurry.',
    ],
    more: [
      'Take anything they teach.',
      'Every comment on my essay was longer than my essay.',
      'No one skipped, and no one took attendance.',
      'Stayed an hour after class to draw it again.',
      'Hard questions, fair marks, good tea.',
    ],
  },
]
