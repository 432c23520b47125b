// Checks of `quad doctor` in the data folder: files that other accounts can read, and unencrypted personal exports of
// older versions.
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { listSchools } from '../shared/server/auth/school-scope.ts'
import type { Db } from '../shared/server/db/pools.ts'
import type { Storage, StoredFile } from '../shared/server/storage/storage.ts'
import { isPersonalExport } from './backup.ts'

/** Mode bits of the group and of all others. */
const foreignBits = 0o077

/** PostgreSQL protects its own folder; copies of its programs hold no private data. */
const isForeign = (name: string) =>
  /^postgres(-[\d.].*|-wal|(\.upgrading)?\.new-\d+|\.upgrading|\.recovering(-wal)?|\.before-[\dTZ-]+(-wal)?)?$/.test(
    name,
  )

/** The folders and files of a data folder that other accounts can enter, read or write; the folder itself first. */
export function findOpenPaths(dataDir: string): string[] {
  const found: string[] = []
  const visit = (path: string, isTop: boolean) => {
    const entry = lstatSync(path, { throwIfNoEntry: false }) // a running server may remove files meanwhile
    if (!entry || entry.isSymbolicLink()) return
    if ((entry.mode & foreignBits) !== 0) found.push(path)
    if (!entry.isDirectory()) return
    for (const name of readdirSync(path)) if (!(isTop && isForeign(name))) visit(join(path, name), false)
  }
  visit(resolve(dataDir), true)
  return found
}

/**
 * Removes the permissions of group and others. As root, first gives a folder with an embedded PostgreSQL to
 * PostgreSQL's account, which could not enter it otherwise; root can still read it.
 */
export function closePaths(dataDir: string): number {
  const paths = findOpenPaths(dataDir)
  const cluster = join(resolve(dataDir), 'postgres')
  if (process.getuid?.() === 0 && existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    chownSync(resolve(dataDir), uid, gid)
  }
  for (const path of paths) {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (entry) chmodSync(path, entry.mode & 0o777 & ~foreignBits)
  }
  return paths.length
}

/** First bytes of a zip file; an encrypted export begins with random bytes. */
const zipStarts = ['PK\x03\x04', 'PK\x05\x06']

/** The unencrypted personal exports among these files, from versions that did not encrypt them. */
export async function findClearExports(storage: Storage, files: AsyncIterable<StoredFile> | Iterable<StoredFile>) {
  const clear: StoredFile[] = []
  for await (const file of files) {
    if (!isPersonalExport(file.name)) continue
    const stored = await storage.open(file)
    if (!stored) continue
    if (stored.size < 4) await stored.close()
    else if (zipStarts.includes(await text(stored.stream({ from: 0, to: 3 })))) clear.push(file)
  }
  return clear
}

/** The exports that the database references. */
export async function listKnownExports(db: Db): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for (const schoolId of await listSchools(db)) {
    const rows = await db
      .selectFrom('abandoned_files')
      .where('school_id', '=', schoolId)
      .where('file', 'like', 'export-%')
      .select('file')
      .execute()
    found.push(...rows.map(({ file }) => ({ schoolId, name: file })))
  }
  return found
}
