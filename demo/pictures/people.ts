import { type Dice, rollDice } from '../seeded-random.ts'
import { drawCover } from './covers.ts'
import { drawFace, type Traits } from './faces.ts'

type Person = { readonly name: string; readonly email: string }

/** Fixed looks of the cast, matching their bios. */
const castLooks: Record<string, Partial<Traits>> = {
  'ada@northfield.example': {
    style: 'soft',
    skin: 'fair',
    hair: 'bob',
    hairColour: '#3c281f',
    glasses: true,
    garment: 'jumper',
    fabric: '#1f7a54',
    background: '#f5dc9f',
  },
  'grace@northfield.example': {
    style: 'soft',
    skin: 'umber',
    hair: 'afro',
    hairColour: '#221c20',
    glasses: false,
    garment: 'dungarees',
    fabric: '#3f6f9e',
    background: '#f3cbb4',
  },
  'alan@northfield.example': {
    style: 'crisp',
    skin: 'sand',
    hair: 'quiff',
    hairColour: '#221c20',
    beard: 'none',
    glasses: false,
    garment: 'hoodie',
    fabric: '#b4472f',
    background: '#c7dcee',
  },
  'dean@northfield.example': {
    style: 'crisp',
    skin: 'brown',
    hair: 'fade',
    beard: 'short',
    glasses: true,
    older: true,
    fabric: '#2b3a55',
    background: '#cfe6d3',
  },
  'site@northfield.example': {
    style: 'soft',
    skin: 'porcelain',
    hair: 'bun',
    hairColour: '#b48a4e',
    glasses: false,
    garment: 'rollneck',
    fabric: '#4a4453',
    background: '#bfdfd9',
  },
  'sam@northfield.example': {
    style: 'crisp',
    skin: 'olive',
    hair: 'curls',
    hairColour: '#3c281f',
    beard: 'stubble',
    garment: 'varsity',
    fabric: '#6b5b95',
    background: '#e9dfc6',
  },
  'linus@easton.example': {
    style: 'crisp',
    skin: 'fair',
    hair: 'shag',
    hairColour: '#b48a4e',
    beard: 'none',
    glasses: false,
    garment: 'dungarees',
    fabric: '#5d7a3e',
    background: '#c0684c',
  },
  'margaret@easton.example': {
    style: 'soft',
    skin: 'amber',
    hair: 'plaits',
    hairColour: '#221c20',
    glasses: true,
    garment: 'raincoat',
    fabric: '#d9a441',
    background: '#4f82b0',
  },
  'head@easton.example': {
    style: 'soft',
    skin: 'fair',
    hair: 'bob',
    glasses: false,
    older: true,
    fabric: '#1f7a54',
    background: '#f5dc9f',
  },
}
const castCovers: Record<string, Parameters<typeof drawCover>[1]> = {
  'ada@northfield.example': { scene: 'lawn', hour: 'night' },
  'grace@northfield.example': { scene: 'lawn', hour: 'noon' },
  'alan@northfield.example': { scene: 'river', hour: 'morning' },
  'dean@northfield.example': { scene: 'avenue', hour: 'autumn' },
  'site@northfield.example': { scene: 'hills', hour: 'dusk' },
  'linus@easton.example': { scene: 'hills', hour: 'autumn' },
  'margaret@easton.example': { scene: 'observatory', hour: 'night' },
  'head@easton.example': { scene: 'orchard', hour: 'morning' },
}

// Styles of given names in the demo, so that beards match expectations. For other names the dice decide.
const soft = words(
  'Amara Chiara Eszter Gwen Hana Ikram Kavya Mei Nadia Paloma Rania Sunniva Ulani Wren Ximena Zofia Adaeze Dagny Freya Ines Lucia Noor Orla Priya Saoirse Thandi Vera Willa Xiulan Yara Anouk Delphine Fumiko Ilse Joanna Ottilie Petra',
)
const crisp = words(
  'Benno Dilan Farid Jonas Leif Oskar Quentin Tariq Viktor Yusuf Bram Callum Emeka Goran Haruki Jarek Keahi Mateo Rafael Umut Zubin Bilal Cosmin Elio Gabor Hugo Kwame Laszlo Minh Nikau Rohan Sefa Tomasz',
)
const hijabs = words('Ikram Nadia Noor Rania Yara')
const turbans = words('Sidhu')

/** Separate dice per user or post, so that all others keep their looks when the demo changes. */
export function diceFor(words: string): Dice {
  let hash = 0x811c9dc5
  for (const letter of words) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return rollDice(hash)
}

/** A user's portrait; none for Mallory and one in twelve, who keep their initials. */
export function drawPortrait({ name, email }: Person, older = false): string | null {
  const dice = diceFor(`face ${email}`)
  const known = castLooks[email]
  if (known) return drawFace(dice, known)
  if (email.startsWith('mallory@') || dice.roll() < 1 / 12) return null
  const [given = '', family = ''] = name.split(' ')
  const told: { -readonly [Key in keyof Traits]?: Traits[Key] } = older ? { older } : {}
  if (soft.has(given)) told.style = 'soft'
  if (crisp.has(given)) told.style = 'crisp'
  if (hijabs.has(given) && dice.roll() < 0.6) told.hair = 'hijab'
  if (turbans.has(family) && told.style === 'crisp') told.hair = 'turban'
  return drawFace(dice, told)
}

/** A user's cover; the cast and every third user have one. */
export function drawProfileCover({ email }: Person): string | null {
  const dice = diceFor(`cover ${email}`)
  const told = castCovers[email]
  return told || dice.roll() < 0.36 ? drawCover(dice, told) : null
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
