import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { NoteInput } from '../note-contract.ts'

type Reply = { readonly data: { readonly note?: string | undefined; readonly sensitive?: true | undefined } }

type Props = {
  item: { readonly id: string; readonly note?: string | undefined; readonly sensitive?: true | undefined }
  canHavePictures: boolean
  send: (body: { note: string | null; sensitive?: boolean | undefined }) => Promise<Reply>
  onSaved: (saved: Reply['data']) => void
  onClose: () => void
}

/** Changes the content note of an own item. */
export default function NoteDialog({ item, canHavePictures, send, onSaved, onClose }: Props) {
  const { form, field, values, change, failure, isPending } = useContractForm({
    name: `note ${item.id}`,
    hasDraft: false,
    initial: () => ({ note: item.note ?? '', sensitive: item.sensitive ?? false }),
    schema: NoteInput,
    toBody: (fields) => fields,
    send,
    onSuccess: ({ data }) => onSaved(data),
    onDone: () => {
      onClose()
      void toast.success('Note saved')
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Content note"
      description="Readers see the note first, and choose whether to read on. An empty note removes it."
      problem={failure && userMessage(failure, 'Failed to save the note', { statuses: [400, 403, 404, 409] })}
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
    </FormDialog>
  )
}
