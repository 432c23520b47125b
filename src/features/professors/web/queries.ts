import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { removeCached } from '../../../shared/web/data/remove-cached.ts'
import { retryRead } from '../../../shared/web/read-retries.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { professorsApi, ratingsApi } from '../contract.gen.ts'
import { type ReviewSort, toastFor } from './labels.ts'
import type { Narrow } from './url-state.ts'

const second = 1000
const minute = 60 * second
const pageSize = 20

/** The school's professors in pages, filtered and sorted by the view. Fresh for 5 minutes. */
export function useProfessors(view: Narrow) {
  const narrow = {
    limit: pageSize,
    sort_by: view.sort,
    sort_order: view.order,
    ...(view.department ? { department_id: view.department } : {}),
    ...(view.search ? { search: view.search } : {}),
    ...(view.minRating ? { min_rating: view.minRating } : {}),
    ...(view.maxRating ? { max_rating: view.maxRating } : {}),
    ...(view.minDifficulty ? { min_difficulty: view.minDifficulty } : {}),
    ...(view.maxDifficulty ? { max_difficulty: view.maxDifficulty } : {}),
    ...(view.reviewed ? { has_reviews: 'true' as const } : {}),
    ...(view.again ? { would_take_again: 'true' as const } : {}),
  }
  const options = { keepPrevious: true, staleTimeMs: 5 * minute }
  const { items, ...list } = useInfiniteList(professorsApi.list, { query: narrow }, options)
  return { ...list, professors: items, total: list.data?.pages[0]?.total ?? 0 }
}

/** Fresh for 30 minutes. Retried three times, at most 30 seconds apart. */
export const useDepartments = () =>
  useQuery({
    ...query(professorsApi.departments),
    staleTime: 30 * minute,
    retry: retryRead(3),
    retryDelay: (attempt) => Math.min(second * 2 ** attempt, 30 * second),
  })

/** Fresh for 15 minutes. */
export const useStats = () => useQuery({ ...query(professorsApi.stats), staleTime: 15 * minute })

export const professorQuery = (id: string) => query(professorsApi.show, { params: { id } })
export const useProfessor = (id: string) => useQuery(professorQuery(id))

export const useCourses = (id: string) => useQuery(query(professorsApi.courses, { params: { id } }))

/** A professor's reviews in pages. Fresh for 2 minutes. */
export function useReviews(id: string, sort: ReviewSort, course: string) {
  const [sort_by, sort_order] = sort.split(' ') as ['created_at', 'asc' | 'desc']
  const narrow = { limit: pageSize, sort_by, sort_order, ...(course ? { course_id: course } : {}) }
  const options = { keepPrevious: true, staleTimeMs: 2 * minute }
  const { items, ...list } = useInfiniteList(ratingsApi.list, { params: { id }, query: narrow }, options)
  return { ...list, reviews: items, total: list.data?.pages[0]?.total ?? 0 }
}

/** Delay before the statistics of a professor are reloaded after a rating changed them. */
const figuresAfter = second

function reloadFigures(client: QueryClient): void {
  setTimeout(() => {
    void invalidate(client, { below: professorsApi.list }, professorsApi.stats)
  }, figuresAfter)
}

/** Reloads the reviews immediately and the statistics a second later. */
export function useFreshReviews() {
  const client = useQueryClient()
  return () => {
    void invalidate(client, ratingsApi)
    reloadFigures(client)
  }
}

/** Updates all queries after a review was deleted: the reviews immediately and the statistics a second later. */
export function removeReview(client: QueryClient, id: string): void {
  removeCached(client, id, { lists: [ratingsApi.list], targets: [ratingsApi] })
  reloadFigures(client)
}

/** Votes on a review. Repeating a vote withdraws it. */
export function useVote(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (is_helpful: boolean) =>
      call(ratingsApi.vote, {
        params: { id },
        body: { is_helpful },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: () => {
      toast.success('Vote recorded!', toastFor)
      return invalidate(client, ratingsApi)
    },
    onError: (error) =>
      toast.failure(error, 'Failed to vote on rating', {
        statuses: 'all',
        texts: {
          401: 'Please log in to vote on ratings',
          404: 'Voting feature is not yet implemented on the server',
        },
        withStatus: (status) => `Failed to vote on rating (${status})`,
      }),
  })
}

/** Shows the server's message, otherwise `ours`. With details, the form is 'Failed to add professor: details'. */
export const toastFailure = (error: Error, ours: string, action?: string): void =>
  toast.failure(error, ours, { statuses: 'all', withDetails: true, ...(action ? { action } : {}) })
