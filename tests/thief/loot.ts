// The data that a thief copies: every table with the system columns of its rows, Redis, and the data folder.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import type { App } from '../../src/shared/server/services.ts'

/** A row with the transaction that wrote it and its position in the table. */
export type LootRow = {
  readonly table: string
  /** Rank of the transaction among those that wrote these rows; other transactions do not count. */
  readonly transaction: number
  /** Page, and position on the page. */
  readonly ctid: readonly [number, number]
  readonly values: Readonly<Record<string, unknown>>
  readonly text: string
}
export type LootFile = {
  readonly path: string
  readonly mtime: number
  readonly ctime: number
  readonly birthtime: number
  readonly size: number
  readonly text: string
}
export type Loot = {
  readonly rows: readonly LootRow[]
  readonly files: readonly LootFile[]
  readonly redis: readonly string[]
}

export async function takeLoot({ db, config }: App, redisUrl: string | undefined): Promise<Loot> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker') and tablename <> 'migrations'`.execute(db)
  const written: (Omit<LootRow, 'transaction'> & { readonly xmin: number })[] = []
  for (const { name } of tables) {
    const { rows: found } = await sql<{ xmin: string; ctid: string; values: Record<string, unknown> }>`
      select xmin::text, ctid::text, to_jsonb(t) as values from ${sql.raw(name)} as t`.execute(db)
    for (const { xmin, ctid, values } of found) {
      const [page = 0, place = 0] = ctid.replace(/[()]/g, '').split(',').map(Number)
      const table = name.replace(/^public\./, '')
      written.push({ table, xmin: Number(xmin), ctid: [page, place], values, text: JSON.stringify(values) })
    }
  }
  const transactions = [...new Set(written.map(({ xmin }) => xmin))].sort((xmin, nextXmin) => xmin - nextXmin)
  const places = new Map(transactions.map((xmin, place) => [xmin, place]))
  const rows = written.map(({ xmin, ...row }) => ({ ...row, transaction: places.get(xmin) ?? 0 }))
  const paths = readdirSync(config.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = paths.map((path) => {
    const { mtimeMs, ctimeMs, birthtimeMs, size } = statSync(path)
    const text = `${path}\n${readFileSync(path, 'latin1')}\n${inflateAll(readFileSync(path))}`
    return { path, mtime: mtimeMs, ctime: ctimeMs, birthtime: birthtimeMs, size, text }
  })
  return { rows, files, redis: redisUrl ? await readRedis(redisUrl) : [] }
}

/** The members of a zip archive, found without its directory, which a thief does not need. */
function inflateAll(bytes: Buffer): string {
  const texts: string[] = []
  for (let at = bytes.indexOf('PK\x03\x04'); at >= 0; at = bytes.indexOf('PK\x03\x04', at + 4)) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    try {
      texts.push(inflateRawSync(bytes.subarray(start)).toString('utf8'))
    } catch {
      // stored uncompressed, and so readable already
    }
  }
  return texts.join('\n')
}

/** The keys of a Redis with their values. */
export async function readRedis(url: string): Promise<string[]> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url)
  const found: string[] = []
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key)
    const value = type === 'stream' ? JSON.stringify(await redis.xrange(key, '-', '+')) : await redis.get(key)
    found.push(`${key} ${value}`)
  }
  redis.disconnect()
  return found
}
