// Traces of requests and jobs (decision 0133). This file loads nothing of the SDK of OpenTelemetry: without an exporter, each call here
// reads one variable.
import { AsyncLocalStorage } from 'node:async_hooks'

/** Part of a trace: a statement, a command, a delivery. */
export type Step = {
  /** Fixed text, such as `select posts`. */
  readonly name: string
  /** Fixed texts: names of tables, commands and hosts. Never a value, an id, an amount or the message of an error. */
  readonly attributes: Readonly<Record<string, string>>
}

/** The place in another trace that a trace continues, or is linked with. */
export type TraceParent = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean }

export type TraceStart = {
  readonly name: string
  readonly kind: 'server' | 'consumer'
  readonly attributes: Readonly<Record<string, string>>
  /** 32 hexadecimal digits; random by default. */
  readonly traceId?: string
  readonly parent?: TraceParent | undefined
  readonly link?: TraceParent | undefined
  /** Milliseconds since what is traced began. */
  readonly elapsedMs?: number
  /**
   * Only that it happened, when and for how long in whole milliseconds, as the log has it: for what may write or open a
   * sealed item.
   */
  readonly hidesSteps: boolean
}

export type Trace = {
  /** A `traceparent` for what this trace causes; undefined while its steps are hidden. */
  readonly traceparent: string | undefined
  step<T>(step: Step, work: () => Promise<T>): Promise<T>
  /** Drops the steps so far and the later ones. */
  hideSteps(): void
  /** `error` is a code or the name of a class. */
  end(result?: { readonly status?: number; readonly error?: string | undefined }): void
}

/** Starts a trace; undefined for one that is not sampled. */
export type TraceStarter = (start: TraceStart) => Trace | undefined

let starter: TraceStarter | undefined
const traces = new AsyncLocalStorage<Trace | undefined>()

/** Sets how this process starts traces; undefined turns tracing off. */
export function setTraceStarter(next: TraceStarter | undefined): void {
  starter = next
}

export const startTrace: TraceStarter = (start) => starter?.(start)

/** The trace of the running request or job. */
export const currentTrace = (): Trace | undefined => (starter ? traces.getStore() : undefined)

export const runInTrace = <T>(trace: Trace, work: () => T): T => traces.run(trace, work)

/** Runs `work` outside of the trace: not even that it happened is recorded. */
export const withoutTrace = <T>(work: () => T): T => (currentTrace() ? traces.run(undefined, work) : work())

/** Runs `work` as a step of the current trace, if there is one. */
export const traceStep = <T>(step: Step, work: () => Promise<T>): Promise<T> =>
  currentTrace()?.step(step, work) ?? work()

/** Called wherever a sealed item is written, changed or opened, in case a route or job does not declare it. */
export const hideSteps = (): void => currentTrace()?.hideSteps()

const linkName = 'traceparent'

/** Adds to the payload of a job what links its trace with the current one. For jobs that have nothing to do with sealed items. */
export function linkPayload<P extends object>(payload: P): P {
  const traceparent = currentTrace()?.traceparent
  return traceparent ? { ...payload, [linkName]: traceparent } : payload
}

/** The payload as it was given, and the link. Servers without tracing get payloads of servers with it. */
export function unlinkPayload(payload: unknown): { readonly payload: unknown; readonly link: TraceParent | undefined } {
  if (typeof payload !== 'object' || payload === null || !(linkName in payload)) return { payload, link: undefined }
  const { [linkName]: traceparent, ...own } = payload
  return { payload: own, link: parseTraceparent(traceparent) }
}

/** Parses the header of the W3C recommendation Trace Context; undefined for an invalid one. */
export function parseTraceparent(header: unknown): TraceParent | undefined {
  const [, traceId, spanId, flags = ''] =
    /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(String(header)) ?? []
  return traceId && spanId ? { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 } : undefined
}

/** A code or the name of a class: the message of an error may contain a value. */
export function toErrorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  for (const word of [code, name]) if (typeof word === 'string' && /^\w{2,40}$/.test(word)) return word
  return 'Error'
}
