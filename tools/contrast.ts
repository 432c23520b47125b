// Computes the contrast of the theme's colours from the tokens. `node tools/contrast.ts` prints the table of
// docs/design-language.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Colour = readonly [lightness: number, chroma: number, hue: number]
export type Row = { readonly text: string; readonly on: string; readonly light: number; readonly dark: number }

/** Combinations of text and background colours; each needs a contrast of at least 4.5 to 1. */
const pairs: readonly (readonly [text: string, on: string])[] = [
  ['ink', 'surface'],
  ['ink', 'paper'],
  ['ink', 'sunken'],
  ['ink', 'gold-soft'],
  ['soft', 'surface'],
  ['soft', 'paper'],
  ['soft', 'sunken'],
  ['faint', 'surface'],
  ['faint', 'paper'],
  ['faint', 'sunken'],
  ['brand', 'surface'],
  ['brand', 'paper'],
  ['brand', 'brand-soft'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-strong'],
  ['brick', 'surface'],
  ['on-brick', 'brick'],
  ['orange', 'gold-soft'],
  ['sky', 'surface'],
  ['danger', 'surface'],
  ['danger', 'paper'],
  ['on-danger', 'danger'],
]

/** The colour tokens, light and dark. */
function tokens(): ReadonlyMap<string, readonly [Colour, Colour]> {
  const css = readFileSync(join(import.meta.dirname, '../src/shared/web/ui/tokens.css'), 'utf8')
  const found = css.matchAll(/--color-([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g)
  const colour = (text = ''): Colour => {
    const [lightness = 0, chroma = 0, hue = 0] = text.split(' ').map(Number)
    return [lightness, chroma, hue]
  }
  return new Map([...found].map(([, name = '', light, dark]) => [name, [colour(light), colour(dark)]]))
}

/** The relative luminance of a colour, through linear sRGB, clipped to the displayable range. */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
  const green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
  const blue = -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short
  const cut = (part: number) => Math.min(1, Math.max(0, part))
  return 0.2126 * cut(red) + 0.7152 * cut(green) + 0.0722 * cut(blue)
}

function ratio(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return Math.floor(((light + 0.05) / (dark + 0.05)) * 10) / 10
}

/** The WCAG ratios of all combinations, rounded down to a tenth. */
export function contrasts(): readonly Row[] {
  const all = tokens()
  return pairs.map(([text, on]) => {
    const [front, back] = [all.get(text), all.get(on)]
    if (!front || !back) throw new Error(`No such colour: ${front ? on : text}`)
    return { text, on, light: ratio(front[0], back[0]), dark: ratio(front[1], back[1]) }
  })
}

/** The ratios as rows of a Markdown table. */
export const contrastTable = (): string =>
  contrasts()
    .map(({ text, on, light, dark }) => `| ${text} | ${on} | ${light.toFixed(1)} | ${dark.toFixed(1)} |`)
    .join('\n')

if (process.argv[1] === import.meta.filename) console.log(contrastTable())
