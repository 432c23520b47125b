// Pictures of goods, each in front of a wall, like phone photos.
import type { Dice } from '../seeded-random.ts'
import {
  box,
  d,
  darker,
  disc,
  falling,
  group,
  lighter,
  oval,
  type Picture,
  path,
  stroke,
  svg,
  times,
} from './shapes.ts'

const size = { width: 1200, height: 900 }
/** Drawn at 960 by 720. */
const scale = 'scale(1.25)'
const walls = ['#d9cdb8', '#c6d0c4', '#d3c4bd', '#c3ccd6', '#dcd3c0']
const paints = ['#b4472f', '#2f5f8a', '#1f7a54', '#d0a048', '#6b4a7e', '#3f4a52']

/** A wall, a table from y down, an object on it, and its shadow. */
function photo(dice: Dice, draw: (paint: string) => string, { y = 520, shade = 250 } = {}): Picture {
  const wall = dice.pick(walls)
  const wood = dice.pick(['#b07a48', '#8f6a48', '#c9a878', '#6f5340'])
  return {
    ...size,
    svg: svg(
      size.width,
      size.height,
      group(
        scale,
        `<defs>${falling('wall', [0, lighter(wall, 0.35)], [1, darker(wall, 0.12)])}${falling('top', [0, lighter(wood, 0.15)], [1, darker(wood, 0.2)])}</defs>`,
        box(0, 0, 960, 720, 'url(#wall)'),
        path('M620 0H960V520H760Z', '#fff6dc', 'opacity=".25"'),
        box(0, y, 960, 720 - y, 'url(#top)'),
        oval(490, y + 90, shade, 30, '#24180f', 'opacity=".3"'),
        draw(dice.pick(paints)),
      ),
    ),
  }
}

export const lamp = (dice: Dice): Picture =>
  photo(dice, (paint) =>
    [
      path('M560 300L820 610H520Z', '#fff1b8', 'opacity=".45"'),
      oval(400, 604, 130, 26, darker(paint, 0.3)),
      oval(400, 594, 130, 24, paint),
      stroke('M400 590L330 380L520 250', darker(paint, 0.2), 16),
      disc(330, 380, 15, lighter(paint, 0.3)),
      path('M470 230L600 180L680 330L540 372Z', paint),
      oval(610, 352, 72, 22, '#ffeaa0', 'transform="rotate(-16 610 352)"'),
    ].join(''),
  )

export const books = (dice: Dice): Picture =>
  photo(dice, () => {
    let y = 606
    return times(5, (at) => {
      const cover = paints[(at * 5 + 1) % paints.length] ?? '#2f5f8a'
      const tall = 46 + ((at * 17) % 30)
      const wide = 380 - at * 22
      y -= tall
      const x = 300 + ((at * 37) % 40)
      return (
        box(x, y, wide, tall - 3, cover, 'rx="5"') +
        box(x + wide - 40, y + 6, 42, tall - 15, '#fbf4e0') +
        box(x + 34, y, 14, tall - 3, lighter(cover, 0.5)) +
        box(x + 62, y + tall / 2 - 6, 120, 10, lighter(cover, 0.6), 'opacity=".8"')
      )
    })
  })

export const chair = (dice: Dice): Picture =>
  photo(
    dice,
    (paint) =>
      [
        stroke('M360 160V640M610 160V600', darker('#b07a48', 0.2), 22),
        box(346, 150, 278, 150, paint, 'rx="26"'),
        box(366, 168, 238, 40, lighter(paint, 0.25), 'rx="18" opacity=".6"'),
        stroke('M400 430V660M650 420V650', '#b07a48', 24),
        path('M330 400H630L690 460H360Z', lighter(paint, 0.15)),
        path('M360 460H690V486H360Z', darker(paint, 0.25)),
      ].join(''),
    { y: 560, shade: 220 },
  )

export const headphones = (dice: Dice): Picture =>
  photo(dice, (paint) =>
    [
      stroke('M330 500C300 120 680 120 650 500', darker(paint, 0.25), 34),
      stroke('M346 420C340 170 640 170 634 420', lighter(paint, 0.35), 8),
      box(290, 430, 92, 170, paint, 'rx="40"'),
      box(598, 430, 92, 170, paint, 'rx="40"'),
      box(370, 450, 34, 130, '#2a272c', 'rx="17"'),
      box(576, 450, 34, 130, '#2a272c', 'rx="17"'),
    ].join(''),
  )

