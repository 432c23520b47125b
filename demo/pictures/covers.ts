// Long, because each landscape is one list of shapes from the back to the front.

import type { Dice } from '../seeded-random.ts'
import {
  bare,
  drops,
  figure,
  flakes,
  type Hour,
  hall,
  hours,
  type Light,
  lens,
  poplar,
  ridge,
  sky,
  tree,
} from './scenery.ts'
import {
  between,
  box,
  chance,
  d,
  darker,
  disc,
  falling,
  lighter,
  mix,
  oval,
  path,
  spreading,
  stroke,
  svg,
  times,
} from './shapes.ts'

const width = 1200
const height = 400

const scenes = {
  lawn: quad,
  river,
  hills,
  observatory,
  avenue,
  orchard,
} satisfies Record<string, (dice: Dice, hour: Hour) => string>

export type CoverScene = keyof typeof scenes

const hoursByScene: Record<CoverScene, readonly Hour[]> = {
  lawn: ['morning', 'noon', 'dusk', 'autumn', 'winter', 'night', 'grey'],
  river: ['morning', 'noon', 'dusk', 'grey', 'autumn'],
  hills: ['morning', 'dusk', 'noon', 'winter', 'autumn'],
  observatory: ['night', 'dusk'],
  avenue: ['autumn', 'morning', 'grey', 'winter', 'noon'],
  orchard: ['morning', 'autumn', 'dusk', 'noon'],
}

/** A landscape of the campus for the profile cover, 1200 by 400 pixels. */
export function drawCover(dice: Dice, told: { readonly scene?: CoverScene; readonly hour?: Hour } = {}): string {
  const scene = told.scene ?? dice.pick(Object.keys(scenes) as CoverScene[])
  const hour = told.hour ?? dice.pick(hoursByScene[scene])
  const weather =
    hour === 'winter' ? flakes(dice, width, height, 90) : hour === 'grey' ? drops(dice, width, height, 110) : ''
  return svg(
    width,
    height,
    sky(hour, width, 300, dice),
    scenes[scene](dice, hour),
    weather,
    lens(width, height, between(dice, 0.2, 0.8), 0.1, hours[hour].sun, hour === 'night' ? 0.12 : 0.35),
  )
}

const litAt = (hour: Hour) =>
  ({ night: 0.7, dusk: 0.55, grey: 0.35, winter: 0.35, morning: 0.1, noon: 0.05, autumn: 0.15 })[hour]

function ground(light: Light, y: number, dice: Dice, id = 'lawn') {
  const fade = `<defs>${falling(id, [0, lighter(light.lawn, 0.18)], [1, darker(light.lawn, 0.18)])}</defs>`
  return fade + ridge(dice, width, height, y, 14, `url(#${id})`)
}

function pickLeafColour(hour: Hour, dice: Dice) {
  return hour === 'autumn'
    ? dice.pick(['#d08a35', '#c05a35', '#dcae45', '#a8a24a'])
    : mix(hours[hour].leaf, '#d6c24a', dice.roll() * 0.22)
}

function timber(hour: Hour, dice: Dice, x: number, y: number, tall: number) {
  return hour === 'winter' ? bare(x, y, tall, '#6a5a58') : tree(dice, x, y, tall, pickLeafColour(hour, dice))
}

function quad(dice: Dice, hour: Hour) {
  const light: Light = hours[hour]
  const snow = hour === 'winter'
  const left = between(dice, 80, 380)
  const wide = between(dice, 380, 560)
  return (
    ridge(dice, width, height, 250, 90, light.far) +
    times(14, (at) =>
      poplar(at * 92 + dice.roll() * 40, 288, between(dice, 60, 120), mix(light.leaf, light.far, 0.45)),
    ) +
    hall(dice, left - 260, 300, 240, 110, light, { lit: litAt(hour), snow }) +
    hall(dice, left, 300, wide, 140, light, { lit: litAt(hour), tower: true, snow }) +
    hall(dice, left + wide + 40, 300, 260, 100, light, { lit: litAt(hour), snow }) +
    ground(light, 302, dice) +
    path(
      d`M${left + wide / 2 - 18} 298H${left + wide / 2 + 22}L${left + wide / 2 + 190} 400H${left + wide / 2 - 60}Z`,
      snow ? '#dfe6e9' : '#e6d5b0',
      'opacity=".8"',
    ) +
    times(3, () =>
      timber(hour, dice, between(dice, 20, width - 20), between(dice, 322, 350), between(dice, 130, 190)),
    ) +
    timber(hour, dice, chance(dice, 0.5) ? 70 : 1130, 396, 300) +
    times(6, () => figure(dice, between(dice, 60, width - 60), between(dice, 330, 384), between(dice, 34, 48)))
  )
}

