import { useQueryClient } from '@tanstack/react-query'
import { Pencil, ThumbsDown, ThumbsUp, Trash2 } from 'lucide'
import { Suspense, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { ToggleButton } from '../../../shared/web/ui/ToggleButton.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { ReportButton } from '../../moderation/web/ReportButton.tsx'
import { HideButton } from '../../people/web/HideButton.tsx'
import { ratingsApi } from '../contract.gen.ts'
import type { Rating } from '../rating-contract.ts'
import { toastFor } from './labels.ts'
import { removeReview, useVote } from './queries.ts'

const EditReview = lazyPart(() => import('./EditReview.tsx'))

/** Helpful votes. Edit and delete for the author, report for other users. */
export function ReviewActions({ review, name }: { review: Rating; name: string }) {
  const vote = useVote(review.id)
  const isOwnNamed = review.is_author && !review.anonymous // an anonymous author is treated like everyone else
  const [isDeleting, setIsDeleting] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const button = (is_helpful: boolean, count: number) => {
    const icon = is_helpful ? ThumbsUp : ThumbsDown
    return (
      <ToggleButton
        isPressed={review.user_helpful_vote === is_helpful}
        onPress={() => vote.mutate(is_helpful)}
        aria-label={`${is_helpful ? 'Helpful' : 'Not helpful'} ${count}`}
        disabled={vote.isPending || isOwnNamed}
        className="rounded-control text-small font-medium whitespace-nowrap"
      >
        <Icon icon={icon} size={18} className={review.user_helpful_vote === is_helpful ? 'fill-brand-soft' : ''} />
        {is_helpful ? 'Helpful' : 'Not helpful'} <span className="tabular-nums">{count}</span>
      </ToggleButton>
    )
  }
  return (
    <footer className="mt-2 -ml-2.5 flex items-center">
      {!review.pending && button(true, review.helpful_count)}
      {!review.pending && button(false, review.not_helpful_count)}
      {review.can.report && !review.pending && (
        <HideButton label={`Hide the review by ${name}`} kind="rating" id={review.id} className="ml-auto" />
      )}
      {review.can.report && !review.pending && (
        <ReportButton
          label={`Report the review by ${name}`}
          className={`${review.can.delete ? '' : '-mr-2.5'}`}
          what="rating"
          id={review.id}
          text={review.review_text}
          report={(body) => call(ratingsApi.report, { params: { id: review.id }, body })}
        />
      )}
      {review.can.edit && (
        <IconButton
          label="Edit my review"
          className="ml-auto"
          onPointerEnter={EditReview.preload}
          onClick={() => setIsEditing(true)}
        >
          <Icon icon={Pencil} size={18} />
        </IconButton>
      )}
      {review.can.delete && (
        <IconButton
          label="Delete your review"
          className={`-mr-2.5 ${review.can.edit || (review.can.report && !review.pending) ? '' : 'ml-auto'}`}
          onClick={() => setIsDeleting(true)}
        >
          <Icon icon={Trash2} size={18} />
        </IconButton>
      )}
      <Suspense>{isEditing && <EditReview review={review} onClose={() => setIsEditing(false)} />}</Suspense>
      {isDeleting && <DeleteReview id={review.id} onClose={() => setIsDeleting(false)} />}
    </footer>
  )
}

/** Confirms and deletes a rating, which removes it from all statistics. */
function DeleteReview({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useLockedMutation({
    mutationFn: () => call(ratingsApi.remove, { params: { id } }),
    onSuccess: () => {
      removeReview(client, id)
      onClose()
      void toast.success('Review deleted', toastFor)
    },
    onError: (error) =>
      toast.failure(error, 'We couldn’t delete your review. Try again.', { statuses: 'all', withDetails: true }),
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete review"
      question="Delete your review? It stops counting toward the score, and you can write a new one."
      confirmLabel="Delete review"
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
    />
  )
}
