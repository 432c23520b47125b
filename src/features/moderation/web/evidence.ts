import { useQuery, useQueryClient } from '@tanstack/react-query'
import { invalidate, query } from '../../../shared/web/api.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { evidenceApi } from '../evidence-contract.gen.ts'

/** The evidence of a school. Reloads when an administrator asks to open some, or opens it. */
export function useEvidence(school: string) {
  const client = useQueryClient()
  useLiveEvent('seals.pending', () => void invalidate(client, evidenceApi))
  return useQuery(query(evidenceApi.list, { query: { school_id: school || undefined } }))
}
