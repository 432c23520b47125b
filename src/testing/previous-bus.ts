// How a server of the previous release exchanges live events: one stream of Redis for all schools. The next release deletes this file.
import { randomBytes } from 'node:crypto'
import type { SecretBox } from '../shared/server/crypto/secret-box.ts'
import type { NewEvent } from '../shared/server/live/bus.ts'
import type { LiveEvent } from '../shared/server/live/replay-buffer.ts'

const key = 'quad:live'

/** Calls `onEvent` for each event of any school. */
export async function openPreviousBus(url: string, box: SecretBox, onEvent: (entry: LiveEvent) => void) {
  const { Redis } = await import('ioredis')
  const [writer, reader] = [new Redis(url, { enableAutoPipelining: true }), new Redis(url)]
  const self = randomBytes(6).toString('hex')
  const [[newest] = []] = await writer.xrevrange(key, '+', '-', 'COUNT', 1)
  let last: string = newest ?? '0-0'
  let appended = 0
  let closed = false
  const follow = async () => {
    while (!closed) {
      const read = await reader.xread('COUNT', 500, 'BLOCK', 5000, 'STREAMS', key, last).catch(() => undefined)
      for (const [id, [, stored = '']] of read?.[0]?.[1] ?? []) {
        last = id
        onEvent({ id, ...JSON.parse(box.decrypt(Buffer.from(stored, 'base64'), key)) })
      }
    }
  }
  const following = follow()
  return {
    append(entry: NewEvent) {
      const text = JSON.stringify({ ...entry, by: `${self} ${appended++}` })
      return writer.xadd(key, 'MAXLEN', '~', 10_000, '*', 'e', box.encrypt(text, key).toString('base64'))
    },
    async close() {
      closed = true
      writer.disconnect()
      reader.disconnect()
      await following
    },
  }
}
