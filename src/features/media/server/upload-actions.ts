import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { badRequest, limitReached } from '../../../shared/server/http/errors.ts'
import { uploadSeconds } from '../../../shared/server/metrics.ts'
import type { Storage } from '../../../shared/server/storage/storage.ts'
import { type Media, type Purpose, portraitWidth, widths } from '../contract.ts'
import { blockedText, checkBlocklist } from './blocklist.ts'
import type { Decoded, Decoders } from './decoder-pool.ts'
import { blockedFileText, checkFile, checkVoice } from './files.ts'
import type { HashLists } from './hash-lists.ts'
import type { ReceivedFile } from './parse-multipart.ts'
import { presentMedia } from './queries.ts'

/** Per user and day. */
const dailyBytes = 2 * 1024 ** 3
/** Per school and day, far above the use of any campus. Checked when a form begins. */
const dailySchoolBytes = 500 * 1024 ** 3

/** Avatars are shown at a quarter of this size at most; lists show them at a twelfth, from a copy. */
const facePixels = 512

const today = sql<Date>`(now() at time zone 'UTC')::date`

/** Key of a user's daily byte count. A keyed hash, so that no row connects a user with their uploads. */
const quotaOwner = (anonymity: Anonymity, { schoolId, id }: Viewer) =>
  anonymity.serviceHash('upload quota', schoolId, id, new Date().toISOString().slice(0, 10))

/** Throws 429 when the viewer or their school has used up the daily quota. */
export async function checkQuota(db: Db, anonymity: Anonymity, viewer: Viewer): Promise<void> {
  const owner = quotaOwner(anonymity, viewer)
  const day = await db
    .selectFrom('upload_days')
    .where('school_id', '=', viewer.schoolId)
    .where('day', '=', today)
    .select([
      sql<number>`coalesce(sum(bytes), 0)::int8`.as('school'),
      sql<number>`coalesce(sum(bytes) filter (where owner = ${owner}), 0)::int8`.as('own'),
    ])
    .executeTakeFirstOrThrow()
  if (day.own >= dailyBytes) throw quotaProblem()
  if (day.school >= dailySchoolBytes)
    throw limitReached('Your school has reached today’s upload limit. Try again tomorrow.', secondsLeftToday())
}

