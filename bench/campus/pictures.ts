import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Db } from '../../src/shared/server/db/pools.ts'
import { signInPeople } from './fill.ts'

/** Number of pictures, and the width of the variant that a phone loads. */
const count = 24
const variantWidth = 640

type Campus = { readonly db: Db; readonly http: FastifyInstance; readonly dataDir: string; readonly schoolId: string }

/** A picture of a post: its URL and its file. */
export type Picture = { readonly url: string; readonly path: string }

/**
 * Uploads pictures through the API, attaches each to a post, and makes these posts old: on the first page of the feed
 * they would change its cost.
 */
export async function addPictures({ db, http, dataDir, schoolId }: Campus): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const { cookie } of await signInPeople(db, schoolId, count)) {
    const form = new FormData()
    form.set('type', 'post')
    form.set('file', new Blob([await drawPicture()]), 'bench.jpg')
    const upload = await http.inject({ method: 'POST', url: '/upload', headers: { cookie }, payload: form })
    if (upload.statusCode !== 200) throw new Error(`An upload was answered with ${upload.statusCode}: ${upload.body}`)
    const url: string = upload.json().data.url
    const payload = { content: 'Bench post with a picture', media_urls: [url] }
    const post = await http.inject({ method: 'POST', url: '/api/posts', headers: { cookie }, payload })
    if (post.statusCode !== 201) throw new Error(`A post was answered with ${post.statusCode}: ${post.body}`)
    await sql`update posts set created_at = created_at - interval '300 days'
      where school_id = ${schoolId} and id = ${post.json().data.id}`.execute(db)
    const file = url.replace('/media/', '').replace('.webp', `-${variantWidth}.webp`)
    pictures.push({ url: `/media/${file}`, path: join(dataDir, 'files', schoolId, file.slice(0, 2), file) })
  }
  return pictures
}

/** Soft noise, which compresses about as well as a photograph. */
async function drawPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#888', noise } })
    .resize({ width: 1600 })
    .jpeg({ quality: 90 })
    .toBuffer()
  return new Uint8Array(bytes)
}
