// Measures backups of a large school: the daily one with its trial restore, the next one without new pictures, a restore into an empty
// folder, and a recovery from the base backup and the log. `node bench/backup.ts [posts] [pictures] [folder] [--fill]`: by default 2,000,000
// posts with all that belongs to them, about 10 GB, and 100,000 pictures; with a folder, the school is kept there for another run, and
// --fill only creates it.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../src/app/bootstrap.ts'
import { recount } from '../src/cli/recount.ts'
import { readConfig } from '../src/shared/server/config.ts'
import type { Db } from '../src/shared/server/db/pools.ts'
import { storageKey } from '../src/shared/server/storage/storage.ts'
import { fillCampus } from './campus/fill.ts'
import { startServer } from './server.ts'

const [posts = 2_000_000, pictures = 100_000] = process.argv.slice(2, 4).map(Number)
const kept = process.argv.slice(4).find((word) => !word.startsWith('--'))
const pictureBytes = { least: 10_000, most: 80_000 }
const secretKey = 'k'.repeat(40)

async function measure() {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'quad-bench-'))
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
  const place = { DATA_DIR: join(folder, 'data'), SECRET_KEY: secretKey }
  const backups = { BACKUP_DIR: join(folder, 'backups'), RECOVERY_DAYS: '1' }
  try {
    if (!existsSync(place.DATA_DIR)) await fill(place)
    if (process.argv.includes('--fill')) return
    const server = await startServer(folder, { ...place, ...backups })
    try {
      await command('the first daily backup, with its trial restore and a base backup', 'backup:daily', {
        ...place,
        ...backups,
      })
      await command('the next one', 'backup:daily', { ...place, ...backups })
    } finally {
      await server.stop()
    }
    const archive = readdirSync(backups.BACKUP_DIR).filter(isArchive).sort().at(-1) ?? ''
    const restored = { ...place, DATA_DIR: join(folder, 'restored') }
    await command('a restore into an empty folder', 'restore', restored, join(backups.BACKUP_DIR, archive))
    rmSync(restored.DATA_DIR, { recursive: true })
    await command('a recovery from the base backup and the log', 'recover', { ...place, ...backups })
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true })
  }
}

const say = (what: string) => console.log(`  ${what}`)
const elapsed = (from: number) => Math.round((performance.now() - from) / 1000)
const isArchive = (name: string) => name.endsWith('.tar.gz')

async function fill(place: { readonly DATA_DIR: string; readonly SECRET_KEY: string }) {
  const from = performance.now()
  const { db, close } = await openDatabase(readConfig(place))
  const [school = ''] = await fillCampus(db, { schools: 1, each: { people: 20_000, posts } }, say)
  await addPictures(db, school, join(place.DATA_DIR, 'files'))
  await recount(db, { fix: true }) // the campus leaves some counts out
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) / 1e9 as size`.execute(db)
  await close()
  say(`a database of ${Number(rows[0]?.size).toFixed(1)} GB and ${pictures} pictures, after ${elapsed(from)} s`)
}

/** Rows with files of random bytes. */
async function addPictures(db: Db, school: string, folder: string) {
  const pool = randomBytes(4_000_000)
  const { rows } = await sql<{ name: string; bytes: number }>`
    insert into uploads (school_id, name, owner_id, purpose, kind, extension, bytes, width, height, item_kind, item_id, created_at)
    select ${school}, md5(n::text), null, 'post', 'image', 'webp',
      ${pictureBytes.least}::int + (n * 7919::int8) % ${pictureBytes.most - pictureBytes.least}::int, 1200, 900, 'post', post.id, date_trunc('minute', now())
    from generate_series(1, ${pictures}::int) as n
    join (select id, row_number() over () as place from posts where school_id = ${school} limit ${pictures}) as post on post.place = n
    returning name, bytes::int4`.execute(db)
  for (const [at, { name, bytes }] of rows.entries()) {
    const path = join(folder, storageKey({ schoolId: school, name: `${name}.webp` }))
    mkdirSync(join(path, '..'), { recursive: true })
    const start = (at * 997) % (pool.length - bytes)
    writeFileSync(path, pool.subarray(start, start + bytes))
  }
}

/** Runs a command of Quad, and says how long it took, and when the archive was there. */
async function command(what: string, name: string, env: Readonly<Record<string, string>>, ...words: string[]) {
  const from = performance.now()
  const archives = () =>
    env.BACKUP_DIR && existsSync(env.BACKUP_DIR) ? readdirSync(env.BACKUP_DIR).filter(isArchive) : []
  const before = archives().length
  const child = spawn(process.execPath, ['src/cli/main.ts', name, ...words], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: 'inherit',
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  let taken: number | undefined
  while (!isOver) {
    if (taken === undefined && archives().length > before) taken = elapsed(from)
    await sleep(200)
  }
  const code = await ended
  say(
    `${what}: ${elapsed(from)} s${taken === undefined ? '' : `, the archive after ${taken} s`}${code === 0 ? '' : `, exit code ${code}`}`,
  )
}

await measure()
