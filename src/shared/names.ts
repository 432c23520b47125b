/** Characters that show nothing or steer direction: control, format, private, unassigned, fillers, the empty Braille cell. */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * The form in which names are stored, whoever gives them: NFC, without characters that show nothing or change the direction of
 * text, with single spaces. Empty when nothing visible is left.
 */
export const normalizeName = (name: string): string =>
  name
    .replace(/[\t-\r\u0085]/g, ' ')
    .replace(hidden, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
