import type { Call } from './calls.ts'
import type { Measured, MeasuredCall } from './report.ts'

/**
 * Budgets by kind of call. `ratio`: minimum of HTTP requests per run of the same statements directly through pg.
 * `growth`: maximum p50 with one connection on a larger campus, relative to the first. `p95`: maximum milliseconds with
 * one connection, on every campus.
 */
export const budgets: Readonly<Record<Call['kind'], { ratio?: number; growth?: number; p95?: number }>> = {
  read: { ratio: 0.6, growth: 1.2 },
  admin: { ratio: 0.6, growth: 1.2 },
  write: { ratio: 0.5, growth: 1.2 },
  deep: { p95: 150 },
  empty: {},
}

/** Kilobytes (1024 bytes, as sent) of the first load of the feed on a phone. */
export const firstLoadBudget = { javascript: 110, css: 15 }

/** A figure that misses its budget. */
export type Exceeded = { readonly call: string; readonly figure: string; readonly budget: string }

/** The figures of a call with this number of connections. */
export const findLoad = (call: MeasuredCall | undefined, connections: number) =>
  call?.loads.find((load) => load.connections === connections)

/** The p50 of a call on another campus relative to the first; undefined when it was measured on one only. */
export function computeGrowth(first: MeasuredCall | undefined, other: MeasuredCall | undefined): number | undefined {
  const [before, after] = [findLoad(first, 1)?.p50, findLoad(other, 1)?.p50]
  return before && after ? after / before : undefined
}

/** Every budget that a run exceeded, campus by campus. */
export function listExceeded(campuses: Readonly<Record<string, Measured>>): Exceeded[] {
  const [first = ''] = Object.keys(campuses)
  return Object.entries(campuses).flatMap(([name, { calls }]) =>
    calls.flatMap((call) => {
      const { ratio, growth, p95 } = budgets[call.kind]
      const inFirst = campuses[first]?.calls.find((firstCall) => firstCall.name === call.name)
      const [grown, slow] = [computeGrowth(inFirst, call), findLoad(call, 1)?.p95]
      const found: Omit<Exceeded, 'call'>[] = []
      if (ratio && call.ratio != null && call.ratio < ratio)
        found.push({ figure: `${call.ratio.toFixed(2)} ÷ pg`, budget: `at least ${ratio}` })
      if (growth && name !== first && grown && grown > growth)
        found.push({ figure: `${grown.toFixed(2)} times its p50 on ${first}`, budget: `at most ${growth}` })
      if (p95 && slow && slow > p95) found.push({ figure: `p95 ${Math.round(slow)} ms`, budget: `at most ${p95} ms` })
      if (call.refused) found.push({ figure: `${call.refused} requests refused`, budget: 'none' })
      return found.map((exceeded) => ({ call: `${name}: ${call.name}`, ...exceeded }))
    }),
  )
}
