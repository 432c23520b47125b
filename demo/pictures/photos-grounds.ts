// Outdoor pictures by day. Long, because each picture is one list of shapes from back to front.

import type { Dice } from '../seeded-random.ts'
import { boathouse } from './covers.ts'
import { figure, flakes, hall, hours, type Light, lens, poplar, ridge, sky, tree } from './scenery.ts'
import {
  between,
  box,
  chance,
  d,
  darker,
  disc,
  falling,
  group,
  lighter,
  mix,
  oval,
  type Picture,
  path,
  stroke,
  svg,
  times,
} from './shapes.ts'

const blades = (dice: Dice, width: number, height: number, colour: string) =>
  times(70, () => {
    const x = dice.roll() * width
    return stroke(
      d`M${x} ${height + 6}q${between(dice, -6, 6)} -30 ${between(dice, -18, 18)} ${between(dice, -86, -34)}`,
      mix(colour, '#e8e07a', dice.roll() * 0.35),
      5,
    )
  })

const reader = (dice: Dice, x: number, y: number, size: number) => {
  const coat = dice.pick(['#b4472f', '#3f6f9e', '#d9a441', '#6b5b95', '#f0e6d2', '#2f7f86'])
  const skin = dice.pick(['#f3c9a8', '#c98d5e', '#8a5636', '#5e3826'])
  return group(
    d`translate(${x} ${y}) scale(${(chance(dice, 0.5) ? 1 : -1) * size} ${size})`,
    oval(0, 10, 92, 12, '#14301c', 'opacity=".3"'),
    stroke('M10 0L52 2L78 -14L92 6', '#3a4260', 15),
    path('M-46 8C-46 -20 4 -22 18 -10V10H-46Z', coat),
    stroke('M-34 -8L-22 -34L-2 -38', darker(coat, 0.15), 10),
    disc(-62, -6, 17, skin),
    path('M-78 0C-86 -22 -62 -30 -50 -18C-62 -18 -70 -8 -78 0Z', '#3c281f'),
    path('M-40 -44L-4 -58L10 -44L-26 -30Z', dice.pick(['#f7f0dc', '#c0684c', '#2c8560'])),
  )
}

const blanket = (x: number, y: number, size: number, colour: string) =>
  group(
    d`translate(${x} ${y}) scale(${size})`,
    path('M-130 -26L110 -34L150 34L-150 40Z', colour),
    times(4, (at) =>
      path(d`M${-90 + at * 56} -28H${-66 + at * 56}L${-80 + at * 66} 38H${-108 + at * 66}Z`, '#ffffff', 'opacity=".3"'),
    ),
  )

export function lawn(dice: Dice): Picture {
  const [width, height] = [1200, 900]
  const hour = dice.pick(['noon', 'morning', 'dusk'] as const)
  const light: Light = hours[hour]
  const grass = `<defs>${falling('grass', [0, lighter(light.lawn, 0.25)], [1, darker(light.lawn, 0.16)])}</defs>`
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      sky(hour, width, 470, dice),
      ridge(dice, width, height, 400, 70, light.far),
      times(9, (at) =>
        poplar(at * 140 + dice.roll() * 60, 450, between(dice, 110, 180), mix(light.leaf, light.far, 0.4)),
      ),
      hall(dice, between(dice, 40, 200), 470, 640, 190, light, { lit: hour === 'dusk' ? 0.5 : 0.08, tower: true }),
      hall(dice, between(dice, 880, 960), 474, 360, 140, light, { lit: 0.1 }),
      grass,
      ridge(dice, width, height, 478, 12, 'url(#grass)'),
      times(9, () => figure(dice, dice.roll() * width, between(dice, 500, 540), between(dice, 44, 56))),
      tree(dice, between(dice, 840, 1000), 590, 390, light.leaf),
      path('M560 600C760 560 1100 560 1240 600C1100 660 760 660 560 600Z', '#18301f', 'opacity=".16"'),
      blanket(between(dice, 280, 420), 640, 0.95, '#c0684c'),
      reader(dice, between(dice, 320, 420), 618, 0.95),
      reader(dice, between(dice, 760, 980), 626, 0.85),
      reader(dice, between(dice, 40, 160), 570, 0.6),
      blanket(between(dice, 640, 800), 764, 1.4, dice.pick(['#4f82b0', '#d9a441'])),
      reader(dice, between(dice, 680, 780), 738, 1.5),
      reader(dice, between(dice, 120, 220), 782, 1.45),
      blades(dice, width, height, darker(light.lawn, 0.2)),
      lens(width, height, dice.pick([0.1, 0.9]), 0, light.sun, 0.5),
    ),
  }
}

