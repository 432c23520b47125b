// `quad backup`: one archive of the database and all files, taken while the servers run.
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import type { ArchiveKeys } from '../shared/server/crypto/encrypted-files.ts'
import type { ConnectionSettings } from '../shared/server/db/pools.ts'
import { digestRows, digestSettings, quoteIdentifier } from '../shared/server/db/row-digest.ts'
import { type Storage, type StoredFile, storageKey } from '../shared/server/storage/storage.ts'
import { copyMedia, type MediaEntry, mediaListName } from './media-copies.ts'

/** Content of an archive's first entry. */
export type BackupManifest = {
  /** 1 contains the files, 2 names those in the folder beside it. */
  readonly format: 1 | 2
  /** Time of the snapshot, by the database's clock. */
  readonly at: string
  readonly migrations: readonly { readonly version: number; readonly checksum: string }[]
  /** Identifies the SECRET_KEY that sealed this data, and reveals nothing else about it. */
  readonly key: string
  /** `digest` is absent in archives of former versions. */
  readonly tables: readonly {
    readonly name: string
    readonly columns: readonly string[]
    readonly rows: number
    readonly digest?: string
  }[]
  readonly files: number
}

/**
 * Not copied: sessions, and with them the devices that receive pushes and what waits for these, because a restore would sign in users who have signed out since, and personal exports, which
 * list what their owners wrote anonymously. An export from a backup could not be downloaded anyway, and users can
 * request another. Nor the list of the archives themselves.
 */
export const excludedTables = [
  'migrations',
  'sessions',
  'sign_in_attempts',
  'exports',
  'push_subscriptions',
  'push_due',
  'school_handovers',
  'backups',
]

/** Filters for tables that are copied in part. */
const filters: Readonly<Record<string, string>> = { abandoned_files: `where file not like 'export-%'` }

export const isPersonalExport = (file: string) => file.startsWith('export-')

export const createClient = (connection: ConnectionSettings) =>
  new pg.Client(typeof connection === 'string' ? { connectionString: connection } : connection)

type BackupSource = { readonly connection: ConnectionSettings; readonly keys: ArchiveKeys; readonly storage: Storage }
export type BackupResult = {
  readonly manifest: BackupManifest
  readonly missing: readonly string[]
  /** Of the uploads beside the archive. */
  readonly mediaBytes: number
}

/**
 * Writes the archive atomically. The tables are copied in one snapshot, so they are consistent; files never change, so
 * those that the snapshot references are copied afterwards: into the archive, or once into the folder `media`. Returns the
 * manifest, and the names of missing files.
 */
export async function backup(
  { connection, keys, storage }: BackupSource,
  target: string,
  { media }: { media?: string } = {},
): Promise<BackupResult> {
  const client = createClient(connection)
  await client.connect()
  const half = `${target}.new`
  try {
    return await storage.withTempFolder(async (folder) => {
      await client.query('begin isolation level repeatable read read only')
      await client.query('set local statement_timeout = 0')
      await client.query(digestSettings)
      const { rows: now } = await client.query<{ at: Date }>('select now() as at')
      const { rows: migrations } = await client.query('select version, checksum from migrations order by version')
      const tables: BackupManifest['tables'][number][] = []
      for (const { name, columns } of await listTables(client)) {
        const rows = `select ${columns.map(quoteIdentifier).join(', ')} from ${quoteIdentifier(name)} ${filters[name] ?? ''}`
        const out = client.query(copyTo(`copy (${rows}) to stdout`))
        await pipeline(out, createWriteStream(join(folder, name)))
        tables.push({ name, columns, rows: out.rowCount, digest: await digestRows(client, rows) })
      }
      const { rows: referenced } = await client.query<{ school_id: string; file: string }>(referencedFilesSql)
      const files = referenced.map(({ school_id, file }) => ({ schoolId: school_id, name: file }))
      await client.query('commit')
      const at = now[0]?.at.toISOString() ?? ''
      const key = await keys.fingerprint()
      const copied = media === undefined ? undefined : await copyMedia(storage, files, media)
      const manifest: BackupManifest = { format: copied ? 2 : 1, at, migrations, key, tables, files: files.length }

      const archive = pack()
      const written = pipeline(archive, createGzip(), createWriteStream(half, { mode: 0o600 }))
      const missing = copied?.missing ?? []
      const fill = async () => {
        archive.entry({ name: 'manifest.json' }, JSON.stringify(manifest, null, 2))
        if (copied) archive.entry({ name: mediaListName }, toLines(copied.entries))
        for (const { name } of tables) {
          const path = join(folder, name)
          await addEntry(archive, `tables/${name}`, (await stat(path)).size, createReadStream(path))
          await rm(path)
        }
        if (!copied) missing.push(...(await addFiles(archive, storage, files)))
        archive.finalize()
      }
      await Promise.all([written, fill().catch((error) => archive.destroy(error))])
      await rename(half, target)
      // Rows that were deleted meanwhile have lost their files rightly.
      const { rows: lost } = await client.query<{ file: string }>(
        `select file from (${referencedFilesSql}) as referenced where file = any($1) order by file`,
        [missing],
      )
      const mediaBytes = (copied?.entries ?? []).reduce((sum, { bytes }) => sum + bytes, 0)
      return { manifest, missing: lost.map(({ file }) => file), mediaBytes }
    })
  } finally {
    await client.end()
    await rm(half, { force: true })
  }
}

const toLines = (entries: readonly MediaEntry[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

/** Returns the names of those that are missing. */
async function addFiles(archive: Pack, storage: Storage, files: readonly StoredFile[]): Promise<string[]> {
  const missing: string[] = []
  for (const file of files) {
    const stored = await storage.open(file)
    if (stored) await addEntry(archive, `files/${storageKey(file)}`, stored.size, stored.stream())
    else missing.push(file.name)
  }
  return missing
}

/** The tables with their columns that are not generated. */
async function listTables(client: pg.Client) {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and table_name <> all($1)
     group by 1 order by 1`,
    [excludedTables],
  )
  return rows
}

/** All files that rows reference. */
const referencedFilesSql = `
  select school_id, name || '.' || extension as file from uploads
  union all select school_id, name || '-' || each || '.webp' from uploads, unnest(widths) as each`

async function addEntry(archive: Pack, name: string, size: number, content: Readable) {
  const entry = archive.entry({ name, size })
  await pipeline(content, entry)
}
