import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { isIndexedTerm, matchesScanned, matchesTerm, toTermTexts } from './search.ts'

const app = await openTestApp()

test.each(['abc', 'a 12', 'zoë', 'is it', '#123', 'Ελλ'])('uses the trigram index for %j', (text) => {
  expect(isIndexedTerm(text)).toBe(true)
})

test.each(['ab', 'q', '!!!', 'a.b', '😀😀😀'])('uses no trigram index for %j', (text) => {
  expect(isIndexedTerm(text)).toBe(false)
})

test.each([
  ['A brass quartet plays', 'QUARTET', true],
  ['A brass quartet plays', 'quartets', false],
  ['KINKY STRINGS', 'kinky string', true],
  ['İstanbul trip', 'istanbul', true],
  ['300 \u212Aelvin', 'kelvin', true],
  ['300 kelvin', '\u212Aelvin', true],
  ['ÉCOLE normale', 'école', true],
  ['Ecole normale', 'école', false],
  ['ΟΔΟΣ', 'οδοσ', true],
  ['李小龙', '小龙', true],
  ['Zoë 🎉 party', '🎉', true],
  ['100 % off', '100 %', true],
  ['100 percent off', '100 %', false],
  ['snake_case', 'SNAKE_', true],
  ['snake case', 'SNAKE_', false],
  ['C:\\temp', 'c:\\T', true],
])('whether %j contains %j, by the index and in a scan: %s', async (content, text, expected) => {
  const term = { ...toTermTexts(text), tolerant: false }
  const { rows } = await sql`select ${matchesTerm('posts.content', term)} as indexed,
    coalesce(${matchesScanned('posts.content', term)}, false) as scanned from (values (${content})) as posts (content)`.execute(
    app.db,
  )
  expect(rows).toEqual([{ indexed: expected, scanned: expected }])
})
