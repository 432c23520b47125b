// Elements of campus landscapes. Long, because these are lists of shapes.

import type { Dice } from '../seeded-random.ts'
import {
  between,
  box,
  chance,
  d,
  darker,
  disc,
  faded,
  falling,
  group,
  lighter,
  oval,
  path,
  spreading,
  stroke,
  times,
} from './shapes.ts'

/** The light at a time of day: sky from top to horizon, colour of the sun and of the ground. */
export const hours = {
  morning: {
    sky: ['#a9cfe4', '#fbe9c8'],
    sun: '#fff3d0',
    far: '#a9c3b4',
    lawn: '#8fbf74',
    brick: '#b8614a',
    leaf: '#5f9a5a',
    lit: '#fbe7b4',
  },
  noon: {
    sky: ['#6fb1de', '#d8edf5'],
    sun: '#fffbe8',
    far: '#94bba6',
    lawn: '#79b45c',
    brick: '#b4553f',
    leaf: '#4c8c4f',
    lit: '#e9f3f7',
  },
  dusk: {
    sky: ['#5b6fa8', '#f7b183'],
    sun: '#ffd9a0',
    far: '#7f7d9c',
    lawn: '#6f8a58',
    brick: '#8f4a45',
    leaf: '#4d6b50',
    lit: '#ffd98a',
  },
  night: {
    sky: ['#0f1b38', '#31496f'],
    sun: '#f4efd6',
    far: '#22365a',
    lawn: '#24443f',
    brick: '#4a3347',
    leaf: '#1f3d40',
    lit: '#ffd685',
  },
  grey: {
    sky: ['#8b9aa6', '#c9d2d4'],
    sun: '#e6ecec',
    far: '#9aaaab',
    lawn: '#7f9a72',
    brick: '#98605a',
    leaf: '#5f7f66',
    lit: '#f6dfa4',
  },
  autumn: {
    sky: ['#9cc3d9', '#f7e6c6'],
    sun: '#fff0c8',
    far: '#c3ad8c',
    lawn: '#a9ac5d',
    brick: '#ab523e',
    leaf: '#d08a35',
    lit: '#fbe7b4',
  },
  winter: {
    sky: ['#b7cbdc', '#eef0ee'],
    sun: '#ffffff',
    far: '#c4d2da',
    lawn: '#f3f6f7',
    brick: '#a65d52',
    leaf: '#dfe9ec',
    lit: '#ffe09a',
  },
} as const satisfies Record<string, Light>

export type Light = {
  readonly sky: readonly [string, string]
  readonly sun: string
  readonly far: string
  readonly lawn: string
  readonly brick: string
  readonly leaf: string
  readonly lit: string
}
export type Hour = keyof typeof hours

/** The sky down to the horizon, with a sun or a moon and some clouds or stars. */
export function sky(hour: Hour, width: number, height: number, dice: Dice): string {
  const light: Light = hours[hour]
  const x = between(dice, 0.15, 0.85) * width
  const y = height * between(dice, 0.16, 0.45)
  const r = Math.min(width, height) * 0.07
  const defs =
    falling('sky', [0, light.sky[0]], [1, light.sky[1]]) + spreading('sun', [0, light.sun, 0.85], [1, light.sun, 0])
  const glow = disc(x, y, r * 6, 'url(#sun)')
  const above =
    hour === 'night'
      ? stars(width, height * 0.9, 90, dice) +
        glow +
        disc(x, y, r * 0.8, light.sun) +
        disc(x + r * 0.3, y - r * 0.15, r * 0.2, '#cfc8a8', 'opacity=".6"') +
        disc(x - r * 0.25, y + r * 0.28, r * 0.14, '#cfc8a8', 'opacity=".6"')
      : hour === 'grey' || hour === 'winter'
        ? glow +
          times(5, () =>
            cloud(dice.roll() * width, dice.roll() * height * 0.6, r * between(dice, 1.5, 3), '#ffffff', 0.35),
          )
        : glow +
          disc(x, y, r, light.sun) +
          times(4, () =>
            cloud(dice.roll() * width, dice.roll() * height * 0.55, r * between(dice, 0.8, 1.7), '#ffffff', 0.6),
          )
  return `<defs>${defs}</defs>${box(0, 0, width, height, 'url(#sky)')}${above}`
}

export const stars = (width: number, height: number, count: number, dice: Dice): string =>
  times(count, () =>
    disc(
      dice.roll() * width,
      dice.roll() * height,
      between(dice, 0.8, 2.4),
      '#fff6dc',
      `opacity="${0.3 + Math.round(dice.roll() * 7) / 10}"`,
    ),
  )

export const cloud = (x: number, y: number, r: number, colour: string, opacity: number): string =>
  faded(
    opacity,
    oval(x, y, r * 1.9, r * 0.42, colour),
    disc(x - r * 0.5, y - r * 0.3, r * 0.55, colour),
    disc(x + r * 0.4, y - r * 0.42, r * 0.7, colour),
  )

