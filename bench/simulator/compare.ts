import { availableParallelism } from 'node:os'
import { percentile } from '../server.ts'
import type { CampusSite } from './campus-site.ts'
import { cpuTotals, type MeasuredCosts } from './costs.ts'
import { toRawRequest } from './load.ts'
import { drawArrivals, toWeights } from './mix.ts'
import { createRandom } from './random.ts'
import { toProfile } from './request-costs.ts'
import { type Arrival, simulateArrivals } from './simulate-load.ts'
import type { SiteSettings } from './site-model.ts'
import { subtractUsage, toOtherCores } from './usage.ts'

/** Of the rate at which the mix would use both cores, or the server's main thread, completely. */
const shares = [0.3, 0.6, 0.9] as const
const seconds = 30
const warmUpSeconds = 10
/** What the latencies and CPU times do not count. */
const skippedShare = 0.1

export type LoadFigures = {
  readonly perSecond: number
  /** Cores in use, on average. */
  readonly cores: Readonly<Record<'server' | 'postgres' | 'client' | 'bucket' | 'redis', number>>
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export type Comparison = {
  readonly share: number
  readonly offeredPerSecond: number
  readonly predicted: LoadFigures
  readonly measured: LoadFigures
  readonly maxLateMs: number
  /** Cores that other processes used meanwhile. */
  readonly otherCores: number
  readonly refused: number
}

export const oneMachine: SiteSettings = {
  server: { general: 15, prepared: 5, searches: 3, decoders: 2 },
  servers: 1,
  coresPerServer: availableParallelism(),
  databaseCores: availableParallelism(),
  isOneMachine: true,
  networkMs: 0,
  hasStandby: false,
}

/** Predicts three loads from the costs alone, and then sends exactly the same requests at the same times. */
export async function compareWithRuns(site: CampusSite, costs: MeasuredCosts): Promise<Comparison[]> {
  const weights = toWeights(costs.calls.map(({ name }) => name))
  const capacity = findCapacity(costs, weights)
  await runLoad(
    site,
    costs,
    drawArrivals(createRandom(1), { weights, ratePerSecond: capacity / 2, seconds: warmUpSeconds }),
  )
  const comparisons: Comparison[] = []
  for (const [index, share] of shares.entries()) {
    const offeredPerSecond = capacity * share
    const arrivals = drawArrivals(createRandom(index + 2), { weights, ratePerSecond: offeredPerSecond, seconds })
    const predicted = predictLoad(costs, arrivals)
    const { refused, maxLateMs, otherCores, ...measured } = await runLoad(site, costs, arrivals)
    comparisons.push({ share, offeredPerSecond, predicted, measured, maxLateMs, otherCores, refused })
    console.log(`  ${share}: ${JSON.stringify(comparisons.at(-1))}`)
  }
  return comparisons
}

/** Requests per second at which the mix uses all cores, or the main thread, with the costs of 4 connections. */
function findCapacity({ calls }: MeasuredCosts, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = (cost: (call: MeasuredCosts['calls'][number]) => number) =>
    calls.reduce((sum, call, index) => sum + (cost(call) * (weights[index] ?? 0)) / total, 0)
  const main = mean(({ loads }) => loads[1]?.cpu.main ?? 0)
  const all = mean(({ loads }) => (loads[1] ? cpuTotals(loads[1].cpu) : 0))
  return Math.min(1000 / main, (1000 * availableParallelism()) / all)
}

/** The driver looks at the clock every millisecond, and sends together what is due. */
const toTicks = (arrivals: readonly Arrival[]): Arrival[] =>
  arrivals.map(({ timeMs, call }) => ({ timeMs: Math.ceil(timeMs), call }))

function predictLoad({ calls, idle }: MeasuredCosts, arrivals: readonly Arrival[]): LoadFigures {
  const profiles = calls.map(toProfile)
  const { latencies, sentMs, spent, seconds } = simulateArrivals(toTicks(arrivals), {
    profiles,
    settings: oneMachine,
    seed: 1,
  })
  const skippedMs = seconds * 1000 * skippedShare
  const perCore = (ms: number) => ms / 1000 / seconds
  return {
    perSecond: latencies.length / seconds,
    cores: {
      server: perCore(spent.main + spent.helpers + spent.decoders) + (idle.main + idle.helpers) / 1000,
      postgres: perCore(spent.postgres) + idle.postgres / 1000,
      client: perCore(spent.client),
      bucket: perCore(spent.bucket),
      redis: perCore(spent.redis) + idle.redis / 1000,
    },
    ...toPercentiles(latencies.filter((_, index) => (sentMs[index] ?? 0) >= skippedMs)),
  }
}

const toPercentiles = (latencies: readonly number[]) => ({
  p50: percentile(latencies, 50),
  p95: percentile(latencies, 95),
  p99: percentile(latencies, 99),
})

async function runLoad(
  site: CampusSite,
  { calls }: MeasuredCosts,
  arrivals: readonly Arrival[],
): Promise<LoadFigures & Pick<Comparison, 'refused' | 'maxLateMs' | 'otherCores'>> {
  const next = calls.map(() => Math.floor(Math.random() * 50_000) * 2) // even, because toggling calls start with the first half
  const takeNext = (call: number) => {
    const index = next[call] ?? 0
    next[call] = index + 1
    return index
  }
  const siteCalls = calls.map(({ name }) => site.calls.find((call) => call.name === name))
  const requests = arrivals.map(({ call }) => {
    const siteCall = siteCalls[call]
    if (!siteCall) throw new Error(`The call “${calls[call]?.name}” is missing.`)
    return toRawRequest(call, siteCall.shot(takeNext(call)))
  })
  await site.server.calm()
  const before = await site.usage.read()
  const cpuBefore = process.cpuUsage() // the object store runs in this process
  const result = await site.driver.run({
    port: site.server.port,
    requests,
    load: { kind: 'open', times: arrivals.map(({ timeMs }) => timeMs) },
  })
  const ownCpu = process.cpuUsage(cpuBefore)
  const used = subtractUsage(await site.usage.read(), before)
  const perCore = (ms: number) => ms / 1000 / result.seconds
  const skipped = Math.floor(result.latencies.length * skippedShare)
  return {
    perSecond: result.latencies.length / result.seconds,
    cores: {
      server: perCore(used.main + used.helpers + used.decoders),
      postgres: perCore(used.postgres),
      client: perCore(result.cpuMs),
      bucket: perCore((ownCpu.user + ownCpu.system) / 1000),
      redis: perCore(used.redis),
    },
    ...toPercentiles(result.latencies.slice(skipped)),
    otherCores: toOtherCores(used, [result.cpuMs, (ownCpu.user + ownCpu.system) / 1000], result.seconds),
    refused: result.refused,
    maxLateMs: result.maxLateMs,
  }
}
