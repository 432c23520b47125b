import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { KnownName, LiveBodies } from '../live.ts'
import type { Anonymity } from './anonymity.ts'
import { afterCommit, type Db, listen } from './db.ts'
import { openEventIds } from './live-ids.ts'
import { openOwnLog, openSharedLog } from './live-log.ts'
import { type Entry, openRecent } from './live-recent.ts'
import { aliveSessions, blockedProblem, type Standing, type Viewer } from './viewer.ts'

/**
 * Whom an event is for, within one school: people, its administrators, or whoever looks at a post right now, where need be
 * only some of them.
 */
export type Audience = { readonly schoolId: string } & (
  | { readonly people: readonly string[] }
  | { readonly admins: true }
  | { readonly post: string; readonly except?: readonly string[]; readonly only?: readonly string[] }
)

export type Live = {
  /**
   * Tells an audience, on all servers, what has happened: once the transaction of `db` has committed, never if it is
   * rolled back. People who aren't there right now are told when their browser comes back within minutes.
   */
  tell<N extends KnownName>(db: Db, to: Audience, name: N, body: LiveBodies[N]): void
  /** Turns a reply into a person's event stream, beginning after an event that they know. `posts` are those they look at. */
  open(reply: FastifyReply, viewer: Viewer, options: { after?: string | undefined; posts: readonly string[] }): void
  /** The id of the latest event, as a school's people are given it: a stream that begins after it misses nothing. */
  latest(schoolId: string): string
  /** Sends something to all servers, this one included, that concerns no stream. */
  broadcast(topic: string, data: unknown): void
  onBroadcast(topic: string, listener: (data: unknown) => void): void
  /** Streams that are open on this server. */
  count(): number
  /** Sends everybody away, to come back at once. */
  drain(): void
  close(): Promise<void>
}

/** An open stream; there may be ten thousand, so it has no timer and no function of its own. */
type Stream = {
  readonly response: ServerResponse
  readonly viewer: Viewer
  readonly keys: readonly string[]
}

/** What only matters while it happens is not kept for those who come back. */
const fleeting: readonly string[] = ['typing']

const mostOfPerson = 10
const mostOfSession = 5
/** Bytes that may wait for a slow reader; then it is cut off and comes back. */
const mostWaiting = 1024 * 1024
/** Milliseconds: between two signs of life on a quiet stream, and between two looks at who may still listen. */
const quiet = 25_000
const lookAgain = 60_000
/** Milliseconds that a browser waits before it opens a lost stream again. */
const retry = 2000
/** Seconds that a stream stays away which had to make room for newer ones of the same person. */
const crowdedOut = 300

const personKey = (schoolId: string, id: string) => `p ${schoolId} ${id}`
const keysOf = (to: Audience): string[] => {
  if ('people' in to) return [...new Set(to.people)].map((id) => personKey(to.schoolId, id))
  return ['admins' in to ? `a ${to.schoolId}` : `i ${to.schoolId} ${to.post}`]
}

type Settings = {
  db: Db
  anonymity: Anonymity
  redisUrl: string | undefined
  onProblem: (error: Error) => void
}

/** What begins the name of an entry for servers alone. */
const broadcastMark = '#'

