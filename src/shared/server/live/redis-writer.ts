import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { SecretBox } from '../crypto/secret-box.ts'
import { redisStep } from '../tracing/redis-steps.ts'
import { traceStep } from '../tracing/trace.ts'
import { bucketKey, gap, maxEvents, retryDelayMs, sharedKey } from './redis-streams.ts'

/**
 * Appends an event to its bucket, and to the shared stream a copy with the same id and a mark. A server of the next release
 * writes to the bucket only; then the id may be taken, and the bucket chooses its own.
 */
const appendScript = `
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'e', ARGV[2], 'copy', '1')
local added = redis.pcall('XADD', KEYS[2], 'MAXLEN', '~', ARGV[1], id, 'e', ARGV[2])
if type(added) == 'table' then redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[1], '*', 'e', ARGV[2]) end
return id`

type Settings = {
  writer: Redis
  box: SecretBox
  /** Names this server. */
  self: string
}

/** Writes events to the streams of Redis. */
export function createRedisWriter({ writer, box, self }: Settings) {
  let appended = 0
  let closed = false
  let isPublishing = false
  const encrypt = (text: string) => box.encrypt(text, sharedKey).toString('base64')
  const traceWrite = (write: () => Promise<unknown>) => traceStep(redisStep('XADD', 'live'), write)
  const writeShared = (text: string) =>
    traceWrite(() => writer.xadd(sharedKey, 'MAXLEN', '~', maxEvents, '*', 'e', encrypt(text)))
  return {
    /** The text of a new event, which no other event has. */
    toText: (entry: object): string => JSON.stringify({ ...entry, by: `${self} ${appended++}` }),
    writeShared,
    writeEvent: (bucket: number, text: string) =>
      traceWrite(() => writer.eval(appendScript, 2, sharedKey, bucketKey(bucket), maxEvents, encrypt(text))),

    /** Appends a gap for all servers as soon as Redis accepts writes. */
    async publishGap(): Promise<void> {
      if (isPublishing) return
      isPublishing = true
      while (!closed && isPublishing) {
        await sleep(retryDelayMs, undefined, { ref: false })
        await writeShared(JSON.stringify({ keys: [], name: gap, data: '', by: self })).then(
          () => {
            isPublishing = false
          },
          () => {},
        )
      }
    },

    close(): void {
      closed = true
    },
  }
}
