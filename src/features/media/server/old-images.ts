// Fingerprints for images that were stored before uploads had them. The stored copy is decoded: it has other pixels than
// the file that was uploaded, but nearly the same shape.

import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Storage } from '../../../shared/server/storage/storage.ts'
import { type Decoders, openDecoders } from './decoder-pool.ts'
import type { Fingerprints } from './fingerprints.ts'

/** Images per run of the job, which shares the decoders' cores with uploads. */
const batch = 50

type OldImage = { readonly school_id: string; readonly name: string; readonly extension: string }

/**
 * Computes the fingerprints of up to a batch of old images, and hides those that look like a blocked one. Returns how many
 * images were looked at. Runs every minute until none is left.
 */
export async function fingerprintOldImages(
  { db, storage, config }: Pick<App, 'db' | 'storage' | 'config'>,
  signal?: AbortSignal,
): Promise<number> {
  const isOld = sql<boolean>`kind = 'image' and pixels is null and is_unreadable = false`
  const images: OldImage[] = []
  const first = sql`select school_id from uploads where ${isOld} order by school_id, name limit ${batch}`
  await forEachDueSchool(db, first, async (schoolId) => {
    if (images.length >= batch) return
    const some = await db
      .selectFrom('uploads')
      .where('school_id', '=', schoolId)
      .where(isOld)
      .select(['school_id', 'name', 'extension'])
      .orderBy('name')
      .limit(batch - images.length)
      .execute()
    images.push(...some)
  })
  if (images.length === 0) return 0
  const decoders = openDecoders(config.dataDir)
  const found: (OldImage & { fingerprints: Fingerprints | undefined })[] = []
  try {
    // One after another: uploads of users come first.
    for (const image of images) {
      if (signal?.aborted) break
      found.push({ ...image, fingerprints: await readFingerprints(storage, decoders, image) })
    }
  } finally {
    await decoders.close()
  }
  for (const [schoolId, some] of Map.groupBy(found, ({ school_id }) => school_id)) await store(db, schoolId, some)
  return found.length
}

async function readFingerprints(
  storage: Storage,
  decoders: Decoders,
  { school_id: schoolId, name, extension }: OldImage,
): Promise<Fingerprints | undefined> {
  const file = await storage.open({ schoolId, name: `${name}.${extension}` })
  if (!file) return undefined
  return storage.withTempFolder(async (folder) => {
    const path = join(folder, 'source')
    try {
      await pipeline(file.stream(), createWriteStream(path))
    } finally {
      await file.close()
    }
    const job = { path, folder, name, widths: [], takesGif: true, takesVideo: false }
    const decoded = await decoders.decode(job).catch(() => undefined)
    return decoded && 'fingerprints' in decoded ? decoded.fingerprints : undefined
  })
}

async function store(
  db: Db,
  schoolId: string,
  found: readonly (OldImage & { fingerprints: Fingerprints | undefined })[],
): Promise<void> {
  const column = <T>(read: (one: (typeof found)[number]) => T) => found.map(read)
  await sql`
    with asked as (
      select name, decode(pixels, 'hex') as pixels, phash::bit(64) as phash,
        coalesce(find_blocked(phash::bit(64)),
          (select id from media_blocklist as entry where entry.pixels = decode(asked.pixels, 'hex') limit 1)) as blocked_by
      from unnest(${column((one) => one.name)}::text[],
        ${column((one) => one.fingerprints?.pixels ?? null)}::text[],
        ${column((one) => one.fingerprints?.phash ?? null)}::text[]) as asked (name, pixels, phash)
    )
    update uploads set pixels = asked.pixels, phash = asked.phash, is_unreadable = asked.pixels is null,
      blocked_by = asked.blocked_by,
      held_at = case when asked.blocked_by is not null and item_id is not null and item_kind <> 'pending'
        and withheld_at is null then coalesce(held_at, now()) else held_at end
    from asked
    where uploads.school_id = ${schoolId} and uploads.name = asked.name and uploads.pixels is null`.execute(db)
}
