// Close-up pictures of things. Long, because each picture is one list of shapes.

import type { Dice } from '../seeded-random.ts'
import { hours, type Light, lens, ridge, sky, tree } from './scenery.ts'
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
  spreading,
  stroke,
  svg,
  times,
} from './shapes.ts'

const covers = ['#8a3b2e', '#2f6a4e', '#2f5f8a', '#d0a048', '#6b4a7e', '#d9cbb0', '#b8664a', '#3f7a76']

/** Boards of a table from y down. */
const boards = (dice: Dice, y: number, width: number, height: number, wood: string) =>
  `<defs>${falling('wood', [0, lighter(wood, 0.12)], [1, darker(wood, 0.22)])}</defs>` +
  box(0, y, width, height - y, 'url(#wood)') +
  times(16, () =>
    stroke(
      d`M${dice.roll() * width} ${between(dice, y + 20, height)}q120 ${between(dice, -10, 10)} ${between(dice, 200, 420)} 0`,
      darker(wood, 0.3),
      3,
      'opacity=".3"',
    ),
  )

const steam = (x: number, y: number) =>
  stroke(d`M${x} ${y}q-34 -50 4 -100t0 -100M${x + 60} ${y}q-34 -50 4 -90t0 -80`, '#ffffff', 12, 'opacity=".4"')

export function tea(dice: Dice): Picture {
  const size = 1080
  const light: Light = hours[dice.pick(['morning', 'dusk', 'autumn'] as const)]
  const mug = dice.pick(['#2f5f8a', '#b4472f', '#1f7a54', '#e9dfc9'])
  let y = 880
  const pile = dice.some(covers, 5).map((cover) => {
    const tall = between(dice, 44, 70)
    y -= tall
    const x = 540 + between(dice, -24, 24)
    return (
      box(x, y, 380, tall - 3, cover, 'rx="6"') +
      box(x + 330, y + 6, 54, tall - 15, '#fbf4e0') +
      box(x + 40, y, 16, tall - 3, lighter(cover, 0.5)) +
      box(x + 72, y, 6, tall - 3, lighter(cover, 0.5))
    )
  })
  return {
    width: size,
    height: size,
    svg: svg(
      size,
      size,
      sky(light === hours.dusk ? 'dusk' : 'morning', size, 640, dice),
      ridge(dice, size, 700, 560, 120, light.far),
      times(4, () => tree(dice, dice.roll() * size, 690, between(dice, 220, 330), light.leaf)),
      box(0, 0, 60, 700, '#f6efdf') +
        box(1020, 0, 60, 700, '#e6d8bc') +
        box(520, 0, 40, 700, '#f6efdf') +
        box(0, 330, size, 30, '#f6efdf') +
        box(0, 660, size, 44, '#fbf4e4'),
      path('M0 0H240C210 240 190 420 60 660H0Z', '#c98a6a', 'opacity=".85"') +
        times(4, (at) =>
          stroke(
            d`M${40 + at * 52} 0C${40 + at * 44} 260 ${20 + at * 34} 420 ${10 + at * 16} 640`,
            '#a9684a',
            5,
            'opacity=".5"',
          ),
        ),
      boards(dice, 700, size, size, '#b07a48'),
      path('M560 700L1080 700V1080H900Z', '#fff1cf', 'opacity=".16"'),
      oval(740, 884, 260, 26, '#3a2418', 'opacity=".35"'),
      pile.join(''),
      oval(300, 950, 190, 32, '#3a2418', 'opacity=".35"') +
        oval(300, 936, 176, 36, '#f4ead6') +
        oval(300, 930, 130, 22, '#e0d0b0'),
      path('M180 700H420C420 840 400 930 340 934H260C200 930 180 840 180 700Z', mug) +
        path('M350 702H420C420 840 400 930 340 934C360 880 364 800 350 702Z', darker(mug, 0.2), 'opacity=".6"') +
        stroke('M414 740q96 0 70 80t-96 60', mug, 26) +
        oval(300, 700, 120, 28, lighter(mug, 0.35)) +
        oval(300, 703, 106, 21, '#8a4a22') +
        stroke('M232 720V800', lighter(mug, 0.6), 9, 'opacity=".6"') +
        stroke('M340 704L356 800', '#f4ead6', 3) +
        box(340, 800, 36, 44, '#e0b04f', 'rx="4"'),
      steam(260, 670),
      disc(920, y - 20, 0, 'none') +
        path(d`M600 ${y}q60 -40 130 -6q80 -40 140 0l-8 14q-70 -24 -132 6q-60 -28 -122 0Z`, '#fbf6e6') +
        stroke(d`M730 ${y - 4}v14`, '#c9bda0', 4),
      oval(560, 1000, 60, 46, '#d9a45f') +
        times(5, (at) => disc(530 + at * 15, 990 + (at % 2) * 18, 5, '#5f3a22')) +
        oval(470, 1020, 52, 34, '#c98f4a') +
        times(4, (at) => disc(446 + at * 15, 1014 + (at % 2) * 12, 5, '#5f3a22')),
      lens(size, size, 0.85, 0.1, light.sun, 0.5),
    ),
  }
}

