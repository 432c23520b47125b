// Pictures of hobbies and work: the maze, the workbench, chess, a blackboard. Long, because each picture is one list of
// shapes.

import type { Dice } from '../seeded-random.ts'
import { lens } from './scenery.ts'
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
  oval,
  type Picture,
  path,
  spreading,
  stroke,
  svg,
  times,
} from './shapes.ts'

/** A cardboard wall on the floor, seen from above at an angle. */
const wall = (x: number, y: number, width: number, depth: number, tall = 92) =>
  path(d`M${x + width} ${y}l44 -26v${depth}l-44 26Z`, '#1a1008', 'opacity=".16"') +
  box(x, y - tall, width, tall + depth, '#d9b27a') +
  box(x, y + depth - tall, width, tall, '#b98a52') +
  box(x, y - tall, width, 7, '#f0d6a4') +
  (width > 160 ? stroke(d`M${x + 26} ${y + depth - tall + 34}h${width * 0.3}`, '#8f6534', 5, 'opacity=".5"') : '')

export function maze(dice: Dice): Picture {
  const [width, height] = [1200, 900]
  const x = between(dice, 500, 640)
  const shell = dice.pick(['#1f7a54', '#b4472f', '#2f75a5'])
  const led = dice.pick(['#7fe0a8', '#ffb43f', '#7fd0ff'])
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('floor', [0, '#9fb884'], [1, '#6f9458'])}${spreading('led', [0, led, 0.8], [1, led, 0])}</defs>`,
      box(0, 0, width, height, 'url(#floor)'),
      times(90, () =>
        stroke(
          d`M${dice.roll() * width} ${dice.roll() * height}l${between(dice, -6, 6)} -18`,
          '#4f7a42',
          4,
          'opacity=".5"',
        ),
      ),
      path('M60 60H1140L1200 900H0Z', '#ecdcb8') +
        times(9, (at) => stroke(d`M${60 + at * 135} 60L${at * 150} 900`, '#d2bc8e', 3)),
      wall(60, 120, 1080, 20),
      wall(60, 150, 22, 240) + wall(1120, 150, 22, 220),
      wall(220, 250, 330, 20) + wall(700, 230, 22, 150) + wall(820, 250, 320, 20),
      wall(220, 280, 22, 170) + wall(380, 400, 340, 20) + wall(900, 390, 22, 130),
      stroke(d`M150 800C150 560 150 520 330 520S560 ${560} ${x - 40} 590`, '#c23b2e', 7, 'stroke-dasharray="4 20"'),
      wall(20, 520, 22, 210) + wall(1150, 520, 22, 220) + wall(820, 560, 350, 20),
      oval(x + 20, 706, 190, 36, '#2a1808', 'opacity=".35"'),
      group(
        d`translate(${x} 590)`,
        box(-150, 20, 54, 110, '#26242a', 'rx="22"') +
          box(110, 20, 54, 110, '#26242a', 'rx="22"') +
          times(5, (at) => box(-146, 32 + at * 18, 46, 6, '#4a464f') + box(114, 32 + at * 18, 46, 6, '#4a464f')),
        path('M-120 0L-96 -70H110L134 0V96H-120Z', shell) +
          path('M-96 -70H110L134 0H-120Z', lighter(shell, 0.25)) +
          box(-120, 70, 254, 26, darker(shell, 0.3)),
        disc(7, -28, 160, 'url(#led)'),
        box(-50, -60, 110, 40, '#2f5d48', 'rx="4"') +
          times(5, (at) => box(-40 + at * 20, -52, 13, 9, '#d9c070') + disc(-34 + at * 20, -30, 4, '#c9ced0')),
        box(-76, 4, 160, 62, '#16181f', 'rx="26"') +
          oval(-34, 34, 21, 19, led) +
          oval(42, 34, 21, 19, led) +
          disc(-28, 28, 6, '#ffffff') +
          disc(48, 28, 6, '#ffffff') +
          stroke('M-6 50q10 8 20 0', led, 4),
        stroke('M90 -66C110 -120 100 -150 120 -176', '#26242a', 6) +
          disc(120, -182, 13, '#c23b2e') +
          stroke('M-40 -62C-70 -90 -84 -80 -90 -30M-20 -62C-60 -110 -100 -100 -104 -20', '#c23b2e', 5),
      ),
      wall(300, 800, 420, 20, 100) + wall(60, 720, 130, 20) + wall(900, 790, 22, 110, 110),
      box(1010, 690, 90, 110, '#b4563f', 'rx="6"') +
        times(8, (at) =>
          path(d`M1055 690q${(at - 3.5) * 20} -60 ${(at - 3.5) * 30} -100q-10 60 ${-(at - 3.5) * 30} 100Z`, '#3a7a4c'),
        ),
      lens(width, height, 0.15, 0, '#fff3d0', 0.55),
    ),
  }
}

export function bench(dice: Dice): Picture {
  const [width, height] = [1200, 900]
  const tool = [
    (x: number) => box(x - 13, 130, 26, 110, '#b4472f', 'rx="11"') + box(x - 6, 240, 12, 130, '#c9ced0'),
    (x: number) =>
      box(x - 10, 170, 20, 210, '#a9753f', 'rx="8"') +
      path(d`M${x - 60} 130H${x + 46}q24 20 14 50H${x - 60}Z`, '#5f666c'),
    (x: number) =>
      stroke(d`M${x} 210V370`, '#9aa2a8', 24) +
      disc(x, 170, 44, '#9aa2a8') +
      path(d`M${x - 18} 110h36v64h-36Z`, '#c9a77a'),
    (x: number) =>
      stroke(d`M${x - 8} 230Q${x - 50} 300 ${x - 30} 370M${x + 8} 230Q${x + 50} 300 ${x + 30} 370`, '#d9a441', 20) +
      path(d`M${x - 16} 130L${x} 150L${x + 16} 130L${x + 24} 230H${x - 24}Z`, '#5f666c'),
    (x: number) =>
      path(d`M${x - 80} 340L${x - 60} 150L${x + 80} 230Z`, '#c3cace') + box(x - 100, 320, 70, 60, '#7a4a2e', 'rx="16"'),
  ]
  const hung = dice.some(tool, 4)
  const radio = chance(dice, 0.5)
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('peg', [0, '#c9a77a'], [1, '#a07c4e'])}${falling('top', [0, '#b8834e'], [1, '#6e4728'])}${spreading('lamp', [0, '#ffe9b0', 0.85], [1, '#ffe9b0', 0])}${falling('cone', [0, '#ffe9b0', 0.5], [1, '#ffe9b0', 0])}</defs>`,
      box(0, 0, width, height, '#5d6e66') + box(50, 50, 1100, 470, 'url(#peg)', 'rx="8"'),
      times(22 * 9, (at) => disc(84 + (at % 22) * 49, 84 + Math.floor(at / 22) * 50, 4, '#6f522f', 'opacity=".6"')),
      hung
        .map(
          (make, at) => group('translate(7 9)', `<g opacity=".18">${make(170 + at * 150)}</g>`) + make(170 + at * 150),
        )
        .join(''),
      box(760, 180, 330, 16, '#7a5230') +
        times(
          5,
          (at) =>
            box(
              776 + at * 62,
              112,
              50,
              68,
              ['#d9e4e0', '#e8b93f', '#b4472f', '#3f6f9e', '#cfe6d3'][at] ?? '',
              'rx="6"',
            ) + box(776 + at * 62, 106, 50, 12, '#5f666c', 'rx="4"'),
        ) +
        times(
          4,
          (at) =>
            disc(800 + at * 76, 280, 30, ['#c23b2e', '#2a2426', '#e8b93f', '#1f7a54'][at] ?? '') +
            disc(800 + at * 76, 280, 11, '#f4ead6'),
        ),
      box(0, 560, width, 340, 'url(#top)') +
        box(0, 548, width, 20, '#d9a86a') +
        times(12, () =>
          stroke(
            d`M${dice.roll() * width} ${between(dice, 600, 890)}h${between(dice, 120, 380)}`,
            '#5a3a22',
            3,
            'opacity=".35"',
          ),
        ),
      path('M880 330L560 800H1190Z', 'url(#cone)') + disc(900, 320, 260, 'url(#lamp)'),
      stroke('M1100 560L1130 380L960 290', '#2b3a40', 15) +
        path('M980 250L850 290L890 380L1010 320Z', '#1f7a54') +
        oval(1100, 566, 70, 15, '#2b3a40') +
        oval(868, 336, 20, 48, '#fff6d8', 'transform="rotate(-24 868 336)"'),
      radio
        ? oval(470, 762, 260, 22, '#2a1808', 'opacity=".35"') +
            box(250, 560, 440, 196, '#8a4a2e', 'rx="24"') +
            box(270, 580, 230, 156, '#e9d3a4', 'rx="12"') +
            times(9, (at) => stroke(d`M286 ${596 + at * 16}H484`, '#a8804a', 5)) +
            box(520, 590, 150, 50, '#fdf0cf', 'rx="6"') +
            stroke('M600 592v46', '#c23b2e', 4) +
            disc(560, 692, 30, '#3a2418') +
            disc(640, 692, 30, '#3a2418') +
            stroke('M560 692v-24M640 692l17 -17', '#e8c766', 5) +
            stroke('M300 560L200 400', '#c9ced0', 6) +
            stroke('M690 640q80 20 60 90t60 60', '#c23b2e', 6) +
            stroke('M690 660q60 30 40 80', '#3f6f9e', 6)
        : oval(470, 762, 260, 22, '#2a1808', 'opacity=".35"') +
            path('M260 750L320 600H660L700 750Z', '#2f6a4e') +
            times(14, () =>
              box(
                between(dice, 330, 640),
                between(dice, 612, 724),
                between(dice, 16, 44),
                16,
                dice.pick(['#16181f', '#d9c070', '#c9ced0', '#8a3b2e']),
                'rx="3"',
              ),
            ) +
            stroke('M340 740L370 640H460L480 700H600', '#8fd0a4', 4) +
            box(520, 560, 70, 60, '#26242a', 'rx="8"') +
            disc(555, 590, 17, '#c9ced0'),
      group(
        'rotate(-28 820 760)',
        box(740, 740, 200, 36, '#2f75a5', 'rx="16"'),
        box(640, 750, 110, 16, '#c9ced0'),
        path('M640 750L590 758L640 766Z', '#e8b93f'),
      ) +
        stroke('M640 840q-16 -60 10 -100t-6 -70', '#ffffff', 9, 'opacity=".4"') +
        stroke('M920 700q120 -40 180 40t120 20', '#2a2426', 9),
      times(9, () =>
        disc(
          between(dice, 60, 1140),
          between(dice, 780, 880),
          between(dice, 7, 13),
          dice.pick(['#c9ced0', '#d9a441', '#8a8f94']),
        ),
      ) +
        times(5, () =>
          path(
            d`M${between(dice, 80, 1000)} ${between(dice, 790, 870)}q30 -26 44 6t40 -4`,
            'none',
            'stroke="#e9cf9a" stroke-width="9"',
          ),
        ),
      box(90, 640, 120, 140, '#e9dfc9', 'rx="13"') +
        stroke('M206 670q54 6 0 74', '#e9dfc9', 15) +
        oval(150, 644, 56, 13, '#5f3a22') +
        path('M120 720q30 -30 60 0q-30 30 -60 0Z', '#b4472f'),
      lens(width, height, 0.72, 0.4, '#ffe9b0', 0.35),
    ),
  }
}

