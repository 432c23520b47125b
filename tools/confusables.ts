// Writes the table of look-alike characters from Unicode's confusables.txt (UTS #39), published below
// https://www.unicode.org/Public/security/: `node tools/confusables.ts FILE`. Run it again for a newer version of
// Unicode.
import { readFileSync, writeFileSync } from 'node:fs'

const target = 'src/shared/server/confusables.gen.ts'

const text = readFileSync(process.argv[2] ?? '', 'utf8')
const version = /^# Version: (\S+)/m.exec(text)?.[1]
if (!version) throw new Error('Give the path of confusables.txt.')

const encode = (points: string) =>
  points
    .trim()
    .split(' ')
    .map((point) => Number.parseInt(point, 16).toString(36))
    .join('+')

const sources = new Map<string, string[]>()
for (const [, source = '', prototype = ''] of text.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm)) {
  const key = encode(prototype)
  sources.set(key, [...(sources.get(key) ?? []), encode(source)])
}
const lines = [...sources].map(([prototype, list]) => `${prototype}:${list.join(' ')}`)
writeFileSync(
  target,
  `// Written by tools/confusables.ts from confusables.txt, version ${version}. Unicode data, © Unicode, Inc., used under the
// Unicode License v3 (https://www.unicode.org/license.txt).

/** A line per prototype: its code points, and after the colon the characters that look like it; in base 36. */
export const confusables = \`
${lines.join('\n')}
\`
`,
)
console.log(`${target}: ${lines.length} prototypes`)
