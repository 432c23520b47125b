import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../server.ts'
import type { CampusCall } from './campus-calls.ts'
import type { CampusSite } from './campus-site.ts'
import type { CallCosts, CostsAtLoad, CpuCosts, MeasuredCosts, StoredCosts } from './costs.ts'
import { toRawRequest } from './load.ts'
import type { LoadResult } from './load-driver.ts'
import type { Measurement } from './machine.ts'
import { signIn } from './sign-in.ts'
import { subtractUsage, toOtherCores, type Usage } from './usage.ts'

const connections = [1, 4, 16] as const
/** Prepared requests of a call, which then repeat. Even: some calls alternate. */
const preparedRequests = 2000
/** Bodies of uploads are large, and users have a quota of them. */
const preparedUploads = 200
const quantiles = 100
const signIns = 60
/** Covers a run of every job of the minute. */
const idleSeconds = 60

type Plan = { readonly seconds: number }
type SiteCall = CampusSite['calls'][number]

/** A run is repeated while other processes use more than this part of a core, until the repetitions took this time. */
const maxOtherCores = 0.15
const maxRepeatedMs = 60_000

/** Measures the calls one after the other, each alone, and then what is not a call. */
export async function measureCosts(
  site: CampusSite,
  { seconds }: Plan,
): Promise<Omit<MeasuredCosts, keyof Measurement | 'campus'>> {
  const idleMemory = site.usage.serverMemory()
  for (const call of site.calls) await runCall(site, call, { connections: 8, seconds: 1 }) // compilation, caches, query plans
  const post = site.calls.find(({ name }) => name === 'write a post')
  if (!post) throw new Error('No call writes a post.')
  const postAlone = await runCall(site, post, { connections: 4, seconds: seconds * 2 })
  const opening = await openStreams(site)
  const postHeard = await runCall(site, post, { connections: 4, seconds: seconds * 2 })
  const idle = await measureIdle(site)
  const calls: CallCosts[] = []
  const runQuietly = createQuietRunner(site)
  for (const call of site.calls)
    calls.push(await measureCall(call, (load) => runQuietly(call, { connections: load, seconds })))
  return {
    calls,
    signIn: await measureSignIns(site),
    streams: { ...opening, ...compareEvents(postAlone, postHeard) },
    idle,
    serverMemoryBytes: { idle: idleMemory, loaded: site.usage.serverMemory() },
    databaseConnections: await site.countConnections(),
  }
}

type CallRun = {
  readonly result: LoadResult
  readonly used: Usage
  readonly bucketMs: number
  readonly events: number
  readonly eventBytes: number
}

