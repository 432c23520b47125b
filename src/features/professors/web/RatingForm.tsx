import { anonymityNote, authorshipNote } from '../../../shared/web/anonymity-note.ts'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { formatMuted } from '../../../shared/web/failed-post.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { ratingsApi } from '../contract.gen.ts'
import { RatingInput } from '../rating-contract.ts'
import { toastFor } from './labels.ts'
import { toastFailure, useFreshReviews } from './queries.ts'
import { RatingDialog } from './RatingDialog.tsx'
import { empty, type RatingFields, toRequestBody } from './rating.ts'

type Props = { professor: { readonly id: string; readonly full_name: string }; onClose: () => void }

/** Rates a professor. Keeps the draft until it is sent. */
export default function RatingForm({ professor, onClose }: Props) {
  const refreshReviews = useFreshReviews()
  const me = useMe()
  const fields = useContractForm({
    name: `rating ${professor.id}`,
    initial: (): RatingFields => empty,
    schema: RatingInput,
    toBody: toRequestBody,
    send: (body, idempotencyKey) => call(ratingsApi.create, { params: { id: professor.id }, body, idempotencyKey }),
    onSuccess: () => {
      toast.success('Rating submitted successfully!', toastFor, 'submit rating')
      refreshReviews()
    },
    onDone: onClose,
    onError(error) {
      if (!formatMuted(error)) toastFailure(error, 'Failed to submit rating', 'submit rating')
    },
  })
  return (
    <RatingDialog
      title={`Rate ${professor.full_name}`}
      professorId={professor.id}
      fields={fields}
      submitLabel="Post review"
      pendingLabel="Posting..."
      onClose={onClose}
    >
      <Checkbox
        top
        label={<span className="block font-medium">Rate anonymously</span>}
        hint={`No one sees your name, including the professor.${me.anonymity_mode === 'one' ? '' : ` ${anonymityNote(me.anonymity_mode, me.school)}`}${authorshipNote(me.unmaskable_days)}`}
        checked={fields.values.anonymous}
        onChange={(anonymous) => fields.change({ anonymous })}
        className="rounded-control bg-sunken px-4 py-3"
      />
    </RatingDialog>
  )
}
