// Copies of the embedded PostgreSQL's data folder, from which `quad recover` replays the archived log.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { type ArchiveKeys, encryptStream } from '../shared/server/crypto/encrypted-files.ts'
import type { ConnectionSettings } from '../shared/server/db/pools.ts'
import type { ClusterPaths } from '../shared/server/embedded-postgres/paths.ts'
import {
  flush,
  historyFolder,
  listSegments,
  moveSegments,
  nextSegment,
  readSystemId,
  recoveryFolder,
  unlessMissing,
  walFolder,
} from '../shared/server/embedded-postgres/wal-archive.ts'
import { createClient } from './backup.ts'

/** Describes a complete base backup; written last, beside its archive. */
export type BaseManifest = {
  readonly format: 1
  readonly systemId: string
  readonly timeline: string
  /** Major version of PostgreSQL. */
  readonly version: string
  /** The first segment that its recovery reads, and the one in which it became consistent. */
  readonly startSegment: string
  readonly stopSegment: string
  /** The earliest time to which it can be recovered. */
  readonly stoppedAt: string
  readonly bytes: number
}
export type Base = BaseManifest & { readonly name: string; readonly history: string }

type Source = {
  readonly place: ClusterPaths
  readonly connection: ConnectionSettings
  readonly keys: ArchiveKeys
}
type Target = { readonly folder: string; readonly days: number }

const dayMs = 86_400_000

/** Takes one, checks the archive and removes what is too old. Resolves with what is wrong. Throws if none could be taken. */
export async function backUpBase(source: Source, { folder, days }: Target): Promise<string[]> {
  const base = await takeBase(source, folder)
  const problems = await findGaps(folder)
  await removeOldBases(folder, new Date(Date.parse(base.stoppedAt) - days * dayMs))
  return problems
}

async function takeBase(source: Source, folder: string): Promise<Base> {
  const client = createClient(source.connection)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    const { rows } = await client.query<{ mode: string; major: string; at: Date }>(
      `select current_setting('archive_mode') as mode, now() as at,
        (current_setting('server_version_num')::int / 10000)::text as major`,
    )
    const [server] = rows
    if (server?.mode !== 'on')
      throw new Error('PostgreSQL was started without its archive. Restart the server with RECOVERY_DAYS.')
    const begun = await readFirst(
      client,
      `with started as materialized (select pg_backup_start('quad', true) as lsn) select pg_walfile_name(lsn) as segment from started`,
    )
    const startSegment = begun.segment ?? ''
    const systemId = readSystemId(source.place.data)
    const timeline = startSegment.slice(0, 8)
    const history = historyFolder(folder, systemId, timeline)
    await mkdir(walFolder(history), { recursive: true, mode: 0o700 })
    for (const name of await readdir(history)) if (name.endsWith('.new')) await rm(join(history, name))
    const name = `base-${server.at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
    const half = join(history, `${name}.new`)
    const archive = pack()
    const written = pipeline(
      archive,
      createGzip({ level: 1 }),
      encryptStream(source.keys, { name, at: server.at }),
      createWriteStream(half, { mode: 0o600 }),
    )
    let ended: Record<string, string> = {}
    const fill = async () => {
      await addFolder(archive, source.place.data, '')
      // Waits until the segments that the copy needs are archived.
      ended = await readFirst(
        client,
        `with stopped as materialized (select * from pg_backup_stop(true))
         select pg_walfile_name(lsn) as segment, labelfile, to_json(clock_timestamp())#>>'{}' as at from stopped`,
      )
      archive.entry({ name: 'backup_label' }, ended.labelfile ?? '')
      archive.finalize()
    }
    await Promise.all([written, fill().catch((error) => archive.destroy(error))])
    await moveSegments(source.place, { ...source, folder })
    await flush(half)
    await rename(half, join(history, name))
    const manifest: BaseManifest = {
      format: 1,
      systemId,
      timeline,
      version: server.major,
      startSegment,
      stopSegment: ended.segment ?? '',
      stoppedAt: new Date(ended.at ?? '').toISOString(),
      bytes: (await stat(join(history, name))).size,
    }
    await writeFile(join(history, `${name}.json.new`), JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true })
    await rename(join(history, `${name}.json.new`), join(history, `${name}.json`))
    await flush(history)
    return { ...manifest, name, history }
  } finally {
    await client.end()
  }
}

async function readFirst(client: pg.Client, text: string): Promise<Record<string, string>> {
  const { rows } = await client.query<Record<string, string>>(text)
  return rows[0] ?? {}
}