const furs = [
  ['#d98a3f', '#b5662a', true],
  ['#8b8f94', '#6a6e74', false],
  ['#2a272c', '#151318', false],
  ['#f3eee4', '#d5ccbc', false],
  ['#a08a6a', '#6f5a40', true],
  ['#5f5a58', '#3f3a3a', true],
] as const

/** A cat on a wall; `take` selects the coat, so that six pictures show six cats. */
export function cat(dice: Dice, take = Math.floor(dice.roll() * furs.length)): Picture {
  const [width, height] = [1200, 900]
  const [fur, dark, striped] = furs[take % furs.length] ?? furs[0]
  const hour = dice.pick(['morning', 'noon', 'dusk', 'autumn'] as const)
  const light: Light = hours[hour]
  const x = between(dice, 420, 760)
  const eye = dice.pick(['#e0c04a', '#9fc05a', '#e8a03f', '#8fc0d0'])
  const asleep = chance(dice, 0.35)
  const eyes = asleep
    ? stroke('M-62 -10q16 14 34 0M28 -10q16 14 34 0', '#1d1a1c', 7)
    : oval(-44, -14, 22, 24, eye) +
      oval(44, -14, 22, 24, eye) +
      oval(-44, -14, 8, 21, '#1d1a1c') +
      oval(44, -14, 8, 21, '#1d1a1c') +
      disc(-38, -22, 5, '#ffffff') +
      disc(50, -22, 5, '#ffffff')
  const face =
    path('M-110 -30L-104 -156L-30 -96ZM110 -30L104 -156L30 -96Z', fur) +
    path('M-92 -60L-90 -124L-48 -92ZM92 -60L90 -124L48 -92Z', '#e0a090') +
    oval(0, 0, 124, 104, fur) +
    oval(0, 40, 62, 44, lighter(fur, 0.5)) +
    (striped
      ? stroke('M-26 -98V-62M0 -104V-62M26 -98V-62M-120 -4L-84 2M-118 24L-84 22M120 -4L84 2M118 24L84 22', dark, 11)
      : '') +
    eyes +
    path('M-14 22H14L0 38Z', '#c9706a') +
    stroke('M0 38V50M-26 52q14 14 26 -2q12 16 26 2', '#2a1e22', 5) +
    stroke('M-70 34L-150 20M-70 46L-150 52M70 34L150 20M70 46L150 52', '#ffffff', 3, 'opacity=".8"')
  const brick = times(60, (at) => {
    const row = Math.floor(at / 12)
    return box(
      (at % 12) * 112 - (row % 2) * 54,
      672 + row * 50,
      106,
      44,
      mix(light.brick, dice.pick(['#7a3a2e', '#d99a7a']), dice.roll() * 0.45),
      'rx="4"',
    )
  })
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      sky(hour, width, 640, dice),
      ridge(dice, width, height, 540, 140, light.far),
      times(5, () => tree(dice, dice.roll() * width, 680, between(dice, 260, 460), mix(light.leaf, light.far, 0.2))),
      box(0, 640, width, 260, darker(light.brick, 0.4)) +
        brick +
        box(0, 620, width, 54, '#d9c6a2') +
        box(0, 620, width, 14, '#f0e4c8') +
        times(4, (at) => stroke(d`M${at * 320 + 120} 622V672`, '#a8946e', 4)),
      stroke(
        d`M${x + 130} 600C${x + 260} 620 ${x + 280} 760 ${x + 210} 790C${x + 170} 804 ${x + 160} 770 ${x + 186} 764`,
        fur,
        36,
      ) + (striped ? stroke(d`M${x + 240} 660l36 -6M${x + 244} 710l36 4`, dark, 13) : ''),
      oval(x + 20, 628, 210, 18, '#2a1e16', 'opacity=".3"'),
      path(d`M${x - 130} 630C${x - 170} 420 ${x - 90} 330 ${x + 10} 330S${x + 210} 460 ${x + 170} 630Z`, fur) +
        path(
          d`M${x + 60} 350C${x + 180} 400 ${x + 200} 520 ${x + 170} 630H${x + 90}C${x + 140} 560 ${x + 120} 440 ${x + 60} 350Z`,
          dark,
          'opacity=".55"',
        ),
      striped
        ? stroke(d`M${x + 150} 440q-30 10 -50 4M${x + 174} 500q-36 12 -60 4M${x + 178} 560q-36 12 -62 4`, dark, 13)
        : '',
      path(
        d`M${x - 60} 630C${x - 76} 520 ${x - 70} 460 ${x - 20} 450S${x + 40} 520 ${x + 30} 630Z`,
        lighter(fur, 0.35),
      ),
      oval(x - 74, 624, 54, 24, fur) +
        oval(x + 30, 624, 54, 24, fur) +
        stroke(d`M${x - 88} 616v16M${x - 62} 616v16M${x + 16} 616v16M${x + 42} 616v16`, dark, 4),
      group(d`translate(${x - 14} 330) scale(1.06) rotate(${between(dice, -8, 6)})`, face),
      chance(dice, 0.4) ? stroke(d`M${x - 96} 424q80 50 164 4`, '#b4472f', 17) + disc(x - 10, 458, 16, '#e8c766') : '',
      times(18, () =>
        oval(dice.roll() ** 2 * 260, between(dice, 690, 900), 26, 20, dice.pick(['#3f7a48', '#5a9350', '#7fa953'])),
      ),
      lens(width, height, 0.15, 0.05, light.sun, 0.5),
    ),
  }
}

