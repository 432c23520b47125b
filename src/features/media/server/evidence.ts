// Pictures and videos that a decision removed as intimate. They are encrypted, and deleted after 90 days.

import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { SealQuotaError } from '../../../shared/server/crypto/anonymity.ts'
import { decryptStream, encryptStream } from '../../../shared/server/crypto/encrypted-files.ts'
import { toFileKeys } from '../../../shared/server/crypto/evidence-keys.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import type { App } from '../../../shared/server/services.ts'
import type { OpenFile } from '../../../shared/server/storage/storage.ts'
import { deleteAbandonedFile, insertAbandonedFile } from './cleanup.ts'

/** Days until evidence is deleted. */
export const evidenceDays = 90

export const evidenceRetention: RetentionRule = {
  table: 'evidence',
  column: 'created_at',
  keptFor: `${evidenceDays} days`,
  condition: sql<boolean>`returned_at is null`,
}

export type EvidenceTools = Pick<App, 'db' | 'storage' | 'evidenceKeys'>

/** A file that is evidence. `wrapped_key` is null while the job has not encrypted it. */
export type EvidenceRow = {
  readonly name: string
  readonly extension: string
  readonly wrapped_key: Buffer | null
}
type RowToMove = EvidenceRow & { readonly returned_at: Date | null; readonly widths: readonly number[] }

const toSealedName = (name: string) => `${name}.sealed`

/** SQL of what the job has to encrypt or to return. */
const isToMove = sql<boolean>`(evidence.wrapped_key is null or evidence.returned_at is not null)`

/** Encrypts new evidence, and returns that of reversed decisions to its items. Runs every minute; can be interrupted. */
export const moveEvidence = (tools: EvidenceTools, signal?: AbortSignal): Promise<void> =>
  forEachDueSchool(tools.db, sql`select school_id from evidence where ${isToMove}`, async (schoolId) => {
    const { rows } = await sql<{ name: string }>`select name from evidence
      where school_id = ${schoolId} and ${isToMove} order by name`.execute(tools.db)
    for (const { name } of rows) {
      if (signal?.aborted) return
      const removed = await withTransaction(tools.db, (trx) => moveFile(tools, trx, schoolId, name))
      for (const file of removed) {
        await tools.storage.remove({ schoolId, name: file })
        await deleteAbandonedFile(tools.db, schoolId, file)
      }
    }
  })

/** Returns the files that are not needed any more; they are registered as abandoned. */
async function moveFile(tools: EvidenceTools, trx: Trx, schoolId: string, name: string): Promise<readonly string[]> {
  const { rows } = await sql<RowToMove>`
    select evidence.name, evidence.extension, wrapped_key, returned_at, widths
    from evidence join uploads on uploads.school_id = evidence.school_id and uploads.name = evidence.name
    where evidence.school_id = ${schoolId} and evidence.name = ${name} and ${isToMove}
    for update of evidence, uploads skip locked`.execute(trx)
  const [row] = rows
  if (!row) return []
  if (row.returned_at === null) return encrypt(tools, trx, schoolId, row)
  return returnFile(tools, trx, schoolId, row)
}

async function encrypt(tools: EvidenceTools, trx: Trx, schoolId: string, { name, extension, widths }: RowToMove) {
  const { db, storage, evidenceKeys } = tools
  const source = await storage.open({ schoolId, name: `${name}.${extension}` })
  if (!source) {
    await trx.deleteFrom('evidence').where('school_id', '=', schoolId).where('name', '=', name).execute()
    return []
  }
  const { key, wrapped } = await evidenceKeys.createEvidenceKey({ schoolId, name })
  const sealed = toSealedName(name)
  // If the server is killed before the end of the transaction, a job removes this file.
  await insertAbandonedFile(db, schoolId, sealed, sql<Date>`now() + interval '1 hour'`)
  await storeStream(tools, schoolId, sealed, source, encryptStream(toFileKeys(key), { name: sealed, at: new Date(0) }))
  await trx
    .updateTable('evidence')
    .set({ wrapped_key: wrapped })
    .where('school_id', '=', schoolId)
    .where('name', '=', name)
    .execute()
  // The small preview goes as well: it shows what the picture shows.
  await trx
    .updateTable('uploads')
    .set({ extension: 'sealed', widths: [], thumbhash: null, evidence_at: sql`coalesce(evidence_at, now())` })
    .where('school_id', '=', schoolId)
    .where('name', '=', name)
    .execute()
  await deleteAbandonedFile(trx, schoolId, sealed)
  return abandon(trx, schoolId, [`${name}.${extension}`, ...widths.map((width) => `${name}-${width}.webp`)])
}

/** A file that was never encrypted only becomes readable again. */
async function returnFile(
  tools: EvidenceTools,
  trx: Trx,
  schoolId: string,
  { name, extension, wrapped_key }: RowToMove,
): Promise<readonly string[]> {
  const { storage, evidenceKeys } = tools
  const file = `${name}.${extension}`
  const sealed = toSealedName(name)
  if (wrapped_key !== null) {
    // While the file of before waits to be removed, it would be removed again.
    const { rows } = await sql`select from abandoned_files where school_id = ${schoolId} and file = ${file}`.execute(
      trx,
    )
    const source = rows.length > 0 ? undefined : await storage.open({ schoolId, name: sealed })
    if (!source) return []
    const key = await evidenceKeys.openEvidenceKey(wrapped_key, { schoolId, name }).catch(async (error: unknown) => {
      await source.close()
      if (error instanceof SealQuotaError) return undefined // a later run returns it
      throw error
    })
    if (!key) return []
    await storeStream(tools, schoolId, file, source, decryptStream(toFileKeys(key), sealed))
  }
  await sql`update uploads set extension = ${extension}, evidence_at = null,
      held_at = case when held_at = evidence.returned_at then null else held_at end
    from evidence where evidence.school_id = ${schoolId} and evidence.name = ${name}
      and uploads.school_id = evidence.school_id and uploads.name = evidence.name`.execute(trx)
  await trx.deleteFrom('evidence').where('school_id', '=', schoolId).where('name', '=', name).execute()
  return wrapped_key === null ? [] : abandon(trx, schoolId, [sealed])
}

async function storeStream(
  { storage }: EvidenceTools,
  schoolId: string,
  name: string,
  source: OpenFile,
  change: (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>,
): Promise<void> {
  try {
    await storage.withTempFolder(async (folder) => {
      const path = join(folder, name)
      await pipeline(source.stream(), change, createWriteStream(path))
      await storage.put({ schoolId, name }, path)
    })
  } finally {
    await source.close()
  }
}

async function abandon(trx: Trx, schoolId: string, files: readonly string[]): Promise<readonly string[]> {
  for (const file of files) await insertAbandonedFile(trx, schoolId, file, sql<Date>`now()`)
  return files
}

/** The bytes of a file that is evidence. Undefined when it is gone. Throws `SealQuotaError` above the quota of the school. */
export async function openEvidence(
  { storage, evidenceKeys }: EvidenceTools,
  schoolId: string,
  { name, extension, wrapped_key }: EvidenceRow,
): Promise<Readable | undefined> {
  if (wrapped_key === null) return (await storage.open({ schoolId, name: `${name}.${extension}` }))?.stream()
  const sealed = toSealedName(name)
  const key = await evidenceKeys.openEvidenceKey(wrapped_key, { schoolId, name })
  const file = await storage.open({ schoolId, name: sealed })
  return file && Readable.from(decryptStream(toFileKeys(key), sealed)(file.stream()))
}
