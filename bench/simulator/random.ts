/** Uniform numbers in [0, 1). */
export type Random = () => number

/** Reproducible random numbers from a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const exponential = (random: Random, mean: number): number => -mean * Math.log(1 - random())

/** From the standard normal distribution (Box and Muller). */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Returns a function that picks an index with a probability in proportion to its weight. */
export function createPicker(weights: readonly number[]): (random: Random) => number {
  let total = 0
  const sums = weights.map((weight) => (total += weight))
  return (random) => {
    const drawn = random() * total
    const index = sums.findIndex((sum) => drawn < sum)
    return index < 0 ? weights.length - 1 : index
  }
}

/** Times of a Poisson process in milliseconds, at a constant rate per second. */
export function listArrivals(random: Random, ratePerSecond: number, seconds: number): number[] {
  const times: number[] = []
  const draw = () => exponential(random, 1000 / ratePerSecond)
  for (let time = draw(); time < seconds * 1000; time += draw()) times.push(time)
  return times
}
