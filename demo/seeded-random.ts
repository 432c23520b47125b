import { v4, v7 } from 'uuid'

/** A repeatable random generator: the demo is the same campus on every machine. */
export type Dice = {
  /** From 0 (inclusive) to 1 (exclusive). */
  roll(): number
  pick<T>(from: readonly T[]): T
  /** The given number of different items, or all there are. */
  some<T>(from: readonly T[], count: number): T[]
  bytes(count: number): Uint8Array
}

/** The generator is splitmix32 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
export function rollDice(seed: number): Dice {
  let state = seed | 0
  const roll = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const pick = <T>(from: readonly T[]): T => {
    const chosen = from[Math.floor(roll() * from.length)]
    if (chosen === undefined) throw new Error('Nothing to pick from')
    return chosen
  }
  return {
    roll,
    pick,
    some(from, count) {
      const left = [...from]
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(Math.floor(roll() * left.length), 1),
      ).flat()
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(roll() * 256)),
  }
}

/** An id for a row of that time; an anonymous row's id reveals no time. */
export const idAt = (msecs: number, anonymous: boolean, dice: Dice): string =>
  anonymous ? v4({ random: dice.bytes(16) }) : v7({ msecs, random: dice.bytes(16) })
