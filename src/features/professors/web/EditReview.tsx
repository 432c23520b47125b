import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { formatMuted } from '../../../shared/web/failed-post.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { ratingsApi } from '../contract.gen.ts'
import { type Rating, RatingEdit } from '../rating-contract.ts'
import { toastFor } from './labels.ts'
import { toastFailure, useFreshReviews } from './queries.ts'
import { RatingDialog } from './RatingDialog.tsx'
import { toFields, toRequestBody } from './rating.ts'

/** Edits a review under the author's name. Its course and its votes stay. */
export default function EditReview({ review, onClose }: { review: Rating; onClose: () => void }) {
  const refreshReviews = useFreshReviews()
  const fields = useContractForm({
    name: `edit rating ${review.id}`,
    initial: () => toFields(review),
    schema: RatingEdit,
    toBody: toRequestBody,
    send: (body) => call(ratingsApi.update, { params: { id: review.id }, body }),
    onSuccess: () => {
      toast.success('Review updated', toastFor)
      refreshReviews()
    },
    onDone: onClose,
    onError(error) {
      if (!formatMuted(error)) toastFailure(error, 'Failed to update review')
    },
  })
  return (
    <RatingDialog
      title="Edit my review"
      professorId={review.professor_id}
      fields={fields}
      submitLabel="Save changes"
      pendingLabel="Saving..."
      hasCourse={false}
      onClose={onClose}
    >
      <p className="rounded-control bg-sunken px-4 py-3 text-small text-soft">
        {review.course ? `About ${review.course.code}. ` : ''}Everyone sees that you edited it.
      </p>
    </RatingDialog>
  )
}
