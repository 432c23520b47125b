import type { Dice } from '../seeded-random.ts'
import { backpack, books, chair, guitar, headphones, jacket, kettle, lamp, laptop, plant } from './photos-goods.ts'
import { boats, lawn, orchard, snow } from './photos-grounds.ts'
import { choir, dining, library, stage } from './photos-halls.ts'
import { dorm, laundry, lift, noticeboard, rain } from './photos-rooms.ts'
import { cake, cat, keys, soup, tea } from './photos-things.ts'
import { bicycle, bus, pond, telescope, track } from './photos-ways.ts'
import { bench, blackboard, chess, maze } from './photos-work.ts'
import type { Picture } from './shapes.ts'

const subjects = {
  backpack,
  bicycle,
  books,
  chair,
  guitar,
  headphones,
  jacket,
  kettle,
  'desk lamp': lamp,
  laptop,
  plant,
  blackboard,
  boathouse: boats,
  cake,
  cat,
  chess,
  choir,
  'dining hall': dining,
  'dorm room': dorm,
  keys,
  laundry,
  lawn,
  library,
  lift,
  'maze robot': maze,
  'night bus': bus,
  noticeboard,
  orchard,
  pond,
  rain,
  snow,
  soup,
  stage,
  tea,
  telescope,
  track,
  workbench: bench,
} satisfies Record<string, (dice: Dice, take?: number) => Picture>

export type Subject = keyof typeof subjects

/** All subjects of pictures. */
export const allSubjects = Object.keys(subjects) as Subject[]

/** A picture as a user would post it; `take` distinguishes the pictures of one post. */
export function drawPhoto(subject: Subject, dice: Dice, take?: number): Picture {
  const draw: (dice: Dice, take?: number) => Picture = subjects[subject]
  return draw(dice, take)
}
