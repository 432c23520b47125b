// Pictures of small rooms and corridors. Long, because each picture is one list of shapes.

import type { Dice } from '../seeded-random.ts'
import { lens, ridge, stars, tree } from './scenery.ts'
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

const cloths = ['#b4472f', '#1f7a54', '#3f6f9e', '#d9a441', '#6b5b95', '#e9dfc9', '#2f7f86', '#c98aa0']
/** Handwriting too far away to be read. */
const scribble = (dice: Dice, x: number, y: number, width: number, rows: number, colour: string, gap = 18) =>
  times(rows, (at) =>
    stroke(
      d`M${x} ${y + at * gap}h${width * between(dice, at === rows - 1 ? 0.3 : 0.75, at === rows - 1 ? 0.6 : 1)}`,
      colour,
      4,
      'opacity=".6"',
    ),
  )

export function laundry(dice: Dice): Picture {
  const size = 1080
  const machine = (x: number, y: number, at: number) => {
    const turn = dice.roll() * 360
    const full = chance(dice, 0.7)
    const wash = full
      ? group(
          d`rotate(${turn} ${x + 155} ${y + 210})`,
          path(d`M${x + 70} ${y + 240}q40 -70 90 -20t90 10q-20 80 -90 74t-90 -64Z`, dice.pick(cloths)),
          path(d`M${x + 80} ${y + 200}q50 -80 110 -30q-20 60 -110 30Z`, dice.pick(cloths)),
          oval(x + 200, y + 230, 44, 26, dice.pick(cloths)),
        )
      : ''
    return (
      box(x, y, 310, 370, '#f3f1ea', 'rx="18"') +
      box(x + 250, y, 60, 370, '#dcd9d0', 'rx="18"') +
      box(x + 16, y + 16, 278, 56, '#dfe4e4', 'rx="10"') +
      disc(x + 56, y + 44, 17, '#6a7478') +
      stroke(d`M${x + 56} ${y + 44}v-13`, '#ffffff', 4) +
      box(x + 180, y + 30, 92, 28, at % 3 === 1 ? '#3a1a1a' : '#183a30', 'rx="4"') +
      times(3, (k) => box(x + 192 + k * 24, y + 37, 15, 14, at % 3 === 1 ? '#ff6a4a' : '#7fe0a8')) +
      disc(x + 155, y + 214, 122, '#c3c8c8') +
      disc(x + 155, y + 214, 104, '#2f3f4c') +
      disc(x + 155, y + 214, 96, full ? '#7fa9bd' : '#3a4a58') +
      wash +
      (full
        ? times(8, () =>
            disc(
              x + 155 + between(dice, -70, 70),
              y + 250 + between(dice, -20, 40),
              between(dice, 6, 14),
              '#ffffff',
              'opacity=".75"',
            ),
          )
        : '') +
      path(d`M${x + 80} ${y + 170}q40 -60 110 -50q-70 14 -90 70Z`, '#ffffff', 'opacity=".35"')
    )
  }
  return {
    width: size,
    height: size,
    svg: svg(
      size,
      size,
      `<defs>${falling('wall', [0, '#b9d8cf'], [1, '#8fb9b0'])}${falling('tiles', [0, '#d9d0bd'], [1, '#a89c86'])}</defs>`,
      box(0, 0, size, size, 'url(#wall)'),
      times(9, (at) => stroke(d`M0 ${at * 100}H1080M${at * 130} 0V900`, '#ffffff', 3, 'opacity=".35"')),
      box(0, 880, size, 200, 'url(#tiles)'),
      times(6, (at) => stroke(d`M${at * 216 - 80} 1080L${at * 180 + 60} 880`, '#8d826e', 3, 'opacity=".5"')),
      times(3, (at) => machine(40 + at * 345, 130, at)),
      times(3, (at) => machine(40 + at * 345, 520, at + 1)),
      oval(700, 1010, 250, 24, '#3a3028', 'opacity=".3"'),
      times(7, (at) =>
        path(d`M${520 + at * 46} 850q30 ${-90 - (at % 3) * 20} 90 -20v70h-90Z`, cloths[(at * 3) % 8] ?? '#b4472f'),
      ) +
        path('M800 800q70 20 60 150q-20 20 -40 0q10 -100 -40 -120Z', '#b4472f') +
        stroke('M846 900q16 6 20 4M842 930q16 6 22 2', '#f4efe2', 7),
      path('M470 850H900L860 1010H510Z', '#e7b95c') +
        times(5, (at) => stroke(d`M${524 + at * 80} 880L${536 + at * 74} 990`, '#b98a34', 13)) +
        stroke('M466 850H904', '#f0cf85', 20),
      lens(size, size, 0.2, 0, '#ffffff', 0.45),
    ),
  }
}

