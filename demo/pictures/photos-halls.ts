// Pictures of the college's large rooms. Long, because each picture is one list of shapes.

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

const spines = ['#8a3b2e', '#2f5d48', '#2f4f6e', '#c99a4a', '#6b4a6e', '#d9cbb0', '#a8603f', '#4a4453', '#3f7a76']
const skins = ['#f0c9a8', '#c98d5e', '#8a5636', '#5e3826', '#e0ae84']
const hairs = ['#221c20', '#3c281f', '#5e3b25', '#a0502c', '#b48a4e', '#8f8a86']

/** A head from behind or from a distance, with hair. */
const head = (dice: Dice, x: number, y: number, r: number) =>
  disc(x, y, r, dice.pick(skins)) +
  path(
    d`M${x - r * 1.08} ${y + r * 0.1}C${x - r * 1.2} ${y - r * 1.6} ${x + r * 1.2} ${y - r * 1.6} ${x + r * 1.08} ${y + r * 0.1}C${x + r * 0.6} ${y - r * 0.6} ${x - r * 0.4} ${y - r * 0.6} ${x - r * 1.08} ${y + r * 0.1}Z`,
    dice.pick(hairs),
  )

/** Books side by side on a shelf from x to x + width, with their base at y. */
function books(dice: Dice, x: number, y: number, width: number, tall: number): string {
  let at = x
  let shelf = ''
  while (at < x + width - tall * 0.26) {
    const thick = tall * between(dice, 0.12, 0.25)
    const high = tall * between(dice, 0.68, 0.96)
    const cover = dice.pick(spines)
    shelf +=
      box(at, y - high, thick - 2, high, cover) + box(at, y - high * 0.84, thick - 2, high * 0.06, lighter(cover, 0.55))
    at += chance(dice, 0.06) ? thick * 2 : thick
  }
  return shelf
}