export function boats(dice: Dice): Picture {
  const [width, height] = [1200, 675]
  const hour = dice.pick(['morning', 'dusk', 'grey'] as const)
  const light: Light = hours[hour]
  const x = between(dice, 520, 760)
  const oars = between(dice, 240, 420)
  const defs = `<defs>${falling('water', [0, mix(light.sky[1], '#8fb6bd', 0.4)], [1, mix(light.sky[0], '#1d4a5e', 0.65)])}${falling('mist', [0, '#ffffff', 0], [0.5, '#ffffff', 0.75], [1, '#ffffff', 0])}</defs>`
  const rower = (at: number) =>
    stroke(d`M${oars + at * 58} 520l-13 -42`, at % 2 ? '#b4472f' : '#e9dfc9', 20) +
    disc(oars - 15 + at * 58, 458, 13, ['#f0c9a8', '#8a5636', '#c98d5e', '#5e3826'][at % 4] ?? '#c98d5e') +
    stroke(d`M${oars + 4 + at * 58} 498l-52 56`, '#f6eeda', 5) +
    oval(oars - 52 + at * 58, 558, 16, 6, '#b4472f')
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      sky(hour, width, 360, dice),
      ridge(dice, width, height, 300, 130, light.far),
      ridge(dice, width, height, 330, 60, mix(light.leaf, light.far, 0.45)),
      times(8, () => tree(dice, dice.roll() * width, 352, between(dice, 110, 190), mix(light.leaf, light.far, 0.2))),
      group(d`translate(${x} 356) scale(1.5)`, boathouse(0, 0, light)),
      defs,
      box(0, 356, width, 320, 'url(#water)'),
      path(d`M${x} 356H${x + 376}L${x + 350} 470H${x + 26}Z`, darker(light.brick, 0.2), 'opacity=".3"'),
      times(34, () =>
        stroke(
          d`M${dice.roll() * width} ${between(dice, 372, 664)}h${between(dice, 30, 150)}`,
          '#ffffff',
          3,
          'opacity=".32"',
        ),
      ),
      box(0, 300, width, 130, 'url(#mist)'),
      path(d`M${oars - 120} 520q300 62 600 0q-300 22 -600 0Z`, '#f3ead6'),
      path(d`M${oars - 96} 528q276 42 552 0`, '#a63f2c'),
      times(8, rower),
      times(22, (at) =>
        stroke(
          d`M${at < 11 ? at * 16 : 1030 + (at - 11) * 17} 690q${between(dice, -10, 10)} -90 ${between(dice, -20, 20)} ${between(dice, -220, -110)}`,
          darker(light.leaf, 0.35),
          7,
        ),
      ),
      lens(width, height, 0.25, 0.1, light.sun, 0.5),
    ),
  }
}

const snowman = (x: number, y: number, size: number, scarf: string) =>
  group(
    d`translate(${x} ${y}) scale(${size})`,
    oval(14, 4, 110, 16, '#8ea6ba', 'opacity=".4"'),
    disc(0, -70, 78, '#f8fbfc') + path('M20 -144A78 78 0 0 1 30 4C60 -40 56 -110 20 -144Z', '#c9d8e4', 'opacity=".7"'),
    disc(0, -180, 56, '#fbfdfe') +
      path('M14 -233A56 56 0 0 1 20 -128C42 -160 40 -206 14 -233Z', '#cddbe6', 'opacity=".7"'),
    stroke('M-52 -186L-120 -236M-96 -218L-104 -248M52 -186L118 -220M96 -208L110 -240', '#6a4a36', 7),
    disc(0, -262, 42, '#ffffff'),
    box(-46, -226, 92, 22, scarf, 'rx="10"') + box(18, -220, 24, 66, darker(scarf, 0.12), 'rx="8"'),
    disc(-14, -272, 5, '#2a2426') + disc(14, -272, 5, '#2a2426') + path('M-3 -264L52 -254L-2 -250Z', '#e0822f'),
    stroke('M-14 -244q14 9 26 -1', '#2a2426', 4) +
      [0, 1, 2].map((at) => disc(4, -200 + at * 30, 6, '#3a3436')).join(''),
  )