/** A soft ridge across the picture, filled down to its lower edge. */
export function ridge(dice: Dice, width: number, bottom: number, y: number, rise: number, fill: string): string {
  const [a, b, c] = [0, 0, 0].map(() => y - dice.roll() * rise)
  return path(
    d`M0 ${y}C${width * 0.15} ${a ?? y} ${width * 0.3} ${a ?? y} ${width * 0.45} ${y - rise * 0.35}S${width * 0.72} ${b ?? y} ${width * 0.8} ${b ?? y}S${width} ${c ?? y} ${width} ${c ?? y}V${bottom}H0Z`,
    fill,
  )
}

/** A round tree with its base at (x, y). */
export function tree(dice: Dice, x: number, y: number, height: number, leaf: string): string {
  const r = height * 0.27
  const lean = between(dice, -0.06, 0.06) * height
  const crown = [
    [-0.75, 0.25, 0.75],
    [0.8, 0.2, 0.72],
    [0, -0.5, 0.95],
    [-0.35, -0.1, 0.95],
    [0.4, 0, 0.9],
  ] as const
  const tufts = (colour: string, dx: number, dy: number, size: number) =>
    crown
      .map(([cx, cy, cr]) => disc(x + lean + cx * r + dx, y - height * 0.66 + cy * r + dy, cr * r * size, colour))
      .join('')
  return (
    oval(x, y, r * 1.3, r * 0.16, '#14241c', 'opacity=".22"') +
    path(
      d`M${x - r * 0.16} ${y}L${x + lean - r * 0.07} ${y - height * 0.5}H${x + lean + r * 0.07}L${x + r * 0.16} ${y}Z`,
      darker('#7a5236', 0.15),
    ) +
    tufts(darker(leaf, 0.24), 0, r * 0.16, 1) +
    tufts(leaf, -r * 0.06, 0, 0.88) +
    disc(x + lean - r * 0.4, y - height * 0.66 - r * 0.5, r * 0.42, lighter(leaf, 0.3), 'opacity=".5"') +
    disc(x + lean + r * 0.3, y - height * 0.66 - r * 0.75, r * 0.25, lighter(leaf, 0.3), 'opacity=".5"')
  )
}

export const poplar = (x: number, y: number, height: number, leaf: string): string =>
  path(
    d`M${x} ${y - height}C${x + height * 0.17} ${y - height * 0.5} ${x + height * 0.14} ${y} ${x} ${y}S${x - height * 0.17} ${y - height * 0.5} ${x} ${y - height}Z`,
    leaf,
  ) +
  path(
    d`M${x} ${y - height}C${x + height * 0.17} ${y - height * 0.5} ${x + height * 0.14} ${y} ${x} ${y}Z`,
    darker(leaf, 0.14),
  )

/** A bare tree in winter or at night. */
export const bare = (x: number, y: number, height: number, colour: string): string =>
  stroke(
    d`M${x} ${y}C${x - height * 0.03} ${y - height * 0.4} ${x} ${y - height * 0.6} ${x + height * 0.02} ${y - height}`,
    colour,
    height * 0.045,
  ) +
  [-1, 1, -1, 1, -1]
    .map((side, at) =>
      stroke(
        d`M${x} ${y - height * (0.36 + at * 0.11)}q${side * height * (0.14 - at * 0.015)} ${-height * 0.05} ${side * height * (0.26 - at * 0.035)} ${-height * 0.26}`,
        colour,
        height * (0.024 - at * 0.002),
      ),
    )
    .join('')

type HallOptions = { readonly lit?: number; readonly tower?: boolean; readonly snow?: boolean }

