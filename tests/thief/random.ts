/** A repeatable random generator for a seed (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T
  return {
    next,
    between,
    pick,
    chance: (share: number) => next() < share,
    exponential: (mean: number) => -Math.log(1 - next()) * mean,
    /** One of the latest items, as users see them in a list; undefined while there are none. */
    latest: <T>(items: readonly T[]): T | undefined => items.at(-between(1, Math.min(20, items.length))),
    shuffle<T>(items: readonly T[]): T[] {
      const shuffled = [...items]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = between(0, last)
        ;[shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T]
      }
      return shuffled
    },
    words: () =>
      Array.from({ length: between(4, 30) }, () =>
        Array.from({ length: between(2, 9) }, () => String.fromCharCode(between(97, 122))).join(''),
      ).join(' '),
  }
}
export type Random = ReturnType<typeof seededRandom>
