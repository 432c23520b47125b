import { z } from 'zod'
import { text } from '../../shared/contract.ts'
import { maxNoteLength } from '../../shared/note-choices.ts'
import { confirmedField } from '../people/naming-contract.ts'

/** What awaits the reader: 'food, exams'. Empty and null remove it. Mentions no one. */
const NoteText = text({ max: maxNoteLength, min: 0, long: `Keep the note within ${maxNoteLength} characters` })
  .nullable()
  .transform((note) => note || null)

/** Fields of a new item. */
export const noteFields = {
  note: NoteText.optional(),
  /** Covers the pictures. */
  sensitive: z.boolean().optional(),
}

/** Both replace what was there. */
export const NoteInput = z.object({ note: NoteText, sensitive: z.boolean().default(false) })
export type NoteInput = z.output<typeof NoteInput>

/** Of an item that may be anonymous. */
export const SealedNoteInput = NoteInput.extend(confirmedField)

/** Fields of an item. Absent without a note. */
export const shownNote = {
  note: z.string().optional(),
  sensitive: z.literal(true).optional(),
}