function river(dice: Dice, hour: Hour) {
  const light: Light = hours[hour]
  const x = between(dice, 120, 720)
  const boat = between(dice, 200, 900)
  const row = between(dice, 330, 362)
  const water = `<defs>${falling('water', [0, mix(light.sky[1], '#7fb0bd', 0.55)], [1, mix(light.sky[0], '#24536a', 0.6)])}</defs>`
  return (
    ridge(dice, width, height, 240, 110, light.far) +
    ridge(dice, width, height, 262, 40, mix(light.leaf, light.far, 0.4)) +
    times(9, () => timber(hour, dice, dice.roll() * width, 286, between(dice, 80, 130))) +
    box(0, 280, width, 10, darker(light.lawn, 0.1)) +
    boathouse(x, 290, light) +
    water +
    box(0, 290, width, 110, 'url(#water)') +
    path(d`M${x} 290H${x + 250}L${x + 236} 340H${x + 14}Z`, darker(light.brick, 0.25), 'opacity=".28"') +
    times(26, () =>
      stroke(
        d`M${dice.roll() * width} ${between(dice, 298, 396)}h${between(dice, 20, 110)}`,
        '#ffffff',
        2.5,
        'opacity=".35"',
      ),
    ) +
    eight(boat, row) +
    times(16, (at) =>
      stroke(
        d`M${(at < 8 ? 0 : 1040) + (at % 8) * 22} 404q${between(dice, -8, 8)} -40 ${between(dice, -14, 14)} ${between(dice, -90, -50)}`,
        darker(light.leaf, 0.25),
        5,
      ),
    )
  )
}

/** The college's boathouse, with its blue door. */
export const boathouse = (x: number, y: number, light: Light): string =>
  box(x, y - 92, 250, 92, lighter(light.brick, 0.1)) +
  path(d`M${x - 16} ${y - 90}L${x + 125} ${y - 158}L${x + 266} ${y - 90}Z`, darker(light.brick, 0.4)) +
  times(3, (at) => box(x + 22 + at * 72, y - 66, 56, 66, at === 1 ? '#2f6ea3' : '#f0e4cb')) +
  times(3, (at) => box(x + 22 + at * 72, y - 66, 56, 5, darker(light.brick, 0.35))) +
  disc(x + 125, y - 112, 13, light.lit) +
  box(x - 24, y - 4, 298, 8, '#8a6a4a')

const eight = (x: number, y: number) =>
  path(d`M${x - 150} ${y}q150 20 300 0q-150 8 -300 0Z`, '#f3ead6') +
  path(d`M${x - 140} ${y + 3}q140 14 280 0`, '#a63f2c') +
  times(
    8,
    (at) =>
      stroke(d`M${x - 104 + at * 28} ${y}l-6 -18`, '#b4472f', 9) +
      disc(x - 110 + at * 28, y - 27, 6, at % 3 ? '#8a5636' : '#f0c9a8') +
      stroke(d`M${x - 100 + at * 28} ${y - 6}l-22 22`, '#f6eeda', 2.5),
  ) +
  stroke(d`M${x + 122} ${y}v-14`, '#1f7a54', 9) +
  disc(x + 122, y - 22, 6, '#c98d5e')

function hills(dice: Dice, hour: Hour) {
  const light: Light = hours[hour]
  const layers = 5
  return (
    times(layers, (at) => {
      const colour = mix(light.far, darker(light.lawn, 0.12), at / (layers - 1))
      const y = 190 + at * 48
      const line = ridge(dice, width, height, y, 110 - at * 14, mix(colour, light.sky[1], 0.25 - at * 0.05))
      const woods = times(at * 3, () => timber(hour, dice, dice.roll() * width, y + 24, 18 + at * 14))
      return (
        line +
        (at === 2
          ? hall(dice, between(dice, 300, 800), y + 6, 150, 44, light, { lit: litAt(hour), snow: hour === 'winter' })
          : '') +
        woods
      )
    }) +
    stroke(
      d`M${between(dice, 200, 900)} 404C500 360 800 330 ${between(dice, 400, 800)} 290`,
      hour === 'winter' ? '#dbe4e8' : '#ead9b4',
      12,
      'opacity=".8"',
    )
  )
}

