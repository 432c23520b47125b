import type { ReportRow } from './report-queries.ts'

const columns: readonly (readonly [heading: string, cell: (row: ReportRow) => string | null | undefined])[] = [
  ['id', ({ id }) => id],
  ['date', ({ created_at }) => new Date(created_at * 1000).toISOString()],
  ['status', ({ status }) => status],
  ['content type', ({ kind }) => kind],
  ['content id', ({ content_id }) => content_id],
  ['reason', ({ reason }) => reason],
  ['description', ({ description }) => description],
  ['reporter name', ({ reporter }) => reporter?.name],
  ['reporter e-mail', ({ reporter }) => reporter?.email],
  ['reported user', ({ author, author_seal }) => (author_seal ? 'Anonymous' : author?.name)],
  ['content', ({ title, content }) => (title ? `${title}\n${content}` : content)],
]

/** Reports as a table for spreadsheets (RFC 4180). No cell is taken for a formula. */
export const csvOf = (rows: readonly ReportRow[]): string =>
  [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, cell]) => cell(row) ?? ''))]
    .map((cells) => cells.map(quoted).join(','))
    .map((line) => `${line}\r\n`)
    .join('')

/** A spreadsheet reads a leading = + - @ as a formula, also behind blanks and in its wide forms. */
const quoted = (text: string) => {
  const harmless = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
