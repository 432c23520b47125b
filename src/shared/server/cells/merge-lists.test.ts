import { expect, test } from 'vitest'
import { findPlaces, inOrder, type ListReply, mergeLists, type Places, widen } from './merge-lists.ts'

/** A reply with these rows, each of which is what it is sorted by. */
const list = (rows: (string | number)[], order?: Places['order'], more: object = {}): ListReply => ({
  reply: { success: true, data: { rows }, ...more },
  order: { places: rows.map((row) => [row]), order },
})
const where = { rows: 'data.rows' }
const findRows = (reply: object) => (reply as { data: { rows: unknown[] } }).data.rows

test('merges rows in each order, and keeps the rest of the first reply', () => {
  const newest = mergeLists(where, undefined, [list(['e', 'b']), list(['d', 'c', 'a'])])
  expect(newest).toEqual({ success: true, data: { rows: ['e', 'd', 'c', 'b', 'a'] } })
  const ascending = [list([1, 9, 30], 'ascending'), list([2, 10], 'ascending'), list([], 'ascending')]
  expect(findRows(mergeLists(where, undefined, ascending))).toEqual([1, 2, 9, 10, 30])
  const named = [list(['Ähre', 'Zoe'], 'names'), list(['adam', 'Bert'], 'names')]
  expect(findRows(mergeLists(where, undefined, named))).toEqual(['adam', 'Ähre', 'Bert', 'Zoe'])
})

test('cuts a page, adds totals, and says whether there is more', () => {
  const lists = [
    list(['f', 'd', 'b'], undefined, { pagination: { page: 1, limit: 4, total: 7, totalPages: 2, hasMore: true } }),
    list(['e', 'c', 'a'], undefined, { pagination: { page: 1, limit: 4, total: 3, totalPages: 1, hasMore: false } }),
  ]
  const merged = mergeLists({ ...where, totals: 'pagination' }, { page: 2, limit: 2 }, lists)
  expect(findRows(merged)).toEqual(['d', 'c'])
  expect(merged).toMatchObject({ pagination: { page: 2, limit: 2, total: 10, totalPages: 5, hasMore: true } })
  expect(findRows(mergeLists({ ...where, maxRows: 3 }, undefined, lists))).toEqual(['f', 'e', 'd'])
})

test('repeats and misses no row where a database sorts in another way', () => {
  const lists = () => [list(['a', 'Z', 'b'], 'ascending'), list(['B', 'a', 'c'], 'ascending')]
  const pages = [1, 2, 3].map((page) => {
    const reads = lists().map(({ reply, order }) => {
      const rows = findRows(reply).slice(0, page * 2) as string[]
      return {
        reply: { data: { rows } },
        order: { places: order?.places.slice(0, page * 2) ?? [], order: 'ascending' as const },
      }
    })
    return findRows(mergeLists(where, { page, limit: 2 }, reads))
  })
  expect(pages.flat().length).toBe(6)
  expect(pages.flat().toSorted()).toEqual(
    lists()
      .flatMap(({ reply }) => findRows(reply))
      .toSorted(),
  )
})

test('throws for rows without places', () => {
  const bare = { reply: { data: { rows: [1] } }, order: null }
  expect(() => mergeLists(where, undefined, [bare])).toThrow('A list has not one place for each of its rows.')
})

test('reads up to the end of a page, but not any number of rows', () => {
  expect(widen({ page: 3, limit: 20, search: 'x' })).toEqual({ page: 1, limit: 60, search: 'x' })
  expect(widen({ school_id: 'x' })).toEqual({ school_id: 'x' })
  expect(widen(undefined)).toBe(undefined)
  expect(() => widen({ page: 51, limit: 200 })).toThrow('This page is too far down.')
})

test('carries the order of a reply without being part of it', () => {
  const reply = inOrder({ data: [1] }, { places: [[1]] })
  expect(findPlaces(reply)).toEqual({ places: [[1]], order: undefined })
  expect(JSON.stringify(reply)).toBe('{"data":[1]}')
  expect(findPlaces({ data: [1] })).toBe(undefined)
})
