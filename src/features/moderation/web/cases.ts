import { useQuery, useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../shared/plural.ts'
import { call, invalidateAdmin, query, queryKeyFor } from '../../../shared/web/api.ts'
import { ApiError, isConflict } from '../../../shared/web/data/errors.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { casesApi } from '../case-contract.gen.ts'
import type { Case } from '../case-contract.ts'
import { reasonLabel } from './labels.ts'

type CaseQuery = { page: number; limit: number; search: string; school_id: string }

/** One page of the open cases. Reloads when a report is filed or closed. */
export function useCases(wanted: CaseQuery) {
  const client = useQueryClient()
  useLiveEvent('reports.pending', () => void invalidateAdmin(client))
  return useQuery({
    queryKey: queryKeyFor(casesApi.list, { query: wanted }),
    queryFn: async ({ signal }) => {
      const { data } = await call(casesApi.list, { query: wanted, signal })
      if (!Array.isArray(data?.cases)) throw new Error('Invalid response format')
      return data
    },
    placeholderData: (before) => before,
  })
}

export const findCase = (cases: readonly Case[], id: string | undefined) => cases.find((item) => item.id === id)

/** The open case of a link that is not on the page of the list; `id` may be that of one of its reports. */
export function useLinkedCase(id: string | undefined, isMissing: boolean): Case | undefined {
  const { data } = useQuery({
    ...query(casesApi.show, { params: { id: id ?? '' } }),
    enabled: id !== undefined && isMissing,
    select: (reply) => reply.data.case,
  })
  return isMissing && data?.state === 'open' ? data : undefined
}

/** Dismisses a case. */
export const sendDismissal = ({ id, version }: Case) =>
  call(casesApi.settle, { params: { id }, body: { version, outcome: 'dismissed' }, keepalive: true })

/** What a moderator reads when another one was faster, with what they typed still in the form. Undefined otherwise. */
export const collisionText = (error: unknown, hasText: boolean): string | undefined =>
  error instanceof ApiError && isConflict(error) && 'settled_by' in (error.body ?? {})
    ? `${error.message}${hasText ? ' Your text is still here.' : ''}`
    : undefined

/** 'Spam, 5 reports' */
export const caseTitle = ({ report, reports_count }: Pick<Case, 'report' | 'reports_count'>): string =>
  `${reasonLabel(report.reason)}, ${plural(reports_count, 'report')}`

/** The cases kept in mind at most. */
const maxPassed = 200

/** The cases that the viewer passed on, on this device. They are offered after all others. */
export function usePassed() {
  const [stored, store] = useDraft('cases passed', 'for longer')
  const passed = stored.split(' ').filter(Boolean)
  return {
    wasPassed: (id: string) => passed.includes(id),
    rememberPassed: (id: string) => store([...passed.filter((other) => other !== id), id].slice(-maxPassed).join(' ')),
  }
}

/** How many cases the viewer closed today on this device. */
export function useHandledToday() {
  const [stored, store] = useDraft('cases handled', 'for longer')
  const today = new Date().toDateString()
  const [day, text = '0'] = stored.split('|')
  const handled = day === today ? Number(text) : 0
  return { handled, countHandled: (count: 1 | -1 = 1) => store(`${today}|${Math.max(0, handled + count)}`) }
}
