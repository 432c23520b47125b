import { type DayKind, days, listVisits, visitMinutes } from './campus-day.ts'
import type { CallCosts, CostsAtLoad, MeasuredCosts } from './costs.ts'
import { callsPerVisit, streamsPerVisit } from './visit.ts'

/** What a visit uses: CPU time in milliseconds, bytes and numbers. */
export type VisitDemand = {
  readonly requests: number
  readonly serverMs: number
  readonly postgresMs: number
  readonly redisMs: number
  readonly redisCommands: number
  readonly redisBytes: number
  readonly commits: number
  readonly walBytes: number
  readonly databaseBytes: number
  readonly bucketReads: number
  readonly bucketWrites: number
  readonly bucketStoredBytes: number
  readonly bucketReadBytes: number
  readonly replyBytes: number
  /** Items that each open stream of the school hears of. */
  readonly broadcasts: number
}

/** With the CPU time of this number of connections: a server at work has some requests at a time. */
const connections = 4
const zero: VisitDemand = {
  requests: 0,
  serverMs: 0,
  postgresMs: 0,
  redisMs: 0,
  redisCommands: 0,
  redisBytes: 0,
  commits: 0,
  walBytes: 0,
  databaseBytes: 0,
  bucketReads: 0,
  bucketWrites: 0,
  bucketStoredBytes: 0,
  bucketReadBytes: 0,
  replyBytes: 0,
  broadcasts: 0,
}

const serverMs = ({ main, helpers, decoders }: CostsAtLoad['cpu']) => main + helpers + decoders

/** What more streams than this hear of goes to all streams of the school. */
const minBroadcastStreams = 10

/** Without the events of a broadcast, whose number depends on the school. */
function toDemand({ kind, loads, stored }: CallCosts, eventMs: number): VisitDemand {
  const load = loads.find((each) => each.connections === connections) ?? loads[0]
  if (!load) throw new Error('A call was not measured.')
  const isWrite = kind === 'upload'
  const isBroadcast = stored.liveEvents > minBroadcastStreams
  return {
    requests: 1,
    serverMs: Math.max(0, serverMs(load.cpu) - (isBroadcast ? stored.liveEvents * eventMs : 0)),
    postgresMs: load.cpu.postgres,
    redisMs: load.cpu.redis,
    redisCommands: stored.redisCommands,
    redisBytes: stored.redisBytes,
    commits: stored.commits,
    walBytes: stored.walBytes,
    databaseBytes: kind === 'write' || isWrite ? Math.max(0, stored.databaseBytes) : 0,
    bucketReads: isWrite ? 0 : stored.bucketRequests,
    bucketWrites: isWrite ? stored.bucketRequests : 0,
    bucketStoredBytes: isWrite ? stored.bucketReceivedBytes : 0,
    bucketReadBytes: isWrite ? 0 : stored.bucketSentBytes,
    replyBytes: stored.replyBytes,
    broadcasts: isBroadcast ? 1 : 0,
  }
}

const add = (one: VisitDemand, other: VisitDemand, times: number): VisitDemand =>
  Object.fromEntries(
    (Object.keys(one) as (keyof VisitDemand)[]).map((name) => [name, one[name] + other[name] * times]),
  ) as VisitDemand

/** The demand of one visit on a kind of day. */
export function computeVisitDemand({ calls, signIn, streams }: MeasuredCosts, kind: DayKind): VisitDemand {
  let demand = zero
  for (const call of calls) demand = add(demand, toDemand(call, streams.eventMs), callsPerVisit[call.name] ?? 0)
  const bySignIn: VisitDemand = {
    ...zero,
    requests: 1,
    serverMs: signIn.cpu.main + signIn.cpu.helpers,
    postgresMs: signIn.cpu.postgres,
    redisMs: signIn.cpu.redis,
    redisCommands: signIn.redisCommands,
    walBytes: signIn.walBytes,
  }
  const byStream: VisitDemand = {
    ...zero,
    requests: 1,
    serverMs: streams.openCpu.main + streams.openCpu.helpers,
    postgresMs: streams.openCpu.postgres,
    redisMs: streams.openCpu.redis,
  }
  return add(add(demand, bySignIn, days[kind].signIns), byStream, streamsPerVisit)
}

/** Share of the server's CPU time that its main thread has to do, with the mix of a visit. */
export function computeMainShare({ calls }: MeasuredCosts): number {
  let [main, all] = [0, 0]
  for (const { name, loads } of calls) {
    const { cpu } = loads.find((each) => each.connections === connections) ?? (loads[0] as CostsAtLoad)
    main += cpu.main * (callsPerVisit[name] ?? 0)
    all += serverMs(cpu) * (callsPerVisit[name] ?? 0)
  }
  return main / all
}

export const visitsPerDay = (kind: DayKind): number => days[kind].activeShare * days[kind].visits
/** Visits per student and second in the busiest minute. */
export const peakVisitsPerSecond = (kind: DayKind): number => Math.max(...listVisits(kind)) / 60
/** Open streams per student in the busiest minutes. */
export const peakStreams = (kind: DayKind): number => peakVisitsPerSecond(kind) * 60 * visitMinutes * streamsPerVisit
