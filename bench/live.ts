import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../src/shared/server/db/pools.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import type { Section } from './report.ts'
import { makePeople, openServer, type Person, percentile } from './server.ts'

const open = 1000
const idle = 10_000
const sends = 1000
const atOnce = 4

/** Delivery time with a thousand streams, and the memory of an idle stream. */
export async function measureLive(): Promise<Section[]> {
  const server = await openServer()
  const heard: Heard = { sockets: [], at: new Map(), arrivals: new Map() }
  const listenAll = async (people: readonly Person[]) => {
    for (let at = 0; at < people.length; at += 100)
      await Promise.all(people.slice(at, at + 100).map((person) => listen(server, heard, person)))
  }
  try {
    const people = await makePeople(server.db, idle)
    await makeFriends(server.db, people.slice(0, open))
    await sleep(3000)
    const empty = server.memory()
    await listenAll(people.slice(0, 50)) // excludes code that is compiled once
    await rest()
    const warm = server.memory()
    await listenAll(people.slice(50, open))
    const rows = await measureLatency(server, heard, people.slice(0, open))
    await listenAll(people.slice(open))
    await rest()
    const full = server.memory()
    const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
    return [
      {
        title: 'Live',
        words: `From sending a message to its arrival at the other side while ${open} streams are open; milliseconds. Then ${idle} streams are idle: ${((full - warm) / 1024 / (idle - 50)).toFixed(1)} KB each (what the messages took included), the server takes ${megabytes(empty)} without and ${megabytes(full)} with them.`,
        head: ['', 'p50', 'p99', 'most'],
        rows,
      },
    ]
  } finally {
    for (const socket of heard.sockets) socket.destroy()
    await server.close()
  }
}

type Server = Pick<Awaited<ReturnType<typeof openServer>>, 'address' | 'db' | 'port'>
export type Heard = {
  readonly sockets: Socket[]
  readonly at: Map<string, number>
  readonly arrivals: Map<string, () => void>
}

/** Lets the server collect garbage. */
const rest = () => sleep(10_000)

/** Creates a conversation for each pair of users. */
async function makeFriends(db: Db, people: readonly Person[]) {
  const pairs = people.flatMap((person, index) =>
    index % 2 === 0 ? [{ one: person, other: people[index + 1] as Person, id: newId() }] : [],
  )
  const school_id = people[0]?.schoolId ?? ''
  const topic = ({ one, other }: (typeof pairs)[number]) => `direct ${[one.id, other.id].sort().join(' ')}`
  await db
    .insertInto('conversations')
    .values(pairs.map((pair) => ({ school_id, id: pair.id, kind: 'direct', topic: topic(pair) })))
    .execute()
  await db
    .insertInto('participants')
    .values(
      pairs.flatMap(({ id, one, other }) =>
        [one, other].map((person) => ({ school_id, conversation_id: id, user_id: person.id })),
      ),
    )
    .execute()
}

/** Opens a user's stream, with as little client overhead as possible. */
export async function listen({ port }: Pick<Server, 'port'>, { sockets, at, arrivals }: Heard, { cookie, id }: Person) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.write(`GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`)
  const [hello] = await once(socket, 'data')
  if (!String(hello).startsWith('HTTP/1.1 200')) throw new Error(String(hello).slice(0, 200))
  socket.on('data', (chunk) => {
    const now = performance.now()
    const [, word = ''] = /"content":"(bench \d+)"/.exec(String(chunk)) ?? []
    if (word) at.set(`${id} ${word}`, now)
    arrivals.get(`${id} ${word}`)?.()
  })
}

async function measureLatency(
  server: Server,
  { at: heard, arrivals }: Heard,
  people: readonly Person[],
): Promise<string[][]> {
  const rows = await server.db
    .selectFrom('participants')
    .where('school_id', '=', people[0]?.schoolId ?? '')
    .select(['conversation_id', 'user_id'])
    .execute()
  const conversationByUser = new Map(rows.map((row) => [row.user_id, row.conversation_id]))
  const send = async (count: number) => {
    const from = (count * 2) % people.length
    const [one, other] = [people[from] as Person, people[from + 1] as Person]
    const word = `bench ${count}`
    const arrived = new Promise<void>((resolve) => arrivals.set(`${other.id} ${word}`, resolve))
    const began = performance.now()
    const answer = await fetch(`${server.address}/api/conversations/${conversationByUser.get(one.id)}/messages`, {
      method: 'POST',
      headers: { cookie: one.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ content: word }),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
    await arrived
    return (heard.get(`${other.id} ${word}`) ?? 0) - began
  }
  for (let count = 0; count < 100; count++) await send(1_000_000 + count)
  const alone: number[] = []
  for (let count = 0; count < sends / 2; count++) alone.push(await send(count))
  const together: number[] = []
  for (let count = sends; count < sends * 2; count += atOnce)
    together.push(...(await Promise.all(Array.from({ length: atOnce }, (_, at) => send(count + at)))))
  const row = (name: string, times: number[]) => [
    name,
    ...[percentile(times, 50), percentile(times, 99), Math.max(...times)].map((time) => time.toFixed(1)),
  ]
  return [row('one at a time', alone), row(`${atOnce} concurrently`, together)]
}
