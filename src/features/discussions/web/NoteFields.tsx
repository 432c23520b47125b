import { maxNoteLength } from '../../../shared/note-choices.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { MoreOptions } from '../../../shared/web/ui/MoreOptions.tsx'

type Props = {
  note: string
  isSensitive: boolean
  onNote: (note: string) => void
  onSensitive: (isSensitive: boolean) => void
  /** False for items without pictures. */
  canHavePictures?: boolean
}

/** The content note of a new item, folded. */
export function NoteFields({ note, isSensitive, onNote, onSensitive, canHavePictures = true }: Props) {
  return (
    <MoreOptions label="Add a note" summary={[note, isSensitive && 'Sensitive pictures'].filter(Boolean).join(' · ')}>
      <Field
        label="Note"
        value={note}
        maxLength={maxNoteLength}
        onChange={onNote}
        placeholder="food, exams, violence…"
        hint="Readers see the note first, and choose whether to read on."
      />
      {canHavePictures && (
        <Checkbox label="Sensitive pictures" hint="They start covered." checked={isSensitive} onChange={onSensitive} />
      )}
    </MoreOptions>
  )
}