/** A brick building of the college, with its base at y. */
export function hall(
  dice: Dice,
  x: number,
  y: number,
  width: number,
  height: number,
  light: Light,
  { lit = 0.3, tower = false, snow = false }: HallOptions = {},
): string {
  const roof = snow ? '#f1f5f7' : darker(light.brick, 0.45)
  const rows = Math.max(2, Math.round(height / 70))
  const columns = Math.max(3, Math.round(width / 62))
  const gap = width / columns
  const window = (cx: number, cy: number, w: number, h: number) => {
    const glass = chance(dice, lit) ? light.lit : darker(light.brick, 0.55)
    return (
      box(cx - w / 2 - 3, cy - 3, w + 6, h + 6, lighter(light.brick, 0.55), 'rx="2"') +
      box(cx - w / 2, cy, w, h, glass) +
      box(cx - 1, cy, 2, h, lighter(light.brick, 0.5)) +
      box(cx - w / 2, cy + h * 0.45, w, 2, lighter(light.brick, 0.5))
    )
  }
  const windows = times(rows * columns, (at) => {
    const row = Math.floor(at / columns)
    return window(
      x + gap * ((at % columns) + 0.5),
      y - height + (height / rows) * (row + 0.26),
      gap * 0.34,
      (height / rows) * 0.5,
    )
  })
  const door = x + gap * (Math.floor(columns / 2) + 0.5)
  const dw = gap * 0.5
  const dh = (height / rows) * 0.72
  const spire = tower
    ? box(x + width / 2 - 36, y - height - 120, 72, 130, light.brick) +
      path(
        d`M${x + width / 2 - 44} ${y - height - 118}L${x + width / 2} ${y - height - 210}L${x + width / 2 + 44} ${y - height - 118}Z`,
        roof,
      ) +
      disc(x + width / 2, y - height - 76, 22, '#f7f0dc') +
      stroke(d`M${x + width / 2} ${y - height - 76}v-14M${x + width / 2} ${y - height - 76}l9 6`, '#33272a', 3)
    : ''
  return (
    spire +
    box(x, y - height, width, height, light.brick) +
    box(x + width * 0.62, y - height, width * 0.38, height, darker(light.brick, 0.2), 'opacity=".45"') +
    path(
      d`M${x - 10} ${y - height}L${x + 26} ${y - height - height * 0.22}H${x + width - 26}L${x + width + 10} ${y - height}Z`,
      roof,
    ) +
    box(x + width * 0.2, y - height * 1.32, 20, height * 0.16, darker(light.brick, 0.25)) +
    box(x + width * 0.76, y - height * 1.32, 20, height * 0.16, darker(light.brick, 0.25)) +
    box(x, y - height, width, 6, lighter(light.brick, 0.5)) +
    windows +
    path(
      d`M${door - dw / 2 - 5} ${y}V${y - dh}q${dw / 2 + 5} ${-dw * 0.5} ${dw + 10} 0V${y}Z`,
      lighter(light.brick, 0.5),
    ) +
    path(d`M${door - dw / 2} ${y}V${y - dh}q${dw / 2} ${-dw * 0.45} ${dw} 0V${y}Z`, '#2f5d48')
  )
}

/** A person from a distance, with the feet at (x, y). */
export function figure(dice: Dice, x: number, y: number, height: number): string {
  const coat = dice.pick(['#b4472f', '#1f7a54', '#3f6f9e', '#d9a441', '#6b5b95', '#f0e6d2', '#2f7f86'])
  const skin = dice.pick(['#f3c9a8', '#c98d5e', '#8a5636', '#5e3826'])
  const hair = dice.pick(['#241d20', '#5e3b25', '#b48a4e', '#a0502c', '#3c281f'])
  return group(
    d`translate(${x} ${y}) scale(${height / 100})`,
    oval(0, 0, 24, 5, '#14241c', 'opacity=".25"'),
    stroke('M-6 -40V-3M6 -40L9 -3', '#33374a', 9),
    path('M-14 -38C-16 -62 -14 -76 0 -76S16 -62 14 -38Z', coat),
    stroke('M-13 -68L-17 -44M13 -68L18 -46', darker(coat, 0.15), 7),
    disc(0, -86, 11, skin),
    path('M-12 -86C-13 -102 13 -102 12 -86C8 -93 -4 -95 -12 -86Z', hair),
  )
}

/**
 * Warm or cool light from one side, fading to the other, as through a lens; a single gradient, because gradients are
 * expensive.
 */
export function lens(width: number, height: number, x: number, y: number, colour = '#fff1cf', strength = 0.4): string {
  const reach = Math.hypot(Math.max(x, 1 - x) * width, Math.max(y, 1 - y) * height)
  const stops = `<stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset=".55" stop-color="${colour}" stop-opacity="0"/><stop offset=".6" stop-color="#1a1420" stop-opacity="0"/><stop offset="1" stop-color="#1a1420" stop-opacity=".32"/>`
  const light = `<radialGradient id="lens" gradientUnits="userSpaceOnUse" cx="${Math.round(x * width)}" cy="${Math.round(y * height)}" r="${Math.round(reach)}">${stops}</radialGradient>`
  return `<defs>${light}</defs>${box(0, 0, width, height, 'url(#lens)')}`
}

export const flakes = (dice: Dice, width: number, height: number, count: number): string =>
  times(count, () =>
    disc(
      dice.roll() * width,
      dice.roll() * height,
      between(dice, 2, 7),
      '#ffffff',
      `opacity="${0.5 + Math.round(dice.roll() * 5) / 10}"`,
    ),
  )

export const drops = (dice: Dice, width: number, height: number, count: number): string =>
  faded(
    0.35,
    times(count, () => stroke(d`M${dice.roll() * width} ${dice.roll() * height}l-9 34`, '#eef4f6', 2.5)),
  )
