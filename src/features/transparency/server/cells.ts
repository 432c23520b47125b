import type { Cell } from '../contract.ts'

type Counts = Readonly<Record<string, number>>
type Cells = { name: string; count: Cell }[]

const smallest = 1
const largest = 4
const isSmall = (count: number) => count >= smallest && count <= largest
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** A number for itself. */
export const toCell = (count: number): Cell => (isSmall(count) ? 'fewer than 5' : count)

/**
 * A breakdown whose total is published too. Where the total would reveal a small cell, the largest cell is hidden with
 * it. Where that reveals one too, for readers who know this rule, every cell is hidden.
 */
export function toCells(counts: Counts): Cells {
  const total = sum(Object.values(counts))
  const show = (toCount: (count: number, name: string) => Cell): Cells =>
    Object.entries(counts).map(([name, count]) => ({ name, count: toCount(count, name) }))
  // The total itself is hidden: four small cells, which add up to at most four, would all be one.
  if (isSmall(total)) return show(() => 'fewer than 5')

  const small = Object.values(counts).filter(isSmall)
  if (!areRevealed(sum(small), small.length)) return show(toCell)
  const places = Object.entries(counts).map(([name, count], place) => ({ name, count, place }))
  const [hidden, ...shown] = places
    .filter(({ count }) => count > largest)
    .sort((cell, nextCell) => nextCell.count - cell.count || cell.place - nextCell.place)
  // A reader knows that the hidden cell is the first of the largest ones.
  const minHidden = Math.max(
    largest + 1,
    ...shown.map(({ count, place }) => (place < (hidden?.place ?? 0) ? count + 1 : count)),
  )
  const together = sum(small) + (hidden?.count ?? 0)
  const possible = listRevealedSums(small.length).filter((smallSum) => together - smallSum >= minHidden)
  if (!hidden || possible.length < 2) return show(() => 'not shown')
  return show((count, name) => (name === hidden.name ? 'not shown' : toCell(count)))
}

/** Whether the sum of so many small cells leaves only one value for each. */
const areRevealed = (smallSum: number, count: number) => count > 0 && listRevealedSums(count).includes(smallSum)

/** One cell is its sum; several are known when all have the least or the greatest value. */
const listRevealedSums = (count: number): readonly number[] =>
  count === 1 ? [1, 2, 3, 4] : [smallest * count, largest * count]
