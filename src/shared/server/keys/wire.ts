import type { Socket } from 'node:net'

/** Largest message in bytes. A page of 20 items takes two kilobytes. */
const maxMessageBytes = 4 * 1024 * 1024

/** One message per line, as JSON in which buffers are objects with their base64 text. */
export type Request = { readonly id: number; readonly calls: readonly (readonly [string, readonly unknown[]])[] }
export type Outcome = { readonly value?: unknown; readonly error?: 'quota' | 'refused' }
export type Response = { readonly id: number; readonly outcomes: readonly Outcome[] }

export const toLine = (message: Request | Response): string => `${JSON.stringify(pack(message))}\n`

function pack(value: unknown): unknown {
  if (value instanceof Uint8Array)
    return { $: Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64') }
  if (Array.isArray(value)) return value.map(pack)
  if (typeof value !== 'object' || value === null) return value
  const packed: Record<string, unknown> = {}
  for (const name in value) packed[name] = pack((value as Record<string, unknown>)[name])
  return packed
}

/** In place. A reviver of `JSON.parse` takes five times as long. */
function unpack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = unpack(value[at])
    return value
  }
  const packed = value as Record<string, unknown>
  if (typeof packed.$ === 'string') return Buffer.from(packed.$, 'base64')
  for (const name in packed) packed[name] = unpack(packed[name])
  return packed
}

/** Calls `onMessage` for each message. Ends the connection at a line that is too long or no JSON. */
export function readMessages<Message>(socket: Socket, onMessage: (message: Message) => void): void {
  let rest: Buffer[] = []
  let size = 0
  socket.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, end)]).toString()
      rest = []
      size = 0
      from = end + 1
      try {
        onMessage(unpack(JSON.parse(line)) as Message)
      } catch {
        socket.destroy()
        return
      }
    }
    rest.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > maxMessageBytes) socket.destroy()
  })
}
