import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SealQuotaError } from '../crypto/anonymity.ts'
import { createCalls, type KeyCalls } from './operations.ts'
import { type Outcome, type Request, type Response, readMessages, toLine } from './wire.ts'

/** Calls in one message: more would keep the key process from others. */
const maxCalls = 500
/**
 * Calls wait for the message that is being answered, so that under load one message holds those of several requests: each
 * message wakes two processes. No longer than this time, because some calls take much longer than others.
 */
const maxWaitMs = 2
/** Time that a call waits for a key process that is being restarted. */
const connectTimeoutMs = 5000
const retryMs = 100

/** The key process does not answer. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError'
  /** As of any service that does not answer: the reply is 503. */
  readonly code = 'ECONNREFUSED'
  constructor() {
    super('The key process does not answer.')
  }
}

type Waiting = {
  readonly call: Request['calls'][number]
  readonly settle: (outcome: Outcome) => void
  readonly fail: (error: Error) => void
}

export type KeyConnection = { readonly calls: KeyCalls; close(): void }

/**
 * Calls the key process at this socket. All calls of one turn of the event loop are one message. A connection that is lost
 * fails the calls in it and is opened again by the next call; `onLost` hears of it.
 */
export function connectKeys(path: string, { onLost }: { onLost?: () => void } = {}): KeyConnection {
  const sent = new Map<number, readonly Waiting[]>()
  let queue: Waiting[] = []
  let lastId = 0
  let connection: Promise<Socket> | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const lose = () => {
    connection = undefined
    const lost = [...sent.values()].flat()
    sent.clear()
    for (const { fail } of lost) fail(new KeysUnavailableError())
    if (!isClosed) onLost?.()
  }

  const open = async (): Promise<Socket> => {
    for (const until = Date.now() + connectTimeoutMs; ; await sleep(retryMs)) {
      const socket = connect(path)
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true))
        socket.once('error', () => resolve(false))
      })
      if (isOpen) {
        socket.on('error', () => {}) // 'close' follows
        socket.on('close', lose)
        readMessages<Response>(socket, ({ id, outcomes }) => {
          const waiting = sent.get(id) ?? []
          sent.delete(id)
          for (const [index, { settle }] of waiting.entries()) settle(outcomes[index] ?? { error: 'refused' })
          if (sent.size === 0) socket.unref()
          if (sent.size === 0 && queue.length > 0) void flush()
        })
        socket.unref()
        return socket
      }
      if (Date.now() > until || isClosed) throw new KeysUnavailableError()
    }
  }

  /** At the end of a turn of the event loop in which calls were made. */
  const schedule = () => {
    if (sent.size === 0) void flush()
    else timer ??= setTimeout(flush, maxWaitMs)
  }

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const asked = queue
    queue = []
    try {
      connection ??= open()
      const socket = await connection
      for (let from = 0; from < asked.length; from += maxCalls) {
        const part = asked.slice(from, from + maxCalls)
        lastId += 1
        sent.set(lastId, part)
        socket.ref()
        socket.write(toLine({ id: lastId, calls: part.map(({ call }) => call) }))
      }
    } catch {
      connection = undefined
      for (const { fail } of asked) fail(new KeysUnavailableError())
    }
  }

  const calls = createCalls(
    (name, args) =>
      new Promise((resolve, reject) => {
        if (queue.length === 0) queueMicrotask(schedule)
        const settle = ({ value, error }: Outcome) => {
          if (error === undefined) resolve(value)
          else reject(error === 'quota' ? new SealQuotaError() : new Error(`The key process refused ${name}.`))
        }
        queue.push({ call: [name, args], settle, fail: reject })
      }),
  )
  return {
    calls,
    close() {
      isClosed = true
      connection?.then((socket) => socket.destroy()).catch(() => {})
    },
  }
}
