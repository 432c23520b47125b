import type { Dice } from '../seeded-random.ts'
import { between, box, d, darker, disc, lighter, oval, path, stroke, times } from './shapes.ts'

/** Shapes on a head: `back` is drawn behind it, `front` over it. */
type Hair = { readonly back?: string; readonly front?: string }
type Brush = {
  readonly colour: string
  readonly dark: string
  readonly light: string
  readonly cloth: string
  readonly dice: Dice
}

/** Combed back from a high hairline; the base of buns and tails. */
const pulledBack = ({ colour, light }: Brush) =>
  path('M77 118C72 66 104 53 128 53S184 66 179 118C173 94 154 79 128 79S83 94 77 118Z', colour) +
  stroke('M104 66C114 61 130 60 142 63', light, 4, 'opacity=".5"')

const centreParted = ({ colour, dark }: Brush) =>
  path('M76 126C69 64 104 52 128 52S187 64 180 126C176 104 152 94 128 72C104 94 80 104 76 126Z', colour) +
  stroke('M128 54V72', dark, 2.5)

const sideParted = ({ colour, light }: Brush) =>
  path(
    'M76 122C68 64 98 49 130 49C166 49 187 72 180 122C177 106 173 96 167 90C147 93 124 86 113 75C107 91 92 95 84 105C80 110 78 115 76 122Z',
    colour,
  ) + stroke('M122 62C138 58 156 64 166 76', light, 4.5, 'opacity=".5"')

/** Round tufts along an arc over the head. */
const tufts = ({ colour, light, dice }: Brush, count: number, from: number, to: number, reach: number, size: number) =>
  times(count, (at) => {
    const angle = ((from + ((to - from) * at) / (count - 1)) * Math.PI) / 180
    const r = size * between(dice, 0.88, 1.12)
    const x = 128 + Math.cos(angle) * reach
    const y = 110 - Math.sin(angle) * reach * 0.98
    return (
      disc(x, y, r, colour) +
      stroke(d`M${x - r * 0.4} ${y - r * 0.3}q${r * 0.4} ${-r * 0.4} ${r * 0.8} 0`, light, 3, 'opacity=".4"')
    )
  })

const plait = (x: number, y: number, { colour, dark }: Brush, tie: string, knots = 6) =>
  times(knots, (at) =>
    oval(x + (at % 2 ? 2 : -2), y + at * 14, 12 - at * 0.5, 10, at % 2 ? colour : darker(colour, 0.12)),
  ) +
  oval(x, y + knots * 14 + 8, 6, 11, dark) +
  box(x - 7, y + knots * 14 - 6, 14, 7, tie, 'rx="3"')

/** Colours of hijabs, turbans, beanies and hair ties. */
export const cloths = [
  '#1f7a54',
  '#b4563f',
  '#3f6f9e',
  '#e0b04f',
  '#6b5b95',
  '#f0e6d2',
  '#2f7f86',
  '#c98aa0',
  '#2b3a55',
]

