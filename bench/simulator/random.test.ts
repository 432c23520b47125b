import { expect, test } from 'vitest'
import { createPicker, createRandom, exponential, listArrivals, normal } from './random.ts'

const draw = (count: number, next: () => number) => Array.from({ length: count }, next)
const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

test('a seed gives the same numbers again, another seed others', () => {
  const first = draw(50, createRandom(3))
  expect(draw(50, createRandom(3))).toEqual(first)
  expect(draw(50, createRandom(4))).not.toEqual(first)
  expect(new Set(first).size).toBe(50)
})

test('distributions have their means and spreads', () => {
  const random = createRandom(1)
  const exponentials = draw(100_000, () => exponential(random, 5))
  expect(mean(exponentials)).toBeCloseTo(5, 1)
  expect(mean(exponentials.map((number) => (number - 5) ** 2))).toBeCloseTo(25, -0.5)
  const normals = draw(100_000, () => normal(random))
  expect(mean(normals)).toBeCloseTo(0, 1)
  expect(mean(normals.map((number) => number ** 2))).toBeCloseTo(1, 1)
})

test('a picker draws in proportion to the weights, and never what has none', () => {
  const random = createRandom(1)
  const pickIndex = createPicker([1, 0, 3])
  const picks = draw(40_000, () => pickIndex(random))
  expect(picks.filter((index) => index === 0).length / picks.length).toBeCloseTo(0.25, 1.7)
  expect(picks).not.toContain(1)
})

test('arrivals are in order, within the time, and as many as the rate says', () => {
  const times = listArrivals(createRandom(9), 200, 100)
  expect(times.length).toBeGreaterThan(19_500)
  expect(times.length).toBeLessThan(20_500)
  expect(times.every((time, index) => time > (times[index - 1] ?? 0) && time < 100_000)).toBe(true)
})