async function runCall(
  site: CampusSite,
  call: SiteCall,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<CallRun> {
  const first = Math.floor(Math.random() * 50_000) * 2 // even, because toggling calls start with the first half
  const count = call.kind === 'upload' ? preparedUploads : preparedRequests
  const requests = Array.from({ length: count }, (_, at) => toRawRequest(0, call.shot(first + at)))
  await site.server.calm()
  const before = await readAll(site)
  const cpuBefore = process.cpuUsage()
  const result = await site.driver.run({
    port: site.server.port,
    requests,
    load: { kind: 'closed', connections, seconds },
  })
  const { user, system } = process.cpuUsage(cpuBefore)
  await site.server.calm()
  const after = await readAll(site)
  if (result.refused > 0) throw new Error(`${call.name} was refused: ${JSON.stringify(result.statuses)}`)
  const used = subtractUsage(after.usage, before.usage)
  return {
    result,
    used,
    // The object store runs in this process, which only waits otherwise.
    bucketMs: used.bucketRequests > 0 ? (user + system) / 1000 : 0,
    events: after.streams.events - before.streams.events,
    eventBytes: after.streams.bytes - before.streams.bytes,
  }
}

const readAll = async (site: CampusSite) => ({
  usage: await site.usage.read(),
  streams: await site.driver.countStreams(),
})

async function measureCall(call: SiteCall, run: (connections: number) => Promise<CallRun>): Promise<CallCosts> {
  const loads: CostsAtLoad[] = []
  let stored: StoredCosts | undefined
  for (const count of connections) {
    const found = await run(count)
    loads.push(toCosts(count, found))
    stored = toStored(call, found)
  }
  const { name, kind, statements } = call
  console.log(`  ${name}: ${loads.map(({ perSecond }) => perSecond.toFixed(0)).join(', ')}/s`)
  return { name, kind, statements, loads, stored: stored as StoredCosts }
}

/** Returns the run of a call that was disturbed least. An upload takes so long that it is not repeated. */
function createQuietRunner(site: CampusSite) {
  let repeatedMs = 0
  return async (call: SiteCall, plan: Parameters<typeof runCall>[2]): Promise<CallRun> => {
    let quietest = await runCall(site, call, plan)
    while (call.kind !== 'upload' && countOtherCores(quietest) > maxOtherCores && repeatedMs < maxRepeatedMs) {
      const began = performance.now()
      const run = await runCall(site, call, plan)
      repeatedMs += performance.now() - began
      if (countOtherCores(run) < countOtherCores(quietest)) quietest = run
    }
    return quietest
  }
}

const countOtherCores = ({ used, result, bucketMs }: CallRun) =>
  toOtherCores(used, [result.cpuMs, bucketMs], result.seconds)

function toCosts(count: number, run: CallRun): CostsAtLoad {
  const { result, used, bucketMs } = run
  const requests = result.calls.length
  const { main, helpers, decoders, postgres, redis } = used
  const sorted = result.latencies.toSorted((one, other) => one - other)
  return {
    connections: count,
    requests,
    perSecond: requests / result.seconds,
    cpu: divide({ main, helpers, decoders, postgres, redis, client: result.cpuMs, bucket: bucketMs }, requests),
    otherCores: countOtherCores(run),
    meanMs: sorted.reduce((sum, time) => sum + time, 0) / requests,
    quantilesMs: Array.from({ length: quantiles }, (_, at) => percentile(sorted, ((at + 0.5) * 100) / quantiles)),
  }
}

const divide = <T extends Record<string, number>>(costs: T, requests: number): T =>
  Object.fromEntries(Object.entries(costs).map(([name, value]) => [name, value / requests])) as T

function toStored(call: CampusCall, { result, used, events }: CallRun): StoredCosts {
  const { main, helpers, decoders, postgres, redis, machine, ...stored } = used
  const requests = result.calls.length
  return {
    ...divide({ ...stored, replyBytes: result.receivedBytes, liveEvents: events }, requests),
    requestBytes: toRawRequest(0, call.shot(0))[1].length,
  }
}

async function openStreams(site: CampusSite) {
  await site.server.calm()
  const memory = site.usage.serverMemory()
  const before = await readAll(site)
  const { open } = await site.driver.openStreams({
    port: site.server.port,
    cookies: site.people.map(({ cookie }) => cookie),
  })
  await site.server.calm()
  const after = await readAll(site)
  const { main, helpers, decoders, postgres, redis } = subtractUsage(after.usage, before.usage)
  const openCpu = divide({ main, helpers, decoders, postgres, redis, bucket: 0 }, open)
  return { open, openCpu, memoryBytes: Math.max(0, site.usage.serverMemory() - memory) / open }
}

/** A post costs more while users of its school listen and get an event each: the difference belongs to the events. */
function compareEvents(alone: CallRun, heard: CallRun) {
  const mainMs = ({ used, result }: CallRun) => used.main / result.calls.length
  const perPost = heard.events / heard.result.calls.length
  return {
    eventMs: Math.max(0, mainMs(heard) - mainMs(alone)) / perPost,
    eventBytes: heard.eventBytes / heard.events,
  }
}

async function measureIdle(site: CampusSite) {
  const before = await readAll(site)
  await sleep(idleSeconds * 1000)
  const after = await readAll(site)
  const { main, helpers, postgres, redis } = subtractUsage(after.usage, before.usage)
  return divide({ main, helpers, postgres, redis }, idleSeconds)
}

async function measureSignIns(site: CampusSite) {
  await signIn(site, 0)
  const before = await readAll(site)
  for (let at = 1; at <= signIns; at++) await signIn(site, at)
  await site.server.calm()
  const after = await readAll(site)
  const { main, helpers, decoders, postgres, redis, walBytes, redisCommands } = subtractUsage(after.usage, before.usage)
  const cpu: Omit<CpuCosts, 'client'> = { main, helpers, decoders, postgres, redis, bucket: 0 }
  return { cpu: divide(cpu, signIns), ...divide({ walBytes, redisCommands }, signIns) }
}