export function keys(dice: Dice): Picture {
  const size = 1080
  const light: Light = hours.morning
  const brass = ['#e0b04f', '#a8762a', '#fbe3a0']
  const key = (angle: number, metal: string) =>
    group(
      d`translate(590 690) rotate(${angle})`,
      disc(0, 100, 46, metal) + disc(0, 84, 18, '#8a6a54'),
      box(-13, 140, 26, 190, metal, 'rx="6"'),
      path('M13 230h30v22h-16v18h22v24h-36Z', metal),
      stroke('M-4 150V316', lighter(metal, 0.6), 4, 'opacity=".7"'),
    )
  return {
    width: size,
    height: size,
    svg: svg(
      size,
      size,
      sky('morning', size, 560, dice),
      ridge(dice, size, size, 500, 110, light.far),
      times(5, () => tree(dice, dice.roll() * size, 600, between(dice, 180, 300), mix(light.leaf, light.sky[1], 0.35))),
      `<defs>${falling('cap', [0, '#e2cfa8'], [1, '#a98c64'])}${falling('brass', [0, '#fbe3a0'], [0.45, '#dba945'], [1, '#8f6122'])}</defs>`,
      box(0, 580, size, 500, 'url(#cap)') +
        box(0, 580, size, 16, '#f6e9c8') +
        times(60, () =>
          oval(dice.roll() * size, between(dice, 610, 1070), between(dice, 4, 20), 4, '#8a7048', 'opacity=".3"'),
        ),
      stroke('M0 830H1080M420 830V1080', '#8a7048', 7, 'opacity=".5"'),
      oval(420, 706, 270, 34, '#4a3420', 'opacity=".4"'),
      path(
        'M130 540C170 500 230 560 330 540C420 520 520 540 560 470C600 620 520 710 380 712C230 714 150 660 130 540Z',
        'url(#brass)',
      ),
      path('M250 600C310 560 420 570 450 620C400 670 290 670 250 600Z', brass[1] ?? '', 'opacity=".55"') +
        stroke('M280 604q70 -20 130 10', brass[2] ?? '', 7, 'opacity=".8"'),
      path('M430 540C400 420 430 320 530 320S660 420 600 510C570 560 470 590 430 540Z', 'url(#brass)') +
        path('M636 400L720 424L640 456Z', '#c9862f') +
        disc(574, 396, 15, '#3a2414') +
        disc(579, 391, 5, '#fff6dc') +
        stroke('M470 370q26 -36 64 -32', brass[2] ?? '', 11, 'opacity=".9"'),
      disc(590, 690, 84, 'none', 'stroke="#8f9499" stroke-width="15"') +
        disc(590, 690, 84, 'none', 'stroke="#dfe4e6" stroke-width="5"') +
        stroke('M480 660l40 20', '#8f9499', 13),
      group('translate(20 14)', oval(700, 980, 220, 20, '#4a3420', 'opacity=".3"')),
      key(-58, '#b9bec2') + key(-20, '#c9a24a') + key(14, '#9aa0a6'),
      lens(size, size, 0.8, 0.1, '#fff3d0', 0.6),
    ),
  }
}

