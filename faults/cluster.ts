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
  type Outcome,
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

/** Does several faults to one cluster, one after the other. */
export const withOneCluster = (work: () => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    shared.scene = open(folder)
    const scene = await shared.scene
    try {
      await work()
    } finally {
      delete shared.scene
      await close(scene)
    }
  })

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
  const stream = follow(south.address, reader, 'post.liked')
  const opened = Date.now()
  while (stream.opened() === 0 && Date.now() - opened < 20_000) await sleep(20)
  const sent = new Map<string, number>()
  const times: number[] = []
  for (let count = 0; count < events; count++) {
    const post = await ask(south.address, reader, 'POST', '/api/posts', { content: `heard ${count}` })
    const { id } = (post.body as { data: { id: string } }).data
    sent.set(id, Date.now())
    await ask(north.address, writer, 'POST', `/api/posts/${id}/like`)
    const deadline = Date.now() + 5000
    const has = () => stream.heard.some(({ body }) => (body as { post_id: string }).post_id === id)
    while (!has() && Date.now() < deadline) await sleep(2)
    times.push(Date.now() - (sent.get(id) ?? 0))
    if (count % 100 === 99) await sleep(60_000) // the limit of a person and minute
  }
  await stream.close()
  const heard = stream.heard.map(({ body }) => (body as { post_id: string }).post_id)
  const twice = heard.length - new Set(heard).size
  return { lost: [...sent.keys()].filter((id) => !heard.includes(id)).length, twice, times }
}

export const acrossServers: Fault = {
  name: 'F18',
  title: 'what happens on one server is heard on the other',
  rounds: 100,
  run: (rounds) =>
    onCluster(async ({ cluster }) => {
      const { lost, twice, times } = await crossing({ cluster, events: rounds })
      const sorted = times.toSorted((one, other) => one - other)
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
      const figures = { events: rounds, lost, twice, 'p99 in ms, with the like itself': p99 }
      return { figures, wrong: [...(lost ? [`${lost} lost`] : []), ...(twice ? [`${twice} heard twice`] : [])] }
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
      const stream = follow(cluster.url, listener, 'post.liked')
      while (stream.opened() === 0) await sleep(20)
      const codes: (number | null)[] = []
      const own: string[] = []
      const liking = new AbortController()
      const likes = (async () => {
        while (!liking.signal.aborted) {
          const post = await ask(cluster.url, listener, 'POST', '/api/posts', { content: 'liked by another' })
          const id = (post.body as { data?: { id: string } }).data?.id
          if (id && (await ask(cluster.url, writers[0] ?? never(), 'POST', `/api/posts/${id}/like`)).status === 200)
            own.push(id)
          await sleep(900)
        }
      })()
      await whileWriting(cluster.url, writers, ledger, 600, async () => {
        for (let round = 0; round < rounds; round++) {
          codes.push(await cluster.restart(round % 2))
          await sleep(700) // the proxy has looked at it again
        }
      })
      liking.abort()
      await likes
      await sleep(3000)
      await stream.close()
      const heard = stream.heard.map(({ body }) => (body as { post_id: string }).post_id)
      const lost = own.filter((id) => !heard.includes(id)).length
      const twice = heard.length - new Set(heard).size
      const { figures, wrong } = await verify(db, ledger)
      return {
        figures: {
          restarts: rounds,
          calls: ledger.calls,
          'failed requests': ledger.failures.length,
          ...figures,
          events: own.length,
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
