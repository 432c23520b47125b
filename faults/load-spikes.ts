// F10, F12: too many or too large requests, and a locked database.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ask, type Fault, signInMany, type Writer } from './kit.ts'
import { onServer, readMemoryMegabytes } from './server.ts'

/** Sends bytes and returns the status of the reply; 0 when the connection was only closed. */
function send(port: number, parts: Iterable<string | Buffer>): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const end = () => {
      socket.destroy()
      resolve(Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0))
    }
    const late = setTimeout(end, 40_000)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      end()
    })
    socket.on('data', (chunk) => {
      text += chunk
      if (/^HTTP\/1.1 \d/.test(text)) setTimeout(end, 200)
    })
    void (async () => {
      for (const part of parts) {
        if (socket.destroyed) return
        if (!socket.write(part)) await new Promise((go) => socket.once('drain', go).once('close', go))
      }
    })()
  })
}

function* many(text: string, count: number, end = '') {
  for (let index = 0; index < count; index++) yield text
  yield end
}

export const oversize: Fault = {
  name: 'F10',
  title: 'requests that are too large, too long, too deep or without an end',
  rounds: 1,
  run: (rounds) =>
    onServer(async ({ node, ada }) => {
      const head = (line: string, more = '') =>
        `${line} HTTP/1.1\r\nHost: localhost\r\nCookie: ${ada.cookie}\r\n${more}`
      const json = 'Content-Type: application/json\r\n'
      const block = 'x'.repeat(64 * 1024)
      const form = 'Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n'
      const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
      const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
      const part = chunk('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n')
      const cases: Record<string, [Iterable<string>, number[]]> = {
        '100 MB of JSON': [
          [head('POST /api/posts', `${json}Content-Length: 100000000\r\n\r\n`), ...many(block, 1526)],
          [413],
        ],
        'a header of 64 KB': [[head('GET /api/me', `X: ${block}\r\n\r\n`)], [431]],
        'an address of 100 KB': [[head(`GET /api/posts/feed?q=${block}${block}`, '\r\n')], [400, 414, 431]],
        '2000 query keys': [[head(`GET /api/posts/feed?${'a=1&'.repeat(2000)}`, '\r\n')], [200, 400]],
        'JSON 10000 deep': [[head('POST /api/posts', `${json}Content-Length: ${deep.length}\r\n\r\n${deep}`)], [400]],
        '1000 parts': [
          [head('POST /api/upload', form), ...many(part, 1000, chunk('--b--\r\n')), '0\r\n\r\n'],
          [400, 413],
        ],
        'compressed JSON': [
          [head('POST /api/posts', `${json}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\x1f\x8b`)],
          [400, 415],
        ],
        'chunks without an end': [
          [head('POST /api/posts', `${json}Transfer-Encoding: chunked\r\n\r\n`), ...many(chunk(block), 64)],
          [413, 0], // the server closes while the client still sends, so the reply may be lost
        ],
      }
      const before = readMemoryMegabytes(node)
      let max = before
      const watch = setInterval(() => {
        max = Math.max(max, readMemoryMegabytes(node))
      }, 50)
      const wrong: string[] = []
      const seen: Record<string, number> = {}
      for (let round = 0; round < rounds; round++)
        for (const [name, [parts, expected]] of Object.entries(cases)) {
          const status = await send(node.port, parts)
          seen[name] = status
          if (!expected.includes(status)) wrong.push(`${name}: ${status}`)
        }
      clearInterval(watch)
      const alive = await ask(node.address, ada, 'GET', '/api/me')
      if (alive.status !== 200) wrong.push('afterwards it did not answer')
      const grown = Math.round(max - before)
      if (grown > 50) wrong.push(`its memory grew by ${grown} MB`)
      return { figures: { ...seen, 'most memory more in MB': grown }, wrong }
    }),
}

export const waitingRoom: Fault = {
  name: 'F12',
  title: 'a table is locked for 20 s while 500 people ask for it',
  rounds: 3,
  run: (rounds) =>
    onServer(async ({ node, databaseUrl }) => {
      const people = await signInMany(node.address, 10)
      const counts = new Map<number, number>()
      const health = { slowest: 0, failed: 0 }
      const wrong: string[] = []
      let longest = 0
      for (let round = 0; round < rounds; round++) {
        const blocker = new pg.Client(databaseUrl)
        await blocker.connect()
        await blocker.query('begin; lock table posts in access exclusive mode')
        const asked = Array.from({ length: 500 }, async (_, index) => {
          const began = Date.now()
          const { status } = await ask(node.address, people[index % 10] as Writer, 'GET', '/api/posts/feed')
          counts.set(status, (counts.get(status) ?? 0) + 1)
          longest = Math.max(longest, Date.now() - began)
        })
        const until = Date.now() + 20_000
        while (Date.now() < until) {
          for (const path of ['/healthz', '/readyz']) {
            const began = Date.now()
            const { ok } = await fetch(node.address + path)
            if (!ok && path === '/healthz') health.failed++
            health.slowest = Math.max(health.slowest, Date.now() - began)
          }
          await sleep(500)
        }
        await blocker.query('rollback')
        await blocker.end()
        await Promise.all(asked)
        const after = await ask(node.address, people[0] as Writer, 'GET', '/api/posts/feed')
        if (after.status !== 200) wrong.push(`afterwards ${after.status}`)
      }
      const client = new pg.Client(databaseUrl)
      await client.connect()
      const { rows } = await client.query(
        `select count(*)::int as n from pg_stat_activity where state like 'idle in transaction%' or wait_event_type = 'Lock'`,
      )
      await client.end()
      const unkind = [...counts.keys()].filter((status) => status !== 200 && status !== 503)
      return {
        figures: {
          requests: rounds * 500,
          'answered 200': counts.get(200) ?? 0,
          'answered 503': counts.get(503) ?? 0,
          'longest answer in ms': longest,
          'slowest look at its health in ms': health.slowest,
          'stuck connections': rows[0].n,
        },
        wrong: [
          ...wrong,
          ...unkind.map((status) => `${counts.get(status)} times ${status}`),
          ...(health.failed > 0 ? [`${health.failed} looks at /healthz failed`] : []),
          ...(health.slowest > 3000 ? ['a proxy would have thought it dead'] : []),
          ...(rows[0].n > 0 ? [`${rows[0].n} connections are stuck`] : []),
        ],
      }
    }),
}