export function cake(dice: Dice): Picture {
  const size = 1080
  const icing = dice.pick(['#f3c6cf', '#fbf4e4', '#cfe6d3', '#f6dfa9'])
  const sponge = dice.pick(['#7a4a2e', '#e0b878', '#b4563f'])
  const top = 470
  const drips = times(9, (at) => box(240 + at * 66, top, 52, between(dice, 50, 130), icing, 'rx="26"'))
  return {
    width: size,
    height: size,
    svg: svg(
      size,
      size,
      `<defs>${falling('dim', [0, '#3f4a5e'], [1, '#8a6a5c'])}${spreading('flame', [0, '#ffe6a3', 0.7], [1, '#ffe6a3', 0])}</defs>`,
      box(0, 0, size, size, 'url(#dim)'),
      times(18, () =>
        disc(
          dice.roll() * size,
          dice.roll() * 560,
          between(dice, 20, 60),
          dice.pick(['#ffd98a', '#ffb27a', '#f3cbb4']),
          'opacity=".22"',
        ),
      ),
      times(7, (at) =>
        path(d`M${at * 170 - 20} ${60 + Math.abs(at - 3) * -14 + 40}h90l-45 90Z`, covers[at] ?? '#b4472f'),
      ) + stroke('M-20 60Q540 170 1100 60', '#f4ead6', 5),
      boards(dice, 720, size, size, '#a9703f'),
      oval(540, 900, 420, 56, '#2a1810', 'opacity=".4"') +
        oval(540, 872, 400, 62, '#e9f0ee') +
        oval(540, 862, 360, 48, '#cfdcd8'),
      path(d`M230 ${top}V820C230 890 850 890 850 820V${top}Z`, sponge) +
        path('M230 640C230 700 850 700 850 640V668C850 728 230 728 230 668Z', '#fbf4e4') +
        path('M230 672C230 732 850 732 850 672V684C850 744 230 744 230 684Z', '#b4472f'),
      path(d`M700 ${top}H850V820C850 850 790 868 700 874Z`, '#1a1014', 'opacity=".14"'),
      drips + oval(540, top, 310, 70, lighter(icing, 0.25)) + oval(540, top - 6, 290, 58, lighter(icing, 0.5)),
      times(34, () =>
        box(
          between(dice, 300, 780),
          between(dice, top - 46, top + 30),
          16,
          6,
          dice.pick(covers),
          d`rx="3" transform="rotate(${between(dice, -30, 30)} 540 470)"`,
        ),
      ),
      times(7, (at) => {
        const x = 330 + at * 70
        const y = top - 30 + (at % 2) * 44
        return (
          disc(x, y - 160, 100, 'url(#flame)') +
          box(x - 9, y - 130, 18, 130, at % 2 ? '#f4efe2' : '#3f8fae', 'rx="4"') +
          times(3, (k) => stroke(d`M${x - 8} ${y - 20 - k * 40}l16 -13`, '#c8577a', 5)) +
          path(d`M${x} ${y - 186}q24 32 0 52q-24 -20 0 -52Z`, '#ffb43f') +
          path(d`M${x} ${y - 164}q12 16 0 28q-12 -12 0 -28Z`, '#fff3c9')
        )
      }),
      times(
        9,
        (at) =>
          disc(262 + at * 70, 500 + Math.sin((at / 8) * Math.PI) * 42, 23, '#b92f3a') +
          disc(256 + at * 70, 492 + Math.sin((at / 8) * Math.PI) * 42, 7, '#ffffff', 'opacity=".5"'),
      ),
      stroke('M900 1000L1010 850', '#c9ced0', 15) +
        stroke('M896 1006q-30 30 -40 44', '#c9ced0', 9) +
        box(60, 930, 190, 18, '#e9f0ee', 'rx="9"') +
        box(70, 910, 170, 18, '#cfdcd8', 'rx="9"'),
      lens(size, size, 0.5, 0.35, '#ffdf9a', 0.4),
    ),
  }
}

