import type { Dice } from '../seeded-random.ts'
import { box, d, darker, disc, lighter, path, stroke, times } from './shapes.ts'

const torso = 'M26 262C28 226 62 208 102 201C112 214 144 214 154 201C194 208 228 226 230 262Z'
const neckline = 'M102 201C112 216 144 216 154 201'

/**
 * Clothes, from the shoulders to the lower edge; parameters are the main colour and, for shirts beneath, a second one.
 */
export const garments = {
  crew: (colour) => path(torso, colour) + stroke(neckline, darker(colour, 0.2), 7),
  stripes: (colour, other) =>
    path(torso, lighter(other, 0.6)) +
    stroke('M58 224C96 240 160 240 198 224', colour, 9) +
    stroke('M36 242C86 262 170 262 220 242', colour, 9) +
    stroke(neckline, colour, 6),
  hoodie: (colour, other) =>
    path(
      'M84 214C76 190 94 182 104 192C112 214 144 214 152 192C162 182 180 190 172 214C150 236 106 236 84 214Z',
      darker(colour, 0.22),
    ) +
    path('M26 262C28 228 58 212 90 204C104 228 152 228 166 204C198 212 228 228 230 262Z', colour) +
    stroke('M110 224V250', lighter(other, 0.7), 4) +
    stroke('M146 224V246', lighter(other, 0.7), 4),
  shirt: (colour) =>
    path(torso, colour) +
    path('M100 198L128 222L106 236L88 208Z', lighter(colour, 0.45)) +
    path('M156 198L128 222L150 236L168 208Z', lighter(colour, 0.45)) +
    stroke('M128 224V258', darker(colour, 0.25), 2.5),
  jumper: (colour, other) =>
    path(torso, colour) +
    path('M100 198L128 222L108 232L90 208Z', lighter(other, 0.85)) +
    path('M156 198L128 222L148 232L166 208Z', lighter(other, 0.85)) +
    stroke('M102 222L128 248L154 222', darker(colour, 0.2), 5),
  rollneck: (colour) =>
    path(torso, colour) +
    box(102, 186, 52, 28, lighter(colour, 0.12), 'rx="11"') +
    times(5, (at) => stroke(d`M${110 + at * 9} 192V208`, darker(colour, 0.15), 2.5, 'opacity=".6"')),
  dungarees: (colour, other) =>
    path(torso, lighter(other, 0.7)) +
    path('M82 262V232H174V262Z', colour) +
    stroke('M88 236L76 208', colour, 11) +
    stroke('M168 236L180 208', colour, 11) +
    disc(88, 238, 4, '#e8c766') +
    disc(168, 238, 4, '#e8c766'),
  raincoat: (colour) =>
    path(torso, colour) +
    path(
      'M96 196C88 206 86 218 92 230L128 226L164 230C170 218 168 206 160 196C148 214 108 214 96 196Z',
      darker(colour, 0.14),
    ) +
    stroke('M128 226V260', darker(colour, 0.25), 3) +
    disc(138, 246, 4, lighter(colour, 0.6)),
  varsity: (colour, other) =>
    path(torso, colour) +
    path('M26 262C28 240 44 226 66 216L78 262Z', lighter(other, 0.75)) +
    path('M230 262C228 240 212 226 190 216L178 262Z', lighter(other, 0.75)) +
    stroke(neckline, lighter(other, 0.6), 9) +
    stroke('M128 214V260', darker(colour, 0.25), 3),
  blazer: (colour, other) =>
    path(torso, lighter(other, 0.85)) +
    path('M26 262C28 226 62 208 98 200L126 262Z', colour) +
    path('M230 262C228 226 194 208 158 200L130 262Z', colour) +
    path('M98 199L84 222L98 228L92 236L124 262Z', darker(colour, 0.18)) +
    path('M158 199L172 222L158 228L164 236L132 262Z', darker(colour, 0.18)),
} satisfies Record<string, (colour: string, other: string) => string>

export type Garment = keyof typeof garments

const scarf = (colour: string) =>
  path('M92 194C106 210 150 210 164 194C174 200 174 216 164 222C146 234 110 234 92 222C82 216 82 200 92 194Z', colour) +
  path('M142 222L168 218L174 260H146Z', darker(colour, 0.12)) +
  stroke('M98 212C114 222 142 222 158 212', darker(colour, 0.22), 3, 'opacity=".6"')

/** The garment, and sometimes a scarf. */
export const drawClothes = (garment: Garment, colour: string, other: string, dice: Dice): string =>
  garments[garment](colour, other) +
  (garment !== 'hoodie' && garment !== 'rollneck' && dice.roll() < 0.09 ? scarf(other) : '')
