// Long, because the parts of a face are one list of shapes.

import type { Dice } from '../seeded-random.ts'
import { drawClothes, type Garment, garments } from './face-clothes.ts'
import { cloths, drawHair, type HairStyle, hairs } from './face-hair.ts'
import {
  between,
  box,
  chance,
  d,
  darker,
  disc,
  faded,
  group,
  lighter,
  mix,
  oval,
  path,
  stroke,
  svg,
  times,
} from './shapes.ts'

const skins = {
  porcelain: ['#fbdfca', '#ecbfa3', '#f09a86'],
  fair: ['#f6cfae', '#e2ac86', '#e88a72'],
  sand: ['#ecbd92', '#d39c6c', '#dd8163'],
  olive: ['#d9a371', '#bd8350', '#c96e4f'],
  amber: ['#c48553', '#a4683b', '#bb5a40'],
  brown: ['#a66a43', '#875132', '#a44b39'],
  umber: ['#824e31', '#663a23', '#8f3f30'],
  deep: ['#5e3826', '#46281a', '#7a332c'],
} as const

const hairColours = {
  dark: ['#221c20', '#2e211d', '#3c281f'],
  any: ['#221c20', '#3c281f', '#5e3b25', '#7f4a2a', '#a0502c', '#c8682f', '#dbb266', '#b48a4e'],
  dyed: ['#2f7f86', '#c8577a', '#6d4a86'],
  grey: ['#a5a29e', '#cfccc5', '#716c6a'],
} as const

const backgrounds = [
  '#cfe6d3',
  '#f5dc9f',
  '#f3cbb4',
  '#c7dcee',
  '#d9d0ea',
  '#f0ccd6',
  '#bfdfd9',
  '#e9dfc6',
  '#2c8560',
  '#c0684c',
  '#4f82b0',
  '#dca94c',
]
const fabrics = [
  '#1f7a54',
  '#b4472f',
  '#3f6f9e',
  '#d9a441',
  '#6b5b95',
  '#2b3a55',
  '#e9dfc9',
  '#2f7f86',
  '#b76e86',
  '#5d7a3e',
  '#4a4453',
  '#d97f4f',
]

const covering: readonly HairStyle[] = ['hijab', 'turban', 'beanie']
const softly: readonly HairStyle[] = [
  'afro',
  'bob',
  'box braids',
  'bun',
  'curls',
  'long',
  'long curls',
  'pixie',
  'plaits',
  'ponytail',
  'shag',
  'space buns',
  'waves',
  'beanie',
]
const crisply: readonly HairStyle[] = [
  'afro',
  'bald',
  'beanie',
  'crop',
  'curls',
  'fade',
  'locs',
  'quiff',
  'shag',
  'side part',
]
const beards = ['full', 'short', 'goatee', 'moustache', 'stubble'] as const

/** Optional traits of a face; the dice choose the rest. `style` is the style of clothes and hair, not the gender. */
export type Traits = {
  readonly style: 'soft' | 'crisp'
  readonly skin: keyof typeof skins
  readonly hair: HairStyle
  readonly hairColour: string
  readonly beard: (typeof beards)[number] | 'none'
  readonly glasses: boolean
  readonly garment: Garment
  readonly fabric: string
  readonly background: string
  /** For the dean and the head: grey hair, some wrinkles, a blazer. */
  readonly older: boolean
}

