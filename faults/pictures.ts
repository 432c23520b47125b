// Uploaded images, and whether storage and database are consistent.
import { sql } from 'kysely'
import sharp from 'sharp'
import { removeAbandoned } from '../src/features/media/server/cleanup.ts'
import { openStorage } from '../src/shared/server/storage/open.ts'
import { beside, type Writer } from './kit.ts'

/** A unique image. */
export const picture = () =>
  sharp({
    create: {
      width: 900,
      height: 700,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .png()
    .toBuffer()

/** Uploads one image: returns the status, 0 when no reply came, and its URL. */
export async function upload(url: string, { cookie }: Writer, file: Buffer) {
  const form = new FormData()
  form.set('type', 'post')
  form.set('file', new Blob([new Uint8Array(file)]), 'a.png')
  try {
    const options = { method: 'POST', headers: { cookie }, body: form, signal: AbortSignal.timeout(60_000) }
    const response = await fetch(`${url}/api/upload`, options)
    const body = (await response.json()) as { data?: { media: { url: string } } }
    return { status: response.status, url: body.data?.media.url ?? '' }
  } catch {
    return { status: 0, url: '' }
  }
}

/** After the cleanup job: rows without a file, and files without a row. */
export const compareStore = (data: string, storageUrl: string | undefined) =>
  beside(data, async (db) => {
    const storage = await openStorage({ dataDir: data, storageUrl })
    await sql`update abandoned_files set due_at = now()`.execute(db)
    await removeAbandoned(db, storage)
    const { rows } = await sql<{ file: string }>`
      select name || '.' || extension as file from uploads
      union all select name || '-' || one || '.webp' from uploads, unnest(widths) as one`.execute(db)
    const wanted = new Set(rows.map(({ file }) => file))
    let orphans = 0
    for await (const { name } of storage.list()) if (!wanted.delete(name)) orphans++
    return { rows: wanted.size, orphans }
  })