/** Counts received bytes, whether or not they are stored. Throws 429 above the daily quota. */
export async function countUpload(db: Db, anonymity: Anonymity, viewer: Viewer, bytes: number): Promise<void> {
  const day = await db
    .insertInto('upload_days')
    .values({ school_id: viewer.schoolId, owner: quotaOwner(anonymity, viewer), day: today, bytes })
    .onConflict((existing) =>
      existing.columns(['school_id', 'owner']).doUpdateSet({ bytes: sql`upload_days.bytes + excluded.bytes` }),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow()
  if (Number(day.bytes) > dailyBytes) throw quotaProblem()
}

const quotaProblem = () =>
  limitReached('You’ve reached today’s 2 GB upload limit. Try again tomorrow.', secondsLeftToday())

const daySeconds = 24 * 3600
const secondsLeftToday = () => daySeconds - (Math.floor(Date.now() / 1000) % daySeconds)

export type UploadTools = {
  readonly db: Db
  readonly decoders: Decoders
  readonly lists: HashLists | undefined
  readonly log: { warn(fields: object, message: string): void }
}

const notHere = (kind: Decoded['kind']) => {
  if (kind === 'file' || kind === 'audio') return blockedFileText
  return kind === 'video' ? 'This video can’t be shared here.' : blockedText
}

const randomName = () => randomBytes(24).toString('base64url')

/** A decoded file with its future name. */
export type DecodedUpload = { readonly name: string; readonly decoded: Decoded }

/**
 * Decodes a received file in its temporary folder. Undefined when it is not an image or video accepted for this
 * purpose. Throws 400 for a file that is on one of the operator's lists, and for files of messages that are not allowed.
 */
export async function decodeUpload(
  { db, decoders, lists, log }: UploadTools,
  viewer: Viewer,
  { folder, purpose, ...received }: ReceivedFile & { folder: string; purpose: Purpose },
): Promise<DecodedUpload | undefined> {
  const { path } = received
  const list = await lists?.find(path)
  if (purpose === 'message_file') {
    const decoded = await checkFile(db, viewer, received)
    if (!list) return { name: randomName(), decoded }
    log.warn({ list }, 'refused an upload that is on a hash list')
    throw badRequest(notHere('file'))
  }
  const isSmall = purpose === 'avatar' || purpose === 'professor'
  const name = randomName()
  const observe = uploadSeconds.startTimer()
  const decoding = decoders.decode({
    path,
    folder,
    name,
    widths: isSmall ? [portraitWidth] : widths,
    maxSidePx: isSmall ? facePixels : undefined,
    takesGif: purpose === 'professor',
    takesVideo: purpose === 'post',
    takesVoice: purpose === 'voice',
  })
  const outcome = await decoding.finally(observe)
  if (!('refused' in outcome)) {
    if (!list) return { name, decoded: outcome.kind === 'audio' ? await checkVoice(db, viewer, outcome) : outcome }
    log.warn({ list }, 'refused an upload that is on a hash list')
    throw badRequest(notHere(outcome.kind))
  }
  if (outcome.refused === 'too_large')
    throw badRequest(
      'This photo is too large. Use one with at most 8,192 pixels per side and 40 megapixels in total (12.5 for WebP or progressive files), and no more than 100 frames.',
    )
  if (purpose === 'voice') throw badRequest('This file type is not allowed.')
  return undefined
}

/**
 * Stores decoded files and inserts their rows, all or none. They belong to the viewer until an item shows them. Throws 400
 * for an image that is on the blocklist.
 */
export async function storeUploads(
  db: Db,
  storage: Storage,
  viewer: Viewer,
  purpose: Purpose,
  all: readonly DecodedUpload[],
): Promise<Media[]> {
  const school_id = viewer.schoolId
  const blocked = await Promise.all(
    all.map(({ decoded: { fingerprints } }) => (fingerprints ? checkBlocklist(db, fingerprints) : null)),
  )
  const files = all.flatMap(({ name, decoded: { extension, path, variants } }) => [
    { file: `${name}.${extension}`, path },
    ...variants.map(({ width, path }) => ({ file: `${name}-${width}.webp`, path })),
  ])
  // If the server is killed after this, a job removes the stored files.
  await db
    .insertInto('abandoned_files')
    .values(files.map(({ file }) => ({ school_id, file, due_at: sql<Date>`now() + interval '1 hour'` })))
    .execute()
  for (const { file, path } of files) await storage.put({ schoolId: school_id, name: file }, path)
  const rows = all.map(({ name, decoded }, index) => {
    const {
      kind,
      extension,
      bytes,
      width,
      height,
      thumbhash,
      variants,
      fingerprints,
      sha256,
      originalName,
      durationMs,
    } = decoded
    return {
      school_id,
      name,
      owner_id: viewer.id,
      purpose,
      kind,
      extension,
      bytes,
      width,
      height,
      thumbhash: thumbhash === null ? null : Buffer.from(thumbhash, 'base64'),
      widths: variants.map((variant) => variant.width),
      pixels: fingerprints ? Buffer.from(fingerprints.pixels, 'hex') : null,
      phash: fingerprints?.phash ?? null,
      blocked_by: blocked[index] ?? null,
      original_name: originalName ?? null,
      sha256: sha256 ?? null,
      duration_ms: durationMs ?? null,
    }
  })
  await withUserTransaction(db, viewer, async (trx) => {
    await trx.insertInto('uploads').values(rows).execute()
    const names = files.map(({ file }) => file)
    await trx.deleteFrom('abandoned_files').where('school_id', '=', school_id).where('file', 'in', names).execute()
  })
  return rows.map(presentMedia)
}
