import type { Readable } from 'node:stream'
import { formatCsvLine, startCsv } from '../../../shared/server/csv.ts'
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
  ['reporter email', ({ reporter }) => reporter?.email],
  ['reported user', ({ author, author_seal }) => (author_seal ? 'Anonymous' : author?.name)],
  ['content', ({ title, content }) => (title ? `${title}\n${content}` : content)],
]

/** Streams reports as CSV for spreadsheets (RFC 4180). No cell can be evaluated as a formula. */
export async function* toCsv(parts: AsyncIterable<readonly ReportRow[]>): AsyncGenerator<string> {
  yield startCsv(columns.map(([heading]) => heading))
  for await (const rows of parts)
    yield rows.map((row) => formatCsvLine(columns.map(([, cell]) => cell(row) ?? ''))).join('')
}

/** Adds the rows of exports of other cells, without their headings, and a line for each cell that did not reply. */
export async function* joinCsv(
  own: AsyncIterable<string>,
  askOthers: () => Promise<{ readonly replies: readonly Readable[]; readonly silent: readonly string[] }>,
): AsyncGenerator<string> {
  yield* own
  const { replies, silent } = await askOthers()
  for (const reply of replies) {
    let heading: string | undefined = '' // until its line has ended
    for await (const text of reply.setEncoding('utf8') as AsyncIterable<string>) {
      if (heading === undefined) yield text
      else {
        heading += text
        const end = heading.indexOf('\r\n')
        if (end < 0) continue
        yield heading.slice(end + 2)
        heading = undefined
      }
    }
  }
  for (const cell of silent) yield formatCsvLine([`Incomplete: the cell ${cell} did not reply.`])
}
