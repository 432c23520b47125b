import { createPicker, listArrivals, type Random } from './random.ts'
import type { Arrival } from './simulate-load.ts'
import { callsPerVisit } from './visit.ts'

/** Weights of calls by name, in their order. Throws for a call of a visit that is not among them. */
export function toWeights(names: readonly string[]): number[] {
  const strange = Object.keys(callsPerVisit).filter((name) => !names.includes(name))
  if (strange.length > 0) throw new Error(`Not measured: ${strange}`)
  return names.map((name) => callsPerVisit[name] ?? 0)
}

/** Requests of many visits, mixed: a Poisson process at a constant rate, each of a call by its weight. */
export function drawArrivals(
  random: Random,
  { weights, ratePerSecond, seconds }: { weights: readonly number[]; ratePerSecond: number; seconds: number },
): Arrival[] {
  const draw = createPicker(weights)
  return listArrivals(random, ratePerSecond, seconds).map((timeMs) => ({ timeMs, call: draw(random) }))
}