/** Opens the live streams of this server: in process, or shared with other servers through Redis. */
export async function openLive({ db, anonymity, redisUrl, onProblem }: Settings): Promise<Live> {
  const eventIds = openEventIds(anonymity)
  const broadcastListeners = new Map<string, (data: unknown) => void>()
  const streams = new Map<ServerResponse, Stream>()
  const listeners = new Map<string, Set<Stream>>()
  const recent = openRecent()
  let closing = false

  const send = (stream: Stream, text: string) => {
    const { response } = stream
    if (response.writableLength > mostWaiting) return void response.destroy()
    response.write(text)
  }

  const wireOf = ({ id, name, data }: Pick<Entry, 'id' | 'name' | 'data'>, schoolId: string) =>
    `id: ${eventIds.encode(id, schoolId)}\nevent: ${name}\ndata: ${data}\n\n`

  const pass = (entry: Entry) => {
    if (entry.name.startsWith(broadcastMark))
      return broadcastListeners.get(entry.name.slice(broadcastMark.length))?.(JSON.parse(entry.data))
    const wire = wireOf(entry, schoolOf(entry))
    const reached = new Set<Stream>()
    for (const key of entry.keys) for (const stream of listeners.get(key) ?? []) reached.add(stream)
    for (const stream of reached) if (isFor(entry, stream.viewer)) send(stream, wire)
  }
  const hear = (entry: Entry) => {
    if (!fleeting.includes(entry.name)) recent.add(entry)
    pass(entry)
  }
  /** Until this time quiet streams are told, instead of a sign of life, to fetch anew: not all at once. */
  let tellMissed = 0
  const lose = (id: string) => {
    recent.begin(id)
    tellMissed = Date.now() + quiet + 2000
  }
  const log = redisUrl
    ? await openSharedLog(redisUrl, anonymity.box('live events', 64), { hear, hearEarly: pass, lose }, onProblem)
    : openOwnLog({ hear })
  recent.begin(log.begins)

  const tellOne = <N extends KnownName>(stream: Stream, name: N, body: LiveBodies[N]) =>
    send(stream, wireOf({ id: log.latest(), name, data: JSON.stringify(body) }, stream.viewer.schoolId))
  const end = (stream: Stream) => {
    forget(stream)
    stream.response.end()
  }
  const forget = (stream: Stream) => {
    if (!streams.delete(stream.response)) return
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
  const block = (stream: Stream, standing: Standing) => {
    tellOne(stream, 'blocked', blockedProblem(standing).extra as LiveBodies['blocked'])
    end(stream)
  }

  /** Ends the streams, of these, whose session is over or whose person may not be here any more. */
  const look = async (some: readonly Stream[]) => {
    const alive = await aliveSessions(
      db,
      some.map(({ viewer }) => viewer),
    )
    for (const stream of some) {
      const session = alive.get(stream.viewer.sessionId)
      if (!session || session.role !== stream.viewer.role) end(stream)
      else if (session.standing) block(stream, session.standing)
    }
  }
  const lookAt = (some: Iterable<Stream>) => void look([...some]).catch(onProblem)
  const ofSchool = (id: string) => [...streams.values()].filter(({ viewer }) => viewer.schoolId === id)
  const stopListening = await listen(
    db,
    'standing',
    (whom) => lookAt(whom.includes(' ') ? (listeners.get(`p ${whom}`) ?? []) : ofSchool(whom)),
    () => lookAt(streams.values()),
  )

  /** Keeps quiet streams alive a few at a time: all at once would hold everything else up. */
  let round = streams.values()
  const beat = () => {
    const share = Math.ceil((streams.size * 1000) / quiet)
    const hasMissed = Date.now() < tellMissed
    for (let sent = 0; sent < share; sent++) {
      const next = round.next()
      if (!next.done) {
        if (hasMissed) tellOne(next.value, 'reconnect', { resumed: false })
        else send(next.value, ':\n\n')
      } else round = streams.values()
    }
  }
  const timers = [
    setInterval(beat, 1000),
    setInterval(() => {
      lookAt(streams.values())
      recent.forgetOld()
    }, lookAgain),
  ]
  for (const timer of timers) timer.unref()

  const makeRoom = (viewer: Viewer) => {
    const theirs = [...(listeners.get(personKey(viewer.schoolId, viewer.id)) ?? [])]
    const same = theirs.filter((stream) => stream.viewer.sessionId === viewer.sessionId)
    const oldest = same.length >= mostOfSession ? same[0] : theirs.length >= mostOfPerson ? theirs[0] : undefined
    if (!oldest) return
    tellOne(oldest, 'reconnect', { wait: crowdedOut })
    end(oldest)
  }

  return {
    tell: (from, to, name, body) =>
      afterCommit(from, () => {
        const except = 'post' in to && to.except?.length ? { except: to.except } : {}
        const only = 'post' in to && to.only ? { only: to.only } : {}
        log.append({ keys: keysOf(to), name, data: JSON.stringify(body), ...except, ...only })
      }),

    open(reply, viewer, { after, posts }) {
      const person = personKey(viewer.schoolId, viewer.id)
      const admin = viewer.role === 'student' ? [] : [`a ${viewer.schoolId}`]
      const keys = [person, ...admin, ...posts.map((id) => `i ${viewer.schoolId} ${id}`)]
      const stream: Stream = { response: reply.raw, viewer, keys }
      makeRoom(viewer)
      reply.hijack()
      const { response } = stream
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        connection: 'close', // an ended stream holds no server back from closing
        'x-accel-buffering': 'no',
      })
      response.socket?.setTimeout(0)
      response.on('close', onClose)
      streams.set(response, stream)
      for (const key of keys) listeners.set(key, (listeners.get(key) ?? new Set()).add(stream))

      const known = eventIds.decode(after, viewer.schoolId)
      const missed = known === undefined ? undefined : recent.since(known, keys)
      const id = missed && known !== undefined ? known : log.latest()
      const data = JSON.stringify({ resumed: missed !== undefined })
      const hello = wireOf({ id, name: 'reconnect', data }, viewer.schoolId)
      const entries = missed?.filter((entry) => isFor(entry, viewer)) ?? []
      const wires = entries.map((entry) => wireOf(entry, viewer.schoolId))
      send(stream, `retry: ${retry}\n${hello}${wires.join('')}`)
      if (closing) return end(stream)
      lookAt([stream]) // what changed between the check at the door and now was announced to nobody
    },

    latest: (schoolId) => eventIds.encode(log.latest(), schoolId),
    broadcast: (topic, data) => log.append({ keys: [], name: `${broadcastMark}${topic}`, data: JSON.stringify(data) }),
    onBroadcast: (topic, listener) => void broadcastListeners.set(topic, listener),
    count: () => streams.size,

    drain() {
      closing = true
      for (const stream of [...streams.values()]) {
        tellOne(stream, 'reconnect', { wait: 0 })
        end(stream)
      }
    },

    async close() {
      for (const timer of timers) clearInterval(timer)
      await stopListening()
      await log.close()
    },
  }
}

const isFor = ({ except, only }: Entry, viewer: Viewer) =>
  !except?.includes(viewer.id) && (only?.includes(viewer.id) ?? true)

/** An entry is of one school, which stands in each of its keys. */
const schoolOf = ({ keys: [key = ''] }: Entry) => key.split(' ')[1] ?? ''
