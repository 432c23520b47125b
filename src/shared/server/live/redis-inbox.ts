import type { SecretBox } from '../crypto/secret-box.ts'
import { liveEventsParsed, liveGaps } from '../metrics.ts'
import { toBucket } from './buckets.ts'
import type { BusSubscriber } from './bus.ts'
import { bucketKey, gap, maxEvents, maxPerRead, sharedKey } from './redis-streams.ts'
import { compareIds, type LiveEvent, parseSchoolId } from './replay-buffer.ts'

export type Entries = readonly (readonly [id: string, fields: readonly string[]])[]

/** A bucket that this server reads. */
export type Bucket = {
  readonly number: number
  /** Where its history begins. */
  readonly begins: string
  /** The latest entry that was read from its stream. */
  read: string
  /** The id of its latest event. */
  latest: string
  /** True once all recent events were read; until then they are collected in `history`. */
  isOpen: boolean
  history: LiveEvent[]
  streams: number
  unusedSince: number
  readonly opened: PromiseWithResolvers<void>
}

type Received = { readonly text: string; readonly entry: LiveEvent & { readonly by?: string } }

type Settings = {
  /** Names this server in the gaps that it announces. */
  self: string
  box: SecretBox
  hearing: BusSubscriber
  onProblem: (error: Error) => void
  /** Where the history of a bucket begins that is joined now. */
  windowStart: () => string
}

export type RedisInbox = ReturnType<typeof createRedisInbox>

