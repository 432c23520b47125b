import { maxUploadBytes } from '../contract.gen.ts'

export type Kind = 'image' | 'video'

/** Types for the file chooser. Listing these lets a phone convert its pictures to JPEG. */
export const offered = {
  'image/*': ['.jpg', '.jpeg', '.png', '.webp', '.gif'],
  'video/mp4': ['.mp4'],
  'video/quicktime': ['.mov'],
}

/** Whether a URL or file name is that of a video. Anything else counts as an image. */
export const isVideo = (name: string): boolean => /\.(mp4|mov)$/i.test(name)

/** Kind of media that the file becomes in a post. Undefined when a post does not accept it. */
export function fileKind(file: File): Kind | undefined {
  if (file.size === 0 || file.size > maxUploadBytes.post) return undefined
  if (['video/mp4', 'video/quicktime'].includes(file.type) || (!file.type && isVideo(file.name))) return 'video'
  return file.type.startsWith('image/') && file.type !== 'image/svg+xml' ? 'image' : undefined
}