/** Folders whose content belongs to a running server, and is made again by the next start. */
const emptyFolders =
  /^(pg_wal|pg_wal\/archive_status|pg_wal\/summaries|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
const excludedNames =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|recovery\.signal|pgsql_tmp.*|\.s\.PGSQL.*|pg_internal\.init.*)$/

/** PostgreSQL may write meanwhile: what a copy got half is in the log, and is repaired by replaying it. */
async function addFolder(archive: Pack, root: string, path: string): Promise<void> {
  for (const entry of await readdir(join(root, path), { withFileTypes: true })) {
    if (excludedNames.test(entry.name)) continue
    const name = path ? `${path}/${entry.name}` : entry.name
    if (entry.isDirectory()) {
      archive.entry({ name, type: 'directory' })
      if (name === 'pg_wal')
        for (const inner of ['archive_status', 'summaries'])
          archive.entry({ name: `pg_wal/${inner}`, type: 'directory' })
      else if (!emptyFolders.test(name)) await addFolder(archive, root, name)
    } else if (entry.isFile()) await addFile(archive, join(root, name), name)
  }
}

/** The file has the size that it had when it was opened: a table that is truncated meanwhile is filled with zeros. */
async function addFile(archive: Pack, path: string, name: string): Promise<void> {
  const handle = await open(path).catch(unlessMissing) // dropped meanwhile
  if (!handle) return
  const { size } = await handle.stat()
  const content = async function* () {
    let left = size
    if (size > 0)
      for await (const chunk of createReadStream('', { fd: handle, autoClose: false, end: size - 1 })) {
        left -= chunk.length
        yield chunk as Buffer
      }
    for (; left > 0; left -= Math.min(left, 65_536)) yield Buffer.alloc(Math.min(left, 65_536))
  }
  try {
    await pipeline(content, archive.entry({ name, size }))
  } finally {
    await handle.close()
  }
}

/** All complete base backups, oldest first. */
export async function listBases(folder: string): Promise<Base[]> {
  const bases: Base[] = []
  for (const inner of (await readdir(recoveryFolder(folder)).catch(unlessMissing)) ?? []) {
    const history = join(recoveryFolder(folder), inner)
    for (const file of await readdir(history))
      if (/^base-.*\.json$/.test(file)) {
        const manifest = JSON.parse(await readFile(join(history, file), 'utf8')) as BaseManifest
        bases.push({ ...manifest, name: file.slice(0, -5), history })
      }
  }
  return bases.sort((one, other) => Date.parse(one.stoppedAt) - Date.parse(other.stoppedAt))
}

/** Base backups and segments that are missing or cut off, as sentences. */
export async function findGaps(folder: string): Promise<string[]> {
  const bases = await listBases(folder)
  const problems: string[] = []
  for (const history of new Set(bases.map((base) => base.history))) {
    const own = bases.filter((base) => base.history === history)
    for (const { name, bytes } of own) {
      const size = (await stat(join(history, name)).catch(unlessMissing))?.size
      if (size !== bytes)
        problems.push(`${name} is ${size === undefined ? 'missing' : 'damaged: its size has changed'}.`)
    }
    const segments = new Set(await listSegments(history))
    const last = [...segments].at(-1) ?? ''
    for (let name = own[0]?.startSegment ?? ''; name && name < last; name = nextSegment(name))
      if (!segments.has(name)) problems.push(`Segment ${name} is missing in ${walFolder(history)}.`)
  }
  return problems.length > 5 ? [...problems.slice(0, 5), `${problems.length - 5} more.`] : problems
}

/** Keeps what a recovery to any time since the cutoff needs: newer bases, and the newest one before it. */
export async function removeOldBases(folder: string, cutoff: Date): Promise<void> {
  const bases = await listBases(folder)
  const before = bases.filter(({ stoppedAt }) => Date.parse(stoppedAt) <= cutoff.getTime())
  for (const { history, name } of before.slice(0, -1)) {
    await rm(join(history, `${name}.json`)) // first: without it the rest counts as incomplete
    await rm(join(history, name), { force: true })
  }
  const kept = bases.filter((base) => !before.slice(0, -1).includes(base))
  for (const history of new Set(bases.map((base) => base.history))) {
    const [oldest] = kept.filter((base) => base.history === history)
    if (!oldest) {
      await rm(history, { recursive: true })
      continue
    }
    for (const name of await listSegments(history))
      if (name < oldest.startSegment) await rm(join(walFolder(history), name), { force: true })
  }
}