/** What a server has received from the streams of Redis, and delivers to `hearing` in the order of the ids. */
export function createRedisInbox({ self, box, hearing, onProblem, windowStart }: Settings) {
  const buckets = new Map<number, Bucket>()
  /** Events that were delivered here before Redis had stored them. */
  const early = new Set<string>()
  /** `startId`: events before it may be missing in every bucket. */
  const shared = { read: windowStart(), startId: '0-0', hasRead: false }
  /** Events by servers of the previous release, of all buckets: part of the history of a bucket that is joined later. */
  let previous: { readonly bucket: number; readonly entry: LiveEvent }[] = []

  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      onProblem(error as Error)
    }
  }

  /** Nothing for a copy, and for an entry that cannot be decrypted. */
  const parse = (id: string, [, stored = '', ...mark]: readonly string[], from: 'bucket' | 'shared'): Received[] => {
    if (mark.length > 0) return []
    try {
      // During a rolling update, a server of an older version still writes plain JSON.
      const text = stored.startsWith('{') ? stored : box.decrypt(Buffer.from(stored, 'base64'), sharedKey)
      const entry: Received['entry'] = { id, ...JSON.parse(text) }
      liveEventsParsed.count(from === 'shared' && entry.keys.length > 0 ? 'previous' : from)
      return [{ text, entry }]
    } catch (error) {
      onProblem(error as Error)
      return []
    }
  }

  const deliver = (bucket: Bucket, { text, entry }: Received) => {
    bucket.latest = entry.id
    if (!early.delete(text)) hearing.onEvent(bucket.number, entry) // in `early`: Redis was only slow to store it
  }

  const takeShared = ({ text, entry }: Received) => {
    if (entry.name === gap) {
      liveGaps.inc()
      shared.startId = entry.id
      for (const bucket of buckets.values()) if (bucket.isOpen) bucket.latest = entry.id // who knows it has missed nothing later
      hearing.onGap(entry.id)
      if (entry.by === self) early.clear() // Redis has stored all writes before this one
    } else if (entry.keys.length === 0) {
      if (!early.delete(text)) hearing.onBroadcast(entry)
    } else {
      const number = toBucket(parseSchoolId(entry))
      previous.push({ bucket: number, entry })
      if (previous.length > maxEvents) shared.startId = previous.shift()?.entry.id ?? shared.startId
      const bucket = buckets.get(number)
      if (bucket?.isOpen) deliver(bucket, { text, entry })
    }
  }

  const open = (bucket: Bucket) => {
    const complete = bucket.history.length < maxEvents ? bucket.begins : (bucket.history[0]?.id ?? bucket.begins)
    const startId = laterId(complete, shared.startId)
    const byPrevious = previous.filter((event) => event.bucket === bucket.number).map(({ entry }) => entry)
    const history = [...bucket.history, ...byPrevious].sort((one, other) => compareIds(one.id, other.id))
    bucket.isOpen = true
    bucket.history = []
    bucket.latest = laterId(history.at(-1)?.id ?? startId, startId)
    hearing.onOpen(bucket.number, startId, history)
    bucket.opened.resolve()
  }

  /**
   * Takes what one read returned, in the order of the ids over all streams. A stream with more entries than one read returns
   * holds back the later entries of the others, which are read again.
   */
  const take = (found: ReadonlyMap<string, Entries>, asked: readonly Bucket[]) => {
    const reading = asked.filter((bucket) => buckets.get(bucket.number) === bucket)
    const findEntries = (key: string) => found.get(key) ?? []
    const [cut] = [sharedKey, ...reading.filter(({ isOpen }) => isOpen).map(({ number }) => bucketKey(number))]
      .map(findEntries)
      .flatMap((entries) => (entries.length < maxPerRead ? [] : (entries.at(-1)?.[0] ?? [])))
      .sort(compareIds)
    const findDue = (key: string) => findEntries(key).filter(([id]) => cut === undefined || compareIds(id, cut) <= 0)

    const due = findDue(sharedKey)
    shared.read = due.at(-1)?.[0] ?? shared.read
    shared.hasRead ||= due.length > 0
    const received: (Received & { readonly bucket?: Bucket })[] = due.flatMap((entry) => parse(...entry, 'shared'))
    const complete: Bucket[] = []
    for (const bucket of reading) {
      const key = bucketKey(bucket.number)
      const own = findDue(key)
      const events = own.flatMap((entry) => parse(...entry, 'bucket'))
      bucket.read = own.at(-1)?.[0] ?? bucket.read
      if (bucket.isOpen) received.push(...events.map((event) => ({ ...event, bucket })))
      else {
        bucket.history.push(...events.map(({ entry }) => entry))
        if (own.length < maxPerRead && own.length === findEntries(key).length) complete.push(bucket)
      }
    }
    received.sort((one, other) => compareIds(one.entry.id, other.entry.id))
    for (const each of received) attempt(() => (each.bucket ? deliver(each.bucket, each) : takeShared(each)))
    for (const bucket of complete) attempt(() => open(bucket))
  }

  return {
    shared: shared as Readonly<typeof shared>,
    take,
    listBuckets: (): readonly Bucket[] => [...buckets.values()],
    findBucket: (number: number): Readonly<Bucket> | undefined => buckets.get(number),

    /** Counts an event stream that needs the bucket. `isNew`: no read includes the bucket yet. */
    join(number: number): { readonly bucket: Readonly<Bucket>; readonly isNew: boolean } {
      const known = buckets.get(number)
      if (known) {
        known.streams++
        return { bucket: known, isNew: false }
      }
      const begins = windowStart()
      const bucket = {
        number,
        begins,
        read: begins,
        latest: begins,
        isOpen: false,
        history: [],
        streams: 1,
        unusedSince: 0,
        opened: Promise.withResolvers<void>(),
      }
      buckets.set(number, bucket)
      return { bucket, isNew: true }
    },

    leave(number: number): void {
      const bucket = buckets.get(number)
      if (!bucket) return
      bucket.streams--
      bucket.unusedSince = Date.now()
    },

    /** Notes that an event was delivered on this server before Redis has stored it. */
    addEarly(text: string): void {
      if (early.size === maxEvents) early.clear()
      early.add(text)
    },

    /** Forgets buckets that no event stream has needed for `lingerMs`, and events before the id `start`. */
    sweep(lingerMs: number, start: string): void {
      for (const bucket of buckets.values())
        if (bucket.streams === 0 && Date.now() - bucket.unusedSince >= lingerMs) {
          buckets.delete(bucket.number)
          if (bucket.isOpen) hearing.onClose(bucket.number)
        }
      previous = previous.filter(({ entry }) => compareIds(entry.id, start) > 0)
    },
  }
}

const laterId = (one: string, other: string) => (compareIds(one, other) > 0 ? one : other)
