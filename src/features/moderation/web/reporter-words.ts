import type { Report } from '../report-contract.ts'
import { withoutMarker } from './labels.ts'

/** What would tell the affected user who reported. */
export type ReporterWords = Pick<Report, 'reporter_name' | 'description'>

const minNameLength = 3
/** Shorter descriptions are common phrases. */
const minDescriptionLength = 20

/** Whether the text has a part of the reporter's name, or the whole description of the report. */
export function namesReporter(text: string, { reporter_name, description }: ReporterWords): boolean {
  const words = new Set(listWords(text))
  const quoted = withoutMarker(description).trim().toLowerCase()
  return (
    listWords(reporter_name ?? '').some((part) => [...part].length >= minNameLength && words.has(part)) ||
    (quoted.length >= minDescriptionLength && text.toLowerCase().includes(quoted))
  )
}

const listWords = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