/** A portrait of 256 by 256 pixels, to be cropped to a circle. */
export function drawFace(dice: Dice, told: Partial<Traits> = {}): string {
  const style = told.style ?? dice.pick(['soft', 'crisp'] as const)
  const skin = told.skin ?? dice.pick(Object.keys(skins) as (keyof typeof skins)[])
  const [tone, shade, blush] = skins[skin]
  const dusky = ['amber', 'brown', 'umber', 'deep'].includes(skin)
  const older = told.older ?? false
  const palette = older ? 'grey' : chance(dice, 0.07) ? 'dyed' : dusky ? 'dark' : 'any'
  const styles = style === 'soft' ? softly : crisply
  const hair =
    told.hair ?? dice.pick(dusky ? styles : styles.filter((name) => name !== 'locs' && name !== 'box braids'))
  const colour = told.hairColour ?? dice.pick(hairColours[palette])
  const beard = told.beard ?? (style === 'crisp' && chance(dice, 0.3) ? dice.pick(beards) : 'none')
  const garment =
    told.garment ??
    (older ? 'blazer' : dice.pick(Object.keys(garments).filter((name) => name !== 'blazer') as Garment[]))
  const covered = covering.includes(hair)
  const cloth = dice.pick(cloths)
  const background =
    told.background ??
    dice.pick(backgrounds.filter((wall) => apart(wall, covered ? cloth : colour) > 120 && apart(wall, tone) > 60))
  const [one = '', two = ''] = dice.some(
    fabrics.filter((fabric) => fabric !== background),
    2,
  )
  const brow =
    covered && hair !== 'beanie' ? dice.pick(hairColours.dark) : hair === 'bald' ? darker(shade, 0.5) : colour
  const { back, front } = drawHair(hair, colour, cloth, dice)
  const width = between(dice, 0.96, 1.04)
  const outline = jaw(dice)

  return svg(
    256,
    256,
    box(0, 0, 256, 256, background),
    backdrop(background, dice),
    group(
      'translate(128 140) scale(1.2) translate(-128 -134)',
      back,
      group(
        d`translate(128 0) scale(${width * 100} 100) scale(.01) translate(-128 0)`,
        path('M107 158V202C110 216 146 216 149 202V158Z', tone),
        path('M107 168C116 186 140 186 149 168V186C140 196 116 196 107 186Z', shade),
      ),
      drawClothes(garment, told.fabric ?? one, two, dice),
      ears(tone, shade, style, hair, dice),
      path(outline, tone),
      cheeks(blush, shade, skin, dice),
      beard === 'none'
        ? ''
        : beard === 'full'
          ? whiskers.full(brow)
          : `<clipPath id="jaw">${path(outline, tone)}</clipPath><g clip-path="url(#jaw)">${whiskers[beard](brow)}</g>`,
      features(brow, shade, older, dice),
      front,
      (told.glasses ?? chance(dice, 0.27)) ? spectacles(dice) : '',
    ),
  )
}

/** The distance of two colours, so that hair stays visible on the background. */
const apart = (one: string, other: string) =>
  [1, 3, 5].reduce(
    (sum, at) =>
      sum + Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)),
    0,
  )

function backdrop(colour: string, dice: Dice) {
  const pale = lighter(colour, 0.32)
  const shapes = [
    () => disc(between(dice, 60, 196), between(dice, 70, 120), between(dice, 70, 95), pale),
    () =>
      path(
        d`M0 ${between(dice, 90, 170)}C70 ${between(dice, 60, 200)} 180 ${between(dice, 60, 200)} 256 ${between(dice, 80, 170)}V256H0Z`,
        pale,
      ),
    () => path(d`M${between(dice, -20, 80)} 0H${between(dice, 120, 200)}L${between(dice, 60, 140)} 256H-60Z`, pale),
    () => times(5, (at) => disc(24 + at * 52, between(dice, 20, 90), between(dice, 8, 22), pale)),
  ]
  return faded(0.75, dice.pick(shapes)())
}

function jaw(dice: Dice) {
  const chin = between(dice, 177, 184)
  const wide = between(dice, 22, 30)
  return d`M79 112C79 56 177 56 177 112C177 ${between(dice, 146, 154)} ${128 + wide} ${chin} 128 ${chin}C${128 - wide} ${chin} 79 ${between(dice, 146, 154)} 79 112Z`
}

function ears(tone: string, shade: string, style: string, hair: HairStyle, dice: Dice) {
  if (hair === 'hijab') return ''
  const ring = style === 'soft' && chance(dice, 0.45) ? dice.pick(['#e8c766', '#f4efe2', '#c8577a', '#3f9a8a']) : ''
  return [77, 179]
    .map(
      (x) =>
        oval(x, 126, 9, 12, tone) +
        stroke(d`M${x < 128 ? 74 : 182} 121q${x < 128 ? 5 : -5} 4 0 9`, shade, 2.5) +
        (ring ? disc(x, 142, 5, ring) : ''),
    )
    .join('')
}

function cheeks(blush: string, shade: string, skin: string, dice: Dice) {
  const freckled = chance(dice, ['porcelain', 'fair', 'sand'].includes(skin) ? 0.38 : 0.08)
  const speck = () =>
    times(5, () => disc(between(dice, 90, 108), between(dice, 134, 144), 1.7, shade)) +
    times(5, () => disc(between(dice, 148, 166), between(dice, 134, 144), 1.7, shade))
  return faded(0.42, oval(97, 142, 12, 8, blush), oval(159, 142, 12, 8, blush)) + (freckled ? speck() : '')
}

