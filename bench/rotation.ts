// Measures `rotate-keys` on a million sealed rows while a server answers 50 requests per second: how long it takes, what the
// requests notice, and that afterwards the newest key opens each seal of a sample and the former none. `node bench/rotation.ts`
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { sql } from 'kysely'
import { sealedTables } from '../src/cli/epoch-keys.ts'
import { likeKind, likeParts } from '../src/features/confessions/server/likes.ts'
import { openAuthorKeys } from '../src/shared/server/crypto/author-keys.ts'
import { type ConnectionSettings, type Db, openDb } from '../src/shared/server/db/pools.ts'
import { makePeople, openServer, type Person, percentile } from './server.ts'

const [newest, former] = ['n'.repeat(40), 'f'.repeat(40)]
const keys = { SECRET_KEY: newest, SECRET_KEY_OLD: former }
/** Sealed rows of each table; the argument divides them, for a short trial. */
const divisor = Number(process.argv[2] ?? 1)
const counts = { posts: 500_000 / divisor, comments: 300_000 / divisor, confessions: 200_000 / divisor }
const schools = 4
const peoplePerSchool = 500
const requestsPerSecond = 50
const quietSeconds = 30
const sampled = 1000
const batch = 1000

type Share = { readonly connection: ConnectionSettings; readonly people: readonly { id: string; schoolId: string }[] }

async function measure() {
  const server = await openServer(keys)
  try {
    const people: Person[] = []
    for (let at = 0; at < schools; at++) people.push(...(await makePeople(server.db, peoplePerSchool)))
    const ids = [...new Set(people.map(({ schoolId }) => schoolId))]
    const shares = [ids.slice(0, schools / 2), ids.slice(schools / 2)]
    const filledFrom = performance.now()
    await Promise.all(
      shares.map((some) => {
        const own = people.filter(({ schoolId }) => some.includes(schoolId))
        return fillInWorker({
          connection: server.connection,
          people: own.map(({ id, schoolId }) => ({ id, schoolId })),
        })
      }),
    )
    await sql`vacuum (analyze)`.execute(server.db)
    console.log(`filled in ${seconds(filledFrom)} s`)

    const quiet = load(server.address, people)
    await sleep(quietSeconds * 1000)
    print('before', await quiet.stop())

    const busy = load(server.address, people)
    const began = performance.now()
    console.log(await rotate(server.folder))
    console.log(`rotate-keys took ${seconds(began)} s`)
    print('during', await busy.stop())
    console.log(await compareSample(server.db))
  } finally {
    await server.close()
  }
}

const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(0)

const fillInWorker = (share: Share) =>
  new Promise<void>((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share, argv: process.argv.slice(2) })
    worker.once('error', reject)
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('Filling failed.'))))
  })

/** Sealed rows by these people, half of all, with the former key. Triggers and foreign keys are off. */
async function fill({ connection, people }: Share) {
  const db = openDb(connection, { max: 1 })
  const author = openAuthorKeys(former)
  const created_at = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000)
  await db.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session)
    await sql`set synchronous_commit = off`.execute(session)
    const numbers = new Map<string, number>()
    for (const table of ['posts', 'comments', 'confessions'] as const) {
      const total = counts[table] / 2
      let post = randomUUID()
      for (let done = 0; done < total; done += batch) {
        const rows = await Promise.all(
          Array.from({ length: Math.min(batch, total - done) }, async (_, at) => {
            const { id: userId, schoolId } = people[(done + at) % people.length] as Share['people'][number]
            const item = { schoolId, kind: sealedTables[table], id: randomUUID() }
            const content = `Sealed ${table} ${done + at}, which someone wrote by the boathouse.`
            const own = {
              school_id: schoolId,
              id: item.id,
              content,
              created_at,
              ...(await author.seal(userId, item, content)),
            }
            if (table === 'posts') return { ...own, is_anonymous: true }
            if (table === 'comments') return { ...own, post_id: post, is_anonymous: true }
            const number = (numbers.get(schoolId) ?? 0) + 1
            numbers.set(schoolId, number)
            return { ...own, confession_number: number }
          }),
        )
        post = rows[0]?.id ?? post
        await session
          .insertInto(table)
          .values(rows as never)
          .execute()
        if (table === 'confessions') await addLikes(session, author, people, rows)
      }
    }
    for (const [school_id, last] of numbers)
      await session
        .insertInto('confession_numbers')
        .values({ school_id, last })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  })
  await db.destroy()
}

