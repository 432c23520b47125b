import { describe, expect, test } from 'vitest'
import { percentile } from '../server.ts'
import type { CallCosts } from './costs.ts'
import { createRandom, listArrivals } from './random.ts'
import { toProfile } from './request-costs.ts'
import { simulateArrivals, simulateConnections } from './simulate-load.ts'
import type { SiteSettings } from './site-model.ts'

const cpu = { main: 1, helpers: 0.1, decoders: 0, postgres: 0.5, redis: 0.05, client: 0.1, bucket: 0 }
const quantilesMs = Array.from({ length: 100 }, (_, index) => 1 + index / 50)
const stored = {
  walBytes: 0,
  walSyncs: 0,
  commits: 0,
  databaseBytes: 0,
  redisCommands: 0,
  redisBytes: 0,
  bucketRequests: 0,
  bucketReceivedBytes: 0,
  bucketSentBytes: 0,
  replyBytes: 0,
  requestBytes: 0,
  liveEvents: 0,
}
const toLoad = (connections: number, factor: number) => ({
  connections,
  requests: 1,
  perSecond: 1,
  otherCores: 0,
  cpu: { ...cpu, main: cpu.main * factor, postgres: cpu.postgres * factor },
  meanMs: 1.99,
  quantilesMs,
})
const read: CallCosts = { name: 'read', kind: 'read', statements: 2, loads: [toLoad(1, 1), toLoad(16, 0.5)], stored }
const write: CallCosts = { ...read, name: 'write', kind: 'write', statements: 6 }
const upload: CallCosts = {
  ...read,
  name: 'upload',
  kind: 'upload',
  loads: [{ ...toLoad(1, 1), cpu: { ...cpu, decoders: 20 } }],
}
const profiles = [read, write, upload].map(toProfile)

const oneMachine: SiteSettings = {
  server: { general: 15, prepared: 5, searches: 3, decoders: 2 },
  servers: 1,
  coresPerServer: 2,
  databaseCores: 2,
  isOneMachine: true,
  networkMs: 0,
  hasStandby: false,
}
const several: SiteSettings = { ...oneMachine, isOneMachine: false, databaseCores: 8 }
const drawLoad = (rate: number, seconds = 30) =>
  listArrivals(createRandom(5), rate, seconds).map((timeMs, index) => ({
    timeMs,
    call: index % 50 === 0 ? 2 : index % 5 === 0 ? 1 : 0,
  }))
const run = (rate: number, settings = oneMachine, seed = 1) =>
  simulateArrivals(drawLoad(rate), { profiles, settings, seed })

describe('a simulated site', () => {
  test('answers each request exactly once', () => {
    const load = drawLoad(400)
    const { calls, sentMs } = simulateArrivals(load, { profiles, settings: oneMachine, seed: 1 })
    expect(calls).toHaveLength(load.length)
    expect(sentMs.toSorted((one, other) => one - other)).toEqual(load.map(({ timeMs }) => timeMs))
  })

  test('spends what the requests cost, and never more than the cores have', () => {
    const { spent, seconds, latencies } = run(300)
    expect(spent.redis).toBeCloseTo(latencies.length * cpu.redis, 3)
    expect(spent.client).toBeCloseTo(latencies.length * cpu.client, 3)
    const perRequest = (spent.main + spent.postgres) / latencies.length
    expect(perRequest).toBeGreaterThan(0.5 * (cpu.main + cpu.postgres))
    expect(perRequest).toBeLessThan(1.05 * (cpu.main + cpu.postgres))
    expect(Object.values(spent).reduce((sum, ms) => sum + ms, 0)).toBeLessThan(2 * seconds * 1000)
  })

  test('gives the same result for a seed, and another one for another', () => {
    expect(run(300).latencies).toEqual(run(300).latencies)
    expect(run(300, oneMachine, 2).latencies).not.toEqual(run(300).latencies)
  })

  test('is slower under more load, and faster with more servers', () => {
    const p95 = (rate: number, settings?: SiteSettings) => percentile(run(rate, settings).latencies, 95)
    expect(p95(300)).toBeLessThan(p95(600))
    expect(p95(600)).toBeLessThan(p95(900))
    expect(p95(900, { ...several, servers: 4 })).toBeLessThan(p95(900, { ...several, servers: 1 }))
  })

  test('holds no more connections than its pools have', () => {
    const load = drawLoad(2000, 2)
    const { maxConnections } = simulateArrivals(load, { profiles, settings: oneMachine, seed: 1 })
    expect(maxConnections).toBeGreaterThan(15)
    expect(maxConnections).toBeLessThanOrEqual(15 + 5 + 3)
  })

  test('answers what arrives during an outage after its end', () => {
    const outageMs = [10_000, 15_000] as const
    const { latencies, sentMs } = simulateArrivals(drawLoad(200), { profiles, settings: several, seed: 1, outageMs })
    const during = latencies.filter((_, index) => (sentMs[index] ?? 0) > 11_000 && (sentMs[index] ?? 0) < 12_000)
    expect(Math.min(...during)).toBeGreaterThan(3000)
    expect(latencies).toHaveLength(drawLoad(200).length)
  })

  test('takes what one thread can do when connections wait for replies', () => {
    const { latencies, seconds } = simulateConnections(
      { connections: 16, seconds: 20, call: 0 },
      { profiles, settings: oneMachine, seed: 1 },
    )
    const perSecond = latencies.length / seconds
    expect(perSecond).toBeLessThan(1000 / (cpu.main * 0.5))
    expect(perSecond).toBeGreaterThan(0.8 * (1000 / (cpu.main * 0.5)))
  })
})

describe('the profile of a call', () => {
  test('has the measured CPU time at the measured numbers of connections, and less between them', () => {
    const { costsBeside } = toProfile(read)
    const main = (others: number) => costsBeside(others).main + costsBeside(others).afterReply
    expect(main(0)).toBeCloseTo(1)
    expect(main(3)).toBeCloseTo(0.75)
    expect(main(15)).toBeCloseTo(0.5)
    expect(main(100)).toBeCloseTo(0.5)
  })

  test('waits for what a lone request takes beyond its CPU time', () => {
    expect(toProfile(read).costsBeside(0).waitMs).toBeCloseTo(1.99 - 1.55)
    expect(toProfile(read).costsBeside(0).afterReply).toBe(0)
  })

  test('works after the reply for what a lone request takes less', () => {
    const quick = toProfile({ ...read, loads: [{ ...toLoad(1, 1), meanMs: 1.2 }] }).costsBeside(0)
    expect(quick.waitMs).toBe(0)
    expect(quick.afterReply).toBeCloseTo(0.35)
    expect(quick.main + quick.afterReply).toBeCloseTo(1)
  })

  test('varies around a mean of one', () => {
    const { factors } = toProfile(read)
    expect(factors.reduce((sum, factor) => sum + factor, 0) / factors.length).toBeCloseTo(1)
  })
})
