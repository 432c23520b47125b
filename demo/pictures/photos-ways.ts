// Pictures of outdoor activities: the track, the bus, a bicycle, the pond, the telescope. Long, because each picture is
// one list of shapes.

import type { Dice } from '../seeded-random.ts'
import { bare, figure, hall, hours, type Light, lens, poplar, ridge, sky, stars, tree } from './scenery.ts'
import {
  between,
  box,
  chance,
  crossing,
  d,
  darker,
  disc,
  faded,
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

const runner = (x: number, y: number, size: number, shirt: string, skin: string) =>
  group(
    d`translate(${x} ${y}) scale(${size})`,
    oval(0, 4, 70, 10, '#3a1c14', 'opacity=".35"'),
    stroke('M0 -110L36 -66L20 -10L40 -6', skin, 18) + stroke('M0 -110L-26 -64L-72 -48L-80 -62', darker(skin, 0.15), 18),
    stroke('M2 -112L24 -78M-2 -112L-18 -80', '#2b3a55', 25),
    path('M-26 -106L-14 -196H30L26 -106Z', shirt),
    stroke('M18 -184L46 -150L74 -170', skin, 14) + stroke('M-6 -184L-42 -156L-34 -124', darker(skin, 0.15), 14),
    disc(18, -226, 26, skin) + path('M-8 -228C-8 -262 44 -262 42 -230C28 -240 6 -240 -8 -228Z', '#2a2020'),
    disc(38, -2, 9, '#f4efe2') + disc(-80, -60, 9, '#f4efe2'),
  )

export function track(dice: Dice): Picture {
  const [width, height] = [1200, 675]
  const hour = dice.pick(['morning', 'dusk', 'autumn'] as const)
  const light: Light = hours[hour]
  const lane = (at: number) =>
    stroke(
      d`M${-340 + at * 300} 690C${120 + at * 176} 470 ${560 + at * 60} 372 1240 ${330 + at * 13}`,
      '#fbeadb',
      6 - at * 0.4,
      'opacity=".85"',
    )
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      sky(hour, width, 320, dice),
      ridge(dice, width, height, 270, 90, light.far),
      times(14, (at) =>
        tree(dice, at * 92 + dice.roll() * 40, 312, between(dice, 80, 150), mix(light.leaf, light.far, 0.3)),
      ),
      `<defs>${falling('grass', [0, lighter(light.lawn, 0.2)], [1, darker(light.lawn, 0.2)])}${crossing('clay', [0, '#c4613f'], [1, '#dd8a5f'])}</defs>`,
      box(0, 306, width, 370, 'url(#grass)'),
      path('M-380 700C120 460 560 366 1240 324V420C980 440 900 560 1240 700Z', 'url(#clay)'),
      times(6, lane),
      times(4, () => figure(dice, between(dice, 80, 520), between(dice, 322, 340), 44)),
      runner(between(dice, 860, 940), 440, 0.42, '#3f6f9e', '#8a5636'),
      runner(between(dice, 740, 800), 500, 0.62, '#e9c75f', '#f0c9a8'),
      runner(
        between(dice, 440, 540),
        622,
        1.18,
        dice.pick(['#1f7a54', '#6b5b95', '#f4efe2']),
        dice.pick(['#c98d5e', '#5e3826', '#f0c9a8']),
      ),
      lens(width, height, 0.85, 0.1, light.sun, 0.5),
    ),
  }
}

