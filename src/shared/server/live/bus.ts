import { bucketCount, toBucket } from './buckets.ts'
import type { LiveEvent } from './replay-buffer.ts'

/** What a bus delivers. Events are of one bucket of schools; each is received once, in one order. */
export type BusSubscriber = {
  /**
   * From now on all events of this bucket are received. `history` holds those after `startId`, in order; events before it
   * are missing.
   */
  onOpen(bucket: number, startId: string, history: readonly LiveEvent[]): void
  /** Events of this bucket are no longer received. */
  onClose(bucket: number): void
  onEvent(bucket: number, entry: LiveEvent): void
  /** Receives immediately an event that other servers could not be sent; its id is that of the previous event. */
  onLocalEvent(entry: LiveEvent): void
  /** Receives what is for all servers. */
  onBroadcast(entry: NewEvent): void
  /** Events before this id were lost between the servers, on this one or another. */
  onGap(id: string): void
}

export type NewEvent = Omit<LiveEvent, 'id'>

/** The ordered sequence of live events of each school; ids increase and are the same on all servers. */
export type EventBus = {
  append(schoolId: string, entry: NewEvent): void
  /** Sends something to all servers, including this one. */
  broadcast(entry: NewEvent): void
  /**
   * Receives the events of a school until `leave` was called as often. Settles when this server has all recent ones: soon,
   * also if Redis does not answer.
   */
  join(schoolId: string): Promise<void>
  leave(schoolId: string): void
  /** The id of the latest event of a school that was joined; all older ones have been received. */
  lastEventId(schoolId: string): string
  /** An id that no later event of the school precedes, also if this server does not receive its events. */
  currentId(schoolId: string): Promise<string>
  close(): Promise<void>
}

/** A bus for one server, which delivers its events synchronously. */
export function openLocalBus(
  { onOpen, onEvent, onBroadcast }: Pick<BusSubscriber, 'onOpen' | 'onEvent' | 'onBroadcast'>,
  now = Date.now,
): EventBus {
  let last = { time: now(), count: 0 }
  const currentId = () => `${last.time}-${last.count}`
  for (let bucket = 0; bucket < bucketCount; bucket++) onOpen(bucket, currentId(), [])
  return {
    append(schoolId, entry) {
      const time = Math.max(now(), last.time) // a clock that is set back creates no duplicate ids
      last = { time, count: time === last.time ? last.count + 1 : 0 }
      onEvent(toBucket(schoolId), { id: currentId(), ...entry })
    },
    broadcast: onBroadcast,
    join: async () => {},
    leave: () => {},
    lastEventId: currentId,
    currentId: async () => currentId(),
    close: async () => {},
  }
}
