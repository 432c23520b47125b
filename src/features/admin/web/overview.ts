import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { reportsApi } from '../../moderation/report-contract.gen.ts'
import { adminApi } from '../contract.gen.ts'

const maxRecent = 5

/** The lists of the overview, empty after a failure. */
export function useOverview(school: string) {
  const school_id = school || undefined
  const recent = useQuery(query(reportsApi.list, { query: { limit: maxRecent, school_id } }))
  const activity = useQuery(query(adminApi.recentActivity, { query: { school_id } }))
  return {
    reports: recent.data?.data.reports ?? [],
    activities: activity.data?.data.slice(0, maxRecent) ?? [],
    isPending: recent.isPending || activity.isPending,
    hasFailed: recent.isError && activity.isError,
  }
}

export type Overview = ReturnType<typeof useOverview>
