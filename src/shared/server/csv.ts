// CSV for spreadsheets (RFC 4180).

/** A line. No cell can be evaluated as a formula. */
export const formatCsvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

/** The line of headings, after the byte order mark that tells spreadsheets that this is UTF-8. */
export const startCsv = (headings: readonly string[]): string => `\uFEFF${formatCsvLine(headings)}`

/** A spreadsheet treats a leading = + - @ as a formula, also after whitespace and in the full-width forms. */
const quoted = (text: string) => {
  const harmless = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
