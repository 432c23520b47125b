// F22: a populated database is migrated, killed meanwhile, by two servers concurrently, during a long statement, and
// never backwards.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { campusSizes, fillCampus } from '../bench/campus/fill.ts'
import { recount } from '../src/cli/recount.ts'
import { knownMigrations, migrate } from '../src/shared/server/db/migrate.ts'
import { openDb } from '../src/shared/server/db/pools.ts'
import { freePort, startNode, startPostgres } from '../tools/services.ts'
import { type Fault, inFolder } from './kit.ts'

/** The migration of the populated database; the remaining ones run in the test. */
const old = 81

const size = campusSizes.small ?? { schools: 1, each: { people: 1000, posts: 10_000 } }

export const migrating: Fault = {
  name: 'F22',
  title:
    'a populated database is migrated: killed, by two servers concurrently, beside a long statement, never backwards',
  rounds: 8,
  run: (rounds) =>
    inFolder(async (folder) => {
      const postgres = await startPostgres(folder, await freePort())
      const at = (name: string) => postgres.url.replace(/quad$/, name)
      const admin = new pg.Client(at('postgres'))
      await admin.connect()
      const filled = openDb(postgres.url, { max: 2 })
      await migrate(filled, old)
      await fillCampus(filled, size, () => {})
      const rowsBefore = await countRows(filled)
      await filled.destroy()
      /** A copy of the populated database, and the environment of a server on it. */
      const copy = async (name: string) => {
        await admin.query(`create database ${name} template quad`)
        return { DATABASE_URL: at(name), DATA_DIR: join(folder, name), SECRET_KEY: 'k'.repeat(40) }
      }
      const wrong: string[] = []
      try {
        const whole = await copy('whole')
        const began = Date.now()
        const db = openDb(whole.DATABASE_URL, { max: 2 })
        await migrate(db)
        const took = Date.now() - began
        const driftBefore = await recount(db) // the benchmark's data has some wrong counters
        await db.destroy()
        const before = { rows: rowsBefore, drift: JSON.stringify(driftBefore) }

        const killed = await copy('killed')
        let done = old
        let kills = 0
        for (let round = 0; round < rounds; round++) {
          const node = startNode(await freePort(), killed)
          await sleep(600 + ((took + 1500) * round) / rounds)
          await node.stop('SIGKILL')
          kills++
          const now = await loadSchemaVersion(killed.DATABASE_URL)
          if (now < done) wrong.push(`a kill took ${done} back to ${now}`)
          done = now
        }
        wrong.push(...(await startTwo(killed, before)))
        wrong.push(...(await startTwo(await copy('fresh'), before)))
        const wait = await besideLongStatement(await copy('beside'))
        if (wait > 3000) wrong.push(`a reader waited for ${wait} ms`)
        wrong.push(...(await refuseNewer(whole, join(folder, 'newer.log'))))
        return {
          figures: {
            'posts and comments': rowsBefore.posts + rowsBefore.comments,
            'migrations to be done': knownMigrations().filter(({ version }) => version > old).length,
            'undisturbed in ms': took,
            kills,
            'longest wait of a reader behind a migration that waits in ms': wait,
          },
          wrong,
        }
      } finally {
        await admin.end()
        await postgres.stop()
      }
    }),
}

type Rows = { readonly posts: number; readonly comments: number; readonly messages: number }

async function countRows(db: ReturnType<typeof openDb>): Promise<Rows> {
  const { rows } = await sql<Rows>`select (select count(*) from posts) as posts,
    (select count(*) from comments) as comments, (select count(*) from messages) as messages`.execute(db)
  return rows[0] as Rows
}

async function loadSchemaVersion(url: string): Promise<number> {
  const db = openDb(url, { max: 1 })
  const { rows } = await sql<{ newest: number }>`select max(version) as newest from migrations`.execute(db)
  await db.destroy()
  return rows[0]?.newest ?? 0
}

/** Both servers are ready, each migration ran once, and the data is unchanged. */
async function startTwo(
  environment: Record<string, string>,
  before: { readonly rows: Rows; readonly drift: string },
): Promise<string[]> {
  const nodes = [startNode(await freePort(), environment), startNode(await freePort(), environment)]
  const wrong: string[] = []
  for (const node of nodes) await node.ready().catch((error: Error) => wrong.push(error.message))
  const db = openDb(environment.DATABASE_URL ?? '', { max: 2 })
  const { rows } = await sql<{ version: number }>`select version from migrations order by version`.execute(db)
  if (
    rows.map(({ version }) => version).join() !==
    knownMigrations()
      .map(({ version }) => version)
      .join()
  )
    wrong.push('not every migration was done')
  const after = await countRows(db)
  if (JSON.stringify(after) !== JSON.stringify(before.rows)) wrong.push(`rows are different: ${JSON.stringify(after)}`)
  const drift = JSON.stringify(await recount(db))
  if (drift !== before.drift) wrong.push(`counts are different: ${drift}`)
  await db.destroy()
  await Promise.all(nodes.map((node) => node.stop()))
  return wrong
}

/** The longest wait of a reader while a long transaction locks the tables to migrate. */
async function besideLongStatement({ DATABASE_URL }: { DATABASE_URL: string }): Promise<number> {
  const [holder, reader] = [new pg.Client(DATABASE_URL), new pg.Client(DATABASE_URL)]
  await Promise.all([holder.connect(), reader.connect()])
  await holder.query('begin; select from posts limit 1; select from comments limit 1; select from participants limit 1')
  const db = openDb(DATABASE_URL, { max: 2 })
  let isDone = false
  const migration = migrate(db).finally(() => {
    isDone = true
  })
  const began = Date.now()
  let longest = 0
  let holds = true
  while (!isDone || holds) {
    const asked = Date.now()
    await reader.query('select from posts limit 1')
    longest = Math.max(longest, Date.now() - asked)
    if (holds && Date.now() - began > 8000) {
      await holder.query('commit')
      holds = false
    }
    await sleep(10)
  }
  await migration
  await Promise.all([holder.end(), reader.end(), db.destroy()])
  return longest
}

/** A program that is older than its database exits with an error. */
async function refuseNewer(environment: Record<string, string>, log: string): Promise<string[]> {
  const db = openDb(environment.DATABASE_URL ?? '', { max: 1 })
  await sql`insert into migrations (version, name, checksum) values (9999, '9999_next.sql', 'x')`.execute(db)
  await db.destroy()
  const code = await startNode(await freePort(), environment, log).ended
  const said = readFileSync(log, 'utf8')
  return code === 1 && said.includes('newer than this program') ? [] : [`an older program ended with ${code}: ${said}`]
}