export function soup(dice: Dice): Picture {
  const size = 1080
  const broth = dice.pick(['#d2552f', '#d98a3a', '#8fa04a'])
  return {
    width: size,
    height: size,
    svg: svg(
      size,
      size,
      boards(dice, 0, size, size, '#b88652') +
        times(6, (at) => stroke(d`M0 ${at * 190 + 90}H1080`, '#7a5230', 5, 'opacity=".5"')),
      group(
        'rotate(-8 540 540)',
        box(60, 100, 960, 880, dice.pick(['#3f6f9e', '#1f7a54', '#b0604a']), 'opacity=".85"'),
        times(
          9,
          (at) =>
            box(110 + at * 104, 100, 30, 880, '#fff8e6', 'opacity=".25"') +
            box(60, 130 + at * 96, 960, 26, '#fff8e6', 'opacity=".2"'),
        ),
      ),
      disc(556, 576, 356, '#2a1810', 'opacity=".35"') +
        disc(530, 540, 352, '#f7f0e0') +
        disc(530, 540, 330, '#e6d9be') +
        disc(530, 540, 290, '#fbf6ea') +
        disc(530, 546, 268, darker(broth, 0.15)) +
        disc(530, 552, 256, broth),
      oval(450, 460, 120, 70, lighter(broth, 0.3), 'opacity=".35"'),
      stroke('M400 600q60 -80 140 -20t130 -50q-30 -90 -120 -60', '#fff6e2', 15, 'opacity=".75"'),
      times(26, () => {
        const [angle, far] = [dice.roll() * 6.28, Math.sqrt(dice.roll()) * 225]
        return oval(
          530 + Math.cos(angle) * far,
          548 + Math.sin(angle) * far,
          15,
          9,
          '#f3dfa8',
          `transform="rotate(${Math.round(dice.roll() * 180)} ${Math.round(530 + Math.cos(angle) * far)} ${Math.round(548 + Math.sin(angle) * far)})"`,
        )
      }),
      times(7, () =>
        path(
          d`M${between(dice, 400, 640)} ${between(dice, 430, 650)}q30 -30 60 0q-30 30 -60 0Z`,
          dice.pick(['#3f8a4a', '#5fa555']),
        ),
      ),
      group(
        'rotate(38 920 500)',
        box(890, 260, 26, 480, '#9aa2a8', 'rx="13"'),
        oval(903, 240, 52, 80, '#c3cace'),
        oval(896, 228, 36, 58, '#e4e9eb'),
      ),
      oval(196, 880, 160, 110, '#2a1810', 'opacity=".35"') +
        oval(184, 862, 156, 106, '#b5722f') +
        oval(184, 850, 136, 86, '#f0d6a0') +
        times(14, () => oval(between(dice, 80, 290), between(dice, 800, 900), 8, 5, '#d9b878')),
      steam(500, 420),
      lens(size, size, 0.2, 0.1, '#fff1cf', 0.5),
    ),
  }
}
