import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

export type ReceivedSpan = {
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first span of a trace. */
  readonly parentId: string
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  /** Nanoseconds since 1970. */
  readonly startedAt: bigint
  readonly endedAt: bigint
  readonly attributes: Readonly<Record<string, string | number>>
  /** Ids of the traces and spans that it is linked with. */
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly hasFailed: boolean
}

type Answer = 'accept' | 'refuse' | 'hang'

/** A collector that receives traces as an OpenTelemetry Collector does: OTLP over HTTP, in protobuf. */
export async function openTraceCollector() {
  const spans: ReceivedSpan[] = []
  const bodies: Buffer[] = []
  const resources: Record<string, string | number>[] = []
  const headers: IncomingMessage['headers'][] = []
  const state: { answer: Answer } = { answer: 'accept' }
  const server = createServer(async (request, reply) => {
    headers.push(request.headers)
    const sent = await buffer(request)
    if (state.answer === 'hang') return
    if (state.answer === 'refuse') return void reply.writeHead(400).end()
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    bodies.push(body)
    for (const { resource, received } of readRequest(body)) {
      resources.push(resource)
      spans.push(...received)
    }
    reply.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** What was received, unparsed. */
    bodies,
    resources,
    headers,
    state,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Values of a protobuf message by field: bytes, or numbers. */
type Message = ReadonlyMap<number, readonly (Buffer | bigint)[]>

function readMessage(bytes: Buffer): Message {
  const fields = new Map<number, (Buffer | bigint)[]>()
  let at = 0
  const readVarint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const readValue = (wireType: number) => {
    if (wireType === 0) return readVarint()
    const length = wireType === 1 ? 8 : wireType === 5 ? 4 : Number(readVarint())
    at += length
    const value = bytes.subarray(at - length, at)
    return wireType === 1 ? value.readBigUInt64LE() : value
  }
  while (at < bytes.length) {
    const tag = Number(readVarint())
    const values = fields.get(tag >> 3) ?? []
    values.push(readValue(tag & 7))
    fields.set(tag >> 3, values)
  }
  return fields
}

const readParts = (message: Message, field: number) =>
  (message.get(field) ?? []).map((part) => readMessage(part as Buffer))
const readBytes = (message: Message, field: number) => (message.get(field)?.[0] ?? Buffer.alloc(0)) as Buffer
const readNumber = (message: Message, field: number) => (message.get(field)?.[0] ?? 0n) as bigint

const readRequest = (body: Buffer) =>
  readParts(readMessage(body), 1).map((resourceSpans) => ({
    resource: Object.assign({}, ...readParts(resourceSpans, 1).map((resource) => readAttributes(resource, 1))),
    received: readParts(resourceSpans, 2).flatMap((scopeSpans) => readParts(scopeSpans, 2).map(readSpan)),
  }))

const readAttributes = (message: Message, field: number): Record<string, string | number> =>
  Object.fromEntries(
    readParts(message, field).map((pair) => {
      const [value = new Map()] = readParts(pair, 2)
      return [
        readBytes(pair, 1).toString(),
        value.has(1) ? readBytes(value, 1).toString() : Number(readNumber(value, 3)),
      ]
    }),
  )

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const

function readSpan(span: Message): ReceivedSpan {
  return {
    traceId: readBytes(span, 1).toString('hex'),
    spanId: readBytes(span, 2).toString('hex'),
    parentId: readBytes(span, 4).toString('hex'),
    name: readBytes(span, 5).toString(),
    kind: kinds[Number(readNumber(span, 6))] ?? 'internal',
    startedAt: readNumber(span, 7),
    endedAt: readNumber(span, 8),
    attributes: readAttributes(span, 9),
    links: readParts(span, 13).map((link) => ({
      traceId: readBytes(link, 1).toString('hex'),
      spanId: readBytes(link, 2).toString('hex'),
    })),
    hasFailed: readParts(span, 15).some((status) => readNumber(status, 3) === 2n),
  }
}