/** One like of each tenth confession. */
async function addLikes(
  session: Db,
  author: ReturnType<typeof openAuthorKeys>,
  people: Share['people'],
  rows: readonly { readonly id: string; readonly school_id: string }[],
) {
  const liked = rows.filter((_, at) => at % 10 === 0)
  const values = liked.map(({ id: confession_id, school_id }, at) => {
    const those = people.filter(({ schoolId }) => schoolId === school_id)
    const { id: userId } = those[at % those.length] as Share['people'][number]
    const [id = ''] = author.keyedIds(...likeParts(userId, confession_id))
    return { school_id, id, confession_id, author_tag: author.tag(userId, { schoolId: school_id, kind: likeKind, id }) }
  })
  await session.insertInto('confession_likes').values(values).execute()
}

type Answers = { readonly times: number[]; readonly failures: Map<string, number> }

/** Sends requests at a constant rate, whether or not earlier ones are answered, until it is stopped. */
function load(address: string, people: readonly Person[]) {
  const answers: Answers = { times: [], failures: new Map() }
  const open = new Set<Promise<void>>()
  let at = 0
  const send = async () => {
    // Each turn begins with another user: those of the confessions would reach their daily limit.
    const { cookie } = people[(at * 7 + Math.floor(at / people.length)) % people.length] as Person
    const [method, path, body] = pick(at++)
    const began = performance.now()
    const outcome = await fetch(address + path, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).then(
      async (reply) => {
        const text = await reply.text()
        return reply.ok ? undefined : `${method} ${path}: ${reply.status} ${text.slice(0, 80)}`
      },
      (error: unknown) => `${method} ${path}: ${error}`,
    )
    answers.times.push(performance.now() - began)
    if (outcome) answers.failures.set(outcome, (answers.failures.get(outcome) ?? 0) + 1)
  }
  const timer = setInterval(() => {
    const sending = send()
    open.add(sending)
    void sending.finally(() => open.delete(sending))
  }, 1000 / requestsPerSecond)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      return answers
    },
  }
}

/** Eight reads and two anonymous writes of ten. */
function pick(at: number): [string, string, object?] {
  if (at % 10 === 8)
    return ['POST', '/api/posts', { content: `Anonymous during the rotation ${at}`, is_anonymous: true }]
  if (at % 10 === 9) return ['POST', '/api/confessions', { content: `Confessed during the rotation ${at}` }]
  return ['GET', at % 2 ? '/api/confessions' : '/api/posts/feed?limit=20']
}

function print(when: string, { times, failures }: Answers) {
  const [p50, p99, most] = [percentile(times, 50), percentile(times, 99), Math.max(...times)].map((ms) => ms.toFixed(1))
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0)
  console.log(`${when}: ${times.length} requests, ${failed} failed, p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`)
  for (const [what, count] of [...failures].slice(0, 10)) console.log(`  ${count} × ${what}`)
}

const rotate = (folder: string) =>
  new Promise<string>((resolve, reject) => {
    const command = spawn(process.execPath, ['src/cli/main.ts', 'rotate-keys'], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: `${folder}/data`, ...keys },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    command.stdout.on('data', (part) => {
      said += part
    })
    command.once('exit', (code) =>
      code === 0 ? resolve(said.trim()) : reject(new Error(`rotate-keys ended with ${code}`)),
    )
  })

async function compareSample(db: Db): Promise<string> {
  const [fresh, old] = [openAuthorKeys(newest), openAuthorKeys(former)]
  const opened = { newest: 0, former: 0, rows: 0 }
  for (const table of Object.keys(counts) as (keyof typeof counts)[]) {
    const { rows } = await sql<{ school_id: string; id: string; author_seal: Buffer }>`
      select school_id, id, author_seal from ${sql.table(table)} where author_seal is not null
      and school_id in (select id from schools where name = 'Bench') order by random() limit ${sampled}`.execute(db)
    for (const { school_id: schoolId, id, author_seal: seal } of rows) {
      const item = { schoolId, kind: sealedTables[table], id }
      opened.rows++
      if (await fresh.unseal(seal, item).catch(() => undefined)) opened.newest++
      if (await old.unseal(seal, item).catch(() => undefined)) opened.former++
    }
  }
  return `of ${opened.rows} rows, the newest key opens ${opened.newest} and the former ${opened.former}`
}

if (isMainThread) await measure()
else await fill(workerData as Share)
