import autocannon from 'autocannon'
import type { Call } from '../bench/calls.ts'
import { percentile } from '../bench/server.ts'

/**
 * Sends a call's requests for some seconds with a number of connections at a constant rate. Returns the p99 in
 * milliseconds.
 */
export async function pace(
  url: string,
  call: Call,
  at: { connections: number; seconds: number; rate: number },
): Promise<number> {
  let next = Math.floor(Math.random() * 100_000)
  const times: number[] = []
  let refused = 0
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections: at.connections,
        duration: at.seconds,
        overallRate: at.rate,
        requests: [
          {
            setupRequest: (request) => {
              const { method, path, person, body } = call.shot(next++)
              const headers = { cookie: person.cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
              return { ...request, method, path, headers, ...(body ? { body } : {}) }
            },
          },
        ],
      },
      (error) => (error ? reject(error) : resolve()),
    )
    run.on('response', (_, status, __, time) => {
      times.push(time)
      if (status >= 400) refused = status
    })
  })
  if (refused) throw new Error(`${call.name} was answered with ${refused}.`)
  return percentile(times, 99)
}
