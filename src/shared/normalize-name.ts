/**
 * Characters that are invisible or change direction: control, format, private, unassigned, fillers, the empty Braille
 * cell.
 */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Normalizes a name for storage, from any source: NFC, single spaces, no characters that are invisible or change the
 * text direction. Empty when nothing visible is left.
 */
export const normalizeName = (name: string): string =>
  name
    .replace(/[\t-\r\u0085]/g, ' ')
    .replace(hidden, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
