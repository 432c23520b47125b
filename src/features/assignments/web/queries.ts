import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, query, queryKeyFor } from '../../../shared/web/api.ts'
import { listItems } from '../../../shared/web/list-items.ts'
import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Answer, Assignment, answers, assignments } from '../contract.ts'
import type { Narrow } from './url-state.ts'

/**
 * The school's questions in pages. Omits duplicates: a question that moved to the next page after a new one was asked.
 */
export function useQuestions({ filter, sort, subject, search }: Narrow) {
  const narrow = { filter, sort, ...(subject ? { subject } : {}), ...(search ? { search } : {}) }
  const list = useInfiniteQuery({
    queryKey: queryKeyFor('GET /assignments', { query: narrow }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof assignments.list>('GET /assignments', { query: { ...narrow, page: pageParam, limit: 50 }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  })
  return { ...list, questions: listItems(list.data?.pages) }
}

export const useQuestion = (id: string) =>
  useQuery(query<typeof assignments.show>('GET /assignments/:id', { params: { id } }))

export function useAnswers(id: string) {
  const list = useInfiniteQuery({
    queryKey: queryKeyFor('GET /assignments/:id/answers', { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof answers.list>('GET /assignments/:id/answers', {
        params: { id },
        query: { page: pageParam, limit: 50 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  })
  return { ...list, answers: listItems(list.data?.pages) }
}

/** The leaderboard and the viewer's points. */
export const useLeaderboard = () => useQuery(query<typeof assignments.leaderboard>('GET /assignments/leaderboard'))

/** Invalidates all lists, questions, answers and points. */
export const invalidateAssignments = (client: QueryClient) => invalidate(client, '/assignments')

type CachedAssignment = { pages?: { data: Answer[] }[] }

function patchAnswer(client: QueryClient, id: string, change: (answer: Answer) => Answer): void {
  client.setQueriesData<CachedAssignment>(
    { predicate: ({ queryKey }) => queryKey[0] === '/assignments/:id/answers' },
    (held) =>
      held?.pages
        ? {
            ...held,
            pages: held.pages.map((page) => ({
              ...page,
              data: page.data.map((answer) => (answer.id === id ? change(answer) : answer)),
            })),
          }
        : held,
  )
}

const worth = (vote: boolean | null) => (vote === null ? 0 : vote ? 1 : -1)

/** Votes on an answer. Repeating a vote withdraws it. Returns the click handler. */
export function useVote({ id, user_vote, helpful_votes }: Answer) {
  const client = useQueryClient()
  const toggle = useOptimisticToggle<Pick<Answer, 'user_vote' | 'helpful_votes'>, boolean | null>({
    id: `vote ${id}`,
    state: { user_vote, helpful_votes },
    wishOf: (state) => state.user_vote,
    predict: (state, vote) => ({
      user_vote: vote,
      helpful_votes: state.helpful_votes - worth(state.user_vote) + worth(vote),
    }),
    show: (state) => patchAnswer(client, id, (answer) => ({ ...answer, ...state })),
    send: async (vote, known) => {
      const body = { is_helpful: vote ?? known.user_vote ?? true } // sending the previous vote again withdraws it
      return (await call<typeof answers.helpful>('POST /answers/:id/helpful', { params: { id }, body })).data
    },
    refetch: () => invalidate(client, '/assignments/:id/answers'),
    onSettled: () => void invalidate(client, '/assignments/leaderboard'),
  })
  return (isHelpful: boolean) => toggle((vote) => (vote === isHelpful ? null : isHelpful))
}

/** Marks the best answer of a question. */
export function useBest({ id, assignment_id }: Answer) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call<typeof answers.best>('POST /assignments/:id/answers/:aid/best', { params: { id: assignment_id, aid: id } }),
    onSuccess: () => invalidateAssignments(client),
    onError: () => toast.error('We couldn’t mark the best answer. Try again.'),
  })
}

/** Marks a question complete or incomplete. */
export function useSettle({ id, solved }: Assignment) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      solved
        ? call<typeof assignments.incomplete>('POST /assignments/:id/incomplete', { params: { id } })
        : call<typeof assignments.complete>('POST /assignments/:id/complete', { params: { id } }),
    onSuccess: () => invalidateAssignments(client),
    onError: () =>
      toast.error(
        solved
          ? 'Failed to mark assignment as incomplete. Please try again.'
          : 'Failed to mark assignment as complete. Please try again.',
      ),
  })
}
