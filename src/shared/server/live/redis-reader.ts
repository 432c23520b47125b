import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Entries, RedisInbox } from './redis-inbox.ts'
import { bucketKey, maxPerRead, retryDelayMs, sharedKey } from './redis-streams.ts'

/** How long one read blocks. */
const blockMs = 1000
const interruptDelayMs = 5

type Settings = {
  inbox: RedisInbox
  reader: Redis
  /** The connection that makes a blocked read of `reader` return. */
  writer: Redis
  onProblem: (error: Error) => void
}

/** Reads the shared stream and those of the buckets in the inbox. Resolves when all recent shared events were taken. */
export async function followStreams({ inbox, reader, writer, onProblem }: Settings) {
  let closed = false
  /** Counts buckets that were joined, and those of them that reads include: a read that blocks does not know later ones. */
  const joined = { count: 0, read: 0 }
  let readerId: number | undefined
  reader.on('close', () => {
    readerId = undefined
  })

  /** Waits for entries if `mayBlock`, unless a bucket has yet to be opened. Returns the number of shared entries. */
  const readOnce = async (mayBlock: boolean): Promise<number> => {
    if (mayBlock) readerId ??= await reader.client('ID')
    const asked = inbox.listBuckets()
    const block = mayBlock && asked.every(({ isOpen }) => isOpen)
    joined.read = joined.count
    const streams = [sharedKey, ...asked.map(({ number }) => bucketKey(number))]
    const positions = [inbox.shared.read, ...asked.map(({ read }) => read)]
    const range = [...streams, ...positions] as [string, ...string[]]
    const reply = block
      ? await reader.xread('COUNT', maxPerRead, 'BLOCK', blockMs, 'STREAMS', ...range)
      : await reader.xread('COUNT', maxPerRead, 'STREAMS', ...range)
    const found = new Map<string, Entries>(reply as [string, [string, string[]][]][] | null)
    inbox.take(found, asked)
    return found.get(sharedKey)?.length ?? 0
  }

  /** Makes the current read return, so that the next one includes the buckets that were joined meanwhile. */
  let isInterrupting = false
  const interrupt = async () => {
    if (isInterrupting) return
    isInterrupting = true
    while (joined.read < joined.count && !closed) {
      // It may reach Redis before the read does. Where it is not permitted, reads end after `blockMs`.
      if (readerId !== undefined) await writer.client('UNBLOCK', readerId).catch(() => {})
      await sleep(interruptDelayMs)
    }
    isInterrupting = false
  }

  const follow = async () => {
    while (!closed) {
      try {
        await readOnce(true)
      } catch (error) {
        if (closed) return
        onProblem(error as Error)
        await sleep(retryDelayMs)
      }
    }
  }

  while ((await readOnce(false)) === maxPerRead);
  const following = follow()
  return {
    /** Reads also a bucket that was added to the inbox. */
    include(): void {
      joined.count++
      void interrupt()
    },
    /** Stops reading. `disconnect` ends the connections, which makes a blocked read return. */
    async stop(disconnect: () => void): Promise<void> {
      closed = true
      disconnect()
      await following
    },
  }
}