export function chess(dice: Dice): Picture {
  const size = 1080
  const at = (column: number, row: number) => {
    const depth = row / 8
    const y = 430 + depth ** 1.25 * 560
    const half = 300 + depth * 200
    return [540 + (column / 4 - 1) * half, y, 0.55 + depth * 0.6] as const
  }
  const squares = times(64, (n) => {
    const [c, r] = [n % 8, Math.floor(n / 8)]
    const [x1, y1] = at(c, r)
    const [x2] = at(c + 1, r)
    const [x3, y3] = at(c + 1, r + 1)
    const [x4] = at(c, r + 1)
    return path(d`M${x1} ${y1}L${x2} ${y1}L${x3} ${y3}L${x4} ${y3}Z`, (c + r) % 2 ? '#7a4a2e' : '#f0deb8')
  })
  const tops = [
    () => disc(0, -112, 26, 'C'),
    () => path('M-30 -104V-152H-16V-138H-7V-152H7V-138H16V-152H30V-104Z', 'C'),
    () => path('M0 -178C34 -150 30 -116 16 -100H-16C-30 -116 -34 -150 0 -178Z', 'C') + disc(0, -182, 7, 'C'),
    () =>
      path(
        'M-30 -96C-34 -140 -20 -176 10 -184L14 -200L28 -180C50 -162 54 -134 48 -122L12 -130C24 -114 26 -106 28 -96Z',
        'C',
      ),
    () => path('M-34 -186L-20 -112H20L34 -186L14 -158L0 -196L-14 -158Z', 'C') + disc(0, -200, 9, 'C'),
    () => path('M-26 -170L-18 -106H18L26 -170Q0 -186 -26 -170Z', 'C') + stroke('M0 -216V-178M-14 -202H14', 'C', 9),
  ]
  const piece = (c: number, r: number, kind: number, white: boolean) => {
    const [x, y, scale] = at(c + 0.5, r + 0.62)
    const colour = white ? '#fbf1d9' : '#3a2622'
    const top = tops[kind] ?? tops[0]
    return group(
      d`translate(${x} ${y}) scale(${scale})`,
      oval(22, 6, 66, 16, '#1a0e08', 'opacity=".4"'),
      path('M-46 4C-46 -24 -22 -26 -16 -96H16C22 -26 46 -24 46 4Q0 22 -46 4Z', colour) +
        path('M6 -96H16C22 -26 46 -24 46 4Q30 12 12 13Q20 -40 6 -96Z', '#1a0e08', 'opacity=".18"'),
      oval(0, -98, 25, 8, darker(colour, 0.15)),
      (top?.() ?? '').replaceAll('"C"', `"${colour}"`),
    )
  }
  const free = dice
    .some(
      Array.from({ length: 34 }, (_, n) => n),
      17,
    )
    .sort((one, other) => one - other)
  const men = free.map((n, index) => {
    const cell = Math.round((n / 34) * 62)
    return piece(
      cell % 8,
      Math.floor(cell / 8),
      index % 3 ? Math.floor(dice.roll() * 6) : 0,
      chance(dice, Math.floor(cell / 8) / 8),
    )
  })
  return {
    width: size,
    height: size,
    svg: svg(
      size,
      size,
      `<defs>${falling('room', [0, '#2f4a42'], [1, '#8a6a4a'])}${spreading('lamp', [0, '#ffe3a0', 0.8], [1, '#ffe3a0', 0])}</defs>`,
      box(0, 0, size, 430, 'url(#room)') +
        times(11, () =>
          disc(
            dice.roll() * size,
            dice.roll() * 330,
            between(dice, 24, 60),
            dice.pick(['#ffd98a', '#f3cbb4', '#cfe6d3']),
            'opacity=".18"',
          ),
        ),
      path('M340 420C330 240 400 190 540 190S750 240 740 420Z', dice.pick(['#b4472f', '#3f6f9e', '#d9a441'])) +
        oval(540, 130, 84, 96, dice.pick(['#c98d5e', '#f0c9a8', '#5e3826'])) +
        path('M444 130C430 0 650 0 636 130C610 60 480 60 444 130Z', '#2a2020') +
        stroke('M400 420C400 330 440 300 480 250M680 420C680 330 640 300 600 250', '#1a1420', 9, 'opacity=".2"') +
        stroke('M500 140q12 -8 24 0M556 140q12 -8 24 0M520 186q20 8 40 0', '#2a1e22', 6),
      box(0, 400, size, 680, '#9a6238') + path('M196 400H884L1090 1050H-10Z', '#4f2f1e'),
      squares,
      men.join(''),
      disc(900, 160, 340, 'url(#lamp)'),
      lens(size, size, 0.85, 0.1, '#ffe3a0', 0.35),
    ),
  }
}

