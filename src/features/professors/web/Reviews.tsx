import { Button } from '../../../shared/web/ui/Button.tsx'
import { MailIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import type { Professor } from '../contract.ts'
import { reviewSorts } from './labels.ts'
import { useCourses, useReviews } from './queries.ts'
import { ReviewCard } from './ReviewCard.tsx'
import { useReviewsView } from './url-state.ts'

/** Reviews of students, sorted and filtered by course as the URL states. */
export function Reviews({ professor, onWrite }: { professor: Professor; onWrite: () => void }) {
  const view = useReviewsView()
  const courses = useCourses(professor.id)
  const options = (courses.data?.data ?? []).map(({ id, code }) => [id, code] as const)
  const course = options.find(([id]) => id === view.course)?.[0] ?? ''
  const list = useReviews(professor.id, view.sort, course)
  return (
    <section aria-labelledby="reviews">
      <header className="flex flex-wrap items-center gap-2 px-4 pt-4 pb-3 desk:px-0 desk:pt-1">
        <h2 id="reviews" className="w-full text-[1.25rem]">
          Reviews <span className="tabular-nums">({list.total})</span>
        </h2>
        {professor.total_ratings > 0 && options.length > 0 && (
          <Select
            labelHidden
            label="Course"
            value={course}
            options={[['', 'All courses'], ...options]}
            onChange={(next) => view.change({ course: next })}
            className="min-w-0 flex-1"
          />
        )}
        {professor.total_ratings > 0 && (
          <Select
            labelHidden
            label="Sort reviews"
            value={view.sort}
            options={reviewSorts}
            onChange={(sort) => view.change({ sort })}
            className="min-w-0 flex-1"
          />
        )}
      </header>
      {list.isPending && <Skeletons />}
      {list.isError && (
        <ErrorState text="Failed to fetch ratings" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && list.reviews.length === 0 && (
        <EmptyState
          illustration={<MailIllustration />}
          title={course ? 'No reviews for this course yet' : 'No reviews yet'}
          text={course ? '' : 'Be the first to review this professor!'}
          action={<Button onClick={onWrite}>Write a Review</Button>}
        />
      )}
      <ul
        aria-label="Reviews"
        className={`transition-opacity desk:space-y-4 ${list.isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {list.reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      {!list.isPlaceholderData && <LoadMore label="Load More" list={list} />}
    </section>
  )
}

const Skeletons = () => (
  <div role="status" aria-label="Loading reviews" className="desk:space-y-4">
    {[1, 2, 3].map((index) => (
      <div key={index} className="card space-y-3 px-5 py-4">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-14" />
      </div>
    ))}
  </div>
)