/** The hair styles. Hijab, turban and beanie use a cloth's colour instead of hair's. */
export const hairs = {
  crop: ({ colour, light }) => ({
    front:
      path(
        'M77 120C70 66 98 53 128 53S186 66 179 120C177 106 172 98 166 92C150 88 110 88 92 90C84 98 79 108 77 120Z',
        colour,
      ) + stroke('M104 66C116 61 134 61 146 65', light, 4, 'opacity=".45"'),
  }),
  'side part': (brush) => ({ front: sideParted(brush) }),
  quiff: ({ colour, light }) => ({
    front:
      path(
        'M79 116C74 92 76 64 99 52C116 32 160 32 172 54C186 68 184 96 178 116C175 100 170 92 162 88C138 94 112 88 98 88C88 94 82 104 79 116Z',
        colour,
      ) + stroke('M108 56C122 44 146 44 158 54', light, 5, 'opacity=".45"'),
  }),
  fade: ({ colour }) => ({
    front:
      path(
        'M78 122C74 96 76 78 84 66H172C180 78 182 96 178 122C175 108 172 100 168 94H88C84 100 81 108 78 122Z',
        colour,
        'opacity=".45"',
      ) +
      path(
        'M83 92C80 66 84 54 98 50C116 44 140 44 158 50C172 54 176 66 173 92C166 84 156 82 148 82H108C100 82 90 84 83 92Z',
        colour,
      ),
  }),
  bald: () => ({ front: stroke('M104 78C112 71 124 70 132 71', '#ffffff', 6, 'opacity=".28"') }),
  afro: (brush) => ({
    back: disc(128, 92, 66, brush.colour) + tufts(brush, 15, -12, 192, 58, 17),
    front: path('M78 116C76 78 102 64 128 64S180 78 178 116C172 96 154 84 128 84S84 96 78 116Z', brush.colour),
  }),
  curls: (brush) => ({ front: tufts(brush, 9, 2, 178, 47, 15) + tufts(brush, 6, 40, 140, 38, 13) }),
  'long curls': (brush) => ({
    back: tufts(brush, 17, -58, 238, 62, 19) + disc(128, 100, 60, brush.colour),
    front: tufts(brush, 8, 12, 168, 47, 15),
  }),
  long: (brush) => ({
    back: path('M68 116C60 36 196 36 188 116L194 204C176 222 80 222 62 204Z', darker(brush.colour, 0.18)),
    front: centreParted(brush),
  }),
  waves: (brush) => ({
    back: path(
      'M70 104C60 40 194 36 188 108C186 124 202 136 194 156C188 172 202 186 186 208C150 222 106 222 70 208C54 188 68 172 62 156C54 136 72 124 70 104Z',
      darker(brush.colour, 0.15),
    ),
    front: sideParted(brush),
  }),
  bob: (brush) => ({
    back: path(
      'M68 112C62 40 194 40 188 112L193 164C184 180 168 178 162 162H94C88 178 72 180 63 164Z',
      darker(brush.colour, 0.15),
    ),
    front:
      path(
        'M75 130C67 62 100 50 128 50S189 62 181 130C178 118 176 108 173 102C146 108 110 108 83 102C80 108 78 118 75 130Z',
        brush.colour,
      ) + stroke('M98 68C112 60 140 60 156 68', brush.light, 4.5, 'opacity=".45"'),
  }),
  bun: (brush) => ({
    back: disc(128, 40, 24, brush.colour) + stroke('M114 36C122 28 134 28 142 34', brush.light, 4, 'opacity=".45"'),
    front: pulledBack(brush),
  }),
  'space buns': (brush) => ({
    back: disc(84, 58, 20, brush.colour) + disc(172, 58, 20, brush.colour),
    front: centreParted(brush),
  }),
  ponytail: (brush) => ({
    back:
      path(
        'M150 54C204 40 216 100 206 176C198 200 182 190 184 168C188 126 182 100 158 90Z',
        darker(brush.colour, 0.12),
      ) + disc(172, 66, 9, brush.cloth),
    front: pulledBack(brush),
  }),
  plaits: (brush) => {
    const tie = brush.cloth
    return { front: centreParted(brush) + plait(75, 134, brush, tie) + plait(181, 134, brush, tie) }
  },
  'box braids': (brush) => ({
    back:
      path('M74 90C64 130 62 160 66 196H190C194 160 192 130 182 90Z', brush.dark) +
      times(9, (at) =>
        stroke(
          d`M${78 + at * 12.5} 76C${66 + at * 15.5} 120 ${60 + at * 17} 170 ${64 + at * 16} 212`,
          at % 2 ? brush.colour : brush.dark,
          12,
        ),
      ),
    front:
      pulledBack(brush) +
      times(6, (at) =>
        stroke(d`M${98 + at * 12} ${at % 5 ? 60 : 66}L${90 + at * 15} ${at % 5 ? 80 : 90}`, brush.dark, 2.5),
      ),
  }),
  locs: (brush) => ({
    back: times(10, (at) =>
      stroke(
        d`M${84 + at * 9.8} 70C${60 + at * 15} 90 ${58 + at * 15.6} 130 ${62 + at * 14.6} ${160 + (at % 3) * 8}`,
        at % 2 ? brush.colour : brush.dark,
        13,
      ),
    ),
    front: times(7, (at) =>
      stroke(
        d`M${128 + (at - 3) * 6} 58Q${128 + (at - 3) * 17} 66 ${128 + (at - 3) * 16.4} ${84 + Math.abs(at - 3) ** 2 * 3.2}`,
        at % 2 ? brush.dark : brush.colour,
        14,
      ),
    ),
  }),
  pixie: ({ colour, light }) => ({
    front:
      path(
        'M76 134C66 66 96 50 130 50C168 50 190 74 180 132C176 120 174 108 166 98C150 106 120 104 100 84C100 100 92 104 86 110C82 118 79 126 76 134Z',
        colour,
      ) + stroke('M116 64C132 58 154 64 164 76', light, 4.5, 'opacity=".45"'),
  }),
  shag: (brush) => ({
    back: path(
      'M68 110C60 40 196 40 188 110C190 138 200 150 198 174L182 168L180 186L160 172H96L76 186L74 168L58 174C56 150 66 138 68 110Z',
      darker(brush.colour, 0.15),
    ),
    front: path(
      'M75 130C66 62 100 48 128 48S190 62 181 130C178 118 176 110 172 104L160 108L156 98L140 106L132 96L116 106L108 97L96 107L84 104C80 110 78 118 75 130Z',
      brush.colour,
    ),
  }),
  hijab: ({ cloth: colour }) => {
    return {
      back: path(
        'M128 40C70 40 60 96 62 132C64 168 64 190 48 226H208C192 190 192 168 194 132C196 96 186 40 128 40Z',
        darker(colour, 0.2),
      ),
      front:
        path(
          'M128 42C72 42 62 96 64 132C66 170 66 192 54 218C90 240 166 240 202 218C190 192 190 170 192 132C194 96 184 42 128 42ZM128 80C158 80 169 102 169 126C169 156 150 177 128 177S87 156 87 126C87 102 98 80 128 80Z',
          colour,
          'fill-rule="evenodd"',
        ) +
        stroke('M92 84C104 70 152 70 164 84', lighter(colour, 0.3), 4, 'opacity=".5"') +
        stroke('M86 168C102 200 150 206 186 190', darker(colour, 0.3), 4, 'opacity=".6"') +
        stroke('M74 150C82 190 112 216 150 222', darker(colour, 0.3), 4, 'opacity=".45"'),
    }
  },
  turban: ({ cloth: colour }) => {
    const fold = (data: string) => stroke(data, darker(colour, 0.28), 3.5, 'opacity=".65"')
    return {
      front:
        path('M72 110C58 60 92 30 130 30C170 30 198 60 184 110C170 92 146 88 128 72C110 88 86 92 72 110Z', colour) +
        fold('M128 72C104 66 84 72 72 86') +
        fold('M128 72C152 66 172 72 184 86') +
        fold('M126 56C104 50 86 56 76 66') +
        fold('M130 56C152 50 170 56 180 66') +
        stroke('M104 42C120 35 140 35 152 42', lighter(colour, 0.4), 4, 'opacity=".5"'),
    }
  },
  beanie: (brush) => {
    const colour = brush.cloth
    return {
      back: path(
        'M70 116C66 80 190 80 186 116L190 158C180 170 170 166 166 156H90C86 166 76 170 66 158Z',
        darker(brush.colour, 0.1),
      ),
      front:
        path('M76 86C74 44 104 34 128 34S182 44 180 86Z', colour) +
        times(5, (at) =>
          stroke(d`M${100 + at * 14} ${44 + Math.abs(at - 2) * 3}V78`, darker(colour, 0.2), 3, 'opacity=".5"'),
        ) +
        box(70, 76, 116, 24, darker(colour, 0.18), 'rx="11"') +
        disc(128, 32, 12, lighter(colour, 0.25)),
    }
  },
} satisfies Record<string, (brush: Brush) => Hair>

export type HairStyle = keyof typeof hairs

/** The hair of a style, behind and in front of the head. */
export function drawHair(style: HairStyle, colour: string, cloth: string, dice: Dice): Required<Hair> {
  const hair: Hair = hairs[style]({ colour, dark: darker(colour, 0.3), light: lighter(colour, 0.35), cloth, dice })
  return { back: hair.back ?? '', front: hair.front ?? '' }
}
