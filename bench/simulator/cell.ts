import { percentile } from '../server.ts'
import { findBusiestMinute, listDayArrivals } from './campus-day.ts'
import type { MeasuredCosts } from './costs.ts'
import type { Country } from './country.ts'
import { toWeights } from './mix.ts'
import { createPicker, createRandom } from './random.ts'
import { toProfile } from './request-costs.ts'
import { simulateArrivals } from './simulate-load.ts'
import type { ServerSettings, SiteSettings } from './site-model.ts'

/** The pools of a server, and its decoders, as in the product. */
export const serverSettings: ServerSettings = { general: 15, prepared: 5, searches: 3, decoders: 2 }

export type CellLoad = {
  readonly name: string
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly databaseUse: number
  readonly maxConnectionsPerServer: number
}

/** Part of a minute that is simulated: longer runs change the percentiles little. */
const seconds = 10
/** From `faults/report.md`: the slowest of twenty promotions. */
const failoverMs = 5500

/** The largest cell of a country in the busiest minute of orientation week, before that minute, and with a failover in it. */
export function simulateCell(costs: MeasuredCosts, { plan, cells, serverProcesses, largestCellStudents }: Country) {
  const profiles = costs.calls.map(toProfile)
  const weights = toWeights(costs.calls.map(({ name }) => name))
  const requestsPerVisit = weights.reduce((sum, weight) => sum + weight, 0)
  const settings: SiteSettings = {
    server: serverSettings,
    servers: Math.ceil(serverProcesses / cells),
    coresPerServer: 2,
    databaseCores: plan.databaseCores,
    isOneMachine: false,
    networkMs: 0.3,
    hasStandby: true,
  }
  const busiest = findBusiestMinute('orientation')
  const run = (name: string, fromMinute: number, outageMs?: readonly [number, number]): CellLoad => {
    const random = createRandom(plan.seed)
    const draw = createPicker(weights)
    const arrivals = listDayArrivals(random, {
      kind: 'orientation',
      requestsPerVisit,
      fromMinute,
      minutes: 1,
      students: largestCellStudents,
    })
      .filter((timeMs) => timeMs < seconds * 1000)
      .map((timeMs) => ({ timeMs, call: draw(random) }))
    const result = simulateArrivals(arrivals, {
      profiles,
      settings,
      seed: plan.seed,
      ...(outageMs ? { outageMs } : {}),
    })
    return {
      name,
      perSecond: arrivals.length / seconds,
      p50: percentile(result.latencies, 50),
      p95: percentile(result.latencies, 95),
      p99: percentile(result.latencies, 99),
      databaseUse: result.spent.postgres / 1000 / result.seconds / plan.databaseCores,
      maxConnectionsPerServer: result.maxConnections,
    }
  }
  return [
    run('a quiet minute before', busiest - 1),
    run('the busiest minute', busiest),
    run('the busiest minute, with a failover', busiest, [1000, 1000 + failoverMs]),
  ]
}
