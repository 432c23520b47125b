import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import type { Rating } from '../rating-contract.ts'
import { Score } from './Score.tsx'

type Props = {
  professor: { readonly full_name: string; readonly courses_taught: readonly string[] }
  reviews: readonly Rating[]
  onEdit: (review: Rating) => void
  onWrite: () => void
  onClose: () => void
}

/** Says before the form opens that the viewer has reviewed this professor, since a second review would be refused. */
export default function OwnReviews({ professor, reviews, onEdit, onWrite, onClose }: Props) {
  const hasOtherCourses = professor.courses_taught.length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={`You’ve already reviewed ${professor.full_name}`}
      description={hasOtherCourses ? 'You can write one review per course.' : 'You can change what you wrote.'}
      actions={hasOtherCourses && <Button onClick={onWrite}>Review another course</Button>}
    >
      <ul aria-label="Your reviews" className="divide-y divide-line">
        {reviews.map((review) => (
          <li key={review.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <Score value={review.overall_rating} />
            <div className="min-w-0 flex-1 basis-48">
              <p className="text-small text-faint">
                {review.course && <>{review.course.code} · </>}
                <Time at={review.created_at} />
              </p>
              <p dir="auto" className="line-clamp-2 wrap-anywhere">
                {review.review_text}
              </p>
            </div>
            <Button variant="primary" onClick={() => onEdit(review)}>
              Edit my review
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
