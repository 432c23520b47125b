// Measures `quad school:move` for a school of 10,000 people between two PostgreSQLs of this machine, while comments are written: how
// long it takes, and for how long writes are refused. `node bench/move-school.ts [SIZE]`
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../src/shared/server/db/migrate.ts'
import { openDb } from '../src/shared/server/db/pools.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { migrateJobs } from '../src/shared/server/jobs/jobs.ts'
import { freePort, run, startPostgres } from '../tools/services.ts'
import { campusSizes, fillCampus } from './campus/fill.ts'

const writers = 4
const pauseMs = 20

const size = campusSizes[process.argv[2] ?? 'school']
if (!size) throw new Error(`There are: ${Object.keys(campusSizes).join(', ')}`)
const folder = mkdtempSync(join(tmpdir(), 'quad-move-'))
chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
const cells = await Promise.all(
  ['north', 'south'].map(async (name) => {
    const settings = ['wal_level=logical', 'max_replication_slots=250', 'shared_buffers=512MB', 'max_wal_size=4GB']
    const { url, stop } = await startPostgres(join(folder, name), await freePort(), settings)
    const db = openDb(url)
    await migrate(db)
    await migrateJobs(db, url)
    return { name, url, db, stop }
  }),
)
const [north, south] = cells as [(typeof cells)[number], (typeof cells)[number]]
try {
  const [schoolId = ''] = await fillCampus(north.db, size, console.log)
  await measure(schoolId)
} finally {
  for (const { db, stop } of cells) {
    await db.destroy()
    await stop()
  }
  rmSync(folder, { recursive: true, force: true })
}

async function measure(schoolId: string) {
  const stopping = new AbortController()
  const refusals: number[] = []
  const users = Array.from({ length: writers }, () => write(schoolId, stopping.signal, refusals))
  await sleep(1000)
  const env = {
    PATH: process.env.PATH,
    CELL: north.name,
    CELLS: 'north=http://127.0.0.1:1 south=http://127.0.0.1:2', // no server is asked
    CELLS_SECRET: 's'.repeat(40),
    DATABASE_URL: north.url,
    MOVE_TO_DATABASE_URL: south.url,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: 'k'.repeat(40),
    DEMO: '1',
  }
  const began = performance.now()
  const child = run(process.execPath, ['src/cli/main.ts', 'school:move', schoolId, '--to', south.name], {
    log: join(folder, 'move.log'),
    env,
  })
  const code = await child.ended
  const seconds = (performance.now() - began) / 1000
  stopping.abort()
  const written = (await Promise.all(users)).reduce((sum, count) => sum + count, 0)
  const longest = Math.round(Math.max(...refusals))
  console.log(readFileSync(join(folder, 'move.log'), 'utf8'))
  console.log(`It ended with ${code} after ${seconds.toFixed(1)} s; ${written} comments were written meanwhile.`)
  console.log(`A writer was refused ${refusals.length} times, for ${longest} ms at most.`)
}

/** Adds comments in whichever cell takes them. Returns how many; `refusals` gets the milliseconds from a refusal to the next success. */
async function write(schoolId: string, signal: AbortSignal, refusals: number[]): Promise<number> {
  const clients = await Promise.all(cells.map(connect))
  const [first, second] = clients as [pg.Client, pg.Client]
  const { rows } = await first.query(
    'select id, author_id from posts where school_id = $1 and author_id is not null limit 100',
    [schoolId],
  )
  let written = 0
  for (let client = first; !signal.aborted; await sleep(pauseMs)) {
    const { id, author_id } = rows[written % rows.length]
    const comment = [schoolId, newId(), id, author_id, 'Measured while the school moves']
    let refusedAt: number | undefined
    for (;;) {
      try {
        await client.query(
          `with added as (insert into comments (school_id, id, post_id, author_id, content) values ($1, $2, $3, $4, $5) returning post_id)
          update posts set comment_count = comment_count + 1 from added where posts.school_id = $1 and posts.id = added.post_id`,
          comment,
        )
        break
      } catch (error) {
        if (!['QM001', '23503'].includes(String((error as { code?: string }).code))) throw error // moving, or not there
        refusedAt ??= performance.now()
        client = client === first ? second : first
        await sleep(2)
      }
    }
    if (refusedAt !== undefined) refusals.push(performance.now() - refusedAt)
    written++
  }
  await Promise.all(clients.map((client) => client.end()))
  return written
}

async function connect({ url }: { readonly url: string }): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
