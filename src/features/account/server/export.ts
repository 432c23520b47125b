import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { readComplete } from '../../../shared/server/db/replica-reads.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { HttpError } from '../../../shared/server/http/errors.ts'
import { enqueue } from '../../../shared/server/jobs/jobs.ts'
import type { Registry, UserRef } from '../../../shared/server/personal-data.ts'
import type { App } from '../../../shared/server/services.ts'
import { deleteAbandonedFile, insertAbandonedFile } from '../../media/server/cleanup.ts'
import { createExportKey, encryptToFile } from './export-encryption.ts'
import { copyHours, findCopy, findNextRequest } from './export-queries.ts'
import { findSealed } from './sealed-queries.ts'

/** The job that builds a copy; its payload identifies the user. */
export const exportJob = 'export_personal_data'

/** Minutes after which a copy that is still not built counts as lost and can be requested again. */
const retryMinutes = 60

/**
 * Requests a copy of the viewer's data. Returns the key that opens it, for the viewer's browser only, or undefined
 * while a copy is available or being built. Throws 429 when the last request is less than a day old.
 */
export const requestExport = async (trx: Trx, viewer: Viewer): Promise<string | undefined> => {
  const { publicKey, secret } = createExportKey()
  const { numAffectedRows } = await sql`
      insert into exports (school_id, user_id, public_key) values (${viewer.schoolId}, ${viewer.id}, ${publicKey})
      on conflict (school_id, user_id) do update set file = null, bytes = null, ready_at = null, envelope = null,
        fetched_at = null, requested_at = now(), public_key = excluded.public_key
      where exports.requested_at <= now() - make_interval(hours => ${copyHours})
        or (exports.ready_at is null and exports.fetched_at is null
          and exports.requested_at < now() - make_interval(mins => ${retryMinutes}))`.execute(trx)
  if ((numAffectedRows ?? 0n) > 0n) {
    await enqueue(trx, exportJob, { schoolId: viewer.schoolId, id: viewer.id })
    return secret
  }
  if (await findCopy(trx, viewer)) return undefined
  const seconds = Math.max(1, ((await findNextRequest(trx, viewer)) ?? 0) - Math.floor(Date.now() / 1000))
  const message = 'You can request your data once a day. Try again tomorrow.'
  throw new HttpError(429, 'too_many_requests', message, { extra: { retry_after: seconds } })
}

/** Claims a copy for its only download. Returns false when a concurrent request claimed it first. */
export async function claimCopy(db: Db, { schoolId, id }: UserRef, file: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ fetched_at: sql`now()` })
    .where('school_id', '=', schoolId)
    .where('user_id', '=', id)
    .where('file', '=', file)
    .where('fetched_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Removes a copy and its file after the download. After an incomplete download another copy can be requested
 * immediately; a complete one counts for its day.
 */
export async function removeCopy(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  { schoolId, id }: UserRef,
  { file, isComplete }: { file: string; isComplete: boolean },
): Promise<void> {
  const isRow = sql<boolean>`school_id = ${schoolId} and user_id = ${id} and file = ${file}`
  const nothing = { file: null, bytes: null, ready_at: null, envelope: null, public_key: null }
  if (isComplete) await db.updateTable('exports').set(nothing).where(isRow).execute()
  else await db.deleteFrom('exports').where(isRow).execute()
  await storage.remove({ schoolId, name: file })
  await deleteAbandonedFile(db, schoolId, file)
}

/** Builds a requested copy. Does nothing when it is already built or not needed any more. */
export async function buildExport(app: Pick<App, 'db' | 'storage' | 'anonymity'>, registry: Registry, person: UserRef) {
  const { db, storage } = app
  const asked = await findCopy(db, person)
  if (asked?.status !== 'preparing' || !asked.public_key) return
  const publicKey = asked.public_key
  const file = `export-${randomBytes(24).toString('hex')}.zip`
  // Registered as abandoned before it is created, so that the cleanup job deletes it after its time, downloaded or not.
  const due = sql<Date>`now() + make_interval(hours => ${copyHours})`
  await insertAbandonedFile(db, person.schoolId, file, due)
  await storage.withTempFolder(async (folder) => {
    const path = join(folder, file)
    const envelope = await encryptToFile(await makeZip(app, registry, person), path, person, publicKey)
    const { size } = await stat(path)
    await storage.put({ schoolId: person.schoolId, name: file }, path)
    await db
      .updateTable('exports')
      .set({ file, bytes: size, envelope, ready_at: sql`now()` })
      .where('school_id', '=', person.schoolId)
      .where('user_id', '=', person.id)
      .where('ready_at', 'is', null)
      .where('public_key', '=', publicKey)
      .execute()
  })
}

/** Streams the zip, so that it is never on disk unencrypted. */
async function makeZip(
  { db, storage, anonymity }: Pick<App, 'db' | 'storage' | 'anonymity'>,
  registry: Registry,
  person: UserRef,
): Promise<Readable> {
  const zip = new ZipFile()
  // It looks at each anonymous item of the school, so it is worth a replica. What the user wrote before the job is complete in it.
  const { tables, files } = await readComplete(db, (from) => readPersonalData(from, anonymity, registry, person))
  for (const { name, rows } of tables)
    if (rows.length > 0) zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${name}.json`)
  for (const name of files) {
    const stored = await storage.open({ schoolId: person.schoolId, name })
    if (!stored) continue
    await stored.close() // reopened when the zip reaches it, to limit the number of open files
    zip.addReadStreamLazy(`media/${name}`, { compress: false }, (give) => {
      storage.open({ schoolId: person.schoolId, name }).then(
        (file) => (file ? give(null, file.stream()) : give(new Error(`${name} is gone`), undefined as never)),
        (error) => give(error, undefined as never),
      )
    })
  }
  zip.on('error', (error: Error) => (zip.outputStream as Readable).destroy(error))
  zip.end()
  return zip.outputStream as Readable
}

async function readPersonalData(db: Db, anonymity: App['anonymity'], { named, sealed }: Registry, person: UserRef) {
  const tables: { readonly name: string; readonly rows: readonly object[] }[] = []
  for (const { table, export: rowsOf } of named) tables.push({ name: table, rows: await rowsOf(db, person) })
  const anonymous: string[] = []
  for (const kind of sealed) {
    const ids = (await findSealed(db, anonymity, kind, person.schoolId, () => [person])).get(person.id) ?? []
    if (ids.length > 0)
      tables.push({ name: `anonymous_${kind.table}`, rows: await kind.export(db, person.schoolId, ids) })
    anonymous.push(...ids)
  }
  return { tables, files: await listUserFiles(db, person, anonymous) }
}

/** Names of the files that a user uploaded, including those of their anonymous items. */
async function listUserFiles(db: Db, { id, schoolId }: UserRef, anonymous: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .where('school_id', '=', schoolId)
    .where('evidence_at', 'is', null)
    .where((own) =>
      own.or([
        own('owner_id', '=', id),
        own.and([own('owner_id', 'is', null), sql<boolean>`item_id = any(${anonymous}::uuid[])`]),
      ]),
    )
    .orderBy('created_at')
    .select(['name', 'extension'])
    .execute()
  return rows.map(({ name, extension }) => `${name}.${extension}`)
}
