import { readFileSync, writeFileSync } from 'node:fs'
import type { CallKind } from './campus-calls.ts'
import type { Measurement } from './machine.ts'
import type { Usage } from './usage.ts'

/** Used by one request, in milliseconds of CPU time. `client`: by the load driver. */
export type CpuCosts = Pick<Usage, 'main' | 'helpers' | 'decoders' | 'postgres' | 'redis'> & {
  readonly client: number
  readonly bucket: number
}

/** The costs of a call with some connections, each of which sends the next request after a reply. */
export type CostsAtLoad = {
  readonly connections: number
  readonly requests: number
  readonly perSecond: number
  readonly cpu: CpuCosts
  /** Cores that other processes used meanwhile. */
  readonly otherCores: number
  readonly meanMs: number
  /** Latency at evenly spaced shares of the requests: 0.5 %, 1.5 %, … 99.5 %. */
  readonly quantilesMs: readonly number[]
}

/** What a request leaves or moves, with 16 connections. */
export type StoredCosts = Pick<
  Usage,
  | 'walBytes'
  | 'walSyncs'
  | 'commits'
  | 'databaseBytes'
  | 'redisCommands'
  | 'redisBytes'
  | 'bucketRequests'
  | 'bucketReceivedBytes'
  | 'bucketSentBytes'
> & { readonly replyBytes: number; readonly requestBytes: number; readonly liveEvents: number }

export type CallCosts = {
  readonly name: string
  readonly kind: CallKind
  /** Statements of one request, the session's included. */
  readonly statements: number
  readonly loads: readonly CostsAtLoad[]
  readonly stored: StoredCosts
}

/** Everything that the model starts from. */
export type MeasuredCosts = Measurement & {
  readonly campus: { readonly students: number; readonly posts: number }
  readonly calls: readonly CallCosts[]
  readonly signIn: { readonly cpu: Omit<CpuCosts, 'client'>; readonly walBytes: number; readonly redisCommands: number }
  readonly streams: {
    readonly open: number
    /** To open one, in milliseconds of CPU time. */
    readonly openCpu: Omit<CpuCosts, 'client'>
    readonly memoryBytes: number
    /** Of an event to one stream, in milliseconds of CPU time of the server's main thread. */
    readonly eventMs: number
    readonly eventBytes: number
  }
  /** Without any request, in milliseconds of CPU time per second: jobs of every minute and heartbeats of the open streams. */
  readonly idle: Pick<CpuCosts, 'main' | 'helpers' | 'postgres' | 'redis'>
  readonly serverMemoryBytes: { readonly idle: number; readonly loaded: number }
  readonly databaseConnections: number
}

export const cpuTotals = (cpu: CpuCosts): number => Object.values(cpu).reduce((sum, ms) => sum + ms, 0)

const file = new URL('costs.json', import.meta.url)

export const readCosts = (): MeasuredCosts => JSON.parse(readFileSync(file, 'utf8')) as MeasuredCosts

/** Three significant digits: more would pretend a precision that repeated measurements do not have. */
export const writeCosts = (costs: MeasuredCosts): void =>
  writeFileSync(
    file,
    `${JSON.stringify(costs, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(3)) : value), 1)}\n`,
  )
