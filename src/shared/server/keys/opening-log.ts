import { createHmac, hkdfSync } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { type SealedItem, SealQuotaError } from '../crypto/anonymity.ts'

/** Seals of a school that may be opened within 24 hours, by default. An item that is opened again counts once. */
export const defaultOpeningsPerDay = 200
const dayMs = 86_400_000

/**
 * Records the opening of one seal, before it is opened. Throws `SealQuotaError`, and writes nothing, when the school's quota
 * is used up.
 */
export type OpeningLog = (item: SealedItem) => void

/** For commands and tests, which hold SECRET_KEY and could open everything anyway. */
export const noOpeningLog: OpeningLog = () => {}

type Line = {
  readonly n: number
  readonly at: string
  readonly school: string
  readonly kind: string
  readonly id: string
}

/**
 * A log that is only appended to: one line per opening, on disk before the seal is opened. Each line ends with a hash under
 * SECRET_KEY over it and the line before, so that `verifyOpenings` notices one that was changed, removed or added. Names no
 * author and no moderator: the audit log says who asked.
 */
export function openOpeningLog(
  file: string,
  secretKey: string,
  { perDay = defaultOpeningsPerDay, now = Date.now }: { perDay?: number; now?: () => number } = {},
): OpeningLog {
  const seal = createLineSeal(secretKey)
  let { count, last, lines } = readLog(file)
  const handle = openSync(file, 'a', 0o600)
  /** By school: when each item was opened last. */
  const recent = new Map<string, Map<string, number>>()
  const remember = ({ school, kind, id, at }: Line) => {
    const items = recent.get(school) ?? new Map<string, number>()
    recent.set(school, items)
    items.set(`${kind} ${id}`, Date.parse(at))
  }
  for (const line of lines) if (Date.parse(line.at) > now() - dayMs) remember(line)
  lines = []

  return ({ schoolId, kind, id }) => {
    const items = recent.get(schoolId) ?? new Map<string, number>()
    for (const [item, at] of items) if (at <= now() - dayMs) items.delete(item)
    if (!items.has(`${kind} ${id}`) && items.size >= perDay) throw new SealQuotaError()
    const line = { n: count + 1, at: new Date(now()).toISOString(), school: schoolId, kind, id }
    const text = JSON.stringify(line)
    const mark = seal(last, text)
    writeSync(handle, `${text} ${mark}\n`)
    fsyncSync(handle)
    count = line.n
    last = mark
    remember(line)
  }
}

/** The problems of a log, and its number of openings. A log whose end was cut off needs the number of an earlier run. */
export function verifyOpenings(file: string, secretKey: string): { readonly wrong: string[]; readonly count: number } {
  const seal = createLineSeal(secretKey)
  const wrong: string[] = []
  let [count, last] = [0, '']
  for (const row of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    count += 1
    const [text, mark] = splitRow(row)
    if (mark !== seal(last, text)) wrong.push(`line ${count} is not as it was written`)
    else if ((JSON.parse(text) as Line).n !== count) wrong.push(`line ${count} has another number`)
    last = mark
  }
  return { wrong, count }
}

function createLineSeal(secretKey: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'quad seal openings v1', 32))
  return (before: string, text: string) => createHmac('sha256', key).update(`${before}\n${text}`).digest('base64url')
}

const splitRow = (row: string): [string, string] => {
  const at = row.lastIndexOf(' ')
  return [row.slice(0, at), row.slice(at + 1)]
}

/** A last line without its end was cut by a crash before anything was opened: the next one follows on a new line. */
function readLog(file: string): { count: number; last: string; lines: Line[] } {
  if (!existsSync(file)) return { count: 0, last: '', lines: [] }
  const text = readFileSync(file, 'utf8')
  const rows = text.split('\n').filter(Boolean)
  if (text !== '' && !text.endsWith('\n')) appendNewline(file)
  const lines = rows.flatMap((row) => {
    try {
      return [JSON.parse(splitRow(row)[0]) as Line]
    } catch {
      return []
    }
  })
  return { count: rows.length, last: splitRow(rows.at(-1) ?? '')[1], lines }
}

function appendNewline(file: string): void {
  const handle = openSync(file, 'a')
  writeSync(handle, '\n')
  closeSync(handle)
}
