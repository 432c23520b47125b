import { fileTypes } from '../attachment-contract.gen.ts'
import { maxUploadBytes } from '../contract.gen.ts'

/** Types for a chooser of files of messages. */
export const offeredFiles = fileTypes.map((type) => `.${type}`).join()

/** Why a file cannot be sent in a message, as far as its name and size say. The server reads its bytes. */
export function fileObjection({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const end = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!name.includes('.') || !(fileTypes as readonly string[]).includes(end)) return 'This file type is not allowed.'
  if (size > maxUploadBytes.message_file) return 'This file is too large: at most 10 MB.'
  return size === 0 ? 'This file is empty.' : undefined
}
