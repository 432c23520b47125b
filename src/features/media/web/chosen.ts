import { maxPostBytes } from './limits.ts'

export type Kind = 'image' | 'video'

/** What the file chooser offers; naming these lets a phone hand over its pictures as JPEG. */
export const offered = {
  'image/*': ['.jpg', '.jpeg', '.png', '.webp', '.gif'],
  'video/mp4': ['.mp4'],
  'video/quicktime': ['.mov'],
}

/** Whether an address or a file name is a video's; anything else counts as a picture. */
export const isVideo = (name: string): boolean => /\.(mp4|mov)$/i.test(name)

/** What a chosen file would be in a post; undefined if it cannot be in one. */
export function fileKind(file: File): Kind | undefined {
  if (file.size === 0 || file.size > maxPostBytes) return undefined
  if (['video/mp4', 'video/quicktime'].includes(file.type) || (!file.type && isVideo(file.name))) return 'video'
  return file.type.startsWith('image/') && file.type !== 'image/svg+xml' ? 'image' : undefined
}
