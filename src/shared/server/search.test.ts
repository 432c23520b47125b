import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { isIndexedTerm, matchesScanned, matchesTerm, searchRecentFirst, toTermTexts } from './search.ts'

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

describe('the newest matches of a table', () => {
  type Sample = { id: number; written: Date; is_match: boolean }

  beforeAll(() =>
    sql`create table samples as select id, now() - interval '1 second' * id as written, false as is_match from generate_series(0, 39) as id`.execute(
      app.db,
    ),
  )

  /** Searches rows of which these, counted from the newest, match: 3 are scanned, then perhaps 9 more, and the index has the others. */
  async function findNewest(matching: readonly number[], count: number, canScanMore: boolean) {
    await sql`update samples set is_match = id = any(${matching})`.execute(app.db)
    const db = app.db as unknown as Kysely<{ samples: Sample }>
    const [scope, matches] = [sql<boolean>`samples.id >= 0`, sql<boolean>`samples.is_match`]
    const found = db.selectFrom('samples').select(['samples.id', 'samples.written'])
    const search = { table: 'samples', time: 'written', id: 'id', scope, matches, count, recentRows: 3, canScanMore }
    const hits = await sql<{ id: number }>`${searchRecentFirst(found, search)} order by written desc`.execute(app.db)
    return hits.rows.map(({ id }) => id)
  }

  test.each([
    ['all among the first', [0, 1, 2, 20]],
    ['the missing ones just after the first', [1, 2, 3, 20]],
    ['on both sides of where the scan ends', [0, 2, 11, 12, 13]],
    ['too few in the scan', [0, 1, 20, 30, 39]],
    ['too few among the first to scan more', [3, 4, 11, 12]],
    ['fewer than requested', [2, 12]],
    ['none', []],
  ])('are found once: %s', async (_, matching) => {
    for (const count of [1, 3, 4])
      for (const more of [false, true]) {
        const ids = await findNewest(matching, count, more)
        expect(ids.slice(0, count)).toEqual(matching.slice(0, count))
        expect(ids).toEqual(matching.slice(0, ids.length))
      }
  })
})
