// Event streams against a server of our own: from sending a message to its arrival at the other side while a thousand
// streams are open, and what an idle stream takes of the server's memory. `node bench/live.ts [idle streams]`
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../src/shared/server/db.ts'
import { makePeople, openServer, type Person, percentile } from './server.ts'

const open = 1000
const idle = Number(process.argv[2] ?? 10_000)
const sends = 1000
const atOnce = 4

const server = await openServer()
const sockets: Socket[] = []
const heard = new Map<string, number>()
/** Lets the server collect what it no longer needs. */
const rest = () => sleep(10_000)
const arrivals = new Map<string, () => void>()
try {
  const people = await makePeople(server.db, idle)
  await makeFriends(people.slice(0, open))
  await sleep(3000)
  const empty = server.memory()
  for (const person of people.slice(0, 50)) await listen(person) // what is only compiled once is not counted
  await rest()
  const warm = server.memory()
  await listenAll(people.slice(50, open))
  await measureLatency(people.slice(0, open))
  await listenAll(people.slice(open))
  await rest()
  const full = server.memory()
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)
  console.log(
    `memory: ${(empty / 1024 ** 2).toFixed(0)} MB without streams, ${(full / 1024 ** 2).toFixed(0)} MB with ${idle}`,
  )
  console.log(`an idle stream: ${kilobytes((full - warm) / (idle - 50))} KB (what the messages took included)`)
} finally {
  for (const socket of sockets) socket.destroy()
  await server.close()
}

/** Each two of them have a conversation. */
async function makeFriends(people: readonly Person[]) {
  const pairs = people.flatMap((one, at) =>
    at % 2 === 0 ? [{ one, other: people[at + 1] as Person, id: newId() }] : [],
  )
  const school_id = people[0]?.schoolId ?? ''
  const topic = ({ one, other }: (typeof pairs)[number]) => `direct ${[one.id, other.id].sort().join(' ')}`
  await server.db
    .insertInto('conversations')
    .values(pairs.map((pair) => ({ school_id, id: pair.id, kind: 'direct', topic: topic(pair) })))
    .execute()
  await server.db
    .insertInto('participants')
    .values(
      pairs.flatMap(({ id, one, other }) =>
        [one, other].map((person) => ({ school_id, conversation_id: id, user_id: person.id })),
      ),
    )
    .execute()
}

async function listenAll(people: readonly Person[]) {
  for (let at = 0; at < people.length; at += 100) await Promise.all(people.slice(at, at + 100).map(listen))
}

/** Opens a person's stream, with as little of our own as can be. */
async function listen({ cookie, id }: Person) {
  const socket = connect(server.port, '127.0.0.1')
  sockets.push(socket)
  socket.write(`GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${cookie}\r\n\r\n`)
  const [hello] = await once(socket, 'data')
  if (!String(hello).startsWith('HTTP/1.1 200')) throw new Error(String(hello).slice(0, 200))
  socket.on('data', (chunk) => {
    const now = performance.now()
    const [, word = ''] = /"content":"(bench \d+)"/.exec(String(chunk)) ?? []
    if (word) heard.set(`${id} ${word}`, now)
    arrivals.get(`${id} ${word}`)?.()
  })
}
async function measureLatency(people: readonly Person[]) {
  const rows = await server.db
    .selectFrom('participants')
    .where('school_id', '=', people[0]?.schoolId ?? '')
    .select(['conversation_id', 'user_id'])
    .execute()
  const conversationOf = new Map(rows.map((row) => [row.user_id, row.conversation_id]))
  const send = async (count: number) => {
    const from = (count * 2) % people.length
    const [one, other] = [people[from] as Person, people[from + 1] as Person]
    const word = `bench ${count}`
    const arrived = new Promise<void>((resolve) => arrivals.set(`${other.id} ${word}`, resolve))
    const began = performance.now()
    const answer = await fetch(`${server.address}/api/conversations/${conversationOf.get(one.id)}/messages`, {
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
  const say = (name: string, times: number[]) =>
    console.log(
      `${name}: p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms, most ${Math.max(...times).toFixed(1)} ms`,
    )
  say(`send to receipt, ${open} open streams, one at a time`, alone)
  say(`send to receipt, ${open} open streams, ${atOnce} at once`, together)
}
