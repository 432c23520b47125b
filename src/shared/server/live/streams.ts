import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { GrantName } from '../../grants.ts'
import type { LiveEventMap, TypedLiveEvent } from '../../live-events.ts'
import { blockedError, type ModerationStatus } from '../auth/moderation-status.ts'
import { findActiveSessions } from '../auth/session.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { Anonymity } from '../crypto/anonymity.ts'
import { listen } from '../db/listen.ts'
import type { Db } from '../db/pools.ts'
import { afterCommit } from '../db/transaction.ts'
import { liveDelaySeconds } from '../metrics.ts'
import { toBucket } from './buckets.ts'
import { type BusSubscriber, openLocalBus } from './bus.ts'
import { openEventIds } from './event-ids.ts'
import { openRedisBus } from './redis-bus.ts'
import { createReplayBuffer, type LiveEvent, parseSchoolId } from './replay-buffer.ts'

/**
 * The audience of an event within one school: users, its admins (and the students with a grant), all its users, or current subscribers of a post,
 * optionally restricted to some of them.
 */
export type Audience = { readonly schoolId: string } & (
  | { readonly people: readonly string[] }
  | { readonly admins: true; readonly grant?: GrantName }
  | { readonly everyone: true; readonly except?: readonly string[] }
  | { readonly post: string; readonly except?: readonly string[]; readonly only?: readonly string[] }
)

export type Live = {
  /**
   * Publishes an event to an audience on all servers, after the transaction of `db` has committed and never if it is
   * rolled back. Users who are not connected receive it when they reconnect within minutes.
   */
  publish<N extends TypedLiveEvent>(db: Db, to: Audience, name: N, body: LiveEventMap[N]): void
  /**
   * Turns a reply into a user's event stream, starting after event `after`, once this server receives the events of the
   * school. `posts` are the subscribed posts.
   */
  openStream(
    reply: FastifyReply,
    viewer: Viewer,
    options: { after?: string | undefined; posts: readonly string[] },
  ): Promise<void>
  /** An event id, encoded for the school: a stream that starts after it misses nothing that is published from now on. */
  currentId(schoolId: string): Promise<string>
  /** Sends data to all servers, including this one, without sending it to streams. */
  broadcast(topic: string, data: unknown): void
  onBroadcast(topic: string, listener: (data: unknown) => void): void
  /** Number of open streams on this server. */
  count(): number
  /** Ends the streams of a school that another cell serves from now on. Clients open them there without a position, and refetch. */
  endSchool(schoolId: string): void
  /** Ends all streams and makes clients reconnect immediately. */
  drain(): void
  close(): Promise<void>
}

/** An open stream. There may be ten thousand, so it has no timer and no closure of its own. */
type Stream = {
  readonly response: ServerResponse
  readonly viewer: Viewer
  readonly keys: readonly string[]
}

/** Events that are not replayed, because they only matter while they happen. */
const unbufferedEvents: readonly string[] = ['typing']

const maxStreamsPerUser = 10
const maxStreamsPerSession = 5
/** Per stream. A slower consumer is disconnected and reconnects. */
const maxBufferedBytes = 1024 * 1024
const heartbeatIntervalMs = 25_000
const sessionCheckIntervalMs = 60_000
/** Delay before a browser reopens a lost stream. */
const retryMs = 2000
/** Reconnect delay of a stream that was evicted by newer ones of the same user. */
const evictedRetryMs = 300

const userKey = (schoolId: string, id: string) => `p ${schoolId} ${id}`
const grantKey = (schoolId: string, grant: GrantName) => `g ${schoolId} ${grant}`
const audienceKeys = (to: Audience): string[] => {
  if ('people' in to) return [...new Set(to.people)].map((id) => userKey(to.schoolId, id))
  if ('everyone' in to) return [`s ${to.schoolId}`]
  if ('admins' in to) return [`a ${to.schoolId}`, ...(to.grant ? [grantKey(to.schoolId, to.grant)] : [])]
  return [`i ${to.schoolId} ${to.post}`]
}

type Settings = {
  db: Db
  anonymity: Anonymity
  redisUrl: string | undefined
  onProblem: (error: Error) => void
}

/** Prefix of the names of events that are for servers only. */
const broadcastMark = '#'

