import { performance } from 'node:perf_hooks'
import type { buildConnector } from 'undici'

type Connector = buildConnector.connector
type Address = buildConnector.Options

/** After this time, a silent address is tried again. */
const retryDelayMs = 1000

type Silence = { readonly error: Error; readonly retry: NodeJS.Timeout }

/**
 * Lets few requests wait for an address that neither accepts nor refuses connections: after one has waited for `timeoutMs`, others
 * fail immediately. A timer tries again, so that neither users nor the calls that watch cells have to. Open connections stay in use.
 */
export function createCircuitBreaker(connect: Connector, { timeoutMs }: { readonly timeoutMs: number }) {
  const silent = new Map<string, Silence>()
  const answeredAt = new Map<string, number>()
  let isClosed = false

  const tryConnect: Connector = (address, done) => {
    const key = toKey(address)
    const startedAt = performance.now()
    let isLate = false
    // Undici's own limit has steps of half a second.
    const timer = setTimeout(() => {
      isLate = true
      const error = new Error(`${address.host} accepted no connection within ${timeoutMs} ms.`)
      if (startedAt > (answeredAt.get(key) ?? 0)) onSilence(key, address, error) // else it has answered others since
      done(error, null)
    }, timeoutMs)
    connect(address, (...outcome) => {
      clearTimeout(timer)
      if (isLate) return outcome[1]?.destroy()
      onAnswer(key) // also a refusal, for which no one waits
      done(...outcome)
    })
  }
  const onAnswer = (key: string) => {
    answeredAt.set(key, performance.now())
    clearTimeout(silent.get(key)?.retry)
    silent.delete(key)
  }
  const onSilence = (key: string, address: Address, error: Error) => {
    if (isClosed || silent.has(key)) return
    silent.set(key, { error, retry: setTimeout(retry, retryDelayMs, key, address).unref() })
  }
  const retry = (key: string, address: Address) => {
    tryConnect(address, (error, socket) => {
      socket?.destroy()
      if (error && !isClosed) silent.get(key)?.retry.refresh()
    })
  }

  return {
    connect: ((address, done) => {
      const silence = silent.get(toKey(address))
      if (!silence) return tryConnect(address, done)
      const refusal = new Error(`${address.host} accepts no connections.`, { cause: silence.error })
      queueMicrotask(() => done(refusal, null))
    }) satisfies Connector,
    close() {
      isClosed = true
      for (const { retry } of silent.values()) clearTimeout(retry)
    },
  }
}

const toKey = ({ protocol, hostname, port }: Address) => `${protocol}//${hostname}:${port}`