function features(brow: string, shade: string, older: boolean, dice: Dice) {
  const ink = '#2a1e22'
  const lift = between(dice, -4, 2)
  const iris = (x: number) => oval(x, 123, 5.2, 6.4, ink) + disc(x + 1.8, 120.6, 1.9, '#ffffff')
  const laughing = chance(dice, 0.16)
  const eyes = laughing
    ? stroke('M100 125q7 -9 14 0', ink, 4.5) + stroke('M142 125q7 -9 14 0', ink, 4.5)
    : iris(107) +
      iris(149) +
      (chance(dice, 0.4) ? stroke('M99 119q7 -6 15 -1', ink, 3) + stroke('M157 119q-7 -6 -15 -1', ink, 3) : '')
  const brows =
    stroke(d`M98 ${108 + lift}q8 ${between(dice, -8, -4)} 18 -1`, darker(brow, 0.15), between(dice, 4, 6)) +
    stroke(d`M158 ${108 + lift}q-8 ${between(dice, -8, -4)} -18 -1`, darker(brow, 0.15), between(dice, 4, 6))
  const nose = dice.pick(['M127 124q-7 16 3 18', 'M123 140q6 6 12 0', 'M129 126q6 14 -4 17'])
  const wide = between(dice, 11, 16)
  const mouth = dice.pick([
    () => stroke(d`M${128 - wide} 155q${wide} 12 ${wide * 2} 0`, mix(shade, '#6a1f24', 0.6), 4.5),
    () =>
      path(d`M${128 - wide} 153h${wide * 2}q-2 17 ${-wide} 17t${-wide} -17Z`, '#7c2430') +
      path(d`M${131 - wide} 153h${wide * 2 - 6}q-1 6 -5 6h${16 - wide * 2}q-4 0 -5 -6Z`, '#fffaf2'),
    () => stroke(d`M${130 - wide} 158q${wide} 4 ${wide * 1.8} -5`, mix(shade, '#6a1f24', 0.6), 4.5),
    () =>
      path(d`M${128 - wide} 155q${wide} -5 ${wide * 2} 0q-4 9 ${-wide} 9t${-wide} -9Z`, mix(shade, '#b8364a', 0.62)),
  ])()
  const lines = older
    ? faded(
        0.6,
        stroke('M92 134q4 4 9 4', shade, 2.5),
        stroke('M164 134q-4 4 -9 4', shade, 2.5),
        stroke('M108 146q-5 5 -4 11', shade, 2.5),
        stroke('M148 146q5 5 4 11', shade, 2.5),
      )
    : ''
  return eyes + brows + stroke(nose, shade, 4) + mouth + lines
}

const whiskers: Record<(typeof beards)[number], (colour: string) => string> = {
  full: (colour) =>
    path(
      'M78 122C80 138 88 146 98 146C112 138 144 138 158 146C168 146 176 138 178 122C182 166 160 196 128 196S74 166 78 122ZM110 154C118 170 138 170 146 154C138 148 118 148 110 154Z',
      colour,
      'fill-rule="evenodd"',
    ),
  short: (colour) =>
    faded(
      0.82,
      path(
        'M79 128C84 150 92 152 104 150C118 145 138 145 152 150C164 152 172 150 177 128C178 164 156 186 128 186S78 164 79 128ZM108 154C118 168 138 168 148 154C138 150 118 150 108 154Z',
        colour,
        'fill-rule="evenodd"',
      ),
    ),
  goatee: (colour) => path('M110 168C116 176 140 176 146 168C148 186 138 192 128 192S108 186 110 168Z', colour),
  moustache: (colour) =>
    path(
      'M128 146C118 142 106 146 102 153C112 156 122 154 128 151C134 154 144 156 154 153C150 146 138 142 128 146Z',
      colour,
    ),
  stubble: (colour) =>
    faded(
      0.22,
      path(
        'M79 126C84 148 92 148 104 147C118 143 138 143 152 147C164 148 172 148 177 126C178 162 156 184 128 184S78 162 79 126Z',
        colour,
      ),
    ),
}

function spectacles(dice: Dice) {
  const frame = dice.pick(['#2a2426', '#7a4a26', '#b4472f', '#2b4a6e', '#c9a24a'])
  const round = chance(dice, 0.6)
  const lens = (x: number) =>
    round
      ? disc(x, 124, 17, '#ffffff', `fill-opacity=".2" stroke="${frame}" stroke-width="4"`)
      : box(x - 18, 109, 36, 29, '#ffffff', `rx="9" fill-opacity=".2" stroke="${frame}" stroke-width="4"`)
  return (
    lens(106) +
    lens(150) +
    stroke('M123 122q5 -4 10 0', frame, 4) +
    stroke('M88 121L79 118', frame, 4) +
    stroke('M168 121L177 118', frame, 4)
  )
}

/** All hair styles. */
export const hairStyles = Object.keys(hairs) as HairStyle[]
