// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const maxFiles = 10 as const satisfies typeof contract.maxFiles

export const maxUploadBytes = {
  generic: 1048576,
  avatar: 1048576,
  cover: 1048576,
  post: 52428800,
  event: 1048576,
  listing: 1048576,
  assignment: 1048576,
  answer: 2097152,
  group: 1048576,
  group_post: 5242880,
  message: 1048576,
  message_file: 10485760,
  voice: 5242880,
  ad: 2097152,
  professor: 1048576,
} as const satisfies typeof contract.maxUploadBytes

export const megabyte = 1048576 as const satisfies typeof contract.megabyte

export const portraitWidth = 128 as const satisfies typeof contract.portraitWidth

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
] as const satisfies typeof contract.purposes

export const widths = [320, 640, 1280] as const satisfies typeof contract.widths

export const mediaApi = {
  upload: 'POST /upload',
  uploadMany: 'POST /upload/multiple',
  file: 'GET /media/:file',
} satisfies RouteAddresses<typeof contract.media> as unknown as RouteRefs<typeof contract.media>
