import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { useDebouncedValue } from '../../../shared/web/debounce.ts'
import type { friends } from '../../friends/contract.ts'

/** Milliseconds of rest before people are looked for, and how many are shown. */
const debounceMs = 300
const maxResults = 10

/** The people whose names hold a text, once the person has stopped typing for a moment. */
export function usePeople(text: string) {
  const asked = useDebouncedValue(text.trim(), debounceMs)
  const found = useQuery({
    ...query<typeof friends.search>('GET /users/search', { query: { q: asked, limit: maxResults } }),
    enabled: asked !== '',
    staleTime: 30_000,
  })
  const people = (found.data?.data ?? []).filter((person) => !person.is_blocked)
  return { people, isPending: found.isPending || asked !== text.trim(), isError: found.isError }
}
