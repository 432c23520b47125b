import { maxNoteLength } from '../../../shared/note-choices.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'

type Props = {
  note: { value: string; error: string | undefined; onChange: (note: string) => void }
  sensitive: { value: boolean; onChange: (isSensitive: boolean) => void }
  hasPictures: boolean
}

/** What readers see before a labelled item. */
export function LabelFields({ note, sensitive, hasPictures }: Props) {
  return (
    <>
      <Field
        label="Note"
        maxLength={maxNoteLength}
        placeholder="food, exams, violence…"
        hint="Readers see the note first, and choose whether to read on."
        className="mt-4"
        {...note}
      />
      {hasPictures && (
        <Checkbox
          label="Sensitive pictures"
          hint="They start covered."
          checked={sensitive.value}
          onChange={sensitive.onChange}
          className="mt-3"
        />
      )}
    </>
  )
}
