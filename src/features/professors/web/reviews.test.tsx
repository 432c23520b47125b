import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Rating } from '../rating-contract.ts'
import { ReviewActions } from './ReviewActions.tsx'

afterEach(cleanup)

const review: Rating = {
  ...{ id: 'review', professor_id: 'professor', course_id: null, course: null, review_text: 'Clear and kind' },
  ...{ overall_rating: 4, difficulty_rating: 3, engagement_rating: 3, teaching_quality_rating: 4 },
  ...{ workload_rating: 3, fun_rating: 3, would_take_again: null, semester_taken: null, year_taken: null },
  ...{ course_grade: null, attendance_mandatory: false, textbook_required: false, gives_extra_credit: false },
  ...{ tags: [], anonymous: false, reviewer: null, reviewer_id: null, is_author: false, created_at: 0 },
  ...{ edited_at: null, helpful_count: 2, not_helpful_count: 0, user_helpful_vote: null },
  can: { edit: false, delete: false, report: false },
}

test.each([
  ['the author of a named review cannot vote on it', { is_author: true }, true],
  ['the author of an anonymous review is treated like everyone else', { is_author: true, anonymous: true }, false],
  ['other users can vote on a review', {}, false],
])('%s', (_, changes, disabled) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReviewActions review={{ ...review, ...changes }} name="Ida" />
    </QueryClientProvider>,
  )
  for (const name of ['Helpful 2', 'Not helpful 0'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', disabled)
})