/** Opens the live streams of this server: in process, or connected with other servers through Redis. */
export async function openLive({ db, anonymity, redisUrl, onProblem }: Settings): Promise<Live> {
  const eventIds = openEventIds(anonymity)
  const broadcastListeners = new Map<string, (data: unknown) => void>()
  const streams = new Map<ServerResponse, Stream>()
  const listeners = new Map<string, Set<Stream>>()
  /** Recent events per bucket of schools, as far as this server receives them. */
  const recent = new Map<number, ReturnType<typeof createReplayBuffer>>()
  let closing = false

  const send = (stream: Stream, text: string) => {
    const { response } = stream
    if (response.writableLength > maxBufferedBytes) return void response.destroy()
    response.write(text)
  }

  const toWireFormat = ({ id, name, data }: Pick<LiveEvent, 'id' | 'name' | 'data'>, schoolId: string) =>
    `id: ${eventIds.encode(id, schoolId)}\nevent: ${name}\ndata: ${data}\n\n`

  const pass = (entry: LiveEvent) => {
    const reached = new Set<Stream>()
    for (const key of entry.keys) for (const stream of listeners.get(key) ?? []) reached.add(stream)
    const audience = [...reached].filter(({ viewer }) => isAudience(entry, viewer))
    if (audience.length === 0) return // most events: to encrypt their ids would cost more than all else here
    const wire = toWireFormat(entry, parseSchoolId(entry))
    for (const stream of audience) send(stream, wire)
    // Once per event, not per stream. The clocks of two servers differ by milliseconds.
    if (entry.committedAt) liveDelaySeconds.observe(Math.max(0, Date.now() - entry.committedAt) / 1000)
  }
  /**
   * Until this time, idle streams get a gap notice instead of a heartbeat; spread over time, so that not all clients
   * refetch concurrently. For all streams, or those of one bucket.
   */
  let sendGap = 0
  const sendGapInBucket = new Map<number, number>()
  const gapEnd = () => Date.now() + heartbeatIntervalMs + 2000
  const hearing: BusSubscriber = {
    onOpen(bucket, startId, history) {
      const buffer = createReplayBuffer()
      recent.set(bucket, buffer)
      // Streams that did not wait for a slow Redis have received nothing of the history.
      const hasStreams = [...streams.values()].some(({ viewer }) => toBucket(viewer.schoolId) === bucket)
      if (hasStreams) sendGapInBucket.set(bucket, gapEnd())
      buffer.startAt(hasStreams ? (history.at(-1)?.id ?? startId) : startId)
      if (!hasStreams) for (const entry of history) keep(bucket, entry)
    },
    onClose(bucket) {
      recent.delete(bucket)
      sendGapInBucket.delete(bucket)
    },
    onEvent(bucket, entry) {
      keep(bucket, entry)
      pass(entry)
    },
    onLocalEvent: pass,
    onBroadcast({ name, data }) {
      broadcastListeners.get(name.slice(broadcastMark.length))?.(JSON.parse(data))
    },
    onGap(id) {
      for (const buffer of recent.values()) buffer.startAt(id)
      sendGap = gapEnd()
    },
  }
  const keep = (bucket: number, entry: LiveEvent) => {
    if (!unbufferedEvents.includes(entry.name)) recent.get(bucket)?.add(entry)
  }
  const bus = redisUrl
    ? await openRedisBus({ url: redisUrl, box: anonymity.box('live events', 64), hearing, onProblem })
    : openLocalBus(hearing)

  const sendTo = <N extends TypedLiveEvent>(stream: Stream, name: N, body: LiveEventMap[N]) => {
    const { schoolId } = stream.viewer
    send(stream, toWireFormat({ id: bus.lastEventId(schoolId), name, data: JSON.stringify(body) }, schoolId))
  }
  const end = (stream: Stream) => {
    forget(stream)
    stream.response.end()
  }
  const forget = (stream: Stream) => {
    if (!streams.delete(stream.response)) return
    bus.leave(stream.viewer.schoolId)
    for (const key of stream.keys) {
      const others = listeners.get(key)
      others?.delete(stream)
      if (others?.size === 0) listeners.delete(key)
    }
  }
  function onClose(this: ServerResponse) {
    const stream = streams.get(this)
    if (stream) forget(stream)
  }
  const block = (stream: Stream, standing: ModerationStatus) => {
    sendTo(stream, 'blocked', blockedError(standing).extra as LiveEventMap['blocked'])
    end(stream)
  }

  /** Ends those streams whose session has ended or whose user is blocked or has another role or other grants. */
  const look = async (some: readonly Stream[]) => {
    const alive = await findActiveSessions(
      db,
      some.map(({ viewer }) => viewer),
    )
    for (const stream of some) {
      const session = alive.get(stream.viewer.sessionId)
      const { role, grants = [] } = stream.viewer
      if (!session || session.role !== role || session.grants.join() !== grants.join()) end(stream)
      else if (session.standing) block(stream, session.standing)
    }
  }
  const lookAt = (some: Iterable<Stream>) => void look([...some]).catch(onProblem)
  const ofSchool = (id: string) => [...streams.values()].filter(({ viewer }) => viewer.schoolId === id)
  const stopListening = await listen(
    db,
    'standing',
    (audience) => lookAt(audience.includes(' ') ? (listeners.get(`p ${audience}`) ?? []) : ofSchool(audience)),
    () => lookAt(streams.values()),
  )

  /** Sends heartbeats to a few streams at a time: to all of them together would delay everything else. */
  let round = streams.values()
  const beat = () => {
    const share = Math.ceil((streams.size * 1000) / heartbeatIntervalMs)
    const now = Date.now()
    const hasMissed = ({ viewer }: Stream) =>
      now < sendGap || now < (sendGapInBucket.get(toBucket(viewer.schoolId)) ?? 0)
    for (let sent = 0; sent < share; sent++) {
      const next = round.next()
      if (!next.done) {
        if (hasMissed(next.value)) sendTo(next.value, 'reconnect', { resumed: false })
        else send(next.value, ':\n\n')
      } else round = streams.values()
    }
  }
  const timers = [
    setInterval(beat, 1000),
    setInterval(() => {
      lookAt(streams.values())
      for (const buffer of recent.values()) buffer.deleteExpired()
    }, sessionCheckIntervalMs),
  ]
  for (const timer of timers) timer.unref()

  const makeRoom = (viewer: Viewer) => {
    const theirs = [...(listeners.get(userKey(viewer.schoolId, viewer.id)) ?? [])]
    const same = theirs.filter((stream) => stream.viewer.sessionId === viewer.sessionId)
    const oldest =
      same.length >= maxStreamsPerSession ? same[0] : theirs.length >= maxStreamsPerUser ? theirs[0] : undefined
    if (!oldest) return
    sendTo(oldest, 'reconnect', { wait: evictedRetryMs })
    end(oldest)
  }

  return {
    publish: (from, to, name, body) =>
      afterCommit(from, () => {
        const except = 'except' in to && to.except?.length ? { except: to.except } : {}
        const only = 'post' in to && to.only ? { only: to.only } : {}
        const committedAt = Date.now()
        const keys = audienceKeys(to)
        if (keys.length > 0)
          bus.append(to.schoolId, { keys, name, data: JSON.stringify(body), committedAt, ...except, ...only })
      }),

    async openStream(reply, viewer, { after, posts }) {
      await bus.join(viewer.schoolId)
      reply.hijack()
      if (reply.raw.destroyed) return bus.leave(viewer.schoolId)
      const person = userKey(viewer.schoolId, viewer.id)
      const admin = viewer.role === 'student' ? [] : [`a ${viewer.schoolId}`]
      const granted = viewer.grants?.map((name) => grantKey(viewer.schoolId, name)) ?? []
      const keys = [
        person,
        `s ${viewer.schoolId}`,
        ...admin,
        ...granted,
        ...posts.map((id) => `i ${viewer.schoolId} ${id}`),
      ]
      const stream: Stream = { response: reply.raw, viewer, keys }
      makeRoom(viewer)
      const { response } = stream
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        connection: 'close', // an ended stream must not delay a server's shutdown
        'x-accel-buffering': 'no',
      })
      response.socket?.setTimeout(0)
      response.on('close', onClose)
      streams.set(response, stream)
      for (const key of keys) listeners.set(key, (listeners.get(key) ?? new Set()).add(stream))

      const known = eventIds.decode(after, viewer.schoolId)
      const missed = known === undefined ? undefined : recent.get(toBucket(viewer.schoolId))?.since(known, keys)
      const id = missed && known !== undefined ? known : bus.lastEventId(viewer.schoolId)
      const data = JSON.stringify({ resumed: missed !== undefined })
      const hello = toWireFormat({ id, name: 'reconnect', data }, viewer.schoolId)
      const entries = missed?.filter((entry) => isAudience(entry, viewer)) ?? []
      const wires = entries.map((entry) => toWireFormat(entry, viewer.schoolId))
      send(stream, `retry: ${retryMs}\n${hello}${wires.join('')}`)
      if (closing) return end(stream)
      lookAt([stream]) // changes between the session check and the registration of this stream were not delivered to it
    },

    currentId: async (schoolId) => eventIds.encode(await bus.currentId(schoolId), schoolId),
    broadcast: (topic, data) =>
      bus.broadcast({ keys: [], name: `${broadcastMark}${topic}`, data: JSON.stringify(data) }),
    onBroadcast: (topic, listener) => void broadcastListeners.set(topic, listener),
    count: () => streams.size,

    endSchool(schoolId) {
      for (const stream of ofSchool(schoolId)) {
        // Our ids mean nothing to the other cell: with an empty one, a browser forgets its position.
        send(stream, 'id:\nevent: reconnect\ndata: {"resumed":false}\n\nevent: reconnect\ndata: {"wait":0}\n\n')
        end(stream)
      }
    },

    drain() {
      closing = true
      for (const stream of [...streams.values()]) {
        sendTo(stream, 'reconnect', { wait: 0 })
        end(stream)
      }
    },

    async close() {
      for (const timer of timers) clearInterval(timer)
      await stopListening()
      await bus.close()
    },
  }
}

const isAudience = ({ except, only }: LiveEvent, viewer: Viewer) =>
  !except?.includes(viewer.id) && (only?.includes(viewer.id) ?? true)
