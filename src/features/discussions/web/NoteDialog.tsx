import { useRef } from 'react'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { isNamingError } from '../../../shared/web/failed-post.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { NamingQuestion } from '../../people/web/NamingQuestion.tsx'
import { SealedNoteInput } from '../note-contract.ts'
import type { NoteBody } from './discussion.ts'

type Reply = { readonly data: { readonly note?: string | undefined; readonly sensitive?: true | undefined } }

type Props = {
  item: { readonly id: string; readonly note?: string | undefined; readonly sensitive?: true | undefined }
  canHavePictures: boolean
  send: (body: NoteBody) => Promise<Reply>
  onSaved: (saved: Reply['data']) => void
  onClose: () => void
}

/** Changes the content note of an own item. */
export default function NoteDialog({ item, canHavePictures, send, onSaved, onClose }: Props) {
  const isConfirmed = useRef(false)
  const { form, field, submit, values, change, failure, isPending } = useContractForm({
    name: `note ${item.id}`,
    hasDraft: false,
    initial: () => ({ note: item.note ?? '', sensitive: item.sensitive ?? false }),
    schema: SealedNoteInput,
    toBody: (fields) => ({ ...fields, ...(isConfirmed.current && { confirmed: true }) }),
    send,
    onSuccess: ({ data }) => onSaved(data),
    onDone: () => {
      onClose()
      void toast.success('Note saved')
    },
  })
  const confirm = () => {
    isConfirmed.current = true
    submit()
    isConfirmed.current = false
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Content note"
      description="Readers see the note first, and choose whether to read on. An empty note removes it."
      problem={
        failure &&
        !isNamingError(failure) &&
        userMessage(failure, 'Failed to save the note', { statuses: [400, 403, 404, 409] })
      }
      form={form}
      formClassName="space-y-5"
      submitLabel="Save note"
      isPending={isPending}
      pendingLabel="Saving..."
    >
      <Field label="Note" placeholder="food, exams, violence…" {...field('note')} />
      {canHavePictures && (
        <Checkbox
          label="Sensitive pictures"
          hint="They start covered."
          checked={values.sensitive}
          onChange={(sensitive) => change({ sensitive })}
        />
      )}
      <NamingQuestion error={failure} isPending={isPending} onConfirm={confirm} />
    </FormDialog>
  )
}
