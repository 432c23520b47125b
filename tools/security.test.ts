// docs/security.md says what proves each promise. This holds it to that: a proof that was renamed or removed fails here.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const counts = { AU: 15, ST: 9, TN: 7, AZ: 8, AN: 16, IV: 10, UP: 9, OH: 10, RL: 10, AD: 3, PR: 7, SC: 5, AS: 4 }
const required = Object.entries(counts).flatMap(([area, count]) =>
  Array.from({ length: count }, (_, at) => `${area}-${at + 1}`),
)

const lines = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z]{2}-\d+ /.test(line))
  .map((line) => {
    const [, id = '', , proof = '', result = ''] = line.split('|').map((cell) => cell.trim())
    return { id, proofs: [...proof.matchAll(/`(.+?) › (.+?)`/g)], result }
  })

const files = globSync('{src,e2e,tools}/**/*.{test,spec}.{ts,tsx}')

/** Titles stand in the source as literals of any quote. */
const holdsTitle = (source: string, title: string) =>
  [title, title.replaceAll("'", "\\'")].some((written) =>
    ["'", '"', '`'].some((quote) => source.includes(`${quote}${written}${quote}`)),
  )

test('every requirement has its line, once', () => {
  expect(lines.map(({ id }) => id)).toEqual(required)
})

test('every proof that is named exists, and nothing is called proved without one', () => {
  const missing = lines.flatMap(({ id, proofs, result }) => [
    ...(result === 'proved' && proofs.length === 0 ? [`${id} names no proof`] : []),
    ...proofs.flatMap(([, path, title = '']) => {
      const found = files.filter((file) => `/${file}`.endsWith(`/${path}`))
      if (found.length !== 1) return [`${id}: ${path} is ${found.length} files`]
      return holdsTitle(readFileSync(found[0] ?? '', 'utf8'), title) ? [] : [`${id}: ${path} has no “${title}”`]
    }),
  ])
  expect(missing).toEqual([])
})