export function lift(dice: Dice): Picture {
  const [width, height] = [900, 1200]
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('wall', [0, '#e9d8b4'], [1, '#cdb283'])}${falling('floor', [0, '#9a6a50'], [1, '#6a4434'])}<linearGradient id="steel" x1="0" x2="1"><stop offset="0" stop-color="#8c979c"/><stop offset=".45" stop-color="#dbe2e3"/><stop offset="1" stop-color="#8a949a"/></linearGradient></defs>`,
      box(0, 0, width, height, 'url(#wall)') + box(0, 560, width, 450, '#7fa08a') + box(0, 552, width, 16, '#f3e8cf'),
      box(0, 1000, width, 200, 'url(#floor)') + box(0, 984, width, 24, '#f3e8cf'),
      box(190, 230, 520, 780, '#5f5a58') +
        box(214, 256, 232, 752, 'url(#steel)') +
        box(454, 256, 232, 752, 'url(#steel)') +
        box(446, 256, 8, 752, '#2a2a2e'),
      path('M214 256H300L220 900H214Z', '#ffffff', 'opacity=".25"'),
      box(340, 130, 220, 76, '#2a2a2e', 'rx="12"') +
        times(5, (at) => disc(376 + at * 37, 168, 11, at === 2 ? '#ff8a4a' : '#55504e')),
      box(756, 560, 70, 150, '#c3c9ca', 'rx="12"') +
        disc(791, 604, 20, '#f4efe2') +
        path('M781 610h20l-10 -16Z', '#5f5a58') +
        disc(791, 664, 20, '#f4efe2') +
        path('M781 658h20l-10 16Z', '#5f5a58'),
      group(
        'rotate(-3 450 500)',
        box(300, 380, 300, 230, '#fdf8ea', 'rx="4"'),
        box(300, 560, 300, 50, '#f0e6cc'),
        path('M450 404L496 480H404Z', '#e0a93f'),
        stroke('M450 430v22', '#2a2426', 8),
        disc(450, 468, 5, '#2a2426'),
        scribble(dice, 340, 508, 220, 3, '#3a3436', 20),
        scribble(dice, 360, 584, 120, 1, '#3f6f9e'),
        box(410, 366, 80, 30, '#e9dfa8', 'opacity=".9"'),
      ),
      group(
        'rotate(11 450 760)',
        box(150, 726, 600, 46, '#e8b93f'),
        times(12, (at) => path(d`M${150 + at * 52} 772l26 -46h26l-26 46Z`, '#2a2426')),
      ),
      group(
        'rotate(-9 450 860)',
        box(150, 850, 600, 46, '#e8b93f'),
        times(12, (at) => path(d`M${150 + at * 52} 896l26 -46h26l-26 46Z`, '#2a2426')),
      ),
      path('M40 1010L60 1140H180L200 1010Z', '#b4563f') +
        times(9, (at) =>
          path(
            d`M120 1010C${20 + at * 25} ${900 - (at % 3) * 40} ${-10 + at * 32} ${820 + Math.abs(at - 4) * 26} ${at * 30} ${760 + Math.abs(at - 4) * 44}C${50 + at * 20} ${850} ${90 + at * 8} 930 120 1010Z`,
            at % 2 ? '#2f6a48' : '#4c8f5c',
          ),
        ),
      chance(dice, 0.6)
        ? box(660, 1040, 130, 90, '#5f4a7a', 'rx="18"') +
            stroke('M690 1044q36 -56 72 0', '#4a3960', 13) +
            box(684, 1080, 80, 34, '#6f5a8c', 'rx="8"')
        : '',
      lens(width, height, 0.3, 0.1, '#fff1cf', 0.45),
    ),
  }
}

export function dorm(dice: Dice): Picture {
  const [width, height] = [1200, 900]
  const night = chance(dice, 0.5)
  const quilt = dice.pick(cloths.slice(0, 5))
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('wall', night ? [0, '#4f4a6a'] : [0, '#f2e2c0'], night ? [1, '#8a6f74'] : [1, '#e0c495'])}${falling('glass', night ? [0, '#0f1b3c'] : [0, '#a9d3ea'], night ? [1, '#3a4f80'] : [1, '#fbeccb'])}${falling('floor', [0, '#b08052'], [1, '#7f5636'])}${spreading('lamp', [0, '#ffe3a0', 0.8], [1, '#ffe3a0', 0])}</defs>`,
      box(0, 0, width, height, 'url(#wall)') +
        box(0, 700, width, 200, 'url(#floor)') +
        box(0, 690, width, 16, '#f3e8cf', 'opacity=".7"'),
      box(450, 110, 330, 380, '#f6efdf') +
        box(470, 130, 290, 340, 'url(#glass)') +
        (night ? group('translate(470 130)', stars(290, 260, 24, dice), disc(210, 80, 26, '#f4efd6')) : ''),
      group(
        'translate(470 130)',
        `<clipPath id="pane"><rect width="290" height="340"/></clipPath><g clip-path="url(#pane)">${ridge(dice, 290, 340, 280, 50, night ? '#22345c' : '#8fb98a')}${tree(dice, 90, 330, 180, night ? '#1f3a4a' : '#5f9a5a')}</g>`,
      ),
      stroke('M615 130V470M470 290H760', '#f6efdf', 13) + box(430, 486, 370, 24, '#e6d8bc'),
      path('M420 90C440 300 430 400 400 520H450C480 380 470 220 470 90Z', lighter(quilt, 0.35)) +
        path('M810 90C790 300 800 400 830 520H780C750 380 760 220 760 90Z', lighter(quilt, 0.35)) +
        stroke('M400 92H830', '#8a6238', 11),
      box(520, 424, 60, 62, '#b4563f', 'rx="6"') +
        times(6, (at) =>
          oval(
            550 + (at - 2.5) * 16,
            404 - (at % 2) * 20,
            13,
            32,
            at % 2 ? '#4c8f5c' : '#3a7a4c',
            d`transform="rotate(${(at - 2.5) * 16} 550 430)"`,
          ),
        ),
      group(
        'rotate(-2 170 240)',
        box(80, 130, 170, 230, '#2f5d6e'),
        disc(165, 220, 50, '#e9c75f'),
        path('M80 360V300L140 250L200 320L250 270V360Z', '#1f3f4c'),
      ),
      group(
        'rotate(3 330 220)',
        box(280, 170, 110, 140, '#f4efe2'),
        disc(335, 226, 30, '#c8577a'),
        scribble(dice, 300, 280, 70, 1, '#3a3436'),
      ),
      stroke('M20 60Q200 140 420 70T840 74T1190 50', '#6a5040', 4) +
        times(
          16,
          (at) =>
            disc(50 + at * 74, 84 + Math.sin(at * 1.15) * 18, 30, 'url(#lamp)') +
            disc(50 + at * 74, 84 + Math.sin(at * 1.15) * 18, 8, '#ffdf8a'),
        ),
      box(0, 520, 36, 260, '#7a5236') +
        box(0, 600, 560, 130, '#8a5f3c', 'rx="10"') +
        path('M20 560H560q24 0 24 40v70H20Z', quilt) +
        times(5, (at) => box(150 + at * 88, 560, 34, 110, lighter(quilt, 0.4), 'opacity=".8"')) +
        path('M20 530q90 -44 150 0v60H20Z', '#fbf6ea') +
        box(540, 640, 30, 140, '#7a5236') +
        path('M330 560q50 -60 110 -10q30 20 0 30H330Z', mix(quilt, '#f4efe2', 0.75)),
      box(820, 540, 380, 24, '#a9753f') +
        box(846, 564, 22, 240, '#8a5f3c') +
        box(1010, 564, 190, 200, '#98693f') +
        stroke('M1080 620h60M1080 690h60', '#e8c766', 8),
      disc(930, 420, 200, 'url(#lamp)') +
        stroke('M900 540L880 460L930 400', '#3a3844', 9) +
        path('M890 400L960 370L972 430L930 436Z', '#b4472f') +
        oval(900, 540, 40, 9, '#3a3844'),
      box(1000, 440, 160, 94, '#3a3f4c', 'rx="8"') +
        box(1010, 450, 140, 76, night ? '#9fd0c0' : '#c5e2ee') +
        scribble(dice, 1024, 470, 100, 3, '#2f5d6e', 17) +
        box(990, 532, 184, 10, '#5a606c', 'rx="4"'),
      times(
        4,
        (at) => box(1040 - at * 5, 420 - 0, 0, 0, 'none') + box(1170, 450 + at * 22, 40, 20, cloths[at] ?? '#b4472f'),
      ),
      path('M700 720q10 -150 80 -150t80 150Z', '#3f6f9e') +
        box(690, 700, 180, 26, darker('#3f6f9e', 0.2), 'rx="12"') +
        stroke('M720 726L700 830M840 726L862 830', '#5f3c20', 13),
      oval(480, 840, 300, 44, lighter(quilt, 0.3)) +
        oval(480, 840, 240, 32, quilt) +
        oval(480, 840, 160, 20, lighter(quilt, 0.45)),
      lens(width, height, 0.5, 0.25, '#ffe6b0', night ? 0.2 : 0.5),
    ),
  }
}

