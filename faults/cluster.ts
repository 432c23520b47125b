// F6, F7, F14 to F16, F18, F19, F21: two servers behind a proxy, and what can be done to what they stand on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { recount } from '../src/app/recount.ts'
import { type Db, openDb } from '../src/shared/server/db.ts'
import { type Cluster, startCluster } from '../tools/cluster.ts'
import { freePort, startPostgres } from '../tools/services.ts'
import {
  ask,
  type Fault,
  follow,
  inFolder,
  Ledger,
  newFolder,
  type Outcome,
  removeFolder,
  signIn,
  signInMany,
  verify,
  whileWriting,
} from './kit.ts'

type Scene = { readonly cluster: Cluster; readonly db: Db; readonly folder: string; readonly ledger: Ledger }

const shared: { scene?: Promise<Scene> } = {}

/** A cluster for one fault, or the one that `withOneCluster` keeps for several. */
async function onCluster(work: (scene: Scene) => Promise<Outcome>): Promise<Outcome> {
  const scene = await shared.scene
  if (scene) return work({ ...scene, ledger: new Ledger(scene.folder) })
  return inFolder(async (folder) => {
    const own = await open(folder)
    try {
      return await work(own)
    } finally {
      await close(own)
    }
  })
}

async function open(folder: string): Promise<Scene> {
  const cluster = await startCluster(join(folder, 'cluster'), { port: await freePort() })
  return { cluster, db: openDb(cluster.databaseUrl, { max: 3 }), folder, ledger: new Ledger(folder) }
}

async function close({ cluster, db }: Scene) {
  await db.destroy()
  await cluster.stop()
}

/** From now on all faults are done to one cluster, until it is closed. */
export async function keepOneCluster(): Promise<() => Promise<void>> {
  const folder = newFolder()
  shared.scene = open(folder)
  const scene = await shared.scene
  return async () => {
    delete shared.scene
    await close(scene)
    removeFolder(folder)
  }
}

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
      // Afterwards events cross between the servers as before.
      const missed = await crossing({ cluster, events: 20 }).then(({ lost }) => lost)
      if (missed > 0) wrong.push(`${missed} events did not cross after Redis was back`)
      const failures = { rounds, calls: ledger.calls, failures: ledger.failures.length }
      return { figures: { ...figures, ...failures }, wrong: [...wrong, ...found, ...ledger.failures.slice(0, 5)] }
    }),
}

