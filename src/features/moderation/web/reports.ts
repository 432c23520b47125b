import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Query } from '../../../shared/contract.ts'
import { call, invalidateAdmin, queryKeyFor, urlFor } from '../../../shared/web/api.ts'
import { ApiError, userMessage } from '../../../shared/web/data/errors.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { reportsApi } from '../report-contract.gen.ts'
import type { Report, reports } from '../report-contract.ts'

export type ReportQuery = {
  page: number
  status: Exclude<Query<typeof reports.list>['status'], undefined> | ''
  search: string
  school_id: string
  limit?: number
}

/** Error text of a list that failed to load, in the form that the specification gives. */
export function loadProblem(error: unknown, fallback: string): string {
  const isInvalid = error instanceof Error && !(error instanceof ApiError)
  return isInvalid
    ? error.message
    : userMessage(error, fallback, { withStatus: (status) => `HTTP error! status: ${status}` })
}

/** One page of reports. Reloads when a report is filed or closed. */
export function useReports({ status, ...others }: ReportQuery) {
  const client = useQueryClient()
  const query = { ...others, ...(status ? { status } : {}) }
  useLiveEvent('reports.pending', () => void invalidateAdmin(client))
  return useQuery({
    queryKey: queryKeyFor(reportsApi.list, { query }),
    queryFn: async ({ signal }) => {
      const { data } = await call(reportsApi.list, { query, signal })
      if (!Array.isArray(data?.reports)) throw new Error('Invalid response format')
      return data
    },
    placeholderData: (before) => before,
  })
}

export type NewStatus = 'resolved' | 'dismissed'

/** Closes one or several reports. */
export function useSettle(onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, status }: { ids: readonly string[]; status: NewStatus }) => {
      const [id = ''] = ids
      if (ids.length > 1) await call(reportsApi.settleMany, { body: { reportIds: [...ids], status } })
      else await call(reportsApi.settle, { params: { id }, body: { status } })
    },
    onSuccess: () => onDone?.(),
    onSettled: () => invalidateAdmin(client),
  })
}

/** Downloads the matching reports as a file. Throws on failure. */
export async function exportReports(query: Pick<ReportQuery, 'status' | 'search' | 'school_id'>): Promise<void> {
  const { status, ...others } = query
  const url = urlFor(reportsApi.export, { query: { ...others, ...(status ? { status } : {}) } })
  const response = await fetch(url, { credentials: 'include' })
  if (!response.ok) throw new Error('Failed to export reports')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  link.download = `reports-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

const previewLength = 100
const assignmentPreview = 80

/** Summarizes the reported item in one line: its text and its author. */
export function summarize(report: Report): { text: string; by: string } {
  const { content_type, title, content, reported_user_name } = report
  const most = content_type === 'assignment' ? assignmentPreview : previewLength
  const characters = [...content]
  const words = characters.length > most ? `${characters.slice(0, most).join('')}...` : content
  const by = content_type === 'message' ? '' : (reported_user_name ?? 'Unknown')
  if (content_type === 'listing') return { text: title ?? words, by: `Seller: ${by}` }
  return { text: title ? `${title}: ${words}` : words || titleless(content_type), by }
}

const titleless = (type: string) => (type === 'user' ? 'Profile with no bio' : 'No text')
