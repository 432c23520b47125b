import type { Subject } from './photos.ts'

/** Words of a post, and the subjects of its pictures. The first matching line applies. */
const albums: readonly (readonly [words: string, ...subjects: readonly Subject[]])[] = [
  // Northfield
  ['small brass duck on the ring', 'keys'],
  ['Day 11 of the Marsh Hall lift', 'lift'],
  ['Hollis stays open until 2', 'library'],
  ['It’s snowing.', 'snow'],
  ['Who else heard the choir', 'choir', 'laundry'],
  ['A field guide to the cats', 'cat', 'cat', 'cat', 'cat', 'cat', 'cat'],
  ['Rowing at 5:40', 'boathouse'],
  ['Study group for linear algebra', 'blackboard'],
  ['The soup is back', 'soup'],
  ['Power cut in Pruitt', 'dorm room'],
  ['The night bus driver waited', 'night bus'],
  ['Laundry room, Tanner Court', 'laundry'],
  ['Rehearsal report', 'stage'],
  ['Fog so thick this morning', 'boathouse'],
  ['Chess club has a new rule', 'chess'],
  ['borrowed the good soldering iron', 'workbench'],
  ['The fire alarm at Tanner went', 'cake'],
  ['moved the poetry from the basement', 'library'],
  ['Things I learned in my first semester', 'lawn', 'dining hall', 'night bus'],
  ['Snow report', 'snow', 'snow'],
  ['Spare ticket for the winter concert', 'choir'],
  ['Bike update', 'bicycle'],
  ['What is your secret study spot', 'library', 'rain', 'tea'],
  ['Tell us what your grandmother cooks', 'dining hall'],
  ['what the chamber choir is like', 'choir'],
  ['I washed dishes in the dining hall', 'dining hall', 'soup'],
  ['First warm day', 'lawn'],
  ['been in the boathouse at sunrise', 'boathouse', 'tea'],
  ['The weather station on the roof', 'noticeboard'],
  ['anyone who starts theatre tech', 'stage', 'stage'],
  ['Meteor shower tonight', 'telescope'],
  ['Selling one bicycle, red', 'bicycle', 'bicycle'],
  ['doing the crossword in the Hollis newspaper', 'tea'], // the only anonymous post with a picture
  // Northfield's cast
  ['explained my problem to the teaching assistant', 'blackboard'],
  ['The maze bot finished in 41 seconds', 'maze robot', 'maze robot', 'workbench'],
  ['Robotics Club is open to everyone', 'workbench', 'workbench'],
  ['Thirty kilometres this morning', 'boathouse'],
  ['easy long run on Sundays', 'track'],
  ['The blackboard in Marsh 310', 'blackboard'],
  ['Good morning, Northfield', 'library'],
  ['We know about the lift', 'lift'],
  ['Snow is on the way tonight', 'snow'],
  // Easton
  ['Rowan has won the inter-house quiz', 'pond'],
  ['The orchard is open for picking', 'orchard', 'orchard'],
  ['A complete list of the noises in Larch', 'dorm room'],
  ['Found in the laundry: a blazer', 'laundry'],
  ['the one with the shipwreck', 'stage'],
  ['which house has the best breakfast table', 'dining hall'],
  ['Half-term bus list is up', 'noticeboard'],
  ['Kitchen cat report', 'cat'],
  ['write something about the cross-country course', 'track', 'orchard'],
  ['Snow!! Prep is suspended', 'snow', 'snow'],
  ['House singing', 'choir'],
  ['The bell rang thirteen times', 'lawn'],
  ['Gladys has frozen', 'pond'],
  ['Robots against robots', 'maze robot'],
  ['fishing at Gladys', 'pond'],
  ['Exam tip from my sister', 'orchard'],
  ['Dorm inspection result', 'dorm room'],
  ['Last Sunday of term traditions', 'cake', 'choir', 'orchard', 'dining hall', 'snow', 'telescope', 'lawn'],
  ['Window open, rain', 'rain'],
  ['Stargazing on the games field', 'telescope'],
  // Easton's cast
  ['Repair evening is on Thursday', 'workbench', 'workbench'],
  ['Clear sky tonight', 'telescope'],
  ['Measuring my own light curve', 'telescope'],
  ['Good evening, Easton', 'orchard'],
  ['Exams begin on Monday', 'tea'],
]

/** Subjects of a post's pictures, in their order; empty for most posts. */
export function picturesFor(text: string): readonly Subject[] {
  const [, ...subjects] = albums.find(([words]) => text.includes(words)) ?? ['']
  return subjects
}
