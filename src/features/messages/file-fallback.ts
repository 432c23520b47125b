import { plural } from '../../shared/plural.ts'

/** The content of a voice note without a text of its own. */
export const voiceFallback = 'Sent a voice note'

/**
 * The content of a message that has files or pictures and no text of its own: clients that do not know them show it. Empty
 * with one picture, which every client shows.
 */
export function toFileFallback(names: readonly string[], pictures = 0): string {
  if (pictures === 1 && names.length === 0) return ''
  const files = names.length === 1 ? `a file: ${names[0]}` : `${names.length} files`
  const parts = [
    ...(pictures > 0 ? [pictures === 1 ? 'a photo' : plural(pictures, 'photo')] : []),
    ...(names.length > 0 ? [files] : []),
  ]
  return `Sent ${parts.join(' and ')}`
}
