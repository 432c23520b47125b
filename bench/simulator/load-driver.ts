// Child process that sends raw HTTP requests over kept connections, and holds event streams: with a fixed number of connections,
// or at given times however long the replies take. Its parent measures the server meanwhile.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request and the index of its call. */
export type RawRequest = readonly [call: number, raw: Uint8Array]

export type LoadOrder = {
  readonly port: number
  readonly requests: readonly RawRequest[]
  /** Closed: each connection sends the next request after a reply, for `seconds`. Open: request n is sent at `times[n]` milliseconds. */
  readonly load:
    | { readonly kind: 'closed'; readonly connections: number; readonly seconds: number }
    | { readonly kind: 'open'; readonly times: readonly number[] }
}

export type LoadResult = {
  /** One entry per reply, in the order of sending: index of the call, and milliseconds from sending to the whole reply. */
  readonly calls: readonly number[]
  readonly latencies: readonly number[]
  /** Requests without a reply, or with an error. */
  readonly refused: number
  /** Replies with an error by status; 0 without a reply. */
  readonly statuses: Readonly<Record<string, number>>
  readonly seconds: number
  readonly cpuMs: number
  readonly receivedBytes: number
  /** How late the latest request was sent. */
  readonly maxLateMs: number
  /** Connections that were open in the end. */
  readonly connections: number
}

export type StreamOrder = { readonly port: number; readonly cookies: readonly string[] }
export type StreamCount = {
  readonly open: number
  readonly events: number
  readonly bytes: number
  readonly cpuMs: number
}

const head = /^HTTP\/1\.1 (\d+)/
const bodyLength = /\r\ncontent-length: (\d+)/i
const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/** A kept connection with at most one request. */
class Connection {
  readonly #socket: Socket
  #parts: Buffer[] = []
  /** The last bytes, which end a body that comes in chunks. */
  #tail: Buffer = Buffer.alloc(0)
  #received = 0
  #expected: number | 'chunked' | undefined
  #status = 0
  #settle: ((status: number, bytes: number) => void) | undefined
  #isClosed = false

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (chunk) => this.#read(chunk))
    this.#socket.on('error', () => this.#end(0))
    this.#socket.on('close', () => {
      this.#isClosed = true
      this.#end(0)
    })
  }

  /** The server closes connections that are idle for long. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  send(raw: Uint8Array, settle: (status: number, bytes: number) => void) {
    this.#settle = settle
    this.#socket.write(raw)
  }

  close() {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer) {
    this.#received += chunk.length
    if (this.#expected === undefined) {
      this.#parts.push(chunk)
      const all = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts)
      const end = all.indexOf(headEnd)
      if (end < 0) return
      const text = all.toString('latin1', 0, end)
      this.#status = Number(head.exec(text)?.[1])
      const length = bodyLength.exec(text)?.[1]
      const isEmpty = this.#status === 204 || this.#status === 304
      this.#expected = isEmpty ? end + 4 : length === undefined ? 'chunked' : end + 4 + Number(length)
      this.#parts = []
    }
    this.#tail = chunk.length >= 5 ? chunk.subarray(-5) : Buffer.concat([this.#tail, chunk]).subarray(-5)
    const isWhole = this.#expected === 'chunked' ? this.#tail.equals(lastChunk) : this.#received >= this.#expected
    if (isWhole) this.#end(this.#status)
  }

  #end(status: number) {
    const settle = this.#settle
    const bytes = this.#received
    this.#settle = undefined
    this.#received = 0
    this.#expected = undefined
    settle?.(status, bytes)
  }
}

/** Milliseconds between looks at the clock. An open load sends together what falls into one of them. */
const tickMs = 1
/** Requests beyond this are not sent, and count as refused: they would only measure a backlog. */
const maxConnections = 1000

async function runLoad({ port, requests, load }: LoadOrder): Promise<LoadResult> {
  const idle: Connection[] = []
  let [opened, refused, receivedBytes, maxLateMs] = [0, 0, 0, 0]
  const calls: number[] = []
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const open = () => {
    opened++
    return new Connection(port)
  }
  const refuse = (status: number) => {
    refused++
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const takeIdle = () => {
    let connection = idle.pop()
    while (connection?.isClosed) connection = idle.pop()
    return connection
  }
  const send = (connection: Connection, index: number, settled: () => void) => {
    const [call, raw] = requests[index % requests.length] as RawRequest
    const row = calls.push(call) - 1
    const began = performance.now()
    connection.send(raw, (status, bytes) => {
      latencies[row] = performance.now() - began
      receivedBytes += bytes
      if (status === 0 || status >= 400) refuse(status)
      settled()
    })
  }
  const [before, start] = [process.cpuUsage(), performance.now()]
  if (load.kind === 'closed') {
    const end = start + load.seconds * 1000
    let next = 0
    await Promise.all(
      Array.from({ length: load.connections }, () => {
        const connection = open()
        idle.push(connection)
        return new Promise<void>((resolve) => {
          const step = () =>
            performance.now() < end && !connection.isClosed ? send(connection, next++, step) : resolve()
          step()
        })
      }),
    )
  } else {
    let pending = 0
    for (let next = 0; next < load.times.length; ) {
      const now = performance.now() - start
      for (; next < load.times.length && (load.times[next] as number) <= now; next++) {
        maxLateMs = Math.max(maxLateMs, now - (load.times[next] as number))
        if (pending >= maxConnections) {
          refuse(0)
          continue
        }
        const connection = takeIdle() ?? open()
        pending++
        send(connection, next, () => {
          pending--
          idle.push(connection)
        })
      }
      await sleep(tickMs)
    }
    while (pending > 0) await sleep(1)
  }
  const seconds = (performance.now() - start) / 1000
  const cpu = process.cpuUsage(before)
  for (const connection of idle) connection.close()
  const cpuMs = (cpu.user + cpu.system) / 1000
  return { calls, latencies, refused, statuses, seconds, cpuMs, receivedBytes, maxLateMs, connections: opened }
}

const streams: Socket[] = []
let [streamEvents, streamBytes] = [0, 0]

async function openStreams({ port, cookies }: StreamOrder): Promise<void> {
  for (const cookie of cookies) {
    const socket = connect(port, '127.0.0.1')
    streams.push(socket)
    socket.on('error', () => {})
    const hello = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(String(chunk)))
      socket.write(`GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`)
    })
    if (!hello.startsWith('HTTP/1.1 200')) throw new Error(`A stream was answered with: ${hello.slice(0, 100)}`)
    socket.on('data', (chunk: Buffer) => {
      streamBytes += chunk.length
      for (let from = chunk.indexOf('event: '); from >= 0; from = chunk.indexOf('event: ', from + 7)) streamEvents++
    })
  }
}

function countStreams(): StreamCount {
  const open = streams.filter(({ readyState }) => readyState === 'open').length
  const { user, system } = process.cpuUsage()
  return { open, events: streamEvents, bytes: streamBytes, cpuMs: (user + system) / 1000 }
}

type Order =
  | { readonly id: number; readonly load: LoadOrder }
  | { readonly id: number; readonly streams: StreamOrder }
  | { readonly id: number; readonly count: true }

async function carryOut(order: Order): Promise<unknown> {
  if ('load' in order) return runLoad(order.load)
  if ('streams' in order) await openStreams(order.streams)
  return countStreams()
}

process.on('message', (order: Order) => {
  carryOut(order).then(
    (result) => process.send?.({ id: order.id, result }),
    (error: Error) => process.send?.({ id: order.id, error: error.message }),
  )
})