export const duplicates: Fault = {
  name: 'F14',
  title: 'the same request 50 times at once over both servers, with one Idempotency-Key',
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
      if (!host) throw new Error('nobody')
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

/** One writes on a server, the other listens on the other. */
async function crossing({ cluster, events }: { cluster: Cluster; events: number }) {
  const [north, south] = cluster.nodes
  if (!north || !south) throw new Error('There are not two servers.')
  const unique = Date.now()
  const [writer, reader] = await Promise.all([
    signIn(cluster.url, `north${unique}@northfield.example`),
    signIn(cluster.url, `south${unique}@northfield.example`),
  ])
  const post = await ask(south.address, reader, 'POST', '/api/posts', { content: 'Say something' })
  const { id } = (post.body as { data: { id: string } }).data
  const stream = follow(south.address, reader, 'post.commented', id)
  const opened = Date.now()
  while (stream.opened() === 0 && Date.now() - opened < 20_000) await sleep(20)
  const times: number[] = []
  let sent = 0
  for (; sent < events; sent++) {
    const began = Date.now()
    const { status } = await ask(north.address, writer, 'POST', '/api/comments', {
      post_id: id,
      content: `number ${sent}`,
    })
    if (status !== 201) break // the limit of a person and minute
    while (stream.heard.length <= sent && Date.now() - began < 5000) await sleep(2)
    times.push(Date.now() - began)
  }
  await stream.close()
  return { sent, ...compared(stream.heard, sent), times }
}

/** Every comment counts one more, so each number has to come once and in order. */
function compared(heard: readonly { body: never }[], sent: number) {
  const counts = heard.map(({ body }) => (body as { comments_count: number }).comments_count)
  const twice = counts.length - new Set(counts).size
  const lost = Array.from({ length: sent }, (_, index) => index + 1).filter((count) => !counts.includes(count)).length
  return {
    lost,
    twice,
    disordered: counts.filter((count, index) => index > 0 && count < (counts[index - 1] ?? 0)).length,
  }
}

export const acrossServers: Fault = {
  name: 'F18',
  title: 'what happens on one server is heard on the other',
  rounds: 100,
  run: (rounds) =>
    onCluster(async ({ cluster }) => {
      const { sent, lost, twice, disordered, times } = await crossing({ cluster, events: rounds })
      const sorted = times.toSorted((one, other) => one - other)
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
      const figures = { events: sent, lost, twice, disordered, 'p99 in ms, with the comment itself': p99 }
      const wrong = sent < 10 ? ['too few were sent'] : []
      return { figures, wrong: lost + twice + disordered > 0 ? [...wrong, 'not once each and in order'] : wrong }
    }),
}

export const rollingRestart: Fault = {
  name: 'F19',
  title: 'both servers are restarted in turn while people write and listen',
  rounds: 20,
  run: (rounds) =>
    onCluster(async ({ cluster, db, ledger }) => {
      const writers = await signInMany(cluster.url, 8)
      const listener = await signIn(cluster.url, 'listener@northfield.example')
      const post = await ask(cluster.url, listener, 'POST', '/api/posts', { content: 'Say something' })
      const { id } = (post.body as { data: { id: string } }).data
      const stream = follow(cluster.url, listener, 'post.commented', id)
      while (stream.opened() === 0) await sleep(20)
      const codes: (number | null)[] = []
      const talking = new AbortController()
      let said = 0
      const talk = (async () => {
        while (!talking.signal.aborted) {
          const comment = { post_id: id, content: `number ${said}` }
          if ((await ask(cluster.url, writers[0] ?? never(), 'POST', '/api/comments', comment)).status === 201) said++
          await sleep(1500)
        }
      })()
      await whileWriting(cluster.url, writers, ledger, 600, async () => {
        for (let round = 0; round < rounds; round++) {
          codes.push(await cluster.restart(round % 2))
          await sleep(700) // the proxy has looked at it again
        }
      })
      talking.abort()
      await talk
      await sleep(3000)
      await stream.close()
      const { lost, twice } = compared(stream.heard, said)
      const { figures, wrong } = await verify(db, ledger)
      return {
        figures: {
          restarts: rounds,
          calls: ledger.calls,
          'failed requests': ledger.failures.length,
          ...figures,
          events: said,
          'events lost': lost,
          'events twice': twice,
          'streams without a gap': stream.gaps() === 0 ? 'yes' : 'no',
        },
        wrong: [
          ...wrong,
          ...ledger.failures.slice(0, 5),
          ...(codes.some((code) => code !== 0) ? [`servers ended with ${[...new Set(codes)].join(', ')}`] : []),
          ...(lost && stream.gaps() === 0 ? [`${lost} events lost`] : []),
          ...(twice ? [`${twice} events twice`] : []),
        ],
      }
    }),
}

export const backupUnderLoad: Fault = {
  name: 'F21',
  title: 'a backup while people write, restored on an empty machine',
  rounds: 1,
  run: () =>
    onCluster(async ({ cluster, db, folder, ledger }) => {
      const writers = await signInMany(cluster.url, 8)
      const archive = join(folder, 'backup.tar.gz')
      const environment = { ...cluster.environment, DATA_DIR: join(folder, 'command') }
      let before = new Ledger(folder)
      const began = { backup: 0, restore: 0 }
      const took = { backup: 0, restore: 0 }
      await whileWriting(cluster.url, writers, ledger, 500, async () => {
        await sleep(3000)
        before = Object.assign(new Ledger(folder), {
          posts: [...ledger.posts],
          comments: [...ledger.comments],
          likes: [...ledger.likes],
        })
        began.backup = Date.now()
        await quad(['backup', archive], environment)
        took.backup = Date.now() - began.backup
      })
      const empty = await startPostgres(join(folder, 'elsewhere'), await freePort())
      try {
        began.restore = Date.now()
        const there = { ...environment, DATABASE_URL: empty.url, DATA_DIR: join(folder, 'there'), STORAGE_URL: '' }
        await quad(['restore', archive], there)
        took.restore = Date.now() - began.restore
        const copy = openDb(empty.url, { max: 2 })
        const { figures, wrong } = await verify(copy, before)
        const jobs = await sql`select from graphile_worker.jobs`.execute(copy)
        await copy.destroy()
        const more = [...(jobs.rows.length > 0 ? ['jobs came along'] : []), ...ledger.failures.slice(0, 3)]
        const live = (await recount(db)).length
        return {
          figures: {
            ...figures,
            'backup in ms': took.backup,
            'restore in ms': took.restore,
            'drift of the original': live,
          },
          wrong: [...wrong, ...more],
        }
      } finally {
        await empty.stop()
      }
    }),
}

async function quad(words: readonly string[], environment: Record<string, string>) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment }
  const child = spawn(process.execPath, ['src/app/quad.ts', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`quad ${words[0]} ended with ${code}`)
}

const never = (): never => {
  throw new Error('nobody')
}
