import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import { listFileNames } from '../../media/server/files.ts'
import { maxPictures } from '../attachment-contract.ts'
import { isBlank } from '../blank.ts'
import type { messages } from '../contract.ts'
import { toFileFallback, voiceFallback } from '../file-fallback.ts'
import { type ShareReference, shareFallbacks } from '../share-contract.ts'
import { messageText } from './policy.ts'

type Body = z.output<typeof messages.send.body>

/** What is attached to a new message, as its call describes it. */
type NewAttachments = {
  /** URLs, the first one of which is that of the message. */
  readonly pictures: readonly string[]
  readonly fileUrls: readonly string[]
  readonly voice: {
    readonly url: string
    readonly waveform: readonly number[]
    readonly transcript: string | null
  } | null
}

/** All pictures are stored in this format, and no file is. */
const isPicture = (url: string) => url.endsWith('.webp')

/**
 * Sorts the uploads of a new message. A picture comes with `image_url`, which counts only with its `type`, or among the
 * attachments; it may be in both. Throws 400 for what cannot be sent together.
 */
export function toAttachments({ type, image_url, file_url, attachment_urls = [], voice, share }: Body): NewAttachments {
  const listed = attachment_urls.filter(isPicture)
  const image = (type === 'image' && (image_url || file_url)) || undefined
  if (type === 'image' && !image && listed.length === 0) throw badRequest('Add a photo to send.')
  const pictures = image === undefined ? listed : [image, ...listed.filter((url) => url !== image)]
  const fileUrls = attachment_urls.filter((url) => !isPicture(url))
  if (pictures.length > maxPictures) throw badRequest(`You can send up to ${maxPictures} photos at a time`)
  if (share && pictures.length > 0) throw badRequest('Share an item or a photo, not both.')
  if (voice && (share || pictures.length + fileUrls.length > 0)) throw badRequest('Send a voice note on its own.')
  return { pictures, fileUrls, voice: voice ? { ...voice, transcript: voice.transcript || null } : null }
}

export const hasAttachments = ({ pictures, fileUrls, voice }: NewAttachments): boolean =>
  pictures.length + fileUrls.length > 0 || voice !== null

/** The text of a new message, or what it says without one. Throws 400 for a blank message with nothing else. */
export async function findContent(
  db: Db,
  viewer: Viewer,
  { content, share, pictures, fileUrls, voice }: NewAttachments & { content: string; share: ShareReference | null },
): Promise<string> {
  if (!isBlank(content)) return content
  if (share) return shareFallbacks[share.kind]
  if (voice) return voiceFallback
  if (pictures.length + fileUrls.length === 0) return messageText(content)
  const names = await listFileNames(db, viewer, fileUrls)
  // Attaching refuses those that are not there.
  return toFileFallback(names.length < fileUrls.length ? fileUrls : names, pictures.length)
}