export function library(dice: Dice): Picture {
  const [width, height] = [900, 1200]
  const evening = chance(dice, 0.5)
  const glass = evening ? ['#26335e', '#c98a6a'] : ['#bcdcea', '#fdf0cf']
  const stack = (x: number, wide: number) =>
    box(x, 120, wide, 760, '#6a4528') +
    times(
      6,
      (at) =>
        box(x + 14, 146 + at * 122, wide - 28, 106, '#3a2519') +
        books(dice, x + 18, 252 + at * 122, wide - 36, 96) +
        box(x, 250 + at * 122, wide, 14, '#8a5d36'),
    )
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('wall', [0, '#d9b98a'], [1, '#b48a58'])}${falling('glass', [0, glass[0] ?? ''], [1, glass[1] ?? ''])}${falling('floor', [0, '#8f623c'], [1, '#5a3a24'])}${spreading('lamp', [0, '#ffe6a3', 0.75], [1, '#ffe6a3', 0])}</defs>`,
      box(0, 0, width, height, 'url(#wall)'),
      path('M330 840V300C330 120 570 120 570 300V840Z', '#efe2c4'),
      path('M348 826V304C348 146 552 146 552 304V826Z', 'url(#glass)'),
      stroke('M450 190V826M348 400H552M348 560H552M348 720H552', '#efe2c4', 11),
      box(310, 830, 280, 26, '#e6d5b0'),
      times(5, (at) => oval(380 + at * 36, 826 - (at % 2) * 14, 26, 34, ['#4c7f52', '#6b9a58'][at % 2] ?? '#4c7f52')),
      box(0, 876, width, 324, 'url(#floor)'),
      path('M348 880H552L760 1200H140Z', '#ffe9b8', evening ? 'opacity=".08"' : 'opacity=".3"'),
      stack(-30, 330),
      stack(600, 330),
      path('M300 120L338 190V850L300 880Z', '#4a3020') + path('M600 120L562 190V850L600 880Z', '#4a3020'),
      stroke('M226 290L196 880M282 290L266 880', '#c99a5e', 11) +
        times(9, (at) => stroke(d`M${222 - at * 3} ${340 + at * 60}h${58}`, '#b5854a', 9)),
      path('M60 1010H840L900 1090H0Z', '#a9753f') +
        box(0, 1088, 900, 26, '#7a4f2a') +
        box(60, 1114, 40, 90, '#5f3c20') +
        box(800, 1114, 40, 90, '#5f3c20'),
      disc(250, 900, 230, 'url(#lamp)') + disc(650, 900, 230, 'url(#lamp)'),
      [250, 650]
        .map(
          (x) =>
            box(x - 6, 900, 12, 120, '#c9a24a') +
            oval(x, 1026, 44, 11, '#b08a3a') +
            path(d`M${x - 80} 910Q${x} 850 ${x + 80} 910Z`, '#1f7a54') +
            stroke(d`M${x - 56} 896Q${x} 868 ${x + 40} 886`, '#5fb48a', 5),
        )
        .join(''),
      times(3, (at) => box(360 - at * 6, 1020 - at * 24, 160 + at * 6, 22, dice.pick(spines), 'rx="3"')),
      path('M540 1056L620 1036L700 1056L780 1040L800 1072L706 1082L620 1068L536 1084Z', '#fbf6e6') +
        stroke('M620 1038V1068', '#c9bda0', 3),
      box(130, 1024, 54, 50, '#b4472f', 'rx="8"') + stroke('M184 1036q28 12 0 28', '#b4472f', 8),
      lens(width, height, 0.5, 0.3, '#ffe9b8', evening ? 0.2 : 0.5),
    ),
  }
}

export function dining(dice: Dice): Picture {
  const [width, height] = [1200, 675]
  const evening = chance(dice, 0.5)
  const table = (x1: number, x2: number, y1: number, y2: number, w1: number, w2: number) => {
    const seats = times(6, (at) => {
      const share = (at + 0.4) / 6
      const x = x1 + (x2 - x1) * share
      const y = y1 + (y2 - y1) * share
      const r = 10 + share * 22
      const w = (w1 + (w2 - w1) * share) / 2
      const coat = dice.pick(spines)
      const there = (side: number) =>
        chance(dice, 0.8)
          ? path(
              d`M${x + side * (w + r) - r * 1.4} ${y + r * 2.6}c0 ${-r * 3} ${r * 2.8} ${-r * 3} ${r * 2.8} 0Z`,
              coat,
            ) + head(dice, x + side * (w + r), y - r * 0.4, r * 0.72)
          : ''
      return (
        there(-1) +
        there(1) +
        oval(x, y + r * 0.5, r * 0.8, r * 0.28, '#f6efdf') +
        oval(x, y + r * 0.45, r * 0.5, r * 0.16, dice.pick(['#d9793f', '#c0503a', '#7f9a4a', '#e0b04f']))
      )
    })
    return (
      path(d`M${x1 - w1 / 2} ${y1}H${x1 + w1 / 2}L${x2 + w2 / 2} ${y2}H${x2 - w2 / 2}Z`, '#c08a50') +
      path(d`M${x1 - w1 / 2} ${y1}h${w1 * 0.3}L${x2 - w2 * 0.2} ${y2}H${x2 - w2 / 2}Z`, '#e0b078', 'opacity=".6"') +
      seats
    )
  }
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('wall', [0, '#7a4a34'], [1, '#c98f5e'])}${falling('glass', evening ? [0, '#1f2c58'] : [0, '#c5e2ee'], evening ? [1, '#5a5a8c'] : [1, '#fdf3d8'])}${falling('floor', [0, '#7d5236'], [1, '#46291a'])}${spreading('lamp', [0, '#ffe6a3', 0.7], [1, '#ffe6a3', 0])}</defs>`,
      box(0, 0, width, height, 'url(#wall)'),
      path('M0 0L600 120L1200 0V60L600 150L0 60Z', '#4f2f22'),
      times(7, (at) => stroke(d`M${at * 200} 0L${420 + at * 60} 132`, '#3d241a', 11)),
      times(
        5,
        (at) =>
          path(
            d`M${120 + at * 210} 340V210C${120 + at * 210} 140 ${240 + at * 210} 140 ${240 + at * 210} 210V340Z`,
            '#ead9b4',
          ) +
          path(
            d`M${130 + at * 210} 336V214C${130 + at * 210} 156 ${230 + at * 210} 156 ${230 + at * 210} 214V336Z`,
            'url(#glass)',
          ) +
          stroke(d`M${180 + at * 210} 170V336M${130 + at * 210} 250h100`, '#ead9b4', 6),
      ),
      box(0, 350, width, 60, '#5f3a26') + times(12, (at) => box(14 + at * 100, 358, 76, 44, '#70472e')),
      box(0, 408, width, 270, 'url(#floor)'),
      times(
        4,
        (at) =>
          stroke(d`M${180 + at * 280} 60V${220}`, '#2a1c18', 5) +
          disc(180 + at * 280, 240, 130, 'url(#lamp)') +
          path(d`M${140 + at * 280} 246Q${180 + at * 280} 186 ${220 + at * 280} 246Z`, '#1f6a4a') +
          oval(180 + at * 280, 246, 40, 8, '#fff3c9'),
      ),
      table(380, -40, 420, 660, 60, 240),
      table(820, 1240, 420, 660, 60, 240),
      table(600, 600, 420, 690, 60, 230),
      lens(width, height, 0.5, 0.2, '#ffe0a0', 0.4),
    ),
  }
}

