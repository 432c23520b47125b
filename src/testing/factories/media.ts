import sharp from 'sharp'
import { type Media, media, type Purpose } from '../../features/media/contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import type { TestUser } from './users.ts'

let made = 0
const uploading = new Map<string, Promise<unknown>>()

/** Uploads one file over HTTP, by default a small image. */
export async function makeUpload(
  app: App,
  person: TestUser,
  {
    type = 'post',
    width = 40,
    file,
    name = 'a.png',
  }: { type?: Purpose; width?: number; file?: Buffer; name?: string } = {},
): Promise<Media> {
  // Another color each time: a picture that a test blocked must not be refused in the next one.
  made += 1
  const background = { r: 200, g: made % 256, b: Math.floor(made / 256) % 256 }
  const bytes =
    file ??
    (await sharp({ create: { width, height: 30, channels: 3, background } })
      .png()
      .toBuffer())
  const form = new FormData()
  form.set('type', type)
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  // In sequence: the server accepts two concurrent uploads per user.
  const reply = (uploading.get(person.id) ?? Promise.resolve()).then(() =>
    as(app, person)(media.upload, { body: form }),
  )
  uploading.set(
    person.id,
    reply.catch(() => {}),
  )
  const { status, body } = await reply
  if (status !== 200) throw new Error(`${person.name} could not upload: ${status} ${body.error}`)
  return body.data.media
}
