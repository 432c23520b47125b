import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Selectable, sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared } from '../../../shared/server/db/prepared.ts'
import type { Uploads } from '../../../shared/server/db/schema.gen.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { type FileAttachment, maxVoiceMs, type Voice } from '../attachment-contract.ts'
import type { Media } from '../contract.ts'
import { uploadName } from './actions.ts'
import { type Decoded, noPicture } from './decoder-pool.ts'
import { cleanFileName } from './file-name.ts'
import { identifyFile } from './file-type.ts'
import type { ReceivedFile } from './parse-multipart.ts'
import { attachedUploads, type ItemSlots, mediaUrl, presentOwned } from './queries.ts'

export const blockedFileRetention: RetentionRule = { table: 'blocked_files', column: 'created_at', keptFor: '5 years' }

export const blockedFileText = 'This file can’t be shared here.'

/** Accepts a received file of a message as it is. Throws 400 for other types, and for one that a decision removed. */
export async function checkFile(db: Db, viewer: Viewer, { path, bytes, name }: ReceivedFile): Promise<Decoded> {
  const original = cleanFileName(name)
  const known = original === undefined ? undefined : await identifyFile(path, original)
  if (original === undefined || !known) throw badRequest('This file type is not allowed.')
  const { type, sha256 } = known
  await assertNotRemoved(db, viewer, sha256)
  return { kind: 'file', extension: type, path, bytes, ...noPicture, sha256, originalName: original }
}

/** Throws 400 for bytes that a decision of the school removed. */
async function assertNotRemoved(db: Db, viewer: Viewer, sha256: Buffer): Promise<void> {
  const { rows } = await sql`
    select from blocked_files where school_id = ${viewer.schoolId} and sha256 = ${sha256} limit 1`.execute(db)
  if (rows.length > 0) throw badRequest(blockedFileText)
}

/** Accepts a decoded recording. Throws 400 for one that is too long, and for one that a decision removed. */
export async function checkVoice(db: Db, viewer: Viewer, decoded: Decoded): Promise<Decoded> {
  if ((decoded.durationMs ?? 0) > maxVoiceMs) throw badRequest('Voice notes can be up to 3 minutes long.')
  const sha256 = createHash('sha256')
    .update(await readFile(decoded.path))
    .digest()
  await assertNotRemoved(db, viewer, sha256)
  return { ...decoded, sha256 }
}

const attached = prepared((db, slots: ItemSlots) =>
  attachedUploads(db, slots).select(['original_name', 'bytes', 'waveform', 'transcript', 'duration_ms']),
)

/** What an item shows: pictures to look at, files to download, and a voice note. */
export type Attachments = {
  readonly pictures: readonly Media[]
  readonly files: readonly FileAttachment[]
  readonly voice: Voice | null
}

export const noAttachments: Attachments = { pictures: [], files: [], voice: null }

/** Returns the pictures and files of items that the viewer may read, by item and in order. */
export async function findAttachments(
  db: Db,
  schoolId: string,
  kind: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Attachments>> {
  if (ids.length === 0) return new Map()
  const rows = await attached(db, { schoolId, kind, ids })
  const byItem = Map.groupBy(rows, ({ item_id }) => item_id ?? '')
  return new Map(
    [...byItem].map(([id, uploads]) => [
      id,
      {
        pictures: uploads.filter((upload) => upload.kind === 'image').map(presentOwned),
        files: uploads.filter((upload) => upload.kind === 'file').map(presentFile),
        voice: uploads.filter((upload) => upload.kind === 'audio').map(presentVoice)[0] ?? null,
      },
    ]),
  )
}

const presentFile = (
  row: Pick<Selectable<Uploads>, 'name' | 'extension' | 'original_name' | 'bytes'>,
): FileAttachment => ({
  url: mediaUrl(row),
  kind: 'file',
  name: row.original_name ?? '',
  bytes: Number(row.bytes),
})

const presentVoice = (
  row: Pick<Selectable<Uploads>, 'name' | 'extension' | 'waveform' | 'transcript' | 'duration_ms'>,
): Voice => ({
  url: mediaUrl(row),
  waveform: row.waveform ?? [],
  transcript: row.transcript,
  seconds: Math.max(1, Math.round((row.duration_ms ?? 0) / 1000)),
})

/** Stores what the sender says of their recording, in the transaction that attaches it. */
export async function describeVoice(
  trx: Trx,
  { schoolId }: Viewer,
  { url, waveform, transcript }: { url: string; waveform: readonly number[]; transcript: string | null },
): Promise<void> {
  await trx
    .updateTable('uploads')
    .set({ waveform: [...waveform], transcript })
    .where('school_id', '=', schoolId)
    .where('name', '=', uploadName(url))
    .execute()
}

/** Names of files that the viewer has uploaded and not sent, in this order. Those that are not there are left out. */
export async function listFileNames(db: Db, viewer: Viewer, urls: readonly string[]): Promise<string[]> {
  if (urls.length === 0) return []
  const rows = await db
    .selectFrom('uploads')
    .where('school_id', '=', viewer.schoolId)
    .where('owner_id', '=', viewer.id)
    .where('item_id', 'is', null)
    .where('kind', '=', 'file')
    .where('name', 'in', urls.map(uploadName))
    .select(['name', 'extension', 'original_name'])
    .execute()
  const byUrl = new Map(rows.map((row) => [mediaUrl(row), row.original_name ?? '']))
  return urls.flatMap((url) => byUrl.get(url) ?? [])
}

/** Removes the names of the files of items, and what was typed of their voice notes. The bytes stay. */
export async function removeDescriptions(
  trx: Trx,
  schoolId: string,
  kind: string,
  ids: readonly string[],
): Promise<void> {
  await trx
    .updateTable('uploads')
    .set({
      original_name: sql`case when kind = 'file' then 'file.' || extension end`,
      waveform: null,
      transcript: null,
    })
    .where('school_id', '=', schoolId)
    .where('item_kind', '=', kind)
    .where(sql<boolean>`item_id = any(${ids}::uuid[])`)
    .where('kind', 'in', ['file', 'audio'])
    .execute()
}

/** URLs of the uploads of items, by item and in order. */
export async function listUploadUrls(
  db: Db,
  schoolId: string,
  kind: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('uploads')
    .where('school_id', '=', schoolId)
    .where('item_kind', '=', kind)
    .where(sql<boolean>`item_id = any(${ids}::uuid[])`)
    .orderBy('position')
    .select(['item_id', 'name', 'extension'])
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ item_id }) => item_id ?? '')].map(([id, uploads]) => [id, uploads.map(mediaUrl)]),
  )
}