export function noticeboard(dice: Dice): Picture {
  const [width, height] = [1200, 900]
  const papers = ['#fdf8ea', '#fbe7a8', '#cfe6d3', '#c7dcee', '#f3cbb4', '#ecd3e2', '#fffdf6']
  const doodles = [
    () =>
      disc(90, 90, 46, '#e9c75f') +
      stroke('M70 96q20 18 40 0', '#2a2426', 5) +
      disc(76, 80, 5, '#2a2426') +
      disc(104, 80, 5, '#2a2426'),
    () => path('M40 130L90 50L140 130Z', '#1f7a54') + box(82, 130, 16, 20, '#7a5236'),
    () =>
      path('M44 120q46 30 92 0Z', '#b4472f') +
      stroke('M90 120V50', '#7a5236', 6) +
      path('M96 56L136 108H96Z', '#3f6f9e'),
    () => disc(66, 128, 17, '#2a2426') + disc(124, 118, 17, '#2a2426') + stroke('M82 126V60L140 50V116', '#2a2426', 7),
    () =>
      oval(90, 100, 46, 36, '#d9853f') +
      path('M50 80L56 40L84 68ZM130 80L124 40L96 68Z', '#d9853f') +
      disc(74, 96, 5, '#2a2426') +
      disc(106, 96, 5, '#2a2426') +
      stroke('M82 112q8 8 16 0', '#2a2426', 4),
    () => [40, 70, 54, 90, 60].map((tall, at) => box(44 + at * 20, 130 - tall, 13, tall, '#6b5b95')).join(''),
    () => stroke('M60 60q30 -26 60 0v60q-30 -20 -60 0Z', '#2f75a5', 6) + stroke('M90 56v62', '#2f75a5', 5),
    () =>
      disc(60, 110, 26, 'none', 'stroke="#1f7a54" stroke-width="6"') +
      disc(122, 110, 26, 'none', 'stroke="#1f7a54" stroke-width="6"') +
      stroke('M60 110L82 74H112L122 110M82 74L92 110L112 74', '#b4472f', 5),
    () => path('M90 136C20 90 50 40 90 70C130 40 160 90 90 136Z', '#b4472f'),
    () =>
      path('M50 70h62v30a31 31 0 0 1 -62 0Z', '#7a4a2e') +
      stroke('M112 78q26 4 0 30M70 54q-6 -10 0 -18M92 54q-6 -10 0 -18', '#7a4a2e', 6),
    () => path('M90 34L104 74L146 74L112 98L124 138L90 114L56 138L68 98L34 74L76 74Z', '#e0a93f'),
  ]
  const first = Math.floor(dice.roll() * doodles.length)
  const sheet = (x: number, y: number, at: number) => {
    const doodle = doodles[(first + at * 5) % doodles.length]
    return group(
      d`translate(${x} ${y}) rotate(${between(dice, -7, 7)})`,
      box(6, 8, 180, 240, '#3a2418', 'opacity=".25"'),
      box(0, 0, 180, 240, papers[(at * 3 + 1) % papers.length] ?? '#fdf8ea'),
      doodle?.() ?? '',
      scribble(dice, 26, 176, 128, 3, '#3a3436', 19),
      at % 4 === 2 ? times(6, (k) => stroke(d`M${30 + k * 30} 216V240`, '#3a2418', 2)) : '',
      disc(90, 8, 12, dice.pick(['#c23b2e', '#2f75a5', '#e0a93f', '#1f7a54'])) +
        disc(86, 4, 4, '#ffffff', 'opacity=".6"'),
    )
  }
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('wall', [0, '#e8dcc2'], [1, '#cbb58e'])}${falling('cork', [0, '#cf9d63'], [1, '#b07e48'])}</defs>`,
      box(0, 0, width, height, 'url(#wall)') +
        box(40, 40, 1120, 800, '#6f4527', 'rx="10"') +
        box(70, 70, 1060, 740, 'url(#cork)'),
      times(160, () =>
        oval(between(dice, 76, 1120), between(dice, 76, 800), 5, 3, dice.pick(['#8f6234', '#dcb27c']), 'opacity=".6"'),
      ),
      times(15, (at) =>
        sheet(96 + (at % 5) * 204 + between(dice, -14, 14), 84 + Math.floor(at / 5) * 240 + between(dice, -14, 14), at),
      ),
      stroke(d`M190 110Q500 ${between(dice, 180, 280)} 800 330`, '#c23b2e', 4),
      lens(width, height, 0.15, 0.05, '#fff1cf', 0.5),
    ),
  }
}

export function rain(dice: Dice): Picture {
  const [width, height] = [900, 1200]
  const night = chance(dice, 0.4)
  const lamps = times(26, () =>
    disc(
      dice.roll() * width,
      between(dice, 240, 820),
      between(dice, 20, 64),
      dice.pick(['#ffd98a', '#ffb27a', '#cfe6d3', '#f3cbb4', '#9fc0dc']),
      `opacity="${night ? 0.42 : 0.25}"`,
    ),
  )
  const drop = () => {
    const [x, y, r] = [dice.roll() * width, dice.roll() * 900, between(dice, 4, 14)]
    return (
      oval(x, y, r, r * 1.25, '#e9f3f6', 'opacity=".5"') +
      oval(x + r * 0.2, y + r * 0.3, r * 0.6, r * 0.7, night ? '#2a3a5c' : '#7d959c', 'opacity=".5"') +
      disc(x - r * 0.3, y - r * 0.4, r * 0.24, '#ffffff')
    )
  }
  return {
    width,
    height,
    svg: svg(
      width,
      height,
      `<defs>${falling('out', night ? [0, '#1c2a48'] : [0, '#8fa5ad'], night ? [1, '#3d4f72'] : [1, '#b3bfb4'])}${falling('sill', [0, '#f0e4cb'], [1, '#bfa67e'])}</defs>`,
      box(0, 0, width, height, 'url(#out)'),
      ridge(dice, width, 940, 620, 120, night ? '#22304f' : '#7f978f') +
        times(5, () => tree(dice, dice.roll() * width, 860, between(dice, 260, 420), night ? '#1f3040' : '#6f8f7c')),
      lamps,
      box(0, 0, width, 940, '#dfe9ec', 'opacity=".12"'),
      times(15, () =>
        stroke(
          d`M${dice.roll() * width} ${dice.roll() * 500}q${between(dice, -8, 8)} 90 ${between(dice, -10, 10)} ${between(dice, 120, 340)}`,
          '#e9f3f6',
          5,
          'opacity=".4"',
        ),
      ),
      times(120, drop),
      box(430, 0, 34, 940, '#f3ead6') +
        box(0, 0, 30, 940, '#f3ead6') +
        box(870, 0, 30, 940, '#e0d3b8') +
        box(0, 430, width, 26, '#f3ead6') +
        box(0, 456, width, 8, '#b9a888', 'opacity=".6"'),
      box(0, 930, width, 270, 'url(#sill)') + box(0, 924, width, 18, '#fbf3e0'),
      oval(260, 1092, 150, 22, '#5a4630', 'opacity=".35"') +
        path('M160 930H350L334 1080q-80 20 -156 0Z', '#2f7f86') +
        oval(255, 930, 95, 20, '#3a2418') +
        stroke('M346 960q76 10 50 70t-60 20', '#2f7f86', 20) +
        stroke('M220 890q-30 -50 4 -90t0 -90M286 890q-30 -50 4 -90t0 -70', '#ffffff', 11, 'opacity=".4"'),
      oval(640, 1120, 210, 20, '#5a4630', 'opacity=".3"') +
        group(
          'rotate(-2 640 1090)',
          box(480, 1070, 320, 40, '#b4472f', 'rx="6"'),
          box(488, 1078, 312, 24, '#fbf6e6'),
          box(500, 1026, 280, 44, '#d9a441', 'rx="6"'),
          box(508, 1034, 272, 28, '#fbf6e6'),
        ),
      lens(width, height, 0.7, 0.2, night ? '#ffd98a' : '#ffffff', 0.25),
    ),
  }
}
