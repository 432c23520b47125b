import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { friendsApi } from '../contract.gen.ts'
import type { SuggestedPerson } from '../contract.ts'

/**
 * Users that the viewer may know. `people` stays as it was first loaded, so that no row moves away from a finger;
 * `isSent` is true for a user who has got a request since.
 */
export function useSuggestedPeople(limit: number, isEnabled = true) {
  const list = useQuery({ ...query(friendsApi.suggested, { query: { limit } }), staleTime: 0, enabled: isEnabled })
  const current = list.data?.data
  const [first, setFirst] = useState<readonly SuggestedPerson[]>()
  if (!first && current && !list.isFetching) setFirst(current)
  return {
    ...list,
    people: first,
    isSent: (id: string) => current !== undefined && !current.some((person) => person.id === id),
  }
}

/** Why a user is suggested, besides mutual friends: 'Same major'. */
export function formatReason({ same_major, same_year }: SuggestedPerson): string | undefined {
  if (same_major) return same_year ? 'Same major and year' : 'Same major'
  return same_year ? 'Same year' : undefined
}