export function blackboard(dice: Dice): Picture {
  const [width, height] = [1200, 675]
  const chalk = ['#f4f1e6', '#f4f1e6', '#f6dfa9', '#bfe3c6', '#f3c6cf']
  const line = (x: number, y: number) => {
    const colour = dice.pick(chalk)
    return times(5 + Math.floor(dice.roll() * 5), (at) =>
      stroke(
        d`M${x + at * 32} ${y + between(dice, -4, 4)}${dice.pick(['q8 -26 17 0t10 -8', 'l17 -22m-17 0l17 22', 'h20m-20 -11h20', 'c0 -24 22 -24 20 0s-20 16 -18 -4', 'v-22l16 22v-22', 'q10 -34 12 -4q-2 14 -12 4m14 -20v28'])}`,
        colour,
        4,
        'opacity=".9"',
      ),
    )
  }
  const curve = 'M0 0C40 -150 80 -170 120 -70S200 60 260 -120'
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `${box(0, 0, width, height, '#d9c6a0') + box(30, 24, 1140, 540, '#8a5f38', 'rx="8"')}<defs>${falling('slate', [0, '#35574a'], [1, '#274238'])}</defs>${box(54, 48, 1092, 492, 'url(#slate)')}`,
      times(9, () =>
        oval(
          between(dice, 120, 1080),
          between(dice, 100, 500),
          between(dice, 80, 200),
          40,
          '#ffffff',
          'opacity=".035"',
        ),
      ),
      times(6, (at) => line(96, 116 + at * 64)),
      group(
        'translate(560 330)',
        stroke('M-20 20H280M0 40V-190', '#f4f1e6', 5),
        stroke(curve, '#f6dfa9', 6),
        stroke('M120 -70V20', '#f3c6cf', 4, 'stroke-dasharray="9 11"'),
        disc(120, -70, 9, '#f3c6cf'),
      ),
      group(
        d`translate(960 ${between(dice, 200, 260)}) rotate(${between(dice, -12, 12)})`,
        stroke('M-80 80L0 -90L100 80Z', '#bfe3c6', 6),
        disc(6, 20, 56, 'none', 'stroke="#f4f1e6" stroke-width="5"'),
        stroke('M0 -90V80', '#f6dfa9', 4),
      ),
      times(3, (at) => line(560, 420 + at * 44)) + stroke('M900 440h170v60h-170Z', '#f3c6cf', 6) + line(920, 480),
      box(40, 548, 1120, 26, '#b07e4c') +
        times(5, (at) => box(120 + at * 70, 538, 52, 13, chalk[at] ?? '#ffffff', 'rx="6"')) +
        box(900, 520, 130, 32, '#5f4a7a', 'rx="6"') +
        box(900, 542, 130, 11, '#d9d2e2'),
      times(
        6,
        (at) =>
          path(
            d`M${at * 210 - 20} 700C${at * 210 - 20} 620 ${at * 210 + 120} 620 ${at * 210 + 120} 700Z`,
            ['#b4472f', '#3f6f9e', '#1f7a54'][at % 3] ?? '',
          ) + disc(at * 210 + 50, 612, 36, ['#2a2020', '#5e3b25', '#b48a4e'][(at * 2) % 3] ?? ''),
      ),
      lens(width, height, 0.15, 0, '#fff3d0', 0.45),
    ),
  }
}
