/** A drawing on a field of 320 × 180, in the order in which it is painted. */
export type CoverDrawing = {
  readonly name: string
  readonly ground: string
  readonly shapes: readonly { readonly path: string; readonly fill: string }[]
}

const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0z`
const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`

const [green, leaf, brick, gold, cream, ink, sky] = [
  '#14683f',
  '#3f9161',
  '#b4462a',
  '#e9b44c',
  '#fbf3dc',
  '#22302a',
  '#9cc3d9',
]

/** Covers for those who have no photo. They are uploaded as images. */
export const coverDrawings: readonly CoverDrawing[] = [
  {
    name: 'Lawn',
    ground: sky,
    shapes: [
      { path: circle(250, 48, 24), fill: gold },
      { path: 'M0 120q80 -36 170 -8t150 -10v78H0z', fill: leaf },
      { path: 'M0 142q90 -20 180 2t140 -6v42H0z', fill: green },
      { path: `${box(86, 84, 10, 44)}${circle(91, 70, 28)}`, fill: green },
    ],
  },
  {
    name: 'Books',
    ground: cream,
    shapes: [
      { path: box(70, 128, 180, 22), fill: green },
      { path: box(86, 104, 156, 24), fill: brick },
      { path: box(78, 82, 150, 22), fill: gold },
      { path: box(100, 60, 140, 22), fill: ink },
    ],
  },
  {
    name: 'Music',
    ground: brick,
    shapes: [
      { path: `${circle(126, 126, 18)}${circle(206, 112, 18)}`, fill: cream },
      { path: 'M136 126V54l88 -16v74h-8V66l-72 13v47z', fill: cream },
    ],
  },
  {
    name: 'Food',
    ground: gold,
    shapes: [
      { path: 'M90 92h140a70 62 0 0 1 -140 0z', fill: brick },
      { path: box(126, 150, 68, 8), fill: ink },
      { path: 'M130 80q-12 -14 0 -26t0 -26h8q-2 16 -10 26t10 26z', fill: cream },
      { path: 'M170 80q-12 -14 0 -26t0 -26h8q-2 16 -10 26t10 26z', fill: cream },
    ],
  },
  {
    name: 'Sport',
    ground: leaf,
    shapes: [
      { path: circle(160, 90, 54), fill: cream },
      { path: 'M160 66l22 16l-8 26h-28l-8 -26z', fill: ink },
      { path: 'M114 62l16 -14l12 10l-18 20zM206 62l-16 -14l-12 10l18 20zM132 132l-4 -18l16 2l6 18z', fill: ink },
    ],
  },
  {
    name: 'Games',
    ground: ink,
    shapes: [
      {
        path: [0, 1, 2, 3]
          .flatMap((row) => [0, 1, 2, 3].map((at) => box(96 + at * 32 + (row % 2) * 16, 26 + row * 32, 16, 32)))
          .join(''),
        fill: cream,
      },
      { path: `${circle(160, 70, 18)}M142 146q2 -40 18 -48q16 8 18 48z`, fill: gold },
    ],
  },
  {
    name: 'Film',
    ground: '#2d3f6b',
    shapes: [
      { path: box(80, 72, 160, 84), fill: ink },
      { path: 'M76 66l156 -36l6 22l-156 36z', fill: cream },
      { path: 'M98 61l18 -4l10 20l-18 4zM146 50l18 -4l10 20l-18 4zM194 39l18 -4l10 20l-18 4z', fill: ink },
      { path: 'M146 96l36 20l-36 20z', fill: gold },
    ],
  },
  {
    name: 'Party',
    ground: '#7a4a78',
    shapes: [
      { path: 'M112 160l22 -86l58 58z', fill: gold },
      { path: `${circle(196, 60, 7)}${circle(230, 92, 6)}${circle(160, 40, 6)}${circle(240, 46, 8)}`, fill: cream },
      { path: 'M168 84q24 -10 20 -40l8 -2q6 36 -24 50zM184 108q28 -6 46 12l6 -6q-22 -22 -56 -14z', fill: brick },
    ],
  },
]

const size = { width: 1280, height: 720 }

/** Paints a drawing as a file for the upload. */
export async function paintCover({ name, ground, shapes }: CoverDrawing): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser can’t draw')
  context.fillStyle = ground
  context.fillRect(0, 0, size.width, size.height)
  context.scale(size.width / 320, size.height / 180)
  for (const { path, fill } of shapes) {
    context.fillStyle = fill
    context.fill(new Path2D(path))
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('This browser can’t draw')
  return new File([blob], `${name.toLowerCase()}.png`, { type: 'image/png' })
}
