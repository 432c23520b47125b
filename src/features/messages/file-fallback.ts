/** The content of a voice note without a text of its own. */
export const voiceFallback = 'Sent a voice note'

/** The content of a message that has files and no text of its own: clients that know no files show it. */
export function toFileFallback(names: readonly string[]): string {
  return names.length === 1 ? `Sent a file: ${names[0]}` : `Sent ${names.length} files`
}
