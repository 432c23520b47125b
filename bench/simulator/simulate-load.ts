import { EventQueue } from './event-queue.ts'
import { createRandom } from './random.ts'
import type { RequestProfile } from './request-costs.ts'
import { buildSite, type Site, type SiteSettings, type SpentTime } from './site-model.ts'

/** A request of a simulated load: when it is sent, and the index of its call. */
export type Arrival = { readonly timeMs: number; readonly call: number }

export type SimulatedLoad = {
  /** Of each request, in the order of their ends. */
  readonly calls: readonly number[]
  readonly latencies: readonly number[]
  /** When each was sent. */
  readonly sentMs: readonly number[]
  readonly spent: SpentTime
  /** From the first arrival to the last reply. */
  readonly seconds: number
  /** The most connections that one server held for transactions, statements and searches. */
  readonly maxConnections: number
}

type SimulationOptions = {
  readonly profiles: readonly RequestProfile[]
  readonly settings: SiteSettings
  readonly seed: number
  /** The database does nothing in this time, as during a failover. */
  readonly outageMs?: readonly [from: number, to: number]
}

/** Requests at given times, however long the replies take. */
export function simulateArrivals(
  arrivals: readonly Arrival[],
  { profiles, settings, seed, outageMs }: SimulationOptions,
): SimulatedLoad {
  const queue = new EventQueue()
  const site = buildSite(queue, createRandom(seed), settings)
  const results = createResults()
  if (outageMs) {
    queue.at(outageMs[0], () => site.database.pause())
    queue.at(outageMs[1], () => site.database.resume())
  }
  const plan = (index: number): void => {
    const arrival = arrivals[index]
    if (!arrival) return
    queue.at(arrival.timeMs, () => {
      site.send(profiles[arrival.call] as RequestProfile, (latency) => results.add(arrival, latency))
      plan(index + 1)
    })
  }
  plan(0)
  queue.run()
  return summarize(site, results, queue.now - (arrivals[0]?.timeMs ?? 0))
}

/** Connections that each send the next request after a reply, for a time. */
export function simulateConnections(
  { connections, seconds, call }: { connections: number; seconds: number; call: number },
  { profiles, settings, seed }: SimulationOptions,
): SimulatedLoad {
  const queue = new EventQueue()
  const site = buildSite(queue, createRandom(seed), settings)
  const results = createResults()
  const send = (): void => {
    if (queue.now >= seconds * 1000) return
    const arrival = { timeMs: queue.now, call }
    site.send(profiles[call] as RequestProfile, (latency) => {
      results.add(arrival, latency)
      send()
    })
  }
  for (let connection = 0; connection < connections; connection++) queue.at(0, send)
  queue.run()
  return summarize(site, results, queue.now)
}

function createResults() {
  const calls: number[] = []
  const latencies: number[] = []
  const sentMs: number[] = []
  const add = ({ call, timeMs }: Arrival, latency: number) => {
    calls.push(call)
    latencies.push(latency)
    sentMs.push(timeMs)
  }
  return { calls, latencies, sentMs, add }
}

function summarize(
  { spent, servers }: Site,
  { calls, latencies, sentMs }: ReturnType<typeof createResults>,
  durationMs: number,
): SimulatedLoad {
  const maxConnections = Math.max(
    ...servers.map(({ general, prepared, searches }) => general.maxUsed + prepared.maxUsed + searches.maxUsed),
  )
  return { calls, latencies, sentMs, spent, seconds: durationMs / 1000, maxConnections }
}
