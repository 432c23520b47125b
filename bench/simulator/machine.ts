import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'

/** Where and when something was measured. */
export type Measurement = {
  readonly at: string
  readonly commit: string
  readonly machine: string
  /** Of the whole machine before and after, averaged over a minute. */
  readonly loadAverage: readonly [before: number, after: number]
}

/** Starts a measurement; the returned function ends it. */
export function beginMeasurement(): () => Measurement {
  const at = new Date().toISOString()
  const before = loadavg()[0] ?? 0
  return () => ({
    at,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
    loadAverage: [before, loadavg()[0] ?? 0],
  })
}