export function bus(dice: Dice): Picture {
  const [width, height] = [1200, 900]
  const x = between(dice, 180, 300)
  const panes = ['#ffe3a0', '#ffd98a', '#ffe9b8']
  const rider = (px: number, coat: string) =>
    path(d`M${px - 38} 470C${px - 38} 420 ${px + 38} 420 ${px + 38} 470V490H${px - 38}Z`, coat) +
    disc(px, 404, 24, dice.pick(['#8a5636', '#c98d5e', '#e0ae84'])) +
    path(
      d`M${px - 25} 402C${px - 26} 368 ${px + 26} 368 ${px + 25} 402C${px + 10} 390 ${px - 14} 390 ${px - 25} 402Z`,
      '#2a2020',
    )
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('dark', [0, '#0e1733'], [1, '#33456e'])}${falling('road', [0, '#2a3145'], [1, '#141a2a'])}${spreading('lamp', [0, '#ffdf9a', 0.75], [1, '#ffdf9a', 0])}${falling('shine', [0, '#ffd98a', 0.55], [1, '#ffd98a', 0])}</defs>`,
      box(0, 0, width, height, 'url(#dark)'),
      stars(width, 380, 70, dice),
      times(3, (at) => hall(dice, -60 + at * 440, 560, 380, 180 + (at % 2) * 70, hours.night, { lit: 0.35 })),
      bare(110, 620, 420, '#141c30') + bare(1120, 620, 480, '#141c30'),
      box(0, 590, width, 310, 'url(#road)'),
      box(0, 580, width, 16, '#4a5266'),
      disc(1050, 190, 190, 'url(#lamp)') +
        stroke('M1090 640V210q0 -30 -40 -28', '#0f1626', 13) +
        oval(1048, 186, 30, 12, '#fff0c4'),
      path(d`M${x} 690H${x + 740}L${x + 780} 890H${x - 40}Z`, 'url(#shine)'),
      oval(x + 370, 692, 400, 24, '#0a0f1c', 'opacity=".6"'),
      box(x, 320, 740, 350, '#b4472f', 'rx="34"') +
        box(x, 520, 740, 26, '#f1e4c6') +
        box(x + 10, 324, 720, 22, '#d0674a', 'rx="11"'),
      times(4, (at) => box(x + 40 + at * 136, 366, 116, 124, panes[at % 3] ?? '#ffe3a0', 'rx="12"')),
      rider(x + 98, '#2f6e86') + (chance(dice, 0.6) ? rider(x + 370, '#7a5a92') : ''),
      box(x + 590, 366, 100, 290, '#ffe9b8', 'rx="12"') + stroke(d`M${x + 640} 370V652`, '#8a3524', 8),
      box(x + 700, 372, 44, 130, '#cfe0ea', 'rx="10"') +
        box(x + 40, 334, 300, 22, '#20263a', 'rx="8"') +
        times(14, (at) => disc(x + 60 + at * 20, 345, 5, at % 4 === 3 ? '#5a4a30' : '#ffcf6b')),
      [x + 150, x + 530]
        .map((cx) => disc(cx, 672, 58, '#10141f') + disc(cx, 672, 28, '#8c94a4') + disc(cx, 672, 10, '#3a4152'))
        .join(''),
      disc(x + 726, 610, 18, '#fff4cf') + disc(x + 756, 610, 150, 'url(#lamp)'),
      figure(dice, x + 830, 706, 190),
      times(16, () =>
        stroke(
          d`M${dice.roll() * width} ${between(dice, 730, 890)}h${between(dice, 40, 150)}`,
          '#ffd98a',
          3,
          'opacity=".22"',
        ),
      ),
      lens(width, height, 0.6, 0.6, '#ffd98a', 0.22),
    ),
  }
}

export function bicycle(dice: Dice): Picture {
  const [width, height] = [1200, 900]
  const paint = dice.pick(['#c23b2e', '#c23b2e', '#1f7a54', '#2f75a5'])
  const bricks = times(15 * 13, (at) => {
    const row = Math.floor(at / 13)
    return box(
      (at % 13) * 98 - (row % 2) * 48,
      row * 44 + 2,
      92,
      38,
      mix('#b8654d', dice.pick(['#8f4636', '#d08a6a', '#a9543f']), dice.roll() * 0.7),
      'rx="3"',
    )
  })
  const wheel = (x: number) =>
    disc(x, 640, 148, 'none', 'stroke="#2a2628" stroke-width="15"') +
    disc(x, 640, 136, 'none', 'stroke="#d8d2c4" stroke-width="6"') +
    times(12, (at) =>
      stroke(
        d`M${x} 640L${x + Math.cos((at * Math.PI) / 6) * 134} ${640 + Math.sin((at * Math.PI) / 6) * 134}`,
        '#e6e1d6',
        2,
      ),
    ) +
    disc(x, 640, 13, '#6a6668')
  const frame = (colour: string, wide: number) =>
    stroke('M380 640L500 420L760 410L590 640ZM500 420L590 640M760 410L820 640M752 372L764 420', colour, wide)
  const ivy = times(46, () => {
    const x = 1200 - dice.roll() ** 2 * 300
    const y = dice.roll() * 560 * ((x - 860) / 340)
    return oval(
      x,
      y,
      25,
      20,
      dice.pick(['#3f7a48', '#5a9350', '#2f6440', '#7fa953']),
      d`transform="rotate(${dice.roll() * 180} ${x} ${y})"`,
    )
  })
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      box(0, 0, width, height, '#7d4336'),
      bricks,
      box(90, 60, 250, 330, '#efe6d2', 'rx="4"') +
        box(106, 76, 218, 298, '#4d6f7c') +
        path('M106 374L260 76H324V130L196 374Z', '#ffffff', 'opacity=".18"') +
        stroke('M215 76V374M106 220H324', '#efe6d2', 11),
      box(74, 388, 282, 24, '#e0d3b8') +
        times(9, (at) =>
          disc(104 + at * 28, 374 - (at % 3) * 14, 21, ['#c8577a', '#e8b04f', '#5a9350'][at % 3] ?? '#5a9350'),
        ),
      ivy,
      `<defs>${falling('stones', [0, '#b9ae98'], [1, '#8d8371'])}</defs>`,
      box(0, 700, width, 200, 'url(#stones)'),
      times(30, () =>
        oval(dice.roll() * width, between(dice, 720, 890), between(dice, 30, 70), 13, '#d6ccb6', 'opacity=".4"'),
      ),
      faded(
        0.2,
        group(
          'translate(90 40) scale(1 .98)',
          disc(380, 640, 146, 'none', 'stroke="#241418" stroke-width="22"'),
          disc(820, 640, 146, 'none', 'stroke="#241418" stroke-width="22"'),
          frame('#241418', 22),
        ),
      ),
      oval(600, 792, 420, 20, '#2a2018', 'opacity=".35"'),
      wheel(380) + wheel(820) + frame(darker(paint, 0.25), 21) + frame(paint, 15),
      path('M440 408C470 384 540 388 548 404C530 420 470 424 440 408Z', '#4a2f22'),
      stroke('M752 372C740 346 690 346 684 368', '#2a2628', 11) +
        disc(590, 640, 36, '#3a3436') +
        disc(590, 640, 22, '#b9b4aa') +
        stroke('M590 640L626 700M608 704H650', '#2a2628', 9),
      box(770, 414, 150, 96, '#b98a4e', 'rx="12"') +
        times(4, (at) => stroke(d`M780 ${434 + at * 20}H910`, '#8f6534', 4)) +
        path('M786 414C800 360 834 380 840 414ZM850 414L868 350L892 414Z', '#f4efe2'),
      lens(width, height, 0.05, 0, '#ffe7b0', 0.5),
    ),
  }
}

export function pond(dice: Dice): Picture {
  const [width, height] = [1200, 900]
  const frozen = chance(dice, 0.5)
  const hour = frozen ? 'winter' : 'morning'
  const light: Light = hours[hour]
  const duck = (x: number, y: number, size: number) =>
    group(
      d`translate(${x} ${y}) scale(${size})`,
      oval(0, 30, 70, 9, '#21505a', 'opacity=".3"'),
      path('M-74 -6C-54 40 50 44 66 4C60 -26 20 -22 0 -18C-30 -14 -54 -10 -74 -6Z', '#a98c6a'),
      path('M-40 -6C-20 -22 30 -18 40 4C20 22 -20 20 -40 -6Z', '#8a6c4e'),
      path('M40 0C36 -30 34 -58 60 -62C84 -62 86 -30 70 -10Z', '#2c6a4e') + stroke('M42 -14q14 8 30 2', '#f4efe2', 6),
      path('M82 -50L110 -42L84 -34Z', '#e0a93f') + disc(66, -46, 4, '#1d1a1c'),
    )
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      sky(hour, width, 420, dice),
      ridge(dice, width, height, 370, 100, light.far),
      times(6, () =>
        frozen
          ? bare(dice.roll() * width, 430, between(dice, 160, 300), '#7d7478')
          : tree(dice, dice.roll() * width, 430, between(dice, 160, 280), mix(light.leaf, light.far, 0.2)),
      ),
      hall(dice, 700, 424, 340, 110, light, { lit: 0.3, snow: frozen }),
      box(0, 420, width, 480, frozen ? '#eef3f5' : light.lawn),
      `<defs>${falling('water', frozen ? [0, '#cfe2ec'] : [0, '#a9cfd6'], frozen ? [1, '#9fc0d2'] : [1, '#4d8795'])}</defs>`,
      oval(600, 700, 720, 220, darker(light.lawn, 0.25)) + oval(600, 710, 704, 214, 'url(#water)'),
      frozen
        ? times(7, () =>
            stroke(
              d`M${between(dice, 100, 900)} ${between(dice, 560, 820)}l${between(dice, 60, 160)} ${between(dice, -40, 40)}l${between(dice, 30, 90)} ${between(dice, -30, 30)}`,
              '#ffffff',
              4,
              'opacity=".8"',
            ),
          )
        : times(18, () =>
            stroke(
              d`M${between(dice, 60, 1000)} ${between(dice, 540, 860)}h${between(dice, 40, 160)}`,
              '#ffffff',
              4,
              'opacity=".4"',
            ),
          ),
      duck(between(dice, 320, 460), 610, 0.7) +
        duck(between(dice, 560, 720), 690, 1.1) +
        (frozen ? '' : duck(between(dice, 240, 340), 730, 0.95)),
      times(26, (at) =>
        stroke(
          d`M${at < 14 ? at * 18 : 960 + (at - 14) * 20} 910q${between(dice, -10, 10)} -130 ${between(dice, -30, 30)} ${between(dice, -320, -150)}`,
          frozen ? '#b9a888' : '#4d7a48',
          8,
        ),
      ),
      times(5, (at) => box(30 + at * 44, between(dice, 590, 660), 16, 70, '#7a5236', 'rx="8"')),
      lens(width, height, 0.3, 0.1, light.sun, 0.5),
    ),
  }
}

export function telescope(dice: Dice): Picture {
  const [width, height] = [900, 1200]
  const x = between(dice, 430, 520)
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('dark', [0, '#0a1230'], [0.65, '#2a3f72'], [1, '#7a6a92'])}${spreading('milk', [0, '#e9e2ff', 0.5], [0.5, '#b9c4ff', 0.18], [1, '#b9c4ff', 0])}${spreading('glow', [0, '#ff9d7a', 0.5], [1, '#ff9d7a', 0])}</defs>`,
      box(0, 0, width, height, 'url(#dark)'),
      group('rotate(-58 450 450)', oval(450, 430, 900, 170, 'url(#milk)'), oval(380, 440, 560, 70, 'url(#milk)')),
      stars(width, 900, 260, dice),
      times(9, () => {
        const [sx, sy] = [dice.roll() * width, dice.roll() * 640]
        return (
          disc(sx, sy, 5, '#ffffff') + stroke(d`M${sx - 15} ${sy}h30M${sx} ${sy - 15}v30`, '#ffffff', 2, 'opacity=".6"')
        )
      }),
      stroke(d`M${between(dice, 120, 300)} ${between(dice, 120, 240)}l170 70`, '#fff6dc', 4, 'opacity=".8"'),
      ridge(dice, width, height, 960, 110, '#22305a'),
      times(10, (at) => poplar(at * 100 + dice.roll() * 60, 1010, between(dice, 90, 190), '#18254a')),
      ridge(dice, width, height, 1050, 50, '#121c38'),
      stroke(d`M${x} 830L${x - 130} 1130M${x} 830L${x + 110} 1130M${x} 830L${x + 10} 1150`, '#2c2a35', 17),
      group(
        d`rotate(-42 ${x} 800)`,
        box(x - 210, 756, 420, 88, '#e7e0d0', 'rx="14"'),
        box(x - 210, 810, 420, 34, '#a9a39a', 'rx="12"'),
        box(x + 186, 744, 46, 112, '#b4472f', 'rx="8"'),
        box(x - 262, 776, 62, 48, '#3a3844', 'rx="8"'),
        box(x - 30, 748, 30, 104, '#5a5664'),
        box(x - 110, 726, 170, 26, '#3a3844', 'rx="12"'),
      ),
      group(
        'translate(190 1150) scale(1.15)',
        path('M-70 0C-80 -190 -60 -250 0 -252S80 -190 74 0Z', '#2f5d6e'),
        stroke('M40 -200L96 -150L150 -174', '#2f5d6e', 34),
        disc(10, -292, 46, '#a66a43'),
        path('M-42 -280C-48 -356 60 -360 58 -298C30 -316 -10 -316 -42 -280Z', '#b4472f'),
        disc(4, -352, 16, '#e9dfc9'),
        path('M-44 -252C-20 -230 30 -230 52 -252V-226C30 -206 -24 -206 -44 -226Z', '#d9a441'),
      ),
      disc(640, 1110, 170, 'url(#glow)') + box(610, 1086, 60, 66, '#c23b2e', 'rx="8"') + disc(640, 1118, 17, '#ffd1a8'),
      times(40, () =>
        stroke(
          d`M${dice.roll() * width} 1210q0 -20 ${between(dice, -10, 10)} ${between(dice, -60, -26)}`,
          '#0d152c',
          6,
        ),
      ),
      lens(width, height, 0.5, 0.25, '#c9ccff', 0.16),
    ),
  }
}
