import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, query, refresh } from '../../../shared/web/api.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Answer, Assignment, answers, assignments } from '../contract.ts'
import type { Narrow } from './view.ts'

/** The school's questions in pages. One that slipped to the next page while somebody asked is shown once. */
export function useQuestions({ filter, sort, subject, search }: Narrow) {
  const narrow = { filter, sort, ...(subject ? { subject } : {}), ...(search ? { search } : {}) }
  const list = useInfiniteQuery({
    queryKey: keyOf('GET /assignments', { query: narrow }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof assignments.list>('GET /assignments', { query: { ...narrow, page: pageParam, limit: 50 }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  })
  const all = list.data?.pages.flatMap((page) => page.data) ?? []
  return { ...list, questions: [...new Map(all.map((question) => [question.id, question])).values()] }
}

/** One question by its id, as a link may name it. */
export const useQuestion = (id: string) =>
  useQuery(query<typeof assignments.show>('GET /assignments/:id', { params: { id } }))

/** The answers to a question, in pages. */
export function useAnswers(id: string) {
  const list = useInfiniteQuery({
    queryKey: keyOf('GET /assignments/:id/answers', { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof answers.list>('GET /assignments/:id/answers', {
        params: { id },
        query: { page: pageParam, limit: 50 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  })
  const all = list.data?.pages.flatMap((page) => page.data) ?? []
  return { ...list, answers: [...new Map(all.map((answer) => [answer.id, answer])).values()] }
}

/** The leaderboard, and what the viewer has earned. */
export const useLeaderboard = () => useQuery(query<typeof assignments.leaderboard>('GET /assignments/leaderboard'))

/** Fetches every list, question and answer anew, and the points that they earned. */
export const refreshHelp = (client: QueryClient) => refresh(client, '/assignments')

type Held = { pages?: { data: Answer[] }[] }

function changeAnswer(client: QueryClient, id: string, change: (answer: Answer) => Answer): void {
  client.setQueriesData<Held>({ predicate: ({ queryKey }) => queryKey[0] === '/assignments/:id/answers' }, (held) =>
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

/** Votes on an answer: shown at once, then as the server counts it, taken back in silence when it fails. */
export function useVote({ id, user_vote, helpful_votes }: Answer) {
  const client = useQueryClient()
  const settle = (now: Pick<Answer, 'user_vote' | 'helpful_votes'>) =>
    changeAnswer(client, id, (answer) => ({ ...answer, ...now }))
  const mutationKey = ['vote', id]
  const isLast = () => client.isMutating({ mutationKey }) === 1
  return useMutation({
    mutationKey,
    scope: { id: `vote ${id}` }, // one press after the other, each turning what the one before left
    mutationFn: (is_helpful: boolean) =>
      call<typeof answers.helpful>('POST /answers/:id/helpful', { params: { id }, body: { is_helpful } }),
    onMutate: (is_helpful) => {
      const next = user_vote === is_helpful ? null : is_helpful
      settle({ user_vote: next, helpful_votes: helpful_votes - worth(user_vote) + worth(next) })
    },
    onSuccess: ({ data }) => isLast() && settle(data),
    onError: () => isLast() && settle({ user_vote, helpful_votes }),
    onSettled: () => void refresh(client, '/assignments/leaderboard'),
  })
}

/** Names the best answer of a question. */
export function useBest({ id, assignment_id }: Answer) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call<typeof answers.best>('POST /assignments/:id/answers/:aid/best', { params: { id: assignment_id, aid: id } }),
    onSuccess: () => refreshHelp(client),
    onError: () => toast.error('Failed to mark the best answer. Please try again.'),
  })
}

/** Marks a question complete, or open again. */
export function useSettle({ id, solved }: Assignment) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      solved
        ? call<typeof assignments.incomplete>('POST /assignments/:id/incomplete', { params: { id } })
        : call<typeof assignments.complete>('POST /assignments/:id/complete', { params: { id } }),
    onSuccess: () => refreshHelp(client),
    onError: () =>
      toast.error(
        solved
          ? 'Failed to mark assignment as incomplete. Please try again.'
          : 'Failed to mark assignment as complete. Please try again.',
      ),
  })
}