function observatory(dice: Dice, hour: Hour) {
  const light: Light = hours[hour]
  const x = between(dice, 250, 950)
  const milk = `<defs>${spreading('milk', [0, '#e9e2ff', 0.34], [0.6, '#cfd8ff', 0.12], [1, '#cfd8ff', 0])}</defs>`
  return (
    milk +
    `<g transform="rotate(-24 600 150)">${oval(600, 130, 720, 60, 'url(#milk)')}${oval(620, 132, 420, 26, 'url(#milk)')}</g>` +
    (hour === 'night' && chance(dice, 0.4)
      ? stroke(d`M${between(dice, 200, 800)} ${between(dice, 30, 80)}l120 34`, '#fff6dc', 3, 'opacity=".8"')
      : '') +
    ridge(dice, width, height, 290, 90, light.far) +
    ridge(dice, width, height, 330, 40, mix(light.far, light.lawn, 0.5)) +
    box(x - 60, 236, 120, 96, lighter(light.brick, 0.2)) +
    path(d`M${x - 70} 240C${x - 70} 140 ${x + 70} 140 ${x + 70} 240Z`, mix('#d9dfe0', light.sky[0], 0.35)) +
    path(d`M${x - 4} 168L${x + 46} 184L${x + 52} 240H${x + 22}Z`, '#14203c') +
    stroke(d`M${x + 22} 216L${x + 66} 158`, '#c9ced0', 13) +
    box(x - 18, 282, 36, 50, light.lit) +
    ground(light, 340, dice) +
    times(8, () => poplar(dice.roll() * width, 372, between(dice, 60, 130), darker(light.leaf, 0.2))) +
    times(5, () => figure(dice, between(dice, 100, 1100), between(dice, 370, 392), 40))
  )
}

function avenue(dice: Dice, hour: Hour) {
  const light: Light = hours[hour]
  const middle = between(dice, 420, 780)
  return (
    ridge(dice, width, height, 250, 60, light.far) +
    hall(dice, middle - 130, 284, 260, 90, light, { lit: litAt(hour), tower: true, snow: hour === 'winter' }) +
    ground(light, 284, dice) +
    path(
      d`M${middle - 14} 284H${middle + 14}L${middle + 230} 400H${middle - 230}Z`,
      hour === 'winter' ? '#dde6ea' : '#e3d0a8',
      'opacity=".85"',
    ) +
    times(6, (at) => {
      const away = 1 - at / 6
      const off = 60 + at * at * 18
      return (
        timber(hour, dice, middle - off - 20, 290 + at * at * 4, 90 + (1 - away) * 300) +
        timber(hour, dice, middle + off + 20, 290 + at * at * 4, 90 + (1 - away) * 300)
      )
    }) +
    times(4, (at) => figure(dice, middle + between(dice, -60, 60), 310 + at * 22, 34 + at * 10)) +
    (hour === 'autumn'
      ? times(60, () =>
          oval(dice.roll() * width, between(dice, 300, 398), 6, 3, dice.pick(['#d08a35', '#c05a35', '#dcae45'])),
        )
      : '')
  )
}

function orchard(dice: Dice, hour: Hour) {
  const light: Light = hours[hour]
  return (
    ridge(dice, width, height, 240, 90, light.far) +
    ridge(dice, width, height, 270, 50, mix(light.far, light.lawn, 0.5)) +
    hall(dice, between(dice, 60, 900), 282, 220, 70, light, { lit: litAt(hour) }) +
    ground(light, 282, dice) +
    times(3, (row) =>
      times(9 - row * 2, (at) => {
        const x = 40 + row * 40 + at * (140 + row * 50)
        const y = 304 + row * 40
        const tall = 80 + row * 46
        return (
          tree(dice, x, y, tall, pickLeafColour(hour, dice)) +
          times(7, () =>
            disc(
              x + between(dice, -0.3, 0.3) * tall,
              y - tall * between(dice, 0.5, 0.85),
              3 + row,
              dice.pick(['#c0392b', '#d9533b', '#e0b04f']),
            ),
          )
        )
      }),
    )
  )
}
