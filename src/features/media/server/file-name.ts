import { maxNameLength } from '../attachment-contract.ts'

/** What a file system or a header may read as more than a name. */
const reserved = /[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]/gu

/**
 * Returns a name for a file to be shown and saved under: its last part, on one line, without characters that reverse or
 * hide parts of it. At most 200 characters; the end with the type stays. Undefined when nothing remains.
 */
export function cleanFileName(given: string): string | undefined {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const name = last
    .replace(/\s+/g, ' ')
    .replace(reserved, '')
    .replace(/ +/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
  if (name === '') return undefined
  const end = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - end.length).trimEnd()
  // By code points, so that none is cut in half.
  return stem === '' ? undefined : `${shorten(stem, maxNameLength - end.length)}${end}`
}

function shorten(text: string, maxLength: number): string {
  let short = ''
  for (const character of text) {
    if (short.length + character.length > maxLength) break
    short += character
  }
  return short
}

/** Header that saves a file under its name, by RFC 6266: in ASCII for old clients, and in UTF-8. */
export function toContentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
