import { expect, test } from 'vitest'
import { toCells } from './cells.ts'

const names = ['a', 'b', 'c', 'd']

/** Every table of so many cells whose counts add up to `total`. */
function listTables(total: number, cells: number): number[][] {
  if (cells === 1) return [[total]]
  return Array.from({ length: total + 1 }, (_, first) =>
    listTables(total - first, cells - 1).map((rest) => [first, ...rest]),
  ).flat()
}
const publish = (table: readonly number[]) =>
  toCells(Object.fromEntries(table.map((count, index) => [names[index] ?? '', count]))).map(({ count }) => count)

test.each([2, 3, 4])('no small cell of %i is revealed by the total to a reader who knows the rule', (cells) => {
  for (let total = 5; total <= 22; total++) {
    const known = new Map<string, number[][]>()
    for (const table of listTables(total, cells)) {
      const published = publish(table).join('|')
      known.set(published, [...(known.get(published) ?? []), table])
    }
    for (const [published, tables] of known) {
      for (const [index, cell] of published.split('|').entries()) {
        if (cell !== 'fewer than 5') continue
        const values = new Set(tables.map((table) => table[index]))
        expect(values.size, `${published} of ${total}: only ${[...values]}`).toBeGreaterThan(1)
      }
    }
  }
})

test('a cell that is shown has its count, and cells of 1 to 4 are never shown', () => {
  for (let total = 0; total <= 22; total++) {
    for (const table of listTables(total, 3)) {
      for (const [index, cell] of publish(table).entries()) {
        if (typeof cell !== 'number') continue
        expect(cell, String(table)).toBe(table[index])
        expect([1, 2, 3, 4], String(table)).not.toContain(cell)
      }
    }
  }
})

test('hides the largest cell with a single small one, and nothing where two small ones protect each other', () => {
  expect(publish([12, 0, 3, 7])).toEqual(['not shown', 0, 'fewer than 5', 7])
  expect(publish([12, 0, 3, 2])).toEqual([12, 0, 'fewer than 5', 'fewer than 5'])
  expect(publish([12, 0, 6, 7])).toEqual([12, 0, 6, 7])
  expect(publish([3, 0, 0, 0])).toEqual(Array(4).fill('fewer than 5'))
  expect(publish([5, 1, 0, 0])).toEqual(Array(4).fill('not shown'))
  expect(publish([0, 0, 0, 0])).toEqual([0, 0, 0, 0])
})
