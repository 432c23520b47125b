import type { CallKind } from './campus-calls.ts'
import type { CallCosts, CostsAtLoad, CpuCosts } from './costs.ts'

/** What one request needs, as far as the model is concerned: CPU time in milliseconds, and waiting that uses none. */
export type RequestCosts = CpuCosts & {
  /** Waiting for disks, the object store and wake-ups. */
  readonly waitMs: number
  /** Work of the server's main thread that the reply does not wait for. */
  readonly afterReply: number
}

export type RequestProfile = {
  readonly name: string
  readonly kind: CallKind
  /** Round trips to PostgreSQL. */
  readonly trips: number
  /** Of a request beside `others` that are in the server already. */
  readonly costsBeside: (others: number) => RequestCosts
  /** Factors of the time of a single request, at evenly spaced shares; their mean is 1. */
  readonly factors: readonly number[]
}

/** Statements of a form with files are not recorded: its session, and a transaction. */
const uploadTrips = 2

const cpuNames = ['main', 'helpers', 'decoders', 'postgres', 'redis', 'client', 'bucket'] as const

/**
 * The profile of a call from its measurements. What a lone request takes beyond the CPU time on its way is waiting; what it takes less
 * is work after the reply. Between the measured numbers of connections, CPU time is interpolated on a logarithmic scale.
 */
export function toProfile({ name, kind, statements, loads }: CallCosts): RequestProfile {
  const [alone] = loads
  if (!alone) throw new Error(`${name} was not measured.`)
  const { main, decoders, postgres, client, bucket } = alone.cpu
  const onTheWay = main + decoders + postgres + bucket + client / 2
  const waitMs = Math.max(0, alone.meanMs - onTheWay)
  const afterShare = Math.min(0.9, Math.max(0, onTheWay - alone.meanMs) / Math.max(main, 1e-9))
  const byOthers = Array.from({ length: (loads.at(-1) as CostsAtLoad).connections }, (_, others) => {
    const cpu = interpolate(loads, others + 1)
    return { ...cpu, main: cpu.main * (1 - afterShare), afterReply: cpu.main * afterShare, waitMs }
  })
  const mean = alone.quantilesMs.reduce((sum, time) => sum + time, 0) / alone.quantilesMs.length
  return {
    name,
    kind,
    trips: kind === 'upload' ? uploadTrips : statements,
    costsBeside: (others) => byOthers[Math.min(others, byOthers.length - 1)] as RequestCosts,
    factors: alone.quantilesMs.map((time) => time / mean),
  }
}

function interpolate(loads: readonly CostsAtLoad[], connections: number): CpuCosts {
  const upper = loads.find((load) => load.connections >= connections) ?? (loads.at(-1) as CostsAtLoad)
  const lower = loads.findLast((load) => load.connections <= connections) ?? upper
  const span = Math.log(upper.connections / lower.connections)
  const share = span > 0 ? Math.log(connections / lower.connections) / span : 0
  return Object.fromEntries(
    cpuNames.map((name) => [name, lower.cpu[name] + (upper.cpu[name] - lower.cpu[name]) * share]),
  ) as CpuCosts
}
