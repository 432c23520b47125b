// F6, F7, F14 to F16: failures of the services behind two servers and a proxy.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { recount } from '../src/cli/recount.ts'
import { ask, type Fault, signIn, signInMany } from './kit.ts'
import { verify, whileWriting } from './ledger.ts'
import { crossing, never, onCluster } from './scene.ts'

export const cutConnections: Fault = {
  name: 'F6',
  title: 'connections to PostgreSQL are cut while people write, and it is restarted',
  rounds: 15,
  run: (rounds) =>
    onCluster(async ({ cluster, db, ledger }) => {
      const writers = await signInMany(cluster.url, 8)
      const slowest = await whileWriting(cluster.url, writers, ledger, 500, async () => {
        const times: number[] = []
        for (let round = 0; round < rounds; round++) {
          await sleep(1500)
          if (round === Math.floor(rounds / 2)) await cluster.restartPostgres()
          else await terminate(cluster.databaseUrl)
          const began = Date.now()
          while ((await ask(cluster.url, writers[0] ?? never(), 'GET', '/api/me')).status !== 200) await sleep(20)
          times.push(Date.now() - began)
        }
        return Math.max(...times)
      })
      for (const { process: node } of cluster.nodes)
        if (node.exitCode !== null) return { figures: {}, wrong: ['a server died'] }
      const { figures, wrong } = await verify(db, ledger)
      const unkind = ledger.failures.filter((line) => !/ (503|0) /.test(line))
      const more = {
        cuts: rounds,
        calls: ledger.calls,
        'answered 503': ledger.failures.length,
        'slowest return in ms': slowest,
      }
      return { figures: { ...figures, ...more }, wrong: [...wrong, ...unkind] }
    }),
}

async function terminate(url: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'quad' and pid <> pg_backend_pid()`,
  )
  await client.end()
}

export const loseRedis: Fault = {
  name: 'F7',
  title: 'Redis is killed and comes back empty, while people write and listen',
  rounds: 5,
  run: (rounds) =>
    onCluster(async ({ cluster, db, ledger }) => {
      const writers = await signInMany(cluster.url, 6)
      const wrong: string[] = []
      await whileWriting(cluster.url, writers, ledger, 500, async () => {
        for (let round = 0; round < rounds; round++) {
          await cluster.loseRedis(1000)
          await sleep(500)
        }
      })
      const { figures, wrong: found } = await verify(db, ledger)
      // Afterwards, events between the servers are delivered again.
      const missed = await crossing({ cluster, events: 20 }).then(({ lost }) => lost)
      if (missed > 0) wrong.push(`${missed} events did not cross after Redis was back`)
      const failures = { rounds, calls: ledger.calls, failures: ledger.failures.length }
      return { figures: { ...figures, ...failures }, wrong: [...wrong, ...found, ...ledger.failures.slice(0, 5)] }
    }),
}

export const duplicates: Fault = {
  name: 'F14',
  title: 'the same request 50 times concurrently over both servers, with one Idempotency-Key',
  rounds: 20,
  run: (rounds) =>
    onCluster(async ({ cluster, db }) => {
      const wrong: string[] = []
      const writer = await signIn(cluster.url, `twice${Date.now()}@northfield.example`)
      for (let round = 0; round < rounds; round++) {
        const content = `once ${crypto.randomUUID()}`
        const key = crypto.randomUUID()
        const answers = await Promise.all(
          Array.from({ length: 50 }, () =>
            ask(cluster.url, writer, 'POST', '/api/posts', { content }, { 'idempotency-key': key }),
          ),
        )
        const bodies = new Set(
          answers.map(({ status, body }) => `${status} ${(body as { data?: { id: string } }).data?.id}`),
        )
        const { length } = await db.selectFrom('posts').where('content', '=', content).select('id').execute()
        if (length !== 1) wrong.push(`${length} rows`)
        if (bodies.size !== 1) wrong.push([...bodies].join(' | '))
      }
      return { figures: { requests: rounds * 50, rows: rounds - wrong.length }, wrong }
    }),
}

export const storms: Fault = {
  name: 'F15 F16',
  title: 'likes come and go on one post, and many ask for the last places of an event, over both servers',
  rounds: 10,
  run: (rounds) =>
    onCluster(async ({ cluster, db }) => {
      const wrong: string[] = []
      const people = await signInMany(cluster.url, 20)
      const [host] = people
      if (!host) throw new Error('The host could not sign in')
      const post = await ask(cluster.url, host, 'POST', '/api/posts', { content: 'storm' })
      const { id } = (post.body as { data: { id: string } }).data
      const start = Math.floor(Date.now() / 1000) + 86_400
      let calls = 0
      let oversold = 0
      for (let round = 0; round < rounds; round++) {
        const event = await ask(cluster.url, host, 'POST', '/api/events', {
          title: `Seats ${round}`,
          description: 'Few',
          location: 'Hall',
          start_date: start,
          end_date: start + 3600,
          max_attendees: 5,
        })
        const eventId = (event.body as { data?: { id: string } }).data?.id
        if (!eventId) throw new Error(`no event: ${event.status} ${event.body.error}`)
        const answers = await Promise.all(
          people.flatMap((person) => [
            ask(cluster.url, person, round % 2 ? 'DELETE' : 'POST', `/api/posts/${id}/like`),
            ask(cluster.url, person, 'POST', `/api/posts/${id}/like`),
            ask(cluster.url, person, 'POST', `/api/events/${eventId}/rsvp`),
          ]),
        )
        calls += answers.length
        for (const { status, body } of answers) if (status === 0 || status >= 500) wrong.push(`${status} ${body.error}`)
        const { rows } = await sql<{
          n: number
        }>`select count(*)::int as n from event_attendees where event_id = ${eventId}`.execute(db)
        if ((rows[0]?.n ?? 0) > 5) oversold++
      }
      const drift = (await recount(db)).length
      if (oversold > 0) wrong.push(`${oversold} events oversold`)
      if (drift > 0) wrong.push(`${drift} counts are wrong`)
      return { figures: { calls, oversold, drift }, wrong }
    }),
}
