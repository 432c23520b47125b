import autocannon from 'autocannon'
import type { Call } from './calls.ts'
import { percentile } from './server.ts'

export type Driven = {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Of one reply, head and body. */
  readonly bytes: number
}

/**
 * Sends a call's requests for some seconds, so many at once, the next of a connection when the last is answered; with a
 * `rate`, no more than so many a second.
 */
export async function drive(
  address: string,
  call: Call,
  connections: number,
  seconds: number,
  rate?: number,
): Promise<Driven> {
  let at = Math.floor(Math.random() * 100_000)
  const times: number[] = []
  let bytes = 0
  let refused = ''
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url: address,
        connections,
        duration: seconds,
        ...(rate === undefined ? {} : { overallRate: rate }),
        requests: [
          {
            setupRequest: (request) => {
              const { method, path, person, body } = call.shot(at++)
              const headers = { cookie: person.cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
              return { ...request, method, path, headers, ...(body ? { body } : {}) }
            },
          },
        ],
      },
      (error) => (error ? reject(error) : resolve()),
    )
    run.on('response', (_, status, size, time) => {
      times.push(time)
      bytes += size
      if (status >= 400 && call.kind !== 'empty') refused = `${status}`
    })
  })
  if (refused) throw new Error(`${call.name} was answered with ${refused}.`)
  const elapsed = (performance.now() - began) / 1000
  return {
    perSecond: times.length / elapsed,
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    p99: percentile(times, 99),
    bytes: Math.round(bytes / Math.max(1, times.length)),
  }
}