export function stage(dice: Dice): Picture {
  const [width, height] = [1200, 675]
  const sea = chance(dice, 0.45)
  const beam = (x: number, to: number, colour: string) =>
    path(d`M${x - 10} 40H${x + 10}L${to + 120} 520H${to - 120}Z`, colour, 'opacity=".2"') +
    oval(to, 520, 130, 22, colour, 'opacity=".35"')
  const fold = (x: number, wide: number) =>
    path(
      d`M${x} 0H${x + wide}C${x + wide * 0.7} 260 ${x + wide * 1.05} 400 ${x + wide * 0.9} 545H${x + wide * 0.06}C${x + wide * 0.2} 380 ${x - wide * 0.06} 240 ${x} 0Z`,
      dice.pick(['#8f2f2a', '#a63f34', '#7a2524']),
    )
  const actor = (x: number, coat: string) =>
    path(d`M${x - 34} 524L${x - 22} 400Q${x} 376 ${x + 22} 400L${x + 34} 524Z`, coat) +
    stroke(d`M${x - 18} 410L${x - 60} 364M${x + 18} 410L${x + 54} 440`, coat, 15) +
    head(dice, x, 364, 24)
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('back', sea ? [0, '#22456e'] : [0, '#37315e'], sea ? [1, '#7fb3c4'] : [1, '#b0708a'])}${falling('boards', [0, '#b5824c'], [1, '#6b4528'])}</defs>`,
      box(0, 0, width, height, '#150f17'),
      box(150, 50, 900, 480, 'url(#back)'),
      sea
        ? disc(800, 170, 56, '#f4efd6') +
            path('M470 400L520 470H760L800 400Z', '#7a5230') +
            stroke('M630 400V180', '#8a6238', 13) +
            path('M640 190L770 370H640Z', '#f4e9d2') +
            path('M620 220L520 380H620Z', '#e6d5b8') +
            times(3, (at) =>
              path(
                d`M150 ${440 + at * 30}q75 -40 150 0t150 0t150 0t150 0t150 0t150 0V540H150Z`,
                ['#3f7f9a', '#336b88', '#2a5874'][at] ?? '#336b88',
              ),
            )
        : box(420, 160, 360, 370, '#d9b98a') +
            box(440, 180, 100, 120, '#a9d0dc') +
            stroke('M490 180V300M440 240H540', '#f4e9d2', 7) +
            box(600, 210, 120, 320, '#7a4a2e') +
            path('M600 210L560 232V540L600 530Z', '#a8704a') +
            disc(574, 390, 8, '#e8c766') +
            box(240, 420, 140, 20, '#7a4a2e') +
            box(252, 440, 13, 90, '#5f3a26') +
            box(356, 440, 13, 90, '#5f3a26') +
            path('M290 420q20 -60 40 0Z', '#3f7a76'),
      path('M60 520H1140L1200 600H0Z', 'url(#boards)') +
        times(14, (at) => stroke(d`M${100 + at * 78} 522L${20 + at * 90} 600`, '#5a3a22', 2.5, 'opacity=".6"')),
      actor(between(dice, 340, 420), '#c9a24a') +
        actor(between(dice, 800, 880), dice.pick(['#3f8a6a', '#c8577a'])) +
        (chance(dice, 0.6) ? actor(560, '#e9dfc9') : ''),
      beam(300, between(dice, 360, 430), '#ffe9b0') +
        beam(900, between(dice, 780, 860), '#ffd0c0') +
        beam(600, 600, '#cfe4ff'),
      times(4, (at) => fold(-40 + at * 62, 78)) + times(4, (at) => fold(980 + at * 62, 78)),
      times(
        12,
        (at) =>
          path(d`M${at * 104 - 20} 0h120q-10 96 -60 100q-50 -4 -60 -100Z`, at % 2 ? '#9a362e' : '#862b28') +
          stroke(d`M${at * 104 - 16} 70q56 50 112 0`, '#d9a441', 5),
      ),
      box(0, 598, width, 16, '#d9a441', 'opacity=".8"'),
      times(
        15,
        (at) =>
          disc(at * 84 + between(dice, 0, 30), between(dice, 622, 644), 34, '#0c080d') +
          oval(at * 84 + 20, 690, 52, 40, '#0c080d'),
      ),
      lens(width, height, 0.5, 0.45, '#ffe9c0', 0.25),
    ),
  }
}

export function choir(dice: Dice): Picture {
  const [width, height] = [1200, 900]
  const robe = dice.pick(['#8f2f2a', '#2f4f6e', '#1f5d48', '#54407a'])
  const singer = (x: number, y: number, size: number) => {
    const skin = dice.pick(skins)
    const hair = dice.pick(hairs)
    return group(
      d`translate(${x} ${y}) scale(${size})`,
      path('M-60 150C-66 40 -44 26 0 22S66 40 60 150Z', robe) +
        path('M-20 26L0 64L20 26Z', '#f7f1e2') +
        stroke('M-34 60L-40 150M34 60L40 150', darker(robe, 0.3), 4),
      chance(dice, 0.5) ? path('M-38 -10C-44 -60 44 -60 38 -10L42 34H-42Z', hair) : '',
      oval(0, -8, 30, 35, skin) + path('M-33 -12C-38 -56 38 -56 33 -12C22 -30 -8 -30 -33 -12Z', hair),
      stroke('M-16 -10q5 -5 10 0M6 -10q5 -5 10 0', '#2a1e22', 3.5) + oval(0, 10, 7, between(dice, 6, 11), '#7c2430'),
      path('M-46 78L0 92L46 78V122L0 136L-46 122Z', '#fbf6e6') +
        stroke('M0 92V134', '#c9bda0', 3) +
        disc(-46, 104, 10, skin) +
        disc(46, 104, 10, skin),
    )
  }
  const row = (y: number, count: number, size: number) =>
    times(count, (at) =>
      singer(600 + (at - (count - 1) / 2) * 136 * size, y + Math.abs(at - (count - 1) / 2) * 5, size),
    )
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('stone', [0, '#5c4f58'], [1, '#c0a284'])}${spreading('flame', [0, '#ffe6a3', 0.85], [1, '#ffe6a3', 0])}</defs>`,
      box(0, 0, width, height, 'url(#stone)'),
      times(3, (at) =>
        path(
          d`M${70 + at * 380} 620V280C${70 + at * 380} 60 ${370 + at * 380} 60 ${370 + at * 380} 280V620Z`,
          '#46394a',
        ),
      ),
      times(
        5,
        (at) =>
          path(d`M480 ${0}h0`, 'none') +
          box(510 + at * 38, 180 - Math.abs(at - 2) * -22, 28, 330, '#c9a85e', 'rx="13"') +
          box(510 + at * 38, 420, 28, 12, '#8a6f36'),
      ),
      times(
        2,
        (at) =>
          path(
            d`M${130 + at * 760} 520V270C${130 + at * 760} 130 ${310 + at * 760} 130 ${310 + at * 760} 270V520Z`,
            '#20294a',
          ) +
          times(12, (k) =>
            box(
              140 + at * 760 + (k % 3) * 56,
              240 + Math.floor(k / 3) * 70,
              48,
              60,
              dice.pick(['#b4472f', '#3f6f9e', '#d9a441', '#2f7f86', '#6b5b95']),
              'opacity=".75"',
            ),
          ),
      ),
      box(0, 610, width, 290, '#6e4a32'),
      row(430, 8, 0.85),
      box(0, 560, width, 12, '#4f3222'),
      row(560, 9, 1),
      box(0, 704, width, 14, '#4f3222'),
      row(700, 7, 1.25),
      box(0, 872, width, 28, '#3d261a'),
      [60, 1140]
        .map(
          (x) =>
            disc(x, 420, 190, 'url(#flame)') +
            box(x - 12, 430, 24, 120, '#f4ead2') +
            path(d`M${x} 380q26 34 0 52q-26 -18 0 -52Z`, '#ffb84d') +
            box(x - 5, 550, 10, 340, '#3a2a22'),
        )
        .join(''),
      lens(width, height, 0.5, 0.35, '#ffdf9a', 0.35),
    ),
  }
}
