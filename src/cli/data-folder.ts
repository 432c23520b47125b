// What `quad doctor` looks at in the data folder: who else can read it, and personal exports of before that lie there in clear.
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Db } from '../shared/server/db/db.ts'
import type { Storage, StoredFile } from '../shared/server/storage/types.ts'
import { isPersonalExport } from './backup.ts'

/** Mode bits of the group and of all others. */
const foreignBits = 0o077

/** PostgreSQL guards its own folder; copies of its programs hold nothing of anybody. */
const isForeign = (name: string) => /^postgres(-[\d.].*|\.new-\d+)?$/.test(name)

/** The folders and files of a data folder that other accounts can enter, read or write; the folder itself first. */
export function findOpenPaths(dataDir: string): string[] {
  const found: string[] = []
  const visit = (path: string, isTop: boolean) => {
    const entry = lstatSync(path, { throwIfNoEntry: false }) // a server at work removes files meanwhile
    if (!entry || entry.isSymbolicLink()) return
    if ((entry.mode & foreignBits) !== 0) found.push(path)
    if (!entry.isDirectory()) return
    for (const name of readdirSync(path)) if (!(isTop && isForeign(name))) visit(join(path, name), false)
  }
  visit(resolve(dataDir), true)
  return found
}

/**
 * Takes the rights of group and others away. As root, a folder with an embedded PostgreSQL becomes its account's own first, which
 * could not enter any more; root reads it as it is.
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

/** How a zip begins; an encrypted export begins with random bytes. */
const zipStarts = ['PK\x03\x04', 'PK\x05\x06']

/** The personal exports among these files that lie in the store in clear, from before they were encrypted. */
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

/** The exports that the database knows of. */
export async function listKnownExports(db: Db): Promise<StoredFile[]> {
  const rows = await db
    .selectFrom('abandoned_files')
    .where('file', 'like', 'export-%')
    .select(['school_id', 'file'])
    .execute()
  return rows.map(({ school_id, file }) => ({ schoolId: school_id, name: file }))
}