export const jacket = (dice: Dice): Picture =>
  photo(
    dice,
    (paint) =>
      [
        stroke('M480 60q30 0 30 30q0 20 -30 34L330 190M480 124L630 190', '#5f5a58', 8),
        path('M400 150L480 190L560 150L700 230L740 520L650 540L630 330V640H330V330L310 540L220 520L260 230Z', paint),
        path('M400 150L480 190L560 150L540 260L480 200L420 260Z', darker(paint, 0.3)),
        stroke('M480 210V640', lighter(paint, 0.4), 6),
        box(360, 470, 84, 100, darker(paint, 0.12), 'rx="10"'),
        box(516, 470, 84, 100, darker(paint, 0.12), 'rx="10"'),
      ].join(''),
    { y: 660, shade: 120 },
  )

export const backpack = (dice: Dice): Picture =>
  photo(dice, (paint) =>
    [
      stroke('M420 190C420 120 540 120 540 190', darker(paint, 0.35), 18),
      path('M320 300C320 190 640 190 640 300V590Q640 620 610 620H350Q320 620 320 590Z', paint),
      path('M350 420H610V580Q610 600 590 600H370Q350 600 350 580Z', darker(paint, 0.15)),
      stroke('M350 432H610M330 330H630', lighter(paint, 0.45), 6),
      box(450, 440, 60, 70, lighter(paint, 0.3), 'rx="8"'),
      stroke('M320 340C250 380 250 520 320 580M640 340C710 380 710 520 640 580', darker(paint, 0.3), 22),
    ].join(''),
  )

export const guitar = (dice: Dice): Picture =>
  photo(
    dice,
    (paint) =>
      [
        oval(480, 530, 150, 120, darker(paint, 0.2)),
        oval(480, 390, 112, 96, darker(paint, 0.2)),
        oval(480, 522, 142, 112, '#d9a45f'),
        oval(480, 388, 104, 88, '#d9a45f'),
        disc(480, 440, 44, '#3a2418'),
        box(462, 40, 36, 370, '#5f3a22', 'rx="6"'),
        times(9, (at) => box(462, 80 + at * 36, 36, 3, '#e9dfc9')),
        box(448, 20, 64, 70, '#3a2418', 'rx="10"'),
        box(430, 560, 100, 14, '#3a2418', 'rx="4"'),
        times(4, (at) => stroke(d`M${468 + at * 8} 40V566`, '#f4ead6', 1.5)),
      ].join(''),
    { y: 590, shade: 190 },
  )

export const kettle = (dice: Dice): Picture =>
  photo(dice, (paint) =>
    [
      stroke('M390 260C390 150 600 150 600 260', '#3f3a3a', 22),
      path('M640 400L760 330L740 300L640 340Z', darker(paint, 0.15)),
      path('M360 300H620Q700 460 660 600H320Q280 460 360 300Z', paint),
      path('M560 300H620Q700 460 660 600H580Q640 440 560 300Z', darker(paint, 0.25), 'opacity=".7"'),
      oval(490, 300, 132, 26, lighter(paint, 0.3)),
      disc(490, 274, 18, '#3f3a3a'),
      stroke('M360 380Q340 480 360 560', lighter(paint, 0.7), 12, 'opacity=".6"'),
    ].join(''),
  )

export const laptop = (dice: Dice): Picture =>
  photo(dice, (paint) =>
    [
      box(270, 190, 420, 290, '#3f4a52', 'rx="18"'),
      box(288, 208, 384, 250, lighter(paint, 0.2)),
      disc(400, 300, 60, lighter(paint, 0.6), 'opacity=".7"'),
      path('M288 458V400L420 330L540 420L672 340V458Z', darker(paint, 0.2)),
      path('M270 480H690L770 600H190Z', '#b9c0c6'),
      path('M190 600H770V618Q770 626 760 626H200Q190 626 190 618Z', '#8b949c'),
      times(4, (row) => times(12, (key) => box(300 + key * 30 - row * 8, 496 + row * 18, 24, 12, '#5f6a72', 'rx="2"'))),
      box(430, 576, 100, 16, '#9aa4ac', 'rx="4"'),
    ].join(''),
  )

export const plant = (dice: Dice): Picture =>
  photo(dice, (paint) =>
    [
      times(7, (at) => {
        const lean = (at - 3) * 46
        const leaf = ['#2f6a4e', '#3f8a5e', '#4f9a6a'][at % 3] ?? '#2f6a4e'
        return path(
          d`M480 470C${480 + lean} 380 ${460 + lean * 2} 260 ${480 + lean * 2.4} 150C${540 + lean * 1.8} 260 ${530 + lean} 380 480 470Z`,
          leaf,
        )
      }),
      path('M370 450H590L560 610H400Z', paint),
      box(356, 436, 248, 40, lighter(paint, 0.2), 'rx="8"'),
    ].join(''),
  )
