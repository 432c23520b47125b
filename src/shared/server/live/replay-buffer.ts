/** One event for the subscribers of its keys, without the users in `except`, or only those in `only`. */
export type LiveEvent = {
  /** `milliseconds-count`; ids increase. */
  readonly id: string
  readonly keys: readonly string[]
  readonly except?: readonly string[]
  readonly only?: readonly string[]
  readonly name: string
  /** JSON. */
  readonly data: string
  /** Milliseconds: when its transaction had committed. Absent in events of former versions. */
  readonly committedAt?: number
}

/** Events kept per key (a user, the users or the admins of a school, or a post), and for how many milliseconds. */
const maxEventsPerKey = 100
const retentionMs = 5 * 60_000

const idTime = (id: string) => Number(id.slice(0, id.indexOf('-')))
const idCount = (id: string) => Number(id.slice(id.indexOf('-') + 1))
export const compareIds = (one: string, other: string) => idTime(one) - idTime(other) || idCount(one) - idCount(other)

/** The school of an event, which is part of each of its keys. */
export const parseSchoolId = ({ keys: [key = ''] }: Pick<LiveEvent, 'keys'>): string => key.split(' ')[1] ?? ''

/** Buffers recent events for clients that reconnect. */
export function createReplayBuffer() {
  const rings = new Map<string, { entries: LiveEvent[]; dropped: string }>()
  /** Events before this id are not buffered. */
  let horizon = '0-0'
  return {
    /** Declares that events before this id are missing. */
    startAt(id: string) {
      if (compareIds(id, horizon) > 0) horizon = id
    },

    add(entry: LiveEvent) {
      for (const key of entry.keys) {
        const ring = rings.get(key) ?? { entries: [], dropped: '0-0' }
        ring.entries.push(entry)
        if (ring.entries.length > maxEventsPerKey) ring.dropped = ring.entries.shift()?.id ?? ring.dropped
        rings.set(key, ring)
      }
    },

    /** All events for these keys after an id, in order; undefined when some of them are no longer buffered. */
    since(id: string, keys: readonly string[]): LiveEvent[] | undefined {
      if (compareIds(id, horizon) < 0) return undefined
      const found = new Set<LiveEvent>()
      for (const key of keys) {
        const ring = rings.get(key)
        if (!ring) continue
        if (compareIds(id, ring.dropped) < 0) return undefined
        for (const entry of ring.entries) if (compareIds(entry.id, id) > 0) found.add(entry)
      }
      return [...found].sort((one, other) => compareIds(one.id, other.id))
    },

    /** Removes events that are older than `retentionMs`. */
    deleteExpired(now = Date.now()) {
      const oldest = `${now - retentionMs}-0`
      for (const [key, ring] of rings) {
        const kept = ring.entries.findIndex(({ id }) => compareIds(id, oldest) > 0)
        const deleted = ring.entries.splice(0, kept < 0 ? ring.entries.length : kept)
        // Not `oldest`: who knows the latest event has missed nothing, however long ago it was.
        this.startAt(deleted.at(-1)?.id ?? horizon)
        if (ring.entries.length === 0) rings.delete(key)
      }
    },
  }
}