export function snow(dice: Dice): Picture {
  const [width, height] = [1200, 900]
  const light: Light = hours.winter
  const defs = `<defs>${falling('drift', [0, '#ffffff'], [1, '#c3d4e2'])}</defs>`
  const scarves = dice.some(['#b4472f', '#1f7a54', '#3f6f9e', '#d9a441', '#6b5b95'], 4)
  const [a = '#b4472f', b = '#1f7a54', c = '#3f6f9e', hat = '#6b5b95'] = scarves
  const x = between(dice, 300, 460)
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      sky('winter', width, 480, dice),
      ridge(dice, width, height, 420, 80, light.far),
      hall(dice, between(dice, 60, 320), 500, 720, 200, light, { lit: 0.5, tower: true, snow: true }),
      times(7, (at) => poplar(at * 190 + dice.roll() * 80, 510, between(dice, 140, 210), '#86a39c')),
      defs,
      ridge(dice, width, height, 520, 30, 'url(#drift)'),
      times(7, () => figure(dice, dice.roll() * width, between(dice, 530, 580), between(dice, 52, 66))),
      snowman(between(dice, 120, 200), 640, 0.5, c) + snowman(between(dice, 960, 1060), 690, 0.66, b),
      ridge(dice, width, height, 700, 40, '#e9f1f6'),
      snowman(x, 830, 1.32, a),
      group(
        d`translate(${x} 430) scale(1.32)`,
        box(-54, 14, 108, 14, hat, 'rx="6"') + box(-36, -48, 72, 66, darker(hat, 0.1), 'rx="8"'),
      ),
      times(9, (at) => oval(720 + at * 46, 880 - at * 26 + (at % 2) * 18, 20 - at, 8, '#a9bfd0', 'opacity=".7"')),
      flakes(dice, width, height, 170),
      lens(width, height, 0.8, 0.05, '#ffffff', 0.5),
    ),
  }
}

export function orchard(dice: Dice): Picture {
  const [width, height] = [1200, 900]
  const hour = dice.pick(['autumn', 'morning'] as const)
  const light: Light = hours[hour]
  const apple = (x: number, y: number, r: number) => {
    const skin = dice.pick(['#c0392b', '#d4563a', '#b92f2f', '#d9a03f'])
    return (
      disc(x, y, r, skin) +
      oval(x - r * 0.35, y - r * 0.35, r * 0.25, r * 0.32, '#ffffff', 'opacity=".45"') +
      stroke(d`M${x} ${y - r * 0.8}q3 -8 8 -10`, '#5a3a24', 3)
    )
  }
  const row = (y: number, tall: number, gap: number) =>
    times(Math.ceil(width / gap) + 1, (at) => {
      const x = at * gap + between(dice, -20, 20)
      return (
        tree(dice, x, y, tall, mix(light.leaf, '#6f9a4a', dice.roll() * 0.6)) +
        times(12, () =>
          disc(
            x + between(dice, -0.3, 0.3) * tall,
            y - tall * between(dice, 0.45, 0.85),
            tall / 45,
            dice.pick(['#c0392b', '#d9533b']),
          ),
        )
      )
    })
  const basket = (x: number, y: number) =>
    times(9, (at) => apple(x - 92 + (at % 5) * 45 + (at > 4 ? 24 : 0), y - 116 - (at > 4 ? 34 : 0), 30)) +
    path(d`M${x - 140} ${y - 110}H${x + 140}L${x + 108} ${y + 20}H${x - 108}Z`, '#b98a4e') +
    times(3, (at) =>
      stroke(d`M${x - 128 + at * 9} ${y - 82 + at * 34}H${x + 128 - at * 9}`, '#8f6534', 7, 'stroke-dasharray="26 14"'),
    ) +
    stroke(d`M${x - 142} ${y - 110}H${x + 142}`, '#d3a666', 15)
  const ladder = between(dice, 660, 800)
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      sky(hour, width, 460, dice),
      ridge(dice, width, height, 400, 110, light.far),
      ridge(dice, width, height, 450, 50, mix(light.far, light.lawn, 0.5)),
      `<defs>${falling('grass', [0, lighter(light.lawn, 0.2)], [1, darker(light.lawn, 0.22)])}</defs>`,
      box(0, 450, width, 450, 'url(#grass)'),
      row(490, 130, 150),
      row(570, 230, 270),
      tree(dice, ladder + 120, 740, 560, light.leaf),
      times(24, () => apple(ladder + 120 + between(dice, -115, 115), between(dice, 280, 450), 13)),
      stroke(d`M${ladder - 70} 790L${ladder + 50} 360M${ladder - 6} 800L${ladder + 104} 370`, '#8a6238', 13),
      times(8, (at) => stroke(d`M${ladder - 60 + at * 15} ${756 - at * 52}l64 10`, '#a67a48', 10)),
      times(14, () => apple(dice.roll() * width, between(dice, 740, 870), between(dice, 13, 19))),
      basket(between(dice, 240, 380), 836),
      blades(dice, width, height, darker(light.lawn, 0.3)),
      lens(width, height, 0.15, 0.05, light.sun, 0.55),
    ),
  }
}
