import { useQuery, useQueryClient } from '@tanstack/react-query'
import { invalidate, query } from '../../../shared/web/api.ts'
import { useLiveEvent, usePollingInterval } from '../../../shared/web/live.ts'
import { conversationsApi } from '../conversation-contract.gen.ts'

const requests = query(conversationsApi.list, { query: { requests: 'true', limit: 50 } })

/** The first requests to the viewer, kept up to date. More than fifty are shown when the first are answered. */
export function useMessageRequests() {
  const client = useQueryClient()
  useLiveEvent('request.created', () => void invalidate(client, requests.queryKey))
  return useQuery({ ...requests, refetchInterval: usePollingInterval() })
}
