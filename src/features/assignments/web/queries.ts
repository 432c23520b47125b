import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { toPages, useInfiniteList, usePages } from '../../../shared/web/data/infinite-list.ts'
import { patchCached } from '../../../shared/web/data/patch-cached.ts'
import { removeCached } from '../../../shared/web/data/remove-cached.ts'
import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import { callStored, storeCall } from '../../../shared/web/stored-call.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { answersApi, assignmentsApi } from '../contract.gen.ts'
import type { Answer, Assignment } from '../contract.ts'
import type { Narrow } from './url-state.ts'

/** The school's questions in pages. */
export function toQuestions({ filter, sort, subject, search }: Narrow) {
  const narrow = { filter, sort, ...(subject ? { subject } : {}), ...(search ? { search } : {}) }
  return toPages(assignmentsApi.list, { query: { ...narrow, limit: 50 } })
}

export function useQuestions(narrow: Narrow) {
  const { items, ...list } = usePages(toQuestions(narrow))
  return { ...list, questions: items }
}

/** A few open questions in subjects that the viewer has answered. */
export const useAnswerable = (isEnabled: boolean) =>
  useQuery({ ...query(assignmentsApi.answerable), enabled: isEnabled })

export const useQuestion = (id: string) => useQuery(query(assignmentsApi.show, { params: { id } }))

export function useAnswers(id: string) {
  const { items, ...list } = useInfiniteList(answersApi.list, { params: { id }, query: { limit: 50 } })
  return { ...list, answers: items }
}

/** The leaderboard and the viewer's points. */
export const useLeaderboard = () => useQuery(query(assignmentsApi.leaderboard))

/** Updates all queries after a question was deleted. */
export const removeQuestion = (client: QueryClient, id: string): void =>
  removeCached(client, id, { lists: [assignmentsApi.list], targets: [{ below: assignmentsApi.list }] })

/** Invalidates all lists, questions, answers and points. */
export const invalidateAssignments = (client: QueryClient) => invalidate(client, { below: assignmentsApi.list })

const patchAnswer = (client: QueryClient, id: string, change: (answer: Answer) => Answer): void =>
  patchCached(client, [answersApi.list], id, change)

const worth = (vote: boolean | null) => (vote === null ? 0 : vote ? 1 : -1)

/** Sending the previous vote again withdraws it. */
const toVote = (id: string, vote: boolean | null, known: boolean | null) =>
  storeCall(answersApi.helpful, { params: { id }, body: { is_helpful: vote ?? known ?? true } })

/** Votes on an answer. Repeating a vote withdraws it. Returns the click handler. */
export function useVote({ id, content, assignment_id, user_vote, helpful_votes }: Answer) {
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
    send: async (vote, known) => (await callStored(toVote(id, vote, known.user_vote))).data,
    refetch: () => invalidate(client, answersApi),
    toStored: (vote, known) => ({
      title: 'Vote on an answer',
      text: content,
      link: `/assignment-help?question=${assignment_id}`,
      call: toVote(id, vote, known.user_vote),
      field: 'data.user_vote',
      fulfilled: vote,
      refresh: [assignmentsApi.list],
    }),
    onSettled: () => void invalidate(client, assignmentsApi.leaderboard),
  })
  return (isHelpful: boolean) => toggle((vote) => (vote === isHelpful ? null : isHelpful))
}

/** Marks the best answer of a question. */
export function useBest({ id, assignment_id }: Answer) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(answersApi.best, { params: { id: assignment_id, aid: id } }),
    onSuccess: () => invalidateAssignments(client),
    onError: (error) => toast.failure(error, 'We couldn’t mark the best answer. Try again.'),
  })
}

/** Marks a question complete or incomplete. */
export function useSettle({ id, solved }: Assignment) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      solved ? call(assignmentsApi.incomplete, { params: { id } }) : call(assignmentsApi.complete, { params: { id } }),
    onSuccess: () => invalidateAssignments(client),
    onError: (error) =>
      toast.failure(
        error,
        solved
          ? 'Failed to mark assignment as incomplete. Please try again.'
          : 'Failed to mark assignment as complete. Please try again.',
      ),
  })
}
