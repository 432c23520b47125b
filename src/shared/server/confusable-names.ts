import { confusables } from './confusables.gen.ts'

let prototypes: ReadonlyMap<string, string> | undefined

/** True when two names look alike: the same letters, whatever script, case, accents, spaces or punctuation they use. */
export function areConfusable(one: string, another: string): boolean {
  const others = shapes(another)
  return shapes(one).some((shape, index) => shape !== '' && shape === others[index])
}

/**
 * Two shapes, because upper and lower case letters resemble different characters: `AIan` with a capital I matches
 * `Alan` when compared as written, `DEAN` matches `Dean` when compared in lower case.
 */
const shapes = (name: string): string[] =>
  [skeleton(skeleton(name).toLowerCase()), skeleton(name.toLowerCase())].map(toLetters)

/** The skeleton of UTS #39, also of compatibility forms: names with the same skeleton are confusable. */
function skeleton(name: string): string {
  prototypes ??= parse(confusables)
  const table = prototypes
  const visible = name.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return [...visible]
    .map((character) => table.get(character) ?? character)
    .join('')
    .normalize('NFD')
}

const toLetters = (shape: string) => shape.replace(/[\u0300-\u036f]|[^\p{L}\p{N}\p{M}]/gu, '')

function parse(table: string): ReadonlyMap<string, string> {
  const decode = (point: string) => String.fromCodePoint(Number.parseInt(point, 36))
  const entries = table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [prototype = '', list = ''] = line.split(':')
      const text = prototype.split('+').map(decode).join('')
      return list.split(' ').map((source): [string, string] => [decode(source), text])
    })
  return new Map(entries)
}
