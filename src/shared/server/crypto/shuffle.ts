import { randomInt } from 'node:crypto'

/** Fisher-Yates shuffle, in place. */
export function shuffle<T>(items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const [item, otherItem] = [items[last] as T, items[other] as T]
    items[last] = otherItem
    items[other] = item
  }
  return items
}
