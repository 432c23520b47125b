import { z } from 'zod'
import { envelope, route } from '../../shared/contract.ts'
import { fileTypes } from './attachment-contract.ts'

/** Purpose of an upload, which determines its limits. Unknown values count as generic. */
export const purposes = [
  'generic',
  'avatar',
  'cover',
  'post',
  'event',
  'listing',
  'assignment',
  'answer',
  'group',
  'group_post',
  'message',
  'message_file',
  'voice',
  'ad',
  'professor',
] as const
export type Purpose = (typeof purposes)[number]

export const megabyte = 1024 * 1024

/** Per file, by purpose. Only feed posts accept videos. */
export const maxUploadBytes: Readonly<Record<Purpose, number>> = {
  generic: megabyte,
  avatar: megabyte,
  cover: megabyte,
  post: 50 * megabyte,
  event: megabyte,
  listing: megabyte,
  assignment: megabyte,
  answer: 2 * megabyte,
  group: megabyte,
  group_post: 5 * megabyte,
  message: megabyte,
  message_file: 10 * megabyte,
  voice: 5 * megabyte,
  ad: 2 * megabyte,
  professor: megabyte,
}

/** Per upload or post. */
export const maxFiles = 10

/** Widths of the smaller copies stored for a wider image: `/media/NAME-640.webp`. */
export const widths = [320, 640, 1280] as const

/** Width of the copy of a portrait for the discs beside names, three times their largest size: `/media/NAME-128.webp`. */
export const portraitWidth = 128

/** An image or video with its size, so that a page can reserve the space before it loads. */
export const Media = z.object({
  /** `/media/NAME.webp`, `.mp4` or `.mov`. */
  url: z.string(),
  kind: z.enum(['image', 'video']),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** A few bytes in base64 that draw a blurred placeholder until the image is loaded. */
  thumbhash: z.string().nullable(),
  /** The owner wishes to be asked before others save it: a request that nothing enforces. Absent for anonymous items. */
  ask_before_saving: z.literal(true).optional(),
})
export type Media = z.infer<typeof Media>

/** Typed as what a page shows: only forms with the purposes of messages receive others. */
const UploadedMedia = Media.extend({ kind: z.enum(['image', 'video', 'file', 'audio']) }) as unknown as typeof Media

/** `NAME.webp`, `NAME-640.webp`, `NAME.mp4`, `NAME.mov`, or `NAME.pdf` and so on. */
const extensions = ['webp', 'mp4', 'mov', 'm4a', 'weba', ...fileTypes].join('|')
const fileName = new RegExp(`^[A-Za-z0-9_-]{32}(\\.(${extensions})|-(${[portraitWidth, ...widths].join('|')})\\.webp)$`)

export const media = {
  /** A form with `file` and `type`, in any order. */
  upload: route({
    method: 'POST',
    path: '/upload',
    multipart: true,
    reply: envelope(z.object({ url: z.string(), media: UploadedMedia })),
  }),
  /** A form with up to ten files and `type`. Invalid files are skipped. */
  uploadMany: route({
    method: 'POST',
    path: '/upload/multiple',
    multipart: true,
    reply: envelope(z.object({ urls: z.array(z.string()), media: z.array(UploadedMedia) })),
  }),
  /** With a width, the smallest stored copy that is at least as wide, or else the whole image. */
  file: route({
    method: 'GET',
    path: '/media/:file',
    handlesNavigation: true,
    acrossCells: 'row',
    params: z.object({ file: z.string().regex(fileName) }),
  }),
}
