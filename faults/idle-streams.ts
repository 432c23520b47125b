// F11: ten thousand idle streams, while others post.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePeople, type Person, percentile } from '../bench/server.ts'
import { openDb } from '../src/shared/server/db/pools.ts'
import type { QuadNode } from '../tools/services.ts'
import { ask, type Fault } from './kit.ts'
import { onServer, readMemoryMegabytes } from './server.ts'

/** Number of local addresses for the streams: each has a limited number of ports. */
const addresses = 8
/** Posts per second with one comment each, and the duration in seconds. */
const pace = { perSecond: 50, seconds: 20 }

/** Opens a user's stream, with as little client overhead as possible. */
export async function listen({ port }: QuadNode, { cookie }: Person, index: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (index % addresses)}` })
  socket.on('error', () => {})
  socket.write(`GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`)
  const [hello] = await once(socket, 'data')
  if (!String(hello).startsWith('HTTP/1.1 200')) throw new Error(String(hello).slice(0, 100))
  return socket.resume()
}

/** Milliseconds from a comment to the notification of the post's author. */
async function tell(node: QuadNode, author: Person & { socket: Socket }, other: Person) {
  const post = await ask(node.address, { ...author, email: '' }, 'POST', '/api/posts', { content: 'Good morning' })
  const { id } = (post.body as { data: { id: string } }).data
  const told = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      if (!String(chunk).includes('notification.created')) return
      author.socket.off('data', hear)
      resolve()
    }
    author.socket.on('data', hear)
  })
  const began = performance.now()
  const comment = { post_id: id, content: 'And to you' }
  const { status } = await ask(node.address, { ...other, email: '' }, 'POST', '/api/comments', comment)
  if (status !== 201) throw new Error(`A comment was answered ${status}.`)
  const late = sleep(20_000, 'late', { ref: false })
  return (await Promise.race([told, late])) === 'late' ? undefined : performance.now() - began
}

export const listeners: Fault = {
  name: 'F11',
  title: 'ten thousand only listen while others post, and one of them is banned',
  rounds: 10_000,
  run: (count) =>
    onServer(async ({ node, databaseUrl }) => {
      const db = openDb(databaseUrl, { max: 3 })
      const people = await makePeople(db, count)
      const [dean, banned] = people as [Person, Person]
      await db.updateTable('users').set({ role: 'admin' }).where('id', '=', dean.id).execute()
      await db.destroy()
      const open: (Person & { socket: Socket })[] = []
      let before = 0
      for (let at = 0; at < count; at += 100) {
        const some = people.slice(at, at + 100)
        const sockets = await Promise.all(some.map((person, index) => listen(node, person, at + index)))
        open.push(...some.map((person, index) => ({ ...person, socket: sockets[index] as Socket })))
        if (at === 0) before = readMemoryMegabytes(node) // excludes code that is compiled once
      }
      const many = await Promise.all(Array.from({ length: 4 }, (_, index) => listen(node, banned, index)))
      const memory = readMemoryMegabytes(node)
      const telling: Promise<number | undefined>[] = []
      const began = performance.now()
      for (let at = 0; at < pace.perSecond * pace.seconds; at++) {
        await sleep(Math.max(1, began + (1000 * at) / pace.perSecond - performance.now()))
        const author = open[10 + (at % (count / 2 - 10))] as Person & { socket: Socket }
        telling.push(tell(node, author, people[count / 2 + (at % (count / 2))] as Person))
      }
      const told = await Promise.all(telling)
      const times = told.filter((time) => time !== undefined)
      const unheard = told.length - times.length
      const gone = open.filter(({ socket }) => socket.closed).length
      const lines = [...many, open[1]?.socket as Socket]
      const banning = Date.now()
      const by = { ...dean, email: '' }
      const ban = await ask(node.address, by, 'POST', `/api/admin/users/${banned.id}/ban`, { reason: 'Spam' })
      while (lines.some((line) => !line.closed) && Date.now() - banning < 10_000) await sleep(5)
      const closing = Date.now() - banning
      const left = lines.filter((line) => !line.closed).length
      const others = open.filter(({ socket }) => socket.closed).length - gone - 1
      for (const { socket } of open) socket.destroy()
      return {
        figures: {
          streams: open.length + many.length,
          'streams that ended by themselves': gone,
          'KB a stream': ((1024 * (memory - before)) / (count - 100)).toFixed(1),
          'posts a second': pace.perSecond,
          'comments notified': times.length,
          'never notified': unheard,
          'p50 of telling in ms, with the comment itself': percentile(times, 50).toFixed(1),
          'p99 in ms': percentile(times, 99).toFixed(1),
          'streams of the banned left': left,
          'their end in ms': closing,
        },
        wrong: [
          ...(gone > 0 ? [`${gone} streams ended`] : []),
          ...(unheard > 0 ? [`${unheard} comments reached no stream`] : []),
          ...(ban.status >= 300 ? [`the ban was answered ${ban.status}`] : []),
          ...(left > 0 ? [`${left} streams of the banned go on`] : []),
          ...(others > 0 ? [`the ban ended ${others} streams of others`] : []),
        ],
      }
    }),
}
