// F9: slow clients.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, signInMany } from './kit.ts'
import { countOpenFiles, feedTimes, onServer, readMemoryMegabytes } from './server.ts'

/** Maximum kilobytes of memory per slow client. */
const maxKilobytesPerClient = 150

export const dawdlers: Fault = {
  name: 'F9',
  title: 'clients that send their headers or body byte by byte, or never read the responses',
  rounds: 2000,
  run: (count) =>
    onServer(async ({ node, ada }) => {
      const people = await signInMany(node.address, 8)
      await feedTimes(node, people, 400)
      const alone = await feedTimes(node, people, 800)
      const before = readMemoryMegabytes(node)
      const line = { host: `Host: localhost\r\nCookie: ${ada.cookie}\r\n`, json: 'Content-Type: application/json\r\n' }
      const begins = [
        `POST /api/posts HTTP/1.1\r\n${line.host}`, // its headers never end
        `POST /api/posts HTTP/1.1\r\n${line.host}${line.json}Content-Length: 1000\r\n\r\n{`, // its body never ends
        `GET /docs/static/swagger-ui-bundle.js HTTP/1.1\r\n${line.host}\r\n`.repeat(20), // the reply is never read
      ]
      const sockets: Socket[] = []
      const filesAlone = countOpenFiles(node)
      for (let index = 0; index < count; index++) {
        const socket = connect(node.port, '127.0.0.1')
        socket.on('error', () => {})
        socket.write(begins[index % begins.length] ?? '')
        if (index % begins.length === 2) socket.pause()
        sockets.push(socket)
        if (index % 50 === 49) await sleep(20)
      }
      let turn = 0
      const dripping = setInterval(() => {
        for (let index = turn++ % 100; index < sockets.length; index += 100) {
          const socket = sockets[index] // each of them every five seconds
          if (index % begins.length < 2 && socket?.writable) socket.write(index % begins.length ? ' ' : 'X')
        }
      }, 50)
      await sleep(5000) // lets the requests complete that run only once
      await feedTimes(node, people, 400)
      const among = await feedTimes(node, people, 800)
      const memory = readMemoryMegabytes(node) - before
      const isFast = (index: number) => index % begins.length < 2
      const fast = sockets.filter((_, index) => isFast(index))
      const deadline = Date.now() + 90_000 // 30 s, and Node's check interval
      while (fast.some((socket) => !socket.closed) && Date.now() < deadline) await sleep(500)
      clearInterval(dripping)
      const left = fast.filter((socket) => !socket.closed).length
      while (countOpenFiles(node) > filesAlone + people.length && Date.now() < deadline + 60_000) await sleep(500)
      const held = Math.max(0, countOpenFiles(node) - filesAlone - people.length)
      for (const socket of sockets) socket.destroy()
      const ratio = among.p99 / alone.p99
      return {
        figures: {
          'slow clients': count,
          'p99 of the feed alone in ms': alone.p99.toFixed(1),
          'p99 among them in ms': among.p99.toFixed(1),
          ratio: ratio.toFixed(2),
          'senders left after 90 s': left,
          'files and lines held after 150 s': held,
          'memory more among them in MB': Math.round(memory),
        },
        wrong: [
          ...(left > 0 ? [`${left} senders were not cut off`] : []),
          ...(held > 0 ? [`${held} lines or files are held for those who never read`] : []),
          ...(among.failed > 0 ? [`${among.failed} requests of others failed`] : []),
          ...(ratio > 2 ? ['others had to wait'] : []),
          ...(memory * 1024 > count * maxKilobytesPerClient ? ['they take too much memory'] : []),
        ],
      }
    }),
}
